package conformance

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// without removes the lines of a mail's body that match a pattern.
func without(pattern string) faults {
	lines := regexp.MustCompile(`(?m)^.*(` + pattern + `).*\n`)
	return faults{report: func(_ []game.Sheet, r game.Report) game.Report {
		r.Summary = lines.ReplaceAll(r.Summary, nil)
		return r
	}}
}

// The law of the mails' bodies finds each fault, and nothing in the rulebook as it is.
func TestBodyLawCatches(t *testing.T) {
	l, ex := lawNamed(t, "mails say first what counts"), factsExample()
	if said := verdict(l, duel.Rules(), ex); said != "" {
		t.Fatalf("the lawful rulebook is blamed: %s", said)
	}
	for _, c := range []struct {
		told string
		f    faults
	}{
		{"does not say of line 3", without("Zeile 3")},
		{"does not quote line 3", without("Zeile 3, quer")},
		{"does not say that 2 more lines were not done", without("weitere Zeilen")},
		{"does not quote line 3, \"quer\", behind", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.Text = regexp.MustCompile(`(?m)^ +> quer\n`).ReplaceAll(r.Text, nil)
			return r
		}}},
		{"does not begin with", without("^Runde ")},
		{"has 4 clauses", facty(func(f *game.Facts) { f.Headline.Clauses = make([]game.Said, 4) })},
		{"does not say the need", without("Meldet Gefecht")},
		{"names 7 needs", facty(func(f *game.Facts) { f.Needs = make([]game.FactNeed, 7) })},
		{"has no line of its own for", without("G. 0 0")},
		{"has a line to copy that does not count", facty(func(f *game.Facts) {
			f.Needs = []game.FactNeed{{Section: "T", Line: "G9 0 0"}}
		})},
		{"has \"Anna gewinnt\" in its subject", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.News = "Anna gewinnt"
			return r
		}}},
		{"has \"777 GS\" in its subject", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.News = "777 GS"
			return r
		}}},
		{"has 5 counts", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.News = "1 Gefecht, 2 Gefechte, 3 Gefechte, 4 Gefechte, 5 Gefechte"
			return r
		}}},
		{"no subject counts anything", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.News = ""
			return r
		}}},
		{"does not quote", without("Nachricht von")},
		{"does not say \"Ihr seid auf Platz", without("Platz")},
		{"the law was not tried", facty(func(f *game.Facts) { f.Refused = f.Refused[:0] })},
		{"does not say that gold is 777", facty(func(f *game.Facts) {
			f.Money = append(f.Money, game.FactMoney{Kind: "treasury", Code: "gold", Text: "gold", Amount: 777})
		})},
	} {
		if said := verdict(l, faultyRules{lawful, c.f}, ex); !strings.Contains(said, c.told) {
			t.Errorf("%q was not found, only: %s", c.told, said)
		}
	}
}
