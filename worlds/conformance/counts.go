package conformance

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// counting: a world that counts what realms have counts the same things before and after each turn. The names have
// sentences, and some count changes during a game.
func counting(tb *table, bad fail) {
	start := tb.start()
	for _, code := range start.Fights() {
		if !tb.rb.Words(phrase.En).Has(code) {
			bad("a fight is an event %q, which has no sentence", code)
		}
	}
	if !slices.ContainsFunc(start.Realms(), func(r game.Realm) bool { return len(start.Counts(r.Number)) > 0 }) {
		return
	}
	changed := false
	for _, w := range tb.turns(tb.ex.Turns) {
		next := tb.resolved(w).Next()
		for _, r := range w.Realms() {
			before, after := w.Counts(r.Number), next.Counts(r.Number)
			for _, wrong := range unlikeCounts(before, after) {
				bad("turn %d, realm %d: %s", w.Asked().Turn, r.Number, wrong)
			}
			for i := range min(len(before), len(after)) {
				tb.worded(phrase.P("tally."+before[i].Name), bad)
				changed = changed || before[i].N != after[i].N
			}
		}
	}
	if !changed {
		bad("nothing that is counted has changed in %d turns", tb.ex.Turns)
	}
}

// unlikeCounts says how the counts after a turn do not match those before it.
func unlikeCounts(before, after []game.Count) (wrong []string) {
	if len(before) == 0 || len(before) != len(after) {
		return []string{fmt.Sprintf("%d things are counted before, %d after", len(before), len(after))}
	}
	seen := map[string]bool{}
	for i := range before {
		switch name := before[i].Name; {
		case name != after[i].Name:
			wrong = append(wrong, fmt.Sprintf("%q is counted before, and %q after", name, after[i].Name))
		case seen[name]:
			wrong = append(wrong, fmt.Sprintf("%q is counted twice", name))
		default:
			seen[name] = true
		}
	}
	return wrong
}
