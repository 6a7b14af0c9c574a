package engine

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
)

// bare is a place of a name at which there is none.
var bare = regexp.MustCompile(`\(\)|[„“"]{2}|(^|\()\(\d+\)`)

// nameless lists what has no name in a value as the page gets it, or is said without one. An army that hides its name shows
// its kind, or that it is unknown.
func nameless(at string, v any) (found []string) {
	switch v := v.(type) {
	case map[string]any:
		if name, has := v["name"]; has && name == "" && v["kind"] == nil && v["unknown"] == nil {
			found = append(found, fmt.Sprint(at, ": ", v))
		}
		for key, one := range v {
			found = append(found, nameless(at+"."+key, one)...)
		}
	case []any:
		for _, one := range v {
			found = append(found, nameless(at, one)...)
		}
	case string:
		if bare.MatchString(v) {
			found = append(found, at+": "+v)
		}
	}
	return found
}

// In a practice of each game, whatever the page shows has a name: realms, armies, fields, kinds, and whoever is told of.
func TestNamesOfThePage(t *testing.T) {
	if len(nameless("", map[string]any{"name": ""})) != 1 || len(nameless("", []any{"von ()"})) != 1 {
		t.Fatal("what has no name is not found")
	}
	for _, rb := range conformance.Played(t, worlds.Rulebooks(), 3) {
		for _, lang := range phrase.Langs {
			e := New(rb)
			p, err := e.Practise(string(raw(t, Setting{Seed: "7", Lang: lang, Player: "Ann", Realms: []string{"Fenmark", "Graumark", "Arrak"}})))
			if err != nil {
				t.Fatal(rb.Name(), err)
			}
			for turn := range lessons {
				last := p.Tables[len(p.Tables)-1]
				opened, err := e.Open(raw(t, last))
				if err != nil {
					t.Fatal(rb.Name(), err)
				}
				desk, err := e.Desk()
				if err != nil {
					t.Fatal(rb.Name(), err)
				}
				for what, shown := range map[string]any{"table": opened, "desk": desk, "report": last.Facts, "learnt": last.Learnt} {
					var v any
					if err := json.Unmarshal(raw(t, shown), &v); err != nil {
						t.Fatal(err)
					}
					for _, one := range nameless(what, v) {
						t.Errorf("%s %s, turn %d: %s", rb.Name(), lang, turn, one)
					}
				}
				if p, err = e.EndTurn(string(raw(t, p.Practice)), last.First); err != nil {
					t.Fatal(rb.Name(), err)
				}
			}
		}
	}
}
