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
	ex.Lines = []string{"paired"}
	if said := verdict(l, duel.Rules(), ex); said != "" {
		t.Fatalf("the lawful rulebook is blamed: %s", said)
	}
	event := func(change func(*game.FactEvent)) faults {
		return facty(func(f *game.Facts) {
			if e := f.Weeks[0].Events; len(e) > 0 {
				change(&e[0])
			}
		})
	}
	for _, c := range []struct {
		told string
		f    faults
	}{
		{"does not say of line 3", without("Zeile 3")},
		{"does not quote line 3", without("> quer")},
		{"does not say that 2 more lines were not done", without("weitere Zeilen")},
		{"does not quote line 3, \"quer\", behind", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.Text = regexp.MustCompile(`(?m)^ +> quer\n`).ReplaceAll(r.Text, nil)
			return r
		}}},
		{"has no line for", without("du stehst")},
		{"neither tells nor counts: ", without("Du setzt")},
		{"neither tells nor counts: 1 Brief", without("1 Brief")},
		{"neither tells nor counts: 1 Brief", faults{report: func(_ []game.Sheet, r game.Report) game.Report {
			r.Summary = []byte(strings.Replace(string(r.Summary), "1 Brief", "2 Briefe", 1))
			return r
		}}},
		{"does not quote", without("Nachricht von")},
		{"no word for its kind: kind.lists", event(func(e *game.FactEvent) { e.Phase, e.Text = "lists", "x" })},
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
	wants := ex
	wants.Lines = []string{"pared"}
	if said := verdict(l, duel.Rules(), wants); !strings.Contains(said, "which has no sentence") {
		t.Errorf("a code without a sentence was not found, only: %s", said)
	}
}
