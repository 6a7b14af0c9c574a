package requests_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// meeting is a world with two realms that strangers write to.
func meeting(t *testing.T, change ...func(*world.Settings)) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{}, 2, append([]func(*world.Settings){func(s *world.Settings) {
		s.Signup, s.Places, s.Practice, s.PublicURL = true, 5, 20, "https://bovistan.example"
		s.Public = public.Parts
		s.Book = worldtest.Rules("x")
	}}, change...)...)
	b.Sent("", b.ClockAt)
	return b
}

// writes takes in a letter of somebody unknown, proven if their domain is one.example. It returns what leaves, by address.
func writes(b *worldtest.Game, from, subject, text string) (receipt.Acceptance, map[string][]outbox.Draft) {
	b.T.Helper()
	return b.Ask(func(l *letter.Letter) {
		l.From, l.FromName, l.Subject, l.Text = from, "Tove", subject, text
		if _, domain, _ := strings.Cut(from, "@"); domain == "one.example" {
			l.Proof.Domain = domain
		}
	})
}

const tove, uta, gm = "tove@one.example", "uta@two.example", "leiter@example.org"

// Any first letter is answered by what the game is, in the language of its writer, with what everybody may know. The form
// comes after SIGNUP, also on the same day.
func TestAStrangerReadsWhatTheGameIs(t *testing.T) {
	t.Parallel()
	const english, german = "Hello. This is Bovistan, a game of Digging.\n", "Guten Tag. Das ist Bovistan; gespielt wird Graben.\n"
	for _, c := range []struct{ from, subject, text, begins string }{
		{tove, "HELP", "", english}, {uta, "HELP", "", english}, {tove, "HILFE", "", german},
		{tove, "What is this? Can I join?", "", english}, {uta, "Can I join?", "Is there a place free?", english},
		{tove, "Kann ich mitspielen?", "", german}, {uta, "Kann ich mitspielen?", "Was kostet es?", german},
		{tove, "", "", german}, {tove, "hlep", "", english}, {tove, "Is there a place free?", "", english},
		{tove, "Frage", "Ist noch ein Platz frei?", german},
	} {
		b := meeting(t)
		a, out := writes(b, c.from, c.subject, c.text)
		got := out[c.from]
		if len(got) != 1 || !strings.HasPrefix(got[0].Text, c.begins) || !a.Answered {
			t.Errorf("%q, %q: %+v, %+v", c.subject, c.text, a, out)
			continue
		}
		if d := got[0]; strings.Contains(d.Text+d.Subject, "WT-") || strings.Contains(d.Subject, c.subject) && c.subject != "" {
			t.Errorf("%q: %+v", c.subject, d)
		}
		b.ClockAt = b.ClockAt.Add(time.Minute)
		_, out = b.Ask(func(l *letter.Letter) {
			l.From, l.Subject, l.Text, l.InReplyTo = c.from, "Re: "+got[0].Subject, "SIGNUP\n", got[0].MessageID
		})
		if form := out[c.from]; len(form) != 1 || len(worldtest.TokensIn(form[0].Text)) != 1 {
			t.Errorf("%q: after SIGNUP %+v", c.subject, out)
		}
	}
	if _, out := writes(meeting(t), uta, "Cheap watches", "Buy one now, or two."); len(out) != 0 {
		t.Errorf("without a proof %+v", out)
	}
}

// The letter has at most 24 lines and 2,000 bytes in both languages and for each ending, besides the question and the
// ending, and each ending says how one joins.
func TestHowAStrangerJoins(t *testing.T) {
	t.Parallel()
	closed := func(s *world.Settings) { s.Signup = false }
	for _, c := range []struct {
		change func(*world.Settings)
		over   string            // how the game has ended, as a Fault; "": it runs
		says   map[string]string // by word
	}{
		{func(*world.Settings) {}, "", map[string]string{"HELP": "3 places are free.", "HILFE": "Zum Mitspielen antwortet mit ANMELDUNG."}},
		{func(s *world.Settings) { s.Places = 2 }, "", map[string]string{"HELP": "you are the first on the waiting list",
			"HILFE": "als Erste auf der Warteliste"}},
		{closed, "", map[string]string{"HELP": "This game takes nobody new", "HILFE": "Dieses Spiel nimmt niemanden neu auf"}},
		{func(s *world.Settings) { s.Signup, s.Home = false, "https://weltentor.example" }, "", map[string]string{
			"HELP":  "For a game of your own you need a mailbox and the program: https://weltentor.example\n",
			"HILFE": "Ein eigenes Spiel braucht ein Postfach und das Programm: https://weltentor.example\n"}},
		{closed, "won", map[string]string{"HELP": "Bovistan is over: 1 Reich1, 2 Reich2 have won. Ask the game master whether a new game begins.\n",
			"HILFE": "Bovistan ist zu Ende: Gewonnen haben 1 Reich1, 2 Reich2. Ob ein neues Spiel beginnt, fragt die Spielleitung.\n"}},
		{closed, "over", map[string]string{"HELP": "Bovistan is over. Ask the game master", "HILFE": "Bovistan ist zu Ende. Ob ein neues"}},
	} {
		for word, says := range c.says {
			b := meeting(t, c.change)
			if c.over != "" {
				b.Reopen(worldtest.Tiny{Fault: c.over}, func(s *world.Settings) { s.Public, s.PublicURL = public.Parts, "https://bovistan.example" })
				b.Advance(worldtest.Friday)
				b.Sent("", b.ClockAt)
			}
			_, out := writes(b, tove, word, "")
			if len(out[tove]) != 1 || len(out) != 1 {
				t.Fatalf("%s: %+v", word, out)
			}
			text := out[tove][0].Text
			worldtest.Has(t, text, says, "https://bovistan.example")
			if lines := strings.Count(text, "\n"); lines > 24 || len(text) > 2000 {
				t.Errorf("%s: %d lines, %d bytes\n%s", word, lines, len(text), text)
			}
		}
	}
}

// Nothing of the game is shown that is not public, and of the realms nothing but what the standings show.
func TestAStrangerReadsNothingSecret(t *testing.T) {
	t.Parallel()
	facts := []string{"Now: turn 1.", "The game has 2 realms", "3 places are free", "The next deadline is", "https://"}
	for _, c := range []struct {
		public public.Shown
		shows  []bool
	}{
		{public.Parts, []bool{true, true, true, true, true}},
		{public.Shown{public.Turns}, []bool{true, false, false, true, true}},
		{nil, []bool{false, false, false, false, false}},
	} {
		b := meeting(t, func(s *world.Settings) { s.Public = c.public })
		_, out := writes(b, tove, "HELP", "")
		for i, fact := range facts {
			if strings.Contains(out[tove][0].Text, fact) != c.shows[i] {
				t.Errorf("%s: %q in\n%s", c.public, fact, out[tove][0].Text)
			}
		}
		worldtest.Has(t, out[tove][0].Text, "To join, reply with SIGNUP.", "every Friday at 18:00")
	}
}

// What a stranger asks reaches the game master with its text, in the first letter and in a later one. The answer goes by
// a reply to that letter, in the stranger's language.
func TestAStrangersQuestionIsAnswered(t *testing.T) {
	t.Parallel()
	b := meeting(t)
	a, out := writes(b, tove, "A place?", "Is there a place free? What does it cost?")
	if a.Fate != receipt.PassedOn || len(out[gm]) != 1 || len(out[tove]) != 1 {
		t.Fatalf("%+v, %+v", a, out)
	}
	worldtest.Has(t, out[tove][0].Text, "You wrote:\n  Is there a place free? What does it cost?\nThe game master has this question, too")
	first := out[gm][0]
	worldtest.Has(t, first.Subject, "[Bovistan #1] Jemand Neues fragt WT-", ": A place?")
	worldtest.Has(t, first.Text, "Tove <tove@one.example> spielt nicht mit und schreibt:\n", "\n  Is there a place free? What does it cost?\n",
		"Eure Worte gehen sofort an tove@one.example.")

	b.ClockAt = b.ClockAt.Add(time.Hour)
	_, out = writes(b, tove, "Re: [Bovistan]", "And how long is a turn?")
	worldtest.Has(t, out[gm][0].Text, "\n  And how long is a turn?\n")
	if got := out[tove]; len(got) != 1 || !strings.HasPrefix(got[0].Text, "Your question is with the game master, who answers it by mail.\n") {
		t.Errorf("%+v", out)
	}
	if _, out = writes(b, tove, "Re: [Bovistan]", "And how long is a game?"); len(out) != 0 {
		t.Errorf("a third letter on that day: %+v", out)
	}
	if _, out = writes(b, tove, "Re: [Bovistan]", "Thanks!"); len(out) != 0 {
		t.Errorf("thanks: %+v", out)
	}

	_, out = b.Ask(func(l *letter.Letter) {
		l.From, l.Subject, l.Text, l.InReplyTo, l.Proof.Domain = gm, "Re: "+first.Subject, "It costs nothing.\n", first.MessageID, "example.org"
	})
	if len(out[tove]) != 1 {
		t.Fatalf("%+v", out)
	}
	worldtest.Has(t, out[tove][0].Text, "The game master of Bovistan answers your letter", "(A place?):\n\nIt costs nothing.\n")
	worldtest.Has(t, out[gm][0].Text, "Eure Antwort auf #1 (Tove, Brief vom")
}

// Whoever only may be who they say they are is quoted to nobody, and of one domain ten are answered, with all their letters
// of a day. Who only asks with a word is not the game master's.
func TestStrangersFillNoMailbox(t *testing.T) {
	t.Parallel()
	b := meeting(t)
	_, out := writes(b, uta, "Can I join?", "Is there a place free?")
	if got := out[uta]; len(got) != 1 || strings.Contains(got[0].Text, "place free?") || len(out[gm]) != 1 {
		t.Errorf("%+v", out)
	}
	worldtest.Has(t, out[gm][0].Text, "nicht nachweisen")
	if _, out = writes(b, uta, "Can I join?", "Please say yes, I would like to."); len(out) != 0 {
		t.Errorf("twice a day: %+v", out)
	}
	if _, out = writes(b, uta, "SIGNUP", ""); len(out) != 0 {
		t.Errorf("the form in a new mail, without a proof: %+v", out)
	}
	answered, asked := 1, 1
	for n := range 3 * limits.InvitationsOfOne.Most() {
		from := fmt.Sprintf("u%d@two.example", n)
		_, out := writes(b, from, "Can I join?", "Is there a place free?")
		answered += len(out[from])
		for _, d := range out[gm] {
			if strings.Contains(d.Subject, "Jemand Neues fragt") {
				asked++
			}
		}
	}
	if answered != limits.InvitationsOfOne.Most() || asked != answered {
		t.Errorf("%d answered, %d to the game master", answered, asked)
	}
}

// An absence note to the letter is no question, nor is a letter with orders.
func TestWhatIsNoStrangersQuestion(t *testing.T) {
	t.Parallel()
	b := meeting(t)
	writes(b, tove, "HELP", "")
	for name, change := range map[string]func(*letter.Letter){
		"absent": func(l *letter.Letter) { l.Absence = true },
		"orders": func(l *letter.Letter) { l.Text = "Here they are:\n$A\ndig 3\n" },
	} {
		_, out := b.Ask(func(l *letter.Letter) {
			l.From, l.Subject, l.Text, l.Proof.Domain = tove, "Out of office: x", "I am not here until Monday, please wait.", "one.example"
			change(l)
		})
		if len(out) != 0 {
			t.Errorf("%s: %+v", name, out)
		}
	}
}

// With ADD above an answer, the game master takes in whoever asked: they get the form to sign up, also in a game that takes
// nobody who asks with SIGNUP, and join by a YES.
func TestTheMasterTakesAStrangerIn(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"ADD", "Aufnehmen."} {
		b := meeting(t, func(s *world.Settings) { s.Signup = false })
		_, out := writes(b, tove, "A place?", "Is there a place free?")
		asked := out[gm][0]
		worldtest.Has(t, asked.Text, "Mit AUFNEHMEN als erster Zeile bekommen sie das Formular zur Anmeldung")
		_, out = b.Ask(func(l *letter.Letter) {
			l.From, l.Subject, l.InReplyTo, l.Proof.Domain = gm, "Re: "+asked.Subject, asked.MessageID, "example.org"
			l.Text = word + "\nWelcome, Tove.\n"
		})
		if len(out[tove]) != 1 {
			t.Fatalf("%s: %+v", word, out)
		}
		form := out[tove][0]
		worldtest.Has(t, form.Text, "Welcome, Tove.\n\nYou can play in Bovistan.")
		code := worldtest.TokensIn(form.Text)
		if len(code) != 1 || strings.Contains(form.Text, word+"\n") {
			t.Fatalf("%s: %s", word, form.Text)
		}
		b.ClockAt = b.ClockAt.Add(time.Minute)
		_, out = writes(b, tove, "Re: "+form.Subject, "YES\nplayer: Tove\nrealm: Tovia\n"+code[0]+"\n")
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		if len(s.Realms) != 3 || s.Realms[2].Name != "Tovia" {
			t.Errorf("%s: %+v, %+v", word, s.Realms, out)
		}
		if _, out = writes(b, "uta@one.example", "SIGNUP", ""); len(out["uta@one.example"]) == 1 && len(worldtest.TokensIn(out["uta@one.example"][0].Text)) > 0 {
			t.Errorf("somebody who was not taken in: %+v", out)
		}
	}
}
