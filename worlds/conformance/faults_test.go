package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// section changes one section of a language.
func section(letter byte, change func(*orders.Section)) func(orders.Language) *orders.Language {
	return func(l orders.Language) *orders.Language {
		l.Sections = append([]orders.Section(nil), l.Sections...)
		for i := range l.Sections {
			if l.Sections[i].Letter == letter {
				change(&l.Sections[i])
			}
		}
		return &l
	}
}

// settingRows replaces the settings in $S.
func settingRows(rows ...rulekit.SettingRow) func(orders.Language) *orders.Language {
	return section('S', func(s *orders.Section) {
		*s = rulekit.SettingsSection(orders.Section{Names: s.Names}, rows...)
	})
}

// cited is a book with nothing but this text, in which a sentence cites rules.
func cited(text string) func(phrase.Lang, *phrase.Book) *phrase.Book {
	return func(l phrase.Lang, _ *phrase.Book) *phrase.Book {
		book, err := phrase.Load(l, []byte(text))
		if err != nil {
			panic(err)
		}
		return book
	}
}

// twisted is an order that prints something else than was read.
type twisted struct{ orders.Order }

func (t twisted) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, "tief 1"...) }

// bilingual is an order that each reader is shown in their own words.
type bilingual struct{ orders.Order }

func (b bilingual) Print(dst []byte, lang phrase.Lang) []byte {
	return append(dst, map[phrase.Lang]string{phrase.De: "hoch 4", phrase.En: "high 4"}[lang]...)
}

// showing has each bad line show an example, and the orders of good ones be bilingual.
func showing(example phrase.Arg) func(*orders.Section) {
	return func(s *orders.Section) {
		line := s.Line
		s.Line = func(text string) (orders.Order, []orders.Problem) {
			o, problems := line(text)
			if o == nil {
				problems[0].What.Args = []phrase.Arg{example}
				return nil, problems
			}
			return bilingual{o}, problems
		}
	}
}

func reportText(add string) func([]game.Sheet, game.Report) game.Report {
	return func(_ []game.Sheet, r game.Report) game.Report {
		r.Text = append(r.Text[:len(r.Text):len(r.Text)], add...)
		return r
	}
}

func refusing(code string) func([]orders.Problem) []orders.Problem {
	return func([]orders.Problem) []orders.Problem {
		return []orders.Problem{{Position: orders.Position{Line: 2, Col: 1}, Severity: orders.Error,
			What: phrase.P(code)}}
	}
}

func standing(change func(*game.Standings)) faults {
	return faults{stands: func(s game.Standings) game.Standings {
		change(&s)
		return s
	}}
}

// lawful is the rulebook into which the faults are put.
var lawful = duel.Rules()

// TestLawsCatch: each law finds the fault made for it, and none in the rulebook as it is.
func TestLawsCatch(t *testing.T) {
	calls := 0
	cases := []struct {
		law, told string
		f         faults
	}{
		{"the rulebook names itself", "no sentence", faults{words: func(l phrase.Lang, _ *phrase.Book) *phrase.Book {
			bare, err := phrase.Load(l, []byte("game = \"x\""))
			if err != nil {
				t.Fatal(err)
			}
			return bare
		}}},
		{"both books say the same", "has not", faults{words: func(l phrase.Lang, b *phrase.Book) *phrase.Book {
			extra, err := phrase.Load(l, []byte("only-"+string(l)+" = \"x\""))
			if err != nil {
				t.Fatal(err)
			}
			return extra
		}}},
		{"tables are canonical", "differ",
			faults{tables: func(own, _ []byte) []byte { return append(own[:len(own):len(own)], '#') }}},
		{"tables are canonical", "unknown key", faults{tables: func(_, eff []byte) []byte { return eff }}},
		{"sections are told apart", "reserved",
			faults{language: section('A', func(s *orders.Section) { s.Letter = 'I' })}},
		{"sections are told apart", "would open another",
			faults{language: section('A', func(s *orders.Section) { s.Names = []string{"Auslage", "Stance"} })}},
		{"sections are told apart", "would open another",
			faults{language: section('A', func(s *orders.Section) { s.Names = []string{"Auslage", "Equip"} })}},
		{"sections are told apart", "not by its letter",
			faults{language: section('A', func(s *orders.Section) { s.Names = []string{"Guard", "Auslage"} })}},
		{"sections are told apart", "no example",
			faults{language: section('A', func(s *orders.Section) { s.Examples = nil })}},
		{"examples parse, print, parse", "does not count",
			faults{language: section('A', func(s *orders.Section) { s.Examples = []string{"quer 9"} })}},
		{"examples parse, print, parse", "reads otherwise", faults{language: section('A', func(s *orders.Section) {
			line := s.Line
			s.Line = func(text string) (orders.Order, []orders.Problem) {
				o, p := line(text)
				if o != nil {
					o = twisted{o}
				}
				return o, p
			}
		})}},
		{"bad lines are told, never panic", "panics", faults{language: section('A', func(s *orders.Section) {
			line := s.Line
			s.Line = func(text string) (orders.Order, []orders.Problem) {
				if text == "" {
					panic("empty")
				}
				return line(text)
			}
		})}},
		{"bad lines are told, never panic", "no error says why", faults{language: section('A', func(s *orders.Section) {
			s.Line = func(string) (orders.Order, []orders.Problem) { return nil, nil }
		})}},
		{"problems show good lines, in their reader's words", "\"quer 9\" as an example in de, and it is not a good line",
			faults{language: section('A', showing(phrase.Str("example", "quer 9")))}},
		{"problems show good lines, in their reader's words", "readers of en, who write \"high 4\"",
			faults{language: section('A', showing(phrase.Str("example", "hoch 4")))}},
		{"problems show good lines, in their reader's words", "\"Freigabe ja\", an example for English readers",
			faults{words: cited("[example]\nsetting = 'Freigabe ja'")}},
		{"settings are set with the same words", "\"Zip yes\" is refused in $S: order.value",
			faults{language: settingRows(rulekit.LanguageRow, rulekit.ComputerRow,
				rulekit.SettingRow{Name: rulekit.ZipRow.Name, Values: []rulekit.Word{{De: "ja"}, {De: "nein"}}})}},
		{"settings are set with the same words", "\"Computer PC\" is refused in $S: order.setting",
			faults{language: settingRows(rulekit.LanguageRow, rulekit.ZipRow)}},
		{"settings are set with the same words", "\"Map no\", which other games have, is refused in $S as no-setting",
			faults{language: section('S', func(s *orders.Section) {
				line := s.Line
				s.Line = func(text string) (orders.Order, []orders.Problem) {
					o, p := line(text)
					for i := range p {
						p[i].What.Code = "no-setting"
					}
					return o, p
				}
			})}},
		{"settings are set with the same words", "\"Wetter schön\", which no game has, is refused in $S as \"\"",
			faults{language: settingRows(rulekit.LanguageRow, rulekit.ComputerRow, rulekit.ZipRow,
				rulekit.SettingRow{Name: rulekit.Word{De: "Wetter"}, Values: []rulekit.Word{{De: "schön"}}})}},
		{"settings are set with the same words", "the receipt takes 0",
			faults{checked: func(game.Sheet, game.Checked) game.Checked { return game.Checked{} }}},
		{"settings are set with the same words", "realm 1 has de, UTF8, zip false",
			faults{sheets: func([]game.Sheet) []game.Sheet { return nil }}},
		{"receipts cite rules where they say so", "1 sentences cite rules, and game-cites says so: false",
			faults{words: cited("rests = \"§1.1\"")}},
		{"receipts cite rules where they say so", "0 sentences cite rules, and game-cites says so: true",
			faults{words: cited("game-cites = \"§\"")}},
		{"what may be chosen can be had", "repeat", faults{cultures: []game.Choice{{Code: "elves"}, {Code: "elves"}}}},
		{"what may be chosen can be had", "not to be had", faults{cultures: []game.Choice{{Code: "elves"}}}},
		{"what may be chosen can be had", "is both elves and Elves",
			faults{cultures: []game.Choice{{Code: "elves"}, {Code: "Elves"}}}},
		{"what may be chosen can be had", "has no sentence",
			faults{cultures: []game.Choice{{Code: "elves", Line: phrase.P("no-such-line")}}}},
		{"founding repeats", "two worlds",
			faults{state: func(s []byte) []byte { calls++; return fmt.Appendf(s, "%d", calls) }}},
		{"realms join", "changed the world",
			faults{state: func(s []byte) []byte { calls++; return fmt.Appendf(s, "%d", calls) }}},
		{"realms join", "is not in the game",
			faults{asked: func(a game.Asked) game.Asked { a.Realms = []int{9}; return a }}},
		{"realms join", "free to send nothing",
			faults{asked: func(a game.Asked) game.Asked { a.Free = []int{9}; return a }}},
		{"realms join", "the game is over", faults{asked: func(a game.Asked) game.Asked { a.Over = true; return a }}},
		{"maps are for as many as were asked for", "a map of 9 × 9 fields for 100000 realms",
			faults{sizes: func(int) (int, int, bool) { return 9, 9, true }}},
		{"maps are for as many as were asked for", "2 realms get 8 × 1 fields, and fewer got 9",
			faults{sizes: func(realms int) (int, int, bool) { return max(10-realms, 0), 1, realms < 10 }}},
		{"maps are for as many as were asked for", "9 × 9 fields for 3 realms: ",
			faults{sizes: func(int) (int, int, bool) { return 9, 9, true }, joined: func(j game.Joining) game.Joining {
				if j.Name == "Reich 3" {
					j.Kind = "no-such-kind"
				}
				return j
			}}},
		{"names are one's own", "a realm joins as \"\"", faults{joined: func(j game.Joining) game.Joining {
			if calls++; j.Name != "A" {
				j.Name = fmt.Sprintf("Ganz anders %d", calls)
			}
			return j
		}}},
		{"names are one's own", "somebody called \"Game Master\"",
			faults{joined: func(j game.Joining) game.Joining { j.Player = "x"; return j }}},
		{"names are one's own", "not written neatly", faults{joined: func(j game.Joining) game.Joining {
			j.Player = strings.TrimSuffix(j.Player, "Neu ")
			return j
		}}},
		{"worlds open", "other bytes", faults{state: func(s []byte) []byte {
			calls++
			return append(s, strings.Repeat(" ", calls)...)
		}}},
		{"numbers may change in a running game", "shuts a running game", faults{opened: func(tables []byte) error {
			if strings.Contains(string(tables), "rounds = 1\n") {
				return errors.New("state: realm 1 has played 4 bouts")
			}
			return nil
		}}},
		{"realms change hands", "is played by",
			faults{handed: func(was, _ game.World, _ game.Player) game.World { return was }}},
		{"realms change hands", "realm 2 changed with it",
			faults{handed: func(_, next game.World, to game.Player) game.World { return next.HandOver(2, to) }}},
		{"realms change hands", "asks otherwise", faults{handed: func(_, next game.World, _ game.Player) game.World {
			return next.Resolve(nil, game.Seed{}, 1, nil).Next()
		}}},
		{"realms change hands", "is still there", faults{welcome: func(r game.Report) game.Report {
			r.Text = append(r.Text, "Vormals Herrscherin"...)
			return r
		}}},
		{"reports are told anew to a new player", "language",
			faults{retold: func(was game.Outcome, _ int, _ game.Player) game.Outcome { return was }}},
		{"reports are told anew to a new player", "is still there",
			faults{report: func(_ []game.Sheet, r game.Report) game.Report {
				r.Text = append(r.Text, former(r.Realm)...)
				return r
			}}},
		{"reports are told anew to a new player", "is still there",
			faults{report: func(sheets []game.Sheet, r game.Report) game.Report {
				r.Text = append(r.Text, strings.Join(writtenBy(sheets, r.Realm), "\n")...)
				return r
			}}},
		{"reports are told anew to a new player", "another world",
			faults{retold: func(was game.Outcome, realm int, to game.Player) game.Outcome {
				return was.HandOver(realm, to).HandOver(3-realm, to)
			}}},
		{"orders that do not count are not none", "two are",
			faults{refused: func([]orders.Problem) []orders.Problem { return nil }}},
		{"orders that do not count are not none", "does not name line",
			faults{report: func(_ []game.Sheet, r game.Report) game.Report {
				r.Text = []byte("Nichts kam.\n")
				return r
			}}},
		{"orders that do not count are not none", "told as missed", faults{events: func([]game.Event) []game.Event {
			return []game.Event{{Phase: "x", Phrase: phrase.P("turn-missed")}}
		}}},
		{"what a former player wished and missed is forgotten", "is kept for the next",
			faults{handed: func(was, next game.World, to game.Player) game.World {
				if calls++; calls%2 == 0 {
					return next.Resolve(nil, game.Seed{}, 1, nil).Next()
				}
				return next
			}}},
		{"a turn without orders is lawful", "money lost", faults{broken: []string{"money lost"}}},
		{"a turn without orders is lawful", "gets no report", faults{realms: func([]int) []int { return nil }}},
		{"a turn without orders is lawful", "after turn 1 comes 1",
			faults{asked: func(a game.Asked) game.Asked { a.Turn = 1; return a }}},
		{"a turn without orders is lawful", "{name} in it", faults{report: reportText("Gruß, {name}\n")}},
		{"a turn without orders is lawful", "`no-code` in it", faults{report: reportText("`no-code`\n")}},
		{"a turn without orders is lawful", "a line of 80 characters",
			faults{report: reportText(strings.Repeat("ä", 80) + "\n")}},
		{"a turn without orders is lawful", "line ends", faults{report: reportText("\r\n")}},
		{"a turn without orders is lawful", "no sentence", faults{events: func([]game.Event) []game.Event {
			return []game.Event{{Phase: "x", Phrase: phrase.P("no-such-code")}}
		}}},
		{"a turn without orders is lawful", "was not given", faults{events: func([]game.Event) []game.Event {
			return []game.Event{{Phase: "x", Phrase: phrase.P("scored")}}
		}}},
		{"the same turn gives the same bytes", "the reports came out otherwise",
			faults{report: func(_ []game.Sheet, r game.Report) game.Report {
				calls++
				r.Text = fmt.Appendf(r.Text, "%d", calls)
				return r
			}}},
		{"the same turn gives the same bytes", "came out otherwise at play 3",
			faults{lanes: func(lanes int) { calls = lanes }, report: func(_ []game.Sheet, r game.Report) game.Report {
				r.Text = fmt.Appendf(r.Text, "%d", calls)
				return r
			}}},
		{"the order of sheets never matters", "depends on the order",
			faults{report: func(s []game.Sheet, r game.Report) game.Report {
				if len(s) > 0 {
					r.Text = fmt.Append(r.Text, s[0].Realm)
				}
				return r
			}}},
		{"random turns are lawful", "{x} in it", faults{report: reportText("{x}")}},
		{"receipts promise what turns keep", "the receipt took it", faults{refused: refusing("rests")}},
		{"receipts promise what turns keep", "which the receipt called bad",
			faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
				c.InForce, c.Problems = nil, refusing("rests")(nil)
				return c
			}}},
		{"receipts promise what turns keep", "Check panics",
			faults{checked: func(s game.Sheet, c game.Checked) game.Checked {
				if strings.Contains(s.Text, "#E\n\n") {
					panic("a blank line")
				}
				return c
			}}},
		{"receipts promise what turns keep", "changed what the sheet was parsed to",
			faults{checked: func(s game.Sheet, c game.Checked) game.Checked {
				if f := s.Orders(lawful.Language()); len(f.Lines) > 0 {
					f.Lines[0].Line++
				}
				return c
			}}},
		{"receipts promise what turns keep", "in force on line 99",
			faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
				c.InForce = append(c.InForce, game.InForce{Line: 99, What: phrase.P("rests")})
				return c
			}}},
		{"letters to the game master are listed", "lists []",
			faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
				c.Letters = nil
				return c
			}}},
		{"receipts promise what turns keep", "lists the letters",
			faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
				c.Letters = nil
				return c
			}}},
		{"receipts promise what turns keep", "on line 99 is not in force",
			faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
				c.Letters = append(c.Letters, game.MasterMessage{Line: 99, Text: "x"})
				return c
			}}},
		{"templates parse and do nothing", "gets no template", faults{template: func(string) string { return "" }}},
		{"templates parse and do nothing", "line 2 of a template",
			faults{template: func(string) string { return "$A\nhoch\n" }}},
		{"templates parse and do nothing", "refuses lines",
			faults{template: func(string) string { return "$T\nG99 1 1\n" }}},
		{"templates parse and do nothing", "does something",
			faults{template: func(string) string { return "$A\ntief 6\n" }}},
		{"contradictions are told", "depends on their order",
			faults{compared: func(s []game.Sheet, told []game.Crossing) []game.Crossing {
				return append(told, game.Crossing{Realm: s[0].Realm, What: phrase.P("rests")})
			}}},
		{"contradictions are told", "alone is said to contradict",
			faults{compared: func([]game.Sheet, []game.Crossing) []game.Crossing {
				return []game.Crossing{{Realm: 1, What: phrase.P("rests")}}
			}}},
		{"contradictions are told", "which is not there",
			faults{compared: func(s []game.Sheet, _ []game.Crossing) []game.Crossing {
				return []game.Crossing{{Realm: 9, What: phrase.P("rests")}}
			}}},
		{"contradictions are told", "the law was not tried",
			faults{compared: func([]game.Sheet, []game.Crossing) []game.Crossing { return nil }}},
		{"contradictions are told", "that realm is told it: false",
			faults{compared: func(_ []game.Sheet, told []game.Crossing) []game.Crossing {
				return slices.DeleteFunc(told, func(x game.Crossing) bool { return x.Realm == 2 })
			}}},
		{"contradictions are told", "twice",
			faults{compared: func(_ []game.Sheet, told []game.Crossing) []game.Crossing {
				return append(told, told...)
			}}},
		{"later mails merge", "a later mail does not count", faults{merge: func(earlier, later game.Sheet) game.Sheet {
			if strings.Contains(later.Text, "\n\u00a0$") { // indented heads are not recognized
				return earlier
			}
			return later
		}}},
		{"later mails merge", "another sheet", faults{merge: func(earlier, later game.Sheet) game.Sheet {
			later.Text = ""
			return later
		}}},
		{"later mails merge", "names nothing", faults{checked: func(_ game.Sheet, c game.Checked) game.Checked {
			c.Adds = true
			return c
		}}},
		{"a letter that only speaks replaces nothing", "another turn", faults{
			merge: func(earlier, later game.Sheet) game.Sheet { return earlier }}},
		{"what is public each report tells", "is not told", faults{news: []string{"words-differ"}}},
		{"what is public each report tells", "no sentence", faults{news: []string{"scored-in-secret"}}},
		{"what is public each report tells", "names the player a", faults{news: []string{"rests"},
			events: func([]game.Event) []game.Event {
				return []game.Event{{Phase: "x", Realms: []int{1, 2}, Phrase: phrase.P("rests", phrase.Str("x", "a"))}}
			}}},
		{"what is public each report tells", "each realm counts otherwise", faults{news: []string{"rests"},
			events: func([]game.Event) []game.Event {
				return []game.Event{{Phase: "x", Realms: []int{1, 2}, Phrase: phrase.P("rests", phrase.At("x", 7))}}
			}}},
		{"what is public each report tells", "not in the report", standing(func(s *game.Standings) {
			s.Rows[0].Numbers[0] += 7777
		})},
		{"what is public each report tells", "may not know", standing(func(s *game.Standings) {
			calls++
			s.Rows[0].Place = calls
		})},
		{"what is public each report tells", "2 numbers of realm 1 in 1 columns", standing(func(s *game.Standings) {
			i := slices.IndexFunc(s.Rows, func(r game.Standing) bool { return r.Realm == 1 })
			s.Rows[i].Numbers = append(s.Rows[i].Numbers, 1)
		})},
		{"what is public each report tells", "no sentence", standing(func(s *game.Standings) {
			s.Columns[0] = "courage"
		})},
		{"what is public each report tells", "is there twice", standing(func(s *game.Standings) {
			s.Rows = append(s.Rows, s.Rows[0])
		})},
		{"what is public each report tells", "and the realm is", standing(func(s *game.Standings) {
			s.Rows[0].Fallen = true
		})},
		{"strangers change nothing", "its report", faults{report: func(s []game.Sheet, r game.Report) game.Report {
			r.Text = fmt.Appendf(r.Text, "%d letters came.\n", len(s))
			return r
		}}},
		{"strangers change nothing", "changes its", faults{sheets: func(s []game.Sheet) []game.Sheet {
			return s[1-len(s)%2:] // the number of the others decides whether a realm loses its orders
		}}},
		{"strangers change nothing", "was not tried", faults{events: func([]game.Event) []game.Event {
			return []game.Event{{Phase: "x", Realms: []int{1, 2, 3}, Phrase: phrase.P("rests")}}
		}}},
		{"hidden stays hidden", "may not know", faults{report: func(s []game.Sheet, r game.Report) game.Report {
			for _, x := range s {
				r.Summary = append(r.Summary, x.Text...)
			}
			return r
		}}},
	}
	ex := Example{
		Founding: game.Founding{Seed: game.Seed{3}},
		Joinings: []game.Joining{{Name: "A", Player: "a", Lang: phrase.De, Computer: game.UTF8},
			{Name: "B", Player: "b", Lang: phrase.En, Computer: game.PC}},
		Turns: 6,
		Sheet: func(w game.World, realm int, _ *game.Dice) string {
			if a := w.Asked(); a.Phase == "results" { // two turns a bout; A reports 3 to 1, B 3 to 2
				return fmt.Sprintf("$T\nG%d 3 %d\n$N\n#M\nx\n#E\n\n", a.Turn/2, realm)
			}
			return "$A\nhoch 4\n$N\n#M\nx\n#E\n\n"
		},
		Hidden: func(w game.World, sheets []game.Sheet, viewer int, _ *game.Dice) (game.World, []game.Sheet) {
			for i := range sheets {
				if sheets[i].Realm != viewer {
					sheets[i].Text += "; psst\n"
				}
			}
			return w, sheets
		},
	}
	strangersCase := Example{
		Founding: ex.Founding, Turns: 6, Sheet: ex.Sheet, Apart: DuelApart,
	}
	for _, name := range []string{"Anna", "Bob", "Cilli"} {
		strangersCase.Joinings = append(strangersCase.Joinings,
			game.Joining{Name: name, Player: name, Lang: phrase.De, Computer: game.UTF8})
	}
	for _, c := range cases {
		ex := ex
		if c.law == "strangers change nothing" {
			ex = strangersCase
		}
		t.Run(c.law+": "+c.told, func(t *testing.T) {
			l := lawNamed(t, c.law)
			if said := verdict(l, duel.Rules(), ex); said != "" {
				t.Fatalf("the lawful rulebook is blamed: %s", said)
			}
			if said := verdict(l, faultyRules{lawful, c.f}, ex); !strings.Contains(said, c.told) {
				t.Errorf("%q was not found, only: %s", c.told, said)
			}
		})
	}
}

// verdict is everything a law finds, including a panic of the law itself.
func verdict(l law, rb game.Rulebook, ex Example) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said += fmt.Sprintf("panic: %v", r)
		}
	}()
	l.holds(newTable(rb, ex), func(format string, args ...any) { said += fmt.Sprintf(format, args...) + "\n" })
	return said
}

func lawNamed(t *testing.T, name string) law {
	for _, l := range laws {
		if l.name == name {
			return l
		}
	}
	t.Fatalf("no law %q", name)
	return law{}
}
