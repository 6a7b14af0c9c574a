package conformance

import (
	"maps"
	"slices"
	"strings"

	"weltentor/worlds/game"
)

// numbers: those of fields, armies and realms are in the report, or computed from numbers there (Example.Reckoned). 1
// may be written as a mark.
func (t *telling) numbers() {
	has := func(what string, values map[string]int64) {
		for name, n := range values {
			if n != 0 && n != 1 && !t.digits[digits(n)] && !slices.Contains(t.reckoned, name) {
				t.bad("%s has %s %d, which is not in the report", what, name, n)
			}
		}
	}
	for _, r := range append(slices.Clone(t.facts.Realms), t.facts.Realm) {
		has("realm "+r.Name, r.Values)
	}
	for _, l := range t.facts.Fields {
		has("field "+l.At, l.Values)
	}
	for _, a := range t.facts.Armies {
		has("army "+a.Name, a.Values)
		for _, p := range a.Parts {
			has("army "+a.Name, p.Values)
		}
	}
	t.fought(has)
}

// fought: battles have two sides, and no army, number or field that is not in the report. What events mean is one of the
// tones, and the field that they name can be read in them.
func (t *telling) fought(has func(what string, values map[string]int64)) {
	for _, b := range t.facts.Battles {
		if len(b.Sides) != 2 || b.Won < 0 || b.Won > 2 || b.At != "" && !strings.Contains(t.report, tight(b.At)) {
			t.bad("a battle for %q has %d sides, and %d has won", b.At, len(b.Sides), b.Won)
		}
		for _, s := range b.Sides {
			for _, a := range s.Armies {
				has("in battle "+a.Name, map[string]int64{"before": a.Before, "after": a.After, "strength": a.Strength,
					"left": a.Left})
				if !strings.Contains(t.report, tight(a.Name)) || !slices.Contains([]string{"", "destroyed", "fled", "captured"},
					a.Fate) {
					t.bad("%q fought and has %q, which is not in the report", a.Name, a.Fate)
				}
			}
			for _, f := range s.Factors {
				if f.Name == "" || f.Amount == 0 {
					t.bad("a side has the factor %+v", f)
				}
			}
		}
	}
	fights := 0
	for _, w := range t.facts.Weeks {
		for _, e := range w.Events {
			if slices.Contains(t.fights, e.Code) {
				if fights++; e.Weight < 3 {
					t.bad("the battle %q has weight %d", e.Text, e.Weight)
				}
			}
			if e.Weight < 0 || e.Weight > 9 || !slices.Contains([]game.Tone{"", game.Gain, game.Loss, game.Warn}, e.Tone) ||
				!strings.Contains(e.Text, e.At) {
				t.bad("%q is on %q, with tone %q and weight %d", e.Text, e.At, e.Tone, e.Weight)
			}
		}
	}
	if t.fights != nil && fights != len(t.facts.Battles) {
		t.bad("they tell of %d battles, and %d are objects", fights, len(t.facts.Battles))
	}
}

// called: each number and word has a name that readers understand.
func (t *telling) called() {
	ask := func(names ...string) {
		for _, n := range names {
			if called := t.facts.Names[n]; called == "" || strings.ContainsAny(called, "`{}") {
				t.bad("%q is called %q", n, called)
			}
		}
	}
	of := func(values map[string]int64, words map[string]string) {
		ask(slices.Sorted(maps.Keys(values))...)
		ask(slices.Sorted(maps.Keys(words))...)
	}
	for _, r := range append(slices.Clone(t.facts.Realms), t.facts.Realm) {
		of(r.Values, r.Words)
	}
	for _, l := range t.facts.Fields {
		of(l.Values, l.Words)
	}
	for _, a := range armiesOf(t.facts) {
		of(a.Values, a.Words)
	}
}

// armiesOf returns all armies of facts, including sighted ones and parts.
func armiesOf(f *game.Facts) (out []game.FactArmy) {
	var add func([]game.FactArmy)
	add = func(list []game.FactArmy) {
		for _, a := range list {
			out = append(out, a)
			add(a.Parts)
		}
	}
	add(f.Armies)
	for _, w := range f.Weeks {
		for _, s := range w.Sightings {
			add(s.Armies)
		}
	}
	return out
}
