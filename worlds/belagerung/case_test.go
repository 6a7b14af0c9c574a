package belagerung

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// TestCases plays the cases of testdata: texts a player could check. A case is a
// comment and sections:
//
//	tables     TOML laid over the numbers of the rules; dice have one side unless it
//	           says otherwise, so every throw is 1
//	world      what there is on a board of 15 × 11 open fields, castles 1 on 2/6 and
//	           2 on 14/6, 3 on 8/10 where `realms 3` says so, nobody on the board, no
//	           treasure, 7 dice in the bank, turn 5 in round 3, realm 1's turn:
//	           realms 3
//	           next 2
//	           round 30
//	           terrain hill 4/2 5/2
//	           unit 1 E3 sword 4/2 bow learns shoe weak 2 1
//	           settler 1 S1 4/3
//	           building quarry 5/5 hits 2 counter 3 site 1 owner 1 power 8 range 7
//	           hits 1 castle 2
//	           hits 1 wall 3 5                 five hits on the wall in direction 3
//	           treasure 1 4
//	           looter 1 5
//	           bank 0
//	           first 1                         has had no turn yet
//	           counters 1 engine               what $S Konter has set
//	orders     the sheet of the realm whose turn it is; without it the turn is missed
//	check      its receipt, in German: `line! error`, `line? warning`, `line text` of
//	           what is in force, the outlook
//	refused    what its report says did not count: `line: text`
//	events     what everybody is told, in German
//	attacks    the same of the phase of attack alone, and the end
//	after      what there is afterwards, in the words of the section world
//	over       the realms that have won a game that is over
//
// After the turn nothing may be broken, every treasure die is somewhere, and what
// the report says did not count the receipt has named (law 8).
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Errorf("only %d cases", len(files))
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			c := &caseFile{test: t}
			c.names, c.body = sections(t, f)
			c.build()
			c.play()
		})
	}
}

// sections reads a txtar file: the names of its sections in order, and their texts.
func sections(t *testing.T, file string) ([]string, map[string]string) {
	t.Helper()
	var names []string
	body := map[string]string{}
	for line := range strings.Lines(readText(t, file)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			names = append(names, strings.TrimSuffix(name, " --"))
			continue
		}
		if len(names) > 0 {
			body[names[len(names)-1]] += line
		}
	}
	for _, n := range names {
		body[n] = strings.TrimSpace(body[n])
	}
	return names, body
}

type caseFile struct {
	test  *testing.T
	names []string
	body  map[string]string
	world *World
}

// play resolves the turn and holds the sections against it.
func (c *caseFile) play() {
	realm := c.world.state.Next
	sheet := game.Sheet{Realm: realm, Turn: c.world.state.Turn, Text: c.body["orders"]}
	var sheets []game.Sheet
	if slices.Contains(c.names, "orders") {
		sheets = append(sheets, sheet)
	}
	out := c.world.Resolve(sheets, game.Seed{3})
	next := out.Next().(*World)
	for _, b := range next.Broken() {
		c.test.Errorf("broken: %s", b)
	}
	if was, is := treasures(c.world.state), treasures(next.state); was != is {
		c.test.Errorf("there were %d treasure dice, there are %d", was, is)
	}
	words := c.world.rules.Words(phrase.De)
	for _, name := range c.names {
		got := ""
		switch name {
		case "tables", "world", "orders":
			continue
		case "check":
			got = c.receipt(c.world.Check(sheet))
		case "refused":
			for _, p := range out.Refused(realm) {
				got += fmt.Sprintf("%d: %s\n", p.Line, words.Say(p.What))
			}
		case "events", "attacks":
			for _, e := range out.Events() {
				if name == "events" || e.Phase == "attack" || e.Phase == "ending" {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "after":
			got = described(next)
		case "over":
			got = fmt.Sprint(next.Asked().Winners)
			if !next.Asked().Over {
				got = "it goes on"
			}
		default:
			c.test.Fatalf("section %q", name)
		}
		if got = strings.TrimSpace(got); got != c.body[name] {
			c.test.Errorf("-- %s --\n%s\n-- want --\n%s", name, got, c.body[name])
		}
	}
	checked := c.world.Check(sheet)
	for _, p := range out.Refused(realm) {
		if !slices.ContainsFunc(checked.Problems, func(q orders.Problem) bool { return q.Line == p.Line }) {
			c.test.Errorf("line %d did not count, and the receipt took it", p.Line)
		}
	}
}

func (c *caseFile) receipt(checked game.Checked) string {
	words := c.world.rules.Words(phrase.De)
	var b strings.Builder
	for _, p := range checked.Problems {
		mark := "!"
		if p.Severity == orders.Warning {
			mark = "?"
		}
		fmt.Fprintf(&b, "%d%s %s\n", p.Line, mark, words.Say(orders.Brief(p.What)))
	}
	for _, f := range checked.InForce {
		fmt.Fprintf(&b, "%d %s\n", f.Line, words.Say(f.What))
	}
	for _, p := range checked.Outlook {
		b.WriteString(words.Say(p) + "\n")
	}
	return b.String()
}

// treasures are all treasure dice, wherever they lie.
func treasures(s *State) int64 {
	n := s.Bank
	for i := range s.Realms {
		n += s.Realms[i].Treasure
	}
	for _, b := range s.Buildings {
		if b.Counter > 0 {
			n++
		}
	}
	return n
}

// described tells a world in the words of the section world.
func described(w *World) string {
	s := w.state
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	at := func(p game.Place) string { x, y := column(s.Grid, p); return fmt.Sprintf("%d/%d", x, y) }
	for _, u := range s.Units {
		what := fmt.Sprintf("unit %d E%d %s %s", u.Realm, u.Number, "", at(u.At))
		if u.Settler {
			what = fmt.Sprintf("settler %d S%d %s", u.Realm, u.Number, at(u.At))
		} else {
			what = fmt.Sprintf("unit %d E%d %s %s", u.Realm, u.Number, u.Symbols[0], at(u.At))
			for _, y := range u.Symbols[1:] {
				what += " " + string(y)
			}
		}
		if u.Learning != "" {
			what += " learns " + string(u.Learning)
		}
		if len(u.Weak) > 0 {
			what += " weak"
			for _, w := range u.Weak {
				what += fmt.Sprint(" ", w.Pips)
			}
		}
		line("%s", what)
	}
	for _, x := range s.Buildings {
		what := fmt.Sprintf("building %s %s", x.Kind, at(x.At))
		for _, v := range []struct {
			name string
			n    int64
		}{{"hits", x.Hits}, {"counter", x.Counter}, {"site", int64(x.Site)}, {"owner", int64(x.Owner)}, {"power", x.Values.Power}, {"range", x.Values.Range}} {
			if v.n > 0 {
				what += fmt.Sprintf(" %s %d", v.name, v.n)
			}
		}
		line("%s", what)
	}
	for i := range s.Realms {
		r := &s.Realms[i]
		if r.Hits > 0 {
			line("hits %d castle %d", i+1, r.Hits)
		}
		for d, hits := range r.Walls {
			if hits > 0 {
				line("hits %d wall %d %d", i+1, d+1, hits)
			}
		}
		if r.Treasure > 0 {
			line("treasure %d %d", i+1, r.Treasure)
		}
		if r.Looter > 0 {
			line("looter %d %d", i+1, r.Looter)
		}
		if r.CounterEngine {
			line("counters %d engine", i+1)
		}
	}
	line("bank %d", s.Bank)
	return b.String()
}
