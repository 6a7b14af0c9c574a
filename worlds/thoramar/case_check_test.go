package thoramar

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// watched plays the turn and looks after every phase whether anything is broken
// or changed without an event.
func watched(test *testing.T, t *turn) {
	test.Helper()
	run := func(list []phase) {
		for _, p := range list {
			before := readLedger(t)
			t.run([]phase{p})
			for _, untold := range before.unexplained(t) {
				test.Errorf("nobody was told: %s", untold)
			}
			for _, wrong := range broken(t.tables, t.state) {
				test.Fatalf("after %s of week %d: %s", p.name, t.week, wrong)
			}
		}
	}
	run(before)
	for t.week = 1; t.week <= Weeks; t.week++ {
		run(weekly)
	}
	t.week = Weeks + 1
	run(after)
	t.state.Turn++
}

// foretold holds the turn's refusals against the receipts (law 8).
func (c *caseFile) foretold(t *turn, sheets []game.Sheet) {
	for _, s := range sheets {
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
		for _, r := range t.refused[s.Realm] {
			if !r.warn && !named[r.line] {
				c.test.Errorf("realm %d: the turn refused line %d (%s), its receipt did not",
					s.Realm, r.line, t.rules.Words("de").Append(nil, r.what, c.view()))
			}
		}
	}
}

func (c *caseFile) section(name string) string {
	for _, sec := range c.sections {
		if sec[0] == name {
			return sec[1]
		}
	}
	return ""
}

// problems tells what cannot be read in an order text.
func (c *caseFile) problems(text string) string {
	var b bytes.Buffer
	for _, p := range c.world.rules.Language().Parse(text).Problems {
		fmt.Fprintf(&b, "%d%s %s\n", p.Line, severitySign(p), c.world.rules.Words("de").Say(p.What))
	}
	return strings.TrimSpace(b.String())
}

func severitySign(p orders.Problem) string {
	if p.Severity == orders.Warning {
		return "?"
	}
	return "!"
}

func (c *caseFile) receipt(sheets []game.Sheet, realm int, lang phrase.Lang) string {
	var b bytes.Buffer
	for _, s := range sheets {
		if s.Realm != realm {
			continue
		}
		got := c.world.Check(s)
		words := c.world.rules.Words(lang)
		for _, p := range got.Problems {
			fmt.Fprintf(&b, "%d%s %s\n", p.Line, severitySign(p), words.Say(p.What))
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
