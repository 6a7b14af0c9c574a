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
	for _, a := range armiesOf(&t.facts) {
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
