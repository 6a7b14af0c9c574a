package worlds

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Every game tells its reports as data, and so what is public of it.
func TestReportsAreData(t *testing.T) {
	for _, rb := range Rulebooks() {
		tables, err := rb.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := rb.Found(game.Founding{Seed: game.Seed{4}, Tables: tables})
		for i, name := range []string{"Bovistan", "Cedania"} {
			if err == nil {
				w, _, err = w.Join(game.Joining{Name: name, Player: "A", Lang: phrase.Langs[i], Computer: game.UTF8},
					game.Seed{byte(i)})
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", rb.Name(), err)
		}
		out := w.Resolve(nil, game.Seed{5})
		for _, of := range []any{w, out} {
			told, is := of.(game.Factual)
			if !is {
				t.Errorf("%s: %T is not told as data", rb.Name(), of)
				continue
			}
			f := told.Facts(2)
			if f.Schema != game.FactsSchema || f.Rulebook != rb.Name() || f.Lang != phrase.En ||
				f.Realm.Name != "Cedania" || len(f.Realms) == 0 || f.Standings == nil {
				t.Errorf("%s: a realm is told %+v", rb.Name(), f)
			}
		}
	}
}
