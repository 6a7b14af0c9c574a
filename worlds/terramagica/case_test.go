package terramagica

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// TestCases plays the cases of testdata: texts a player could check. A case is
// a comment and sections, each opened by a line `-- name --`:
//
//	tables      TOML laid over the numbers of the rules; there is no luck in
//	            battles (`draw_min` and `draw_max` are 1000) unless named
//	world       what there is on a map of 4 × 3 provinces of land, nobody's, without
//	            guards, with 4000 of 6000 people each:
//	                 1  2  3  4
//	               5  6  7  8        1 has ways to 2 and 5, 6 to 1 2 5 7 9 10… as it touches
//	                 9 10 11 12
//	            turn 3
//	            province 2 coast owner=1 people=5000 most=9000 walls=Mauer,Burg
//	            realm 1 gold=500 mana=3 home=2 missed=1 lost=2    1000 gold unless named
//	            army 1 Nord 2 Soldat:100 Ritter:20/2/Halten       row and tactic if it was ordered
//	            army 1 Nord 2 Soldat:100%5 routed drowns          5 % experience
//	            march 1 Nord 3 4
//	            status 1 Nord gemeinsam 2.Sued
//	orders 1    the sheet of realm 1
//	problems 1  what cannot be read in it, in German, `line! error`; without the
//	            section there must be nothing
//	refused 1   what its report's head names, `line: text`
//	events 1    what it is told, in German, a line each
//	battle 1    of that only what the phase of battles tells
//	check 1     the receipt, in German: `line! error`, `line? warning`, `line text` of
//	            what is in force, then what idle armies do and the outlook
//	check.en 1  the same in English
//	armies      all armies after the turn: realm.name province units, routed, drowns, → march
//	provinces   those that are not plain: number terrain owner people walls
//	realms      number, gold, mana, home of those in the game, `missed` turns
//	statuses    army stance target
//	end         who has won; `-` while the game goes on
//	report 1    a passage that stands so in its report
//	summary 1   likewise of the letter's text
//	absent 1    lines none of which stands in its report
//	master      what the game master is told, in German
//
// After every phase nothing may be broken, and what the turn refuses the receipt
// has named; a line it could not doubt is named in a section `unknown 1`.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			newCase(t, string(text)).play()
		})
	}
}

// caseFile is a case: its sections in order, and the world they make.
type caseFile struct {
	test     *testing.T
	sections [][2]string
	world    *World
	outcome  *outcome
	sheets   []game.Sheet
}

func newCase(t *testing.T, text string) *caseFile {
	c := &caseFile{test: t}
	_, rest, _ := strings.Cut("\n"+text, "\n-- ")
	for rest != "" {
		var head, body string
		head, rest, _ = strings.Cut(rest, " --\n")
		body, rest, _ = strings.Cut("\n"+rest, "\n-- ")
		c.sections = append(c.sections, [2]string{head, strings.TrimSpace(body)})
	}
	c.world = newCaseWorld(t, c.section("tables"), c.section("world"))
	return c
}

func (c *caseFile) section(name string) string {
	for _, s := range c.sections {
		if s[0] == name {
			return s[1]
		}
	}
	return ""
}

// play resolves the turn and holds the other sections against it.
func (c *caseFile) play() {
	for _, s := range c.sections {
		var n int
		if _, err := fmt.Sscanf(s[0], "orders %d", &n); err == nil {
			c.sheets = append(c.sheets, game.Sheet{Realm: n, Turn: c.world.state.Turn, Text: s[1]})
			if got, want := c.problems(s[1]), c.section(fmt.Sprint("problems ", n)); got != want {
				c.test.Errorf("-- problems %d --\n%s\n-- want --\n%s", n, got, want)
			}
		}
	}
	t := c.world.newTurn(c.sheets, game.Seed{3})
	watched(c.test, t)
	t.state.Turn++
	c.outcome = newOutcome(c.world, t)
	c.foretold()
	for _, s := range c.sections {
		c.hold(s[0], s[1])
	}
}

// watched plays the turn and looks after every phase whether anything is broken
// or gold has changed without a word of it.
func watched(test *testing.T, t *turn) {
	test.Helper()
	for _, p := range append(append([]phase(nil), plans...), week...) {
		before := goldOf(t)
		t.run([]phase{p})
		for _, wrong := range broken(t.tables, t.state) {
			test.Fatalf("after %s: %s", p.name, wrong)
		}
		for r, gold := range goldOf(t) {
			if gold != before[r] {
				test.Errorf("%s: realm %d has %d gold too much or too little", p.name, r, gold-before[r])
			}
		}
	}
}

// goldOf is what the realms have, less what their purses tell of the week.
func goldOf(t *turn) []int64 {
	var out []int64
	for i := range t.state.Realms {
		p := t.purses[i]
		out = append(out, t.state.Realms[i].Gold-p.tax-p.booty+p.built+p.recruited+p.upkeep)
	}
	return out
}

// foretold holds the turn's refusals against the receipts (law 8).
func (c *caseFile) foretold() {
	for _, s := range c.sheets {
		named := map[int]bool{}
		for _, p := range c.world.Check(s).Problems {
			named[p.Line] = true
		}
		for _, line := range strings.Fields(c.section(fmt.Sprint("unknown ", s.Realm))) {
			var n int
			if _, err := fmt.Sscan(line, &n); err != nil {
				c.test.Fatal(err)
			}
			named[n] = true
		}
		for _, r := range c.outcome.Refused(s.Realm) {
			if !named[r.Line] {
				c.test.Errorf("realm %d: the turn refused line %d (%s), its receipt did not", s.Realm, r.Line, c.say(r.What))
			}
		}
	}
}

func (c *caseFile) say(p phrase.Phrase) string { return c.world.rules.Words(phrase.De).Say(p) }

// hold compares one section with what came of the turn.
func (c *caseFile) hold(head, want string) {
	var n int
	what, number, ok := strings.Cut(head, " ")
	if ok {
		if _, err := fmt.Sscan(number, &n); err != nil {
			c.test.Fatalf("section %q", head)
		}
	}
	got := ""
	switch what {
	case "tables", "world", "orders", "unknown", "problems":
		return
	case "report", "summary", "absent":
		c.passage(what, n, want)
		return
	case "refused":
		got = c.refused(n)
	case "events":
		got = c.events(n, "")
	case "battle":
		got = c.events(n, "battles")
	case "check":
		got = c.receipt(n, phrase.De)
	case "check.en":
		got = c.receipt(n, phrase.En)
	default:
		of, known := caseFacts[what]
		if !known {
			c.test.Fatalf("section %q", head)
		}
		got = of(c)
	}
	if got != want {
		c.test.Errorf("-- %s --\n%s\n-- want --\n%s", head, got, want)
	}
}

// passage looks for lines that stand so in a report or its summary, or for none.
func (c *caseFile) passage(what string, realm int, want string) {
	r := c.outcome.Report(realm)
	text := "\n" + string(r.Text)
	if what == "summary" {
		text = "\n" + string(r.Summary)
	}
	if what == "absent" {
		for _, line := range strings.Split(want, "\n") {
			if strings.Contains(text, line) {
				c.test.Errorf("report %d has %q:\n%s", realm, line, text)
			}
		}
		return
	}
	if !strings.Contains(text, "\n"+want+"\n") {
		c.test.Errorf("%s %d has no passage\n%s\n-- it is --\n%s", what, realm, want, text)
	}
}

func (c *caseFile) problems(text string) string {
	return c.list(c.world.rules.Language().Parse(text).Problems, phrase.De)
}

func (c *caseFile) list(problems []orders.Problem, lang phrase.Lang) string {
	var b bytes.Buffer
	for _, p := range problems {
		sign := "!"
		if p.Severity == orders.Warning {
			sign = "?"
		}
		fmt.Fprintf(&b, "%d%s %s\n", p.Line, sign, c.world.rules.Words(lang).Say(p.What))
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) refused(realm int) string {
	var b bytes.Buffer
	for _, r := range c.outcome.Refused(realm) {
		fmt.Fprintf(&b, "%d: %s\n", r.Line, c.say(r.What))
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) events(realm int, phase string) string {
	var b bytes.Buffer
	for _, e := range c.outcome.t.events {
		if e.For(realm) && (phase == "" || e.Phase == phase) {
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace(c.say(e.Phrase)))
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) receipt(realm int, lang phrase.Lang) string {
	var b bytes.Buffer
	words := c.world.rules.Words(lang)
	for _, s := range c.sheets {
		if s.Realm != realm {
			continue
		}
		got := c.world.Check(s)
		if problems := c.list(got.Problems, lang); problems != "" {
			fmt.Fprintf(&b, "%s\n", problems)
		}
		for _, f := range got.InForce {
			fmt.Fprintf(&b, "%d %s\n", f.Line, words.Say(f.What))
		}
		for _, p := range append(got.Idle, got.Outlook...) {
			fmt.Fprintf(&b, "%s\n", words.Say(p))
		}
	}
	return strings.TrimSpace(b.String())
}
