package resolve

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// beginning are the games that propose orders in a first letter.
func beginning(t *testing.T) []game.Rulebook {
	t.Helper()
	return conformance.Having(t, worlds.Rulebooks(), "first letter with orders", func(rb game.Rulebook) bool {
		w, realms := conformance.Seated(rb, 4)
		return realms >= 2 && w.FirstLetter(1) != ""
	})
}

// firstLettersOf founds a world of a game for four players of one language, or fewer where there is no room for them, or
// two where they move in turn. It returns the letters that leave, by their reader's number.
func firstLettersOf(t *testing.T, rb game.Rulebook, lang phrase.Lang, change ...func(*world.Settings)) (*worldtest.Game,
	map[int][]outbox.Draft) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "w")
	must(t, players.Found(dir, rb, game.Founding{Seed: game.Seed{3}}, worldtest.Day0))
	s := worldtest.Settings()
	for _, f := range change {
		f(&s)
	}
	w, err := world.Open(dir, []game.Rulebook{rb}, s)
	must(t, err)
	b := &worldtest.Game{World: w, T: t, Dir: dir, ClockAt: worldtest.Day0.Add(time.Hour)}
	_, room := conformance.Seated(rb, 4)
	list := worldtest.Newcomers(1, room)
	if inTurn(t, b) && len(list) > 2 {
		list = list[:2]
	}
	for i := range list {
		list[i].Lang = lang
	}
	added, err := players.AddRealms(w, list, worldtest.Day0)
	must(t, err)
	b.Passwords = []string{""}
	for _, a := range added {
		b.Passwords = append(b.Passwords, a.Password)
	}
	to := map[int][]outbox.Draft{}
	for _, d := range b.Sent("", worldtest.Day0) {
		if d.Subject == wording.Words(lang).Say(phrase.P("subject.begun", phrase.Str("world", w.Settings.Name), phrase.Num("turn", 1))) {
			continue // to those who were there before enough had come
		}
		n := 0
		_, err := fmt.Sscanf(d.To, "r%d@", &n)
		must(t, err)
		to[n] = append(to[n], d)
	}
	return b, to
}

// inTurn reports whether the realms of a game move one after the other.
func inTurn(t *testing.T, b *worldtest.Game) (is bool) {
	t.Helper()
	must(t, b.View(func(tx *store.Tx) error {
		c, err := b.World.Now(tx)
		if err == nil {
			_, is = chronicle.As[game.Successive](c.World)
		}
		return err
	}))
	return is
}

// kept are the paragraphs on data: who has signed up has read them in the form.
func kept(b *worldtest.Game, lang phrase.Lang, text string) string {
	for _, code := range []string{"about-kept", "about-public", "public.about"} {
		text = strings.Replace(text, wording.Words(lang).T(code)+"\n", "", 1)
	}
	return text
}

// firstForm is the form of a first letter.
var firstForm = regexp.MustCompile(`(?ms)^=== \pL+ [0-9a-f]{8} ===\n(\$I \d+ (\S+)(?: 1)?\n.*?^\$E)$`)

// inForce are a realm's orders in force, as the language prints them.
func inForce(t *testing.T, b *worldtest.Game, realm int) (text string) {
	t.Helper()
	must(t, b.View(func(tx *store.Tx) error {
		if s, found := b.World.Cache.Sheet(tx, store.Turn(tx), realm); found {
			text = printed(b, s)
		}
		return nil
	}))
	return text
}

func printed(b *worldtest.Game, s sheets.Sheet) string {
	language := b.World.Rules.Language()
	return string(language.Print(nil, s.Orders(language)))
}

// A newcomer gets one letter. It is short, has the password in ready orders, a code in its subject, the report and a map,
// and a tail of two lines.
func TestFirstLetters(t *testing.T) {
	t.Parallel()
	for _, rb := range beginning(t) {
		for _, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				b, to := firstLettersOf(t, rb, lang, func(s *world.Settings) { s.Picture = true })
				for n, letters := range to {
					if len(letters) != 1 {
						t.Fatalf("realm %d gets %d letters", n, len(letters))
					}
					d, text := letters[0], kept(b, lang, letters[0].Text)
					t.Logf("%d bytes, %d lines", len(text), strings.Count(text, "\n"))
					if n := strings.Count(text, "\n"); len(text) > 2600 || n > 50 || text == d.Text {
						t.Errorf("%d bytes, %d lines\n%s", len(text), n, d.Text)
					}
					form := firstForm.FindStringSubmatch(text)
					if len(worldtest.TokensIn(d.Subject)) != 1 || form == nil || form[2] != b.Passwords[n] ||
						!strings.Contains(d.Subject, fmt.Sprintf("Reich%d", n)) {
						t.Errorf("realm %d: %s\n%s", n, d.Subject, text)
					}
					if strings.Count(text, b.Passwords[n]) != 1 || strings.Contains(text, fmt.Sprintf("Reich%d (%d)", n, n)) ||
						!strings.Contains(text, fmt.Sprintf("Reich%d (%d)", 1+n%len(to), 1+n%len(to))) {
						t.Errorf("realm %d reads\n%s", n, text)
					}
					var names []string
					for _, f := range d.Files {
						if names = append(names, f.Name); strings.Contains(string(f.Data), b.Passwords[n]) {
							t.Errorf("%s has the password", f.Name)
						}
					}
					want := []string{game.ReportName(lang), map[phrase.Lang]string{"de": "KARTE.PNG", "en": "MAP.PNG"}[lang]}
					if !slices.Equal(names, want) {
						t.Errorf("attached are %v", names)
					}
					lines := strings.Split(strings.TrimSpace(text), "\n")
					tail := lines[slices.Index(lines, "")+1:]
					for i := range lines {
						if lines[i] == "" {
							tail = lines[i+1:]
						}
					}
					if len(tail) > 2 || !strings.Contains(tail[len(tail)-1], "FAIR") {
						t.Errorf("the tail is\n%s", strings.Join(tail, "\n"))
					}
				}
			})
		}
	}
}

// A YES lets the orders count that a first letter proposes, once; changed ones count where the answer quotes them, also
// beside a YES. An untouched quote is a quote.
func TestFirstOrdersCount(t *testing.T) {
	t.Parallel()
	for _, rb := range beginning(t) {
		for i, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				b, to := firstLettersOf(t, rb, lang)
				yes, book := []string{"Ja", "Yes"}[i], wording.Words(lang)
				answer := func(text, quoted string) (receipt.Acceptance, string) {
					l := b.Letter(1, text)
					l.Subject = "Re: " + to[1][0].Subject
					if l.Quoted = quoted; quoted != "" {
						l.Form = quoted
					}
					a := b.Accept(l)
					said := ""
					for _, d := range b.Sent("", b.ClockAt) {
						if d.To == "r1@example.org" {
							said += d.Subject + "\n" + d.Text
						}
					}
					return a, said
				}
				form := firstForm.FindString(to[1][0].Text)
				if a, said := answer("", form); a.Fate != receipt.Unidentified || !strings.Contains(said, book.T("form-first")) ||
					strings.Contains(said, b.Passwords[1]) || inForce(t, b, 1) != "" {
					t.Fatalf("an untouched quote: %+v\n%s", a, said)
				}
				if a, _ := answer("How many men do I need for a town?", form); a.Fate != receipt.PassedOn {
					t.Errorf("a question becomes %+v", a)
				}
				a, said := answer(yes+"\n", form)
				if a.Fate != receipt.Taken || a.Bad+a.NotYet > 0 || a.Good == 0 {
					t.Fatalf("%s: %+v\n%s", yes, a, said)
				}
				proposed := inForce(t, b, 1)
				if inTurn(t, b) { // a letter without a mistake is played at once
					return
				}
				if a, said = answer(yes, ""); a.Fate != receipt.Served || !strings.Contains(said, book.T("begins-past")) ||
					inForce(t, b, 1) != proposed {
					t.Errorf("a second %s: %+v\n%s", yes, a, said)
				}
			})
		}
	}
}

// A YES brings the files that come with it. So the first letter of a game with lists may ask for them with any answer.
func TestAYesBringsItsLists(t *testing.T) {
	t.Parallel()
	asked := 0
	for _, rb := range beginning(t) {
		b, to := firstLettersOf(t, rb, phrase.En)
		if !strings.Contains(to[1][0].Text, "Attach to your answer, however short it is, a list for each of the 3 armies") {
			continue
		}
		asked++
		l := b.Letter(1, "Yes\n")
		l.Subject, l.Files = "Re: "+to[1][0].Subject, []game.File{{Name: "Army2.pdf", Data: []byte("%PDF-1.4\n%%EOF\n")}}
		if a := b.Accept(l); a.Fate != receipt.Taken {
			t.Errorf("%+v", a)
		}
		said := ""
		for _, d := range b.Sent("", b.ClockAt) {
			said += d.Text
		}
		if !strings.Contains(said, "Still without a list: army 1, 3.") {
			t.Error(said)
		}
	}
	if asked != 1 {
		t.Errorf("%d games ask for lists", asked)
	}
}

// Changed orders count where an answer quotes them, also beside a YES.
func TestFirstOrdersChanged(t *testing.T) {
	t.Parallel()
	for _, rb := range beginning(t) {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			b, to := firstLettersOf(t, rb, phrase.En)
			form := firstForm.FindString(to[1][0].Text)
			lines := strings.Split(form, "\n")
			var orders []int
			for n, line := range lines {
				if n > 1 && line != "" && line[0] != '$' && line[0] != ';' {
					orders = append(orders, n)
				}
			}
			last := orders[len(orders)-1]
			changed := strings.Join(slices.Delete(slices.Clone(lines), last, last+1), "\n")
			l := b.Letter(1, "Yes\n")
			l.Subject, l.Quoted, l.Form = "Re: "+to[1][0].Subject, changed, changed
			a := b.Accept(l)
			if a.Fate != receipt.Taken || a.Good+a.Partial != len(orders)-1 {
				t.Errorf("of %d orders one was taken out: %+v", len(orders), a)
			}
			for _, d := range b.Sent("", b.ClockAt) {
				if strings.Contains(d.Text, "confirmed nothing") {
					t.Errorf("the YES is told of\n%s", d.Text)
				}
			}
		})
	}
}

// When the first turn is over, a YES changes nothing and says so. REPORT 0 brings the letter again, with the word for the
// password and without a code.
func TestFirstLetterAfterTheFirstTurn(t *testing.T) {
	t.Parallel()
	b, to := firstLettersOf(t, worlds.Rulebooks()[0], phrase.En)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Sent("", b.ClockAt)
	says := func(subject, text string) string {
		l := b.Letter(1, text)
		l.Subject = subject
		b.Accept(l)
		var said string
		for _, d := range b.Sent("", b.ClockAt) {
			said += d.Subject + "\n" + d.Text
		}
		return said
	}
	if said := says("Re: "+to[1][0].Subject, "Yes"); !strings.Contains(said, wording.Words(phrase.En).T("begins-past")) {
		t.Error(said)
	}
	if said := says("REPORT 0", ""); !strings.Contains(said, "$I 1 password") || strings.Contains(said, b.Passwords[1]) ||
		len(worldtest.TokensIn(said)) > 0 || !strings.Contains(said, "FAIR") {
		t.Error(said)
	}
	if said := says("FAIR", ""); !strings.Contains(said, "Dice: ") || !strings.Contains(said, "Key: ") {
		t.Error(said)
	}
	if said := says("DATA", ""); !strings.Contains(said, wording.Words(phrase.En).T("about-kept")) {
		t.Error(said)
	}
}

// At most five others are named, and nothing tells in a world that keeps quiet about it who of them is the machine. Whom
// the game master adds reads once what is kept.
func TestFirstLetterNamesFive(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Starts: true}, 7)
	added, err := players.AddRealms(b.World, []roster.Newcomer{{Joining: game.Joining{Name: "Spät", Player: "Uli", Lang: phrase.En},
		Mail: "uli@example.org"}}, b.ClockAt)
	must(t, err)
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To != "uli@example.org" {
			continue
		}
		if !strings.Contains(d.Text, "With you in the game so far: Reich1 (1), Reich2 (2), Reich3 (3), Reich4 (4), Reich5 (5) and 2 others.") ||
			strings.Count(d.Text, wording.Words(phrase.En).T("about-kept")) != 1 || !strings.Contains(d.Text, "LETTER 1 (to Reich1)") ||
			!strings.Contains(d.Text, fmt.Sprintf("$I 8 %s 1", added[0].Password)) {
			t.Error(d.Text)
		}
		return
	}
	t.Error("no letter came")
}

// The reports of the first turns have ideas, each of which passes the check by its own lines, with their prices, and say
// once what a code means, until `Advice no`. No report ends with more than two lines.
func TestIdeas(t *testing.T) {
	t.Parallel()
	for _, rb := range conformance.Played(t, beginning(t), 2) {
		for i, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				b, to := firstLettersOf(t, rb, lang)
				head, _, _ := strings.Cut(wording.Words(lang).T("ideas-head"), "{")
				for realm := range to { // a YES of each, when it is their turn
					_, err := intake.Submit(b.World, realm, strings.SplitN(firstForm.FindStringSubmatch(to[realm][0].Text)[1], "\n", 2)[1],
						b.ClockAt)
					must(t, err)
				}
				b.Sent("", b.ClockAt)
				seen, coded := 0, false
				for range 4 {
					_, err := turns.Advance(b.World, b.ClockAt, true)
					must(t, err)
					for _, d := range b.Sent("report", b.ClockAt) {
						n := 0
						_, err := fmt.Sscanf(d.To, "r%d@", &n)
						must(t, err)
						lines := strings.Split(strings.TrimSpace(d.Text), "\n")
						if last := lines[len(lines)-1]; !strings.Contains(last, game.ReportName(lang)) || len(last) > 160 {
							t.Errorf("the last line is %q", last)
						}
						_, after, has := strings.Cut(d.Text, "\n"+head)
						if !has {
							continue
						}
						if meant := []string{"K.M Mittlere Krieger", "K.M medium warriors"}[i]; strings.Contains(d.Text, "K.M 1") {
							if coded = true; strings.Count(after, meant) != 1 {
								t.Errorf("not once %q: %s", meant, d.Text)
							}
						}
						for _, idea := range strings.Split(after, "\n- ")[1:] {
							var orders []string
							why := strings.Split(strings.SplitN(idea, "\n", 2)[0]+" ", ". ")
							if slices.Sort(why); len(slices.Compact(slices.Clone(why))) < len(why) {
								t.Errorf("a reason is told twice: %q", why)
							}
							for line := range strings.Lines(idea) {
								if strings.HasPrefix(line, "    ") {
									orders = append(orders, line)
								}
							}
							said, err := intake.Preview(b.World, n, strings.Join(orders, ""))
							must(t, err)
							for _, cost := range said.Checked.Ledger {
								if price := fmt.Sprint(-cost.Amount); cost.Line > 0 &&
									!strings.Contains(strings.NewReplacer(".", "", ",", "").Replace(orders[cost.Line-1]), price) {
									t.Errorf("the price is %s: %s", price, orders[cost.Line-1])
								}
							}
							if seen++; len(orders) < 2 || len(said.Checked.Problems) > 0 || said.Lines.Good == 0 {
								t.Errorf("%s\n%+v", idea, said.Checked.Problems)
							}
						}
					}
				}
				if seen == 0 {
					t.Error("there are no ideas")
				}
				must(t, b.World.Ask(1, func(c chronicle.Current) {
					if has := len(c.World.Guide(1, lang).Codes) > 0; coded != has {
						t.Errorf("the letters use codes: %t; the game has some: %t", coded, has)
					}
				}))
				t.Log(seen, "ideas")
				b, _ = firstLettersOf(t, rb, lang)
				for n := range to {
					_, err := intake.Submit(b.World, n, "$S\n"+[]string{"Rat nein", "Advice no"}[i]+"\n", b.ClockAt)
					must(t, err)
				}
				for range 4 {
					_, err := turns.Advance(b.World, b.ClockAt, true)
					must(t, err)
					for n := range to {
						_, _ = intake.Submit(b.World, n, "$S\n"+[]string{"Rat nein", "Advice no"}[i]+"\n", b.ClockAt)
					}
					for _, d := range b.Sent("report", b.ClockAt) {
						if strings.Contains(d.Text, "\n"+head) && !inTurn(t, b) {
							t.Errorf("in spite of the setting\n%s", d.Text)
						}
						if n := strings.Count(d.Text, "\n"); n > quietLines || len(d.Text) > quietBytes {
							t.Errorf("a quiet turn has %d lines, %d bytes:\n%s", n, len(d.Text), d.Text)
						}
					}
				}
			})
		}
	}
}

// A letter about a turn for which a realm has ordered nothing, and without ideas, is no longer than that.
const (
	quietLines = 22
	quietBytes = 1500
)

// A letter calls each realm by its name, with its number behind it, and whoever has no name by what it is.
func TestNamesBesideNumbers(t *testing.T) {
	t.Parallel()
	bare := regexp.MustCompile(`(?i)\b(realm|Reich|nation) \d+\b($|[^ ]| [^(])|\(\)|[„“"]{2}|(^|\(|  )\(\d+\)`)
	for _, rb := range conformance.Played(t, worlds.Rulebooks(), 2) {
		for _, lang := range phrase.Langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				b, to := firstLettersOf(t, rb, lang)
				found := map[string]bool{}
				for range namedTurns {
					for realm := range to {
						text := ""
						must(t, b.World.Ask(realm, func(c chronicle.Current) {
							known, err := rb.OpenKnown(c.World.Known(realm), c.Tables)
							must(t, err)
							styles := rb.Bot().Styles()
							text = rb.Bot().Orders(known, realm, game.Manner{Style: styles[realm%len(styles)].Code,
								Strength: game.Strong}, game.BotDice(c.Seed, c.Turn, realm))
						}))
						if text != "" {
							_, err := intake.Submit(b.World, realm, text, b.ClockAt)
							must(t, err)
						}
					}
					_, err := turns.Advance(b.World, b.ClockAt, true)
					must(t, err)
					for _, d := range b.Sent("report", b.ClockAt) {
						for line := range strings.Lines(d.Text) {
							if bare.MatchString(line) && !found[bare.FindString(line)+line[:min(12, len(line))]] {
								found[bare.FindString(line)+line[:min(12, len(line))]] = true
								t.Errorf("%s", line)
							}
						}
					}
				}
			})
		}
	}
}

// namedTurns is how many turns are played for it.
const namedTurns = 10
