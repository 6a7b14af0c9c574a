package requests_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

const evil = "evil@example.net"

// coded are the words that bring a code.
var coded = []string{"PASSWORD", "PAUSE 2", "SUBSTITUTE " + evil + " 3", "LEAVE", "ADDRESS " + evil, "MORE TIME",
	"CLOSE yes", "REMIND 12"}

// everyWord lets players use all words.
func everyWord(s *world.Settings) { s.MoreTime, s.ClosingVote = 48*time.Hour, true }

// changed reports whether anything that a code could change about a realm has changed. It returns it as it is now.
func codeChanges(b *worldtest.Game, realm int, before string) (now string, changed bool) {
	b.T.Helper()
	var stands world.Overview
	must(b.T, b.View(func(tx *store.Tx) (err error) {
		stands, err = b.Overview(tx, b.ClockAt, false)
		return err
	}))
	now = fmt.Sprintf("%+v, more time for %v", b.Person(realm), stands.Schedule.Wants)
	return now, now != before
}

// silentTo returns the letters of which none goes to an address.
func silentTo(b *worldtest.Game, mail, what string) (others []outbox.Draft) {
	b.T.Helper()
	for _, d := range b.Sent("", b.ClockAt) {
		if address.Same(d.To, mail) {
			b.T.Errorf("%s: %s gets %q\n%s", what, mail, d.Subject, d.Text)
		}
		others = append(others, d)
	}
	return others
}

// Whoever has seen a player's letter with a code cannot use it, whatever it is for: nothing changes, they hear nothing,
// and the player is told. The same goes for a NO, and for the player of another realm. The player's own answer still
// counts, from each address of theirs.
func TestACodeCountsOnlyFromWhomItWasMailedTo(t *testing.T) {
	t.Parallel()
	for _, word := range coded {
		b := worldtest.Found(t, worldtest.Tiny{}, 3, everyWord)
		must(t, players.AddMail(b.World, 2, "home@example.org"))
		b.Sent("", worldtest.Day0)
		code := b.Token(2, word)
		before, _ := codeChanges(b, 2, "")
		for _, from := range []string{evil, "r1@example.org"} {
			for _, text := range []string{"YES\n", "NO\n", code + "\n", ""} {
				b.ClockAt = b.ClockAt.Add(time.Hour)
				l := b.Newcomer(from, "Re: [Bovistan] What? Please reply "+code)
				l.Text = text
				if a := b.Accept(l); a.Fate != receipt.Unproven || a.Realm != 2 || !a.Answered {
					t.Errorf("%s, %q from %s: %+v", word, text, from, a)
				}
				got := silentTo(b, from, word)
				if len(got) != 1 || got[0].To != "r2@example.org" || len(worldtest.TokensIn(got[0].Text)) > 0 ||
					!strings.Contains(got[0].Text, "Somebody else answered") || strings.Contains(got[0].Text, from) {
					t.Errorf("%s, %q from %s: %+v", word, text, from, got)
				}
				if now, changed := codeChanges(b, 2, before); changed {
					t.Errorf("%s, %q from %s changes\n%s\nto\n%s", word, text, from, before, now)
				}
			}
		}
		l := b.Newcomer("home@example.org", "Re: "+code)
		l.Text = "Yes\n"
		if a := b.Accept(l); a.Fate != receipt.Served || a.Realm != 2 || !a.Answered {
			t.Errorf("%s, the player's own: %+v", word, a)
		}
	}
}

// A NO to the letter that warns of somebody else's answer ends the code, whatever it is for. It needs what the code needs:
// in a world that proves senders, a proof.
func TestANoToTheWarningEndsTheCode(t *testing.T) {
	t.Parallel()
	for _, auth := range []world.Auth{world.ByPassword, world.ByDKIM} {
		for _, word := range coded {
			b := worldtest.Found(t, worldtest.Tiny{}, 3, everyWord, func(s *world.Settings) { s.Auth = auth })
			b.Sent("", worldtest.Day0)
			before, _ := codeChanges(b, 2, "")
			code := b.Token(2, word)
			warning := b.Answering(evil, "YES "+code+"\n")
			answer := func(text, references, domain string) receipt.Acceptance {
				l := b.Newcomer("r2@example.org", "Re:")
				l.Text, l.References, l.Proof.Domain = text, references, domain
				return b.Accept(l)
			}
			if len(warning) != 1 {
				t.Fatalf("%s, %s: %+v", auth, word, warning)
			}
			if auth == world.ByDKIM {
				if a := answer("No\n", warning[0].MessageID, ""); a.Fate != receipt.Unproven {
					t.Errorf("%s, a forged NO: %+v", word, a)
				}
				b.Sent("", b.ClockAt)
			}
			if a := answer("No\n", warning[0].MessageID, "example.org"); a.Fate != receipt.Served || !a.Answered {
				t.Errorf("%s, %s: %+v", auth, word, a)
			}
			answer("Yes "+code+"\n", "", "example.org")
			if now, changed := codeChanges(b, 2, before); changed {
				t.Errorf("%s, %s: the code has not ended\n%s\nto\n%s", auth, word, before, now)
			}
		}
	}
}

// The player is told three times an hour. An automatic answer from elsewhere tells nobody anything.
func TestAForeignAnswerToACodeIsToldSeldom(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	code := b.Token(2, "LEAVE")
	told := 0
	for n := range 6 {
		l := b.Newcomer(evil, "Re: "+code)
		l.Text = "YES\n"
		if n == 5 {
			l.Automatic = true
		}
		b.Accept(l)
		told += len(silentTo(b, evil, "LEAVE"))
	}
	if told != 3 {
		t.Errorf("told %d times", told)
	}
	if b.Person(2).Vacant() {
		t.Error("the realm is given up")
	}
}

// Other words than yes and no are judged as if there were no code: the question of another player is passed on.
func TestAQuestionAboutAForeignCode(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Masters = []string{"gm@example.org"} })
	b.Sent("", worldtest.Day0)
	code := b.Token(2, "LEAVE")
	a := b.Asks(1, "Fw: "+code, "He showed me this letter. What shall we do about it now?\n")
	if a.Fate != receipt.PassedOn {
		t.Errorf("%+v", a)
	}
	var to []string
	for _, d := range b.Sent("", b.ClockAt) {
		to = append(to, d.To)
	}
	if slices.Sort(to); !slices.Equal(to, []string{"gm@example.org", "r1@example.org", "r2@example.org"}) {
		t.Errorf("letters to %v", to)
	}
}

// Where the world proves senders, a code counts in a proven letter only, and one whose proof may still come waits. The
// player hears why.
func TestACodeNeedsTheProofOfItsWorld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth  world.Auth
		needs bool
	}{{world.ByPassword, false}, {world.ByEither, false}, {world.ByDKIM, true}, {world.ByBoth, true}} {
		for _, word := range coded {
			b := worldtest.Found(t, worldtest.Tiny{}, 3, everyWord, func(s *world.Settings) { s.Auth = c.auth })
			b.Sent("", worldtest.Day0)
			code := b.Token(2, word)
			before, _ := codeChanges(b, 2, "")
			answer := func(change func(*letter.Letter)) receipt.Acceptance {
				l := b.Newcomer("r2@example.org", "Re: [Bovistan] What? Please reply "+code)
				l.Text = "YES\n"
				change(&l)
				return b.Accept(l)
			}
			if c.needs {
				if a := answer(func(l *letter.Letter) { l.Proof.Later = true }); a.Fate != receipt.Undecided {
					t.Errorf("%s, %s, later: %+v", c.auth, word, a)
				}
				if a := answer(func(l *letter.Letter) {}); a.Fate != receipt.Unproven {
					t.Errorf("%s, %s, forged: %+v", c.auth, word, a)
				}
				got := b.Sent("", b.ClockAt)
				if len(got) != 1 || got[0].To != "r2@example.org" || !strings.Contains(got[0].Text, "no signature") {
					t.Errorf("%s, %s: %+v", c.auth, word, got)
				}
				if now, changed := codeChanges(b, 2, before); changed {
					t.Errorf("%s, %s, forged, changes\n%s\nto\n%s", c.auth, word, before, now)
				}
			}
			a := answer(func(l *letter.Letter) {
				if c.needs {
					l.Proof.Domain = "example.org"
				}
			})
			if a.Fate != receipt.Served || !a.Answered {
				t.Errorf("%s, %s, the player's own: %+v", c.auth, word, a)
			}
		}
	}
}

// A substitute cannot end the realm with the player's code, nor the player use the substitute's. The code of somebody
// who stands in no longer counts.
func TestCodesOfASubstitute(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t, everyWord)
	for _, word := range []string{"LEAVE", "PASSWORD", "ADDRESS " + evil, "SUBSTITUTE END"} {
		code := b.Token(2, word)
		before, _ := codeChanges(b, 2, "")
		b.Answering(worldtest.Ann, "YES "+code+"\n")
		if now, changed := codeChanges(b, 2, before); changed {
			t.Errorf("%s: the substitute changes\n%s\nto\n%s", word, before, now)
		}
	}
	hers := func() string {
		l := b.Newcomer(worldtest.Ann, "MORE TIME")
		b.Accept(l)
		return worldtest.CodeTo(t, b.Sent("", b.ClockAt), worldtest.Ann)
	}
	before, _ := codeChanges(b, 2, "")
	code := hers()
	b.Answering("r2@example.org", "YES "+code+"\n")
	if now, changed := codeChanges(b, 2, before); changed {
		t.Errorf("the player changes\n%s\nto\n%s", before, now)
	}
	b.Asks(2, "Re: "+b.Token(2, "SUBSTITUTE END"), "Yes\n")
	b.Sent("", b.ClockAt)
	before, _ = codeChanges(b, 2, "")
	for _, from := range []string{worldtest.Ann, "r2@example.org"} { // the second is forged
		b.Answering(from, "YES "+code+"\n")
		if now, changed := codeChanges(b, 2, before); changed {
			t.Errorf("the code of whoever stood in changes from %s\n%s\nto\n%s", from, before, now)
		}
	}
}

// The code of a letter to other players counts from whom it was mailed to as well, the player or the substitute. When the
// substitute's turns have run out, it sends nothing.
func TestLetterCodesOfASubstitute(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t, func(s *world.Settings) { s.Press = world.PressNow })
	code := func(from string) string {
		b.T.Helper()
		l := b.Newcomer(from, "LETTER 1")
		l.Text = "Peace, says " + from[:2] + "\n"
		b.Accept(l)
		return worldtest.CodeTo(t, b.Sent("", b.ClockAt), from)
	}
	passed := func(from, code string) (n int) {
		b.T.Helper()
		for _, d := range b.Answering(from, "YES "+code+"\n") {
			if strings.Contains(d.Subject, "A letter") || strings.Contains(d.Subject, "Ein Brief") {
				n++
			}
		}
		return n
	}
	his, hers := code("r2@example.org"), code(worldtest.Ann)
	for _, c := range []struct {
		from, code string
		want       int
	}{{worldtest.Ann, his, 0}, {"r2@example.org", hers, 0}, {"r1@example.org", hers, 0}, {"r2@example.org", his, 1}, {worldtest.Ann, hers, 1}} {
		if got := passed(c.from, c.code); got != c.want {
			t.Errorf("from %s: %d letters, want %d", c.from, got, c.want)
		}
	}
	b.Advance(worldtest.Friday)
	late := code(worldtest.Ann)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7)) // her last turn
	b.Sent("", b.ClockAt)
	for _, from := range []string{worldtest.Ann, "r2@example.org", evil} {
		if got := passed(from, late); got != 0 {
			t.Errorf("the turns have run out: %d letters by %s", got, from)
		}
	}
}

// A code that was mailed to a substitute ends with the substitution. It does not count again if the same person stands
// in once more: because they agree again, or because the turn that ended it is taken back. A new one does.
func TestASubstitutesCodeDoesNotComeBack(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(b *worldtest.Game){
		"agrees again": func(b *worldtest.Game) {
			b.Dismissed(2)
			b.ClockAt = b.ClockAt.Add(25 * time.Hour) // one offer a day
			b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann))
		},
		"undo": func(b *worldtest.Game) {
			b.Advance(worldtest.Friday.AddDate(0, 0, 7))
			b.Sent("", b.ClockAt)
			b.Undo(b.ClockAt.Add(time.Minute))
			b.Sent("", b.ClockAt.Add(time.Minute))
		},
	} {
		b, _ := worldtest.Standing(t, everyWord)
		if name == "undo" {
			b.Advance(worldtest.Friday)
			b.Sent("", b.ClockAt)
			b.ClockAt = worldtest.Friday.AddDate(0, 0, 3)
		}
		code := func() string {
			b.Accept(b.Newcomer(worldtest.Ann, "SUBSTITUTE END"))
			return worldtest.CodeTo(t, b.Sent("", b.ClockAt), worldtest.Ann)
		}
		old := code()
		again(b)
		if b.SubstituteOf() != worldtest.Ann {
			t.Fatalf("%s: she does not stand in", name)
		}
		if b.Answering(worldtest.Ann, "YES "+old+"\n"); b.SubstituteOf() != worldtest.Ann {
			t.Errorf("%s: the old code counts", name)
		}
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		if b.Answering(worldtest.Ann, "YES "+code()+"\n"); b.SubstituteOf() != "" {
			t.Errorf("%s: her new code does not count", name)
		}
	}
}

// What was mailed to somebody without a realm counts from that address alone: to stand in, to be a new address, to take
// a change back, to sign up.
func TestCodesOfStrangers(t *testing.T) {
	t.Parallel()
	const kim = "kim@one.example"
	for name, c := range map[string]func(b *worldtest.Game) (code, of string){
		"stands in":     func(b *worldtest.Game) (string, string) { return b.Offered(1, kim), kim },
		"takes address": func(b *worldtest.Game) (string, string) { return offersAddress(b, 1, kim), kim },
		"takes back":    func(b *worldtest.Game) (string, string) { return b.Moved(), "r1@example.org" },
		"signs up": func(b *worldtest.Game) (string, string) {
			return b.Invited(kim, "Player: Kim\nRealm: Moor\nLanguage: en\n"), kim
		},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
		b.Sent("", worldtest.Day0)
		code, of := c(b)
		b.Sent("", b.ClockAt)
		before, list := fmt.Sprintf("%+v", b.Person(1)), waitingList(t, b)
		for _, from := range []string{evil, "r1@example.org", "r2@example.org", "new@example.net"} {
			if from == of {
				continue
			}
			for _, text := range []string{"YES " + code, "NO " + code} {
				b.ClockAt = b.ClockAt.Add(time.Hour)
				l := b.Newcomer(from, "Re: "+code)
				l.Text = text + "\n"
				b.Accept(l)
				if got := silentTo(b, from, name); len(got) != 1 || got[0].To != of {
					t.Errorf("%s, %q from %s: %+v", name, text, from, got)
				}
			}
		}
		if now := fmt.Sprintf("%+v", b.Person(1)); now != before || !reflect.DeepEqual(waitingList(t, b), list) {
			t.Errorf("%s: changed\n%s\nto\n%s", name, before, now)
		}
		b.Answering(of, "YES "+code+"\n")
		if now := fmt.Sprintf("%+v", b.Person(1)); now == before && reflect.DeepEqual(waitingList(t, b), list) {
			t.Errorf("%s: their own YES does nothing", name)
		}
	}
}

// offersAddress lets a player name a new address and confirm it, and returns the code that is sent there.
func offersAddress(b *worldtest.Game, realm int, mail string) string {
	b.T.Helper()
	b.Asks(realm, "Re: "+b.Token(realm, "ADDRESS "+mail), "Yes\n")
	return worldtest.CodeTo(b.T, b.Sent("", b.ClockAt), mail)
}

// waitingList is the list of those who wait.
func waitingList(t *testing.T, b *worldtest.Game) any {
	t.Helper()
	rows, err := players.Signups(b.World)
	must(t, err)
	return rows
}

// Another's open code in front does not shut out one's own.
func TestOnesOwnCodeGoesFirst(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	foreign, own := b.Token(1, "PAUSE 3"), b.Token(2, "PAUSE 2")
	a := b.Asks(2, "Re: "+foreign, "YES\n"+foreign+"\n"+own+"\n")
	if a.Fate != receipt.Served || a.Realm != 2 || !b.Person(2).Absent(2) || b.Person(1).Absent(1) {
		t.Errorf("%+v, %+v", a, b.Person(1))
	}
}

// Each letter with a code says that nobody else may see it.
func TestLettersWithCodesAreSecret(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, everyWord, func(s *world.Settings) {
		s.Signup, s.Places, s.Masters = true, 1, []string{"gm@example.org"}
	})
	b.Sent("", worldtest.Day0)
	seen := 0
	look := func() {
		for _, d := range b.Sent("", b.ClockAt) {
			if len(worldtest.TokensIn(d.Text)) > 0 {
				if seen++; !strings.Contains(d.Text, "Show this letter to nobody") &&
					!strings.Contains(d.Text, "Zeigt diesen Brief niemandem") {
					t.Errorf("%s\n%s", d.Subject, d.Text)
				}
			}
		}
	}
	for _, word := range append(slices.Clone(coded), "PAUSE 0", "REMIND OFF") {
		b.Asks(2, word, "")
		look()
	}
	for _, word := range []string{"SUBSTITUTE kim@one.example 2", "ADDRESS new@one.example"} {
		b.Asks(2, "Re: "+b.Token(2, word), "Yes\n")
		look()
	}
	b.Accept(b.Newcomer("uli@one.example", "SIGNUP"))
	look()
	b.Moved()
	for _, word := range []string{"GM TELL\n\nHello, all of you.", "GM FREE 2", "GM CLOSE now"} {
		l := b.Newcomer("gm@example.org", "")
		l.Text = word + "\n"
		b.Accept(l)
		look()
	}
	if seen < 13 {
		t.Errorf("%d letters with codes", seen)
	}
}

// A yes is a word of the writer's own text. A subject that a program has cut to the code says none, with whatever
// leaves the text empty, and neither does an absence note under it.
func TestASubjectIsNoYes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		subject, text string
		absence       bool
		done          bool
	}{
		{"CODE", "", false, false},
		{"Re: CODE", "", false, false},
		{"Re: CODE", "\U0001F44D\n", false, false},
		{"AW: CODE", "Mit freundlichen Gr\u00fc\u00dfen\nSpieler 2\n", false, false},
		{"Abwesend: CODE", "Ja\n", true, false},
		{"Automatische Antwort: CODE", "Ja, danke!\n", true, false},
		{"Out of office: Re: CODE", "Yes\n", true, false},
		{"Out of office: CODE", "Yes\n", false, false}, // a mailer that does not know the mark
		{"Re: CODE", "Ja\n", false, true},
		{"Re:", "CODE\n", false, false},
		{"Re:", "Ja\n\nCODE\n", false, true},
		{"Abwesend: CODE", "Ja CODE\n", true, true},
	} {
		for _, word := range []string{"LEAVE", "PAUSE 2"} {
			b := worldtest.Found(t, worldtest.Tiny{}, 2)
			b.Sent("", worldtest.Day0)
			code := b.Token(2, word)
			before, _ := codeChanges(b, 2, "")
			l := b.Letter(2, strings.ReplaceAll(c.text, "CODE", code))
			l.Subject = strings.ReplaceAll(c.subject, "CODE", code)
			if c.absence {
				l.Marked, l.Automatic, l.Absence = l.Subject, true, true
			}
			b.Accept(l)
			if now, changed := codeChanges(b, 2, before); changed != c.done {
				t.Errorf("%s, %q, %q: %s", word, c.subject, c.text, now)
			}
			b.Asks(2, "Re: "+code, "Ja\n") // it has not ended
			if _, changed := codeChanges(b, 2, before); !changed {
				t.Errorf("%s, %q, %q: the code has ended", word, c.subject, c.text)
			}
		}
	}
}

// Of several codes that a letter brings back, that of the letter which it answers counts, then that in its subject. If
// nothing says which is meant, none does, and the writer is told which they can be.
func TestOfSeveralCodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		subject string // %s: the code of REMIND
		answers bool   // it is a reply to that letter
		text    string
		remind  bool // the code was used
		says    string
	}{
		"a reply with another subject":  {"YES", true, "YES\n", true, "hours before"},
		"a reply whose subject was cut": {"Re: [Bovistan]", true, "YES\n", true, "hours before"},
		"the code in the subject":       {"Re: %s", false, "YES\n", true, "hours before"},
		"nothing says which":            {"Re: [Bovistan]", false, "YES\n", false, "  PAUSE 2\n  REMIND 12\n"},
		"nothing says which it denies":  {"Re: [Bovistan]", false, "NO\n", false, "  PAUSE 2\n  REMIND 12\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := worldtest.Found(t, worldtest.Tiny{}, 3)
			b.Sent("", worldtest.Day0)
			var letters []outbox.Draft
			for _, word := range []string{"PAUSE 2", "REMIND 12"} {
				b.Asks(2, word, "")
				letters = append(letters, b.Sent("", b.ClockAt)...)
			}
			if len(letters) != 2 {
				t.Fatalf("%+v", letters)
			}
			codes := append(worldtest.TokensIn(letters[0].Text), worldtest.TokensIn(letters[1].Text)...)
			l := b.Newcomer("r2@example.org", strings.ReplaceAll(c.subject, "%s", codes[1]))
			l.Text, l.Quoted = c.text, codes[0]+"\n"+letters[1].Text
			if c.answers {
				l.InReplyTo = letters[1].MessageID
			}
			b.Accept(l)
			must(t, b.View(func(tx *store.Tx) error {
				for n, want := range []bool{false, c.remind} {
					token, _ := correspondence.TokenAt(tx, letter.TokenKey(codes[n]))
					if token.Used.IsZero() == want || !token.Ended.IsZero() {
						t.Errorf("code %d: %+v", n, token)
					}
				}
				return nil
			}))
			if got := b.Sent("", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, c.says) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// The code of a practice game is one of several, too: a YES to another letter that quotes it plays nothing.
func TestPracticeCodeBesideAnother(t *testing.T) {
	t.Parallel()
	for _, answers := range []bool{true, false} {
		d := worldtest.Drilled(t)
		d.Plays()
		lesson := d.Leaves()
		d.Writes("SIGNUP", "")
		asked := d.Leaves()
		l := d.LetterOf("YES", "YES\nName: Ann\nRealm: Moor\n")
		l.Quoted = lesson[len(lesson)-1].Text + asked[len(asked)-1].Text
		if answers {
			l.InReplyTo = asked[len(asked)-1].MessageID
		}
		d.Accept(l)
		if games := d.Games(); len(games) != 1 || games[0].Orders != "" {
			t.Errorf("answers %t: %+v", answers, games)
		}
		// with a place free, a YES to SIGNUP brings a realm at once, in two letters
		if got := d.Leaves(); len(got) > 0 != answers {
			t.Errorf("answers %t: %+v", answers, got)
		}
	}
}

// The code of somebody else's practice game is answered as one that nobody has ever had, also in a reply to that game's
// letter: not as a question to the game master, nor as that of a game of the writer's.
func TestPracticeCodeOfAnotherOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		subject, text, says string
		replies             bool
	}{
		"typed":                  {"", "YES CODE\n", "code that is no longer valid", false},
		"typed in a reply":       {"", "YES CODE\n", "code that is no longer valid", true},
		"in a reply's subject":   {"Re: turn 1 CODE", "YES\n", "code that is no longer valid", true},
		"in the `$I` line":       {"", "$I 1 CODE\n$A\ndig 1\n", "you have no practice game", false},
		"in that line, in reply": {"", "$I 1 CODE\n$A\ndig 1\n", "you have no practice game", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := worldtest.Drilled(t)
			d.Plays()
			all := d.Leaves()
			hers := all[len(all)-1]
			unknown := d.Code[:len(d.Code)-4] + map[bool]string{true: "AAAA", false: "BBBB"}[strings.HasSuffix(d.Code, "BBBB")]
			answers := map[string]string{}
			for _, code := range []string{d.Code, unknown} {
				l := d.Newcomer("r2@example.org", strings.ReplaceAll(c.subject, "CODE", code))
				l.Text = strings.ReplaceAll(c.text, "CODE", code)
				if c.replies {
					l.InReplyTo = hers.MessageID
				}
				d.Accept(l)
				got := d.Sent("", d.ClockAt)
				if len(got) != 1 || got[0].To != "r2@example.org" || !strings.Contains(got[0].Text, c.says) {
					t.Fatalf("%s: %+v", code, got)
				}
				answers[code] = got[0].Text
			}
			if answers[d.Code] != answers[unknown] {
				t.Errorf("hers is answered\n%s\nand an unknown one\n%s", answers[d.Code], answers[unknown])
			}
			if games := d.Games(); len(games) != 1 || games[0].Orders != "" {
				t.Errorf("%+v", games)
			}
		})
	}
}
