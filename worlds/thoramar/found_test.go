package thoramar

import (
	"slices"
	"testing"

	"weltentor/worlds/game"
)

// A map for a number of realms has enough land for them, and for one more at most.
func TestSizeFor(t *testing.T) {
	for _, realms := range []int{1, 2, 3, 4, 7, 12, 30, 48} {
		for _, seed := range []string{"a", "b", "c"} {
			f := game.Founding{Seed: game.Seed{}.Sub(seed)}
			f.Width, f.Height, _ = Rules().SizeFor(realms)
			w, err := Rules().Found(f)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.(*World).Suits(); got != realms && got != realms+1 {
				t.Errorf("%d × %d fields for %d realms suit %d", f.Width, f.Height, realms, got)
			}
		}
	}
}

// A people of the world's own tables may be chosen, and stands in the list.
func TestOwnPeopleMayBeChosen(t *testing.T) {
	r := Rules()
	tables, err := r.Tables([]byte("[[culture]]\nname = \"own\"\nspared = [\"tsu\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Found(game.Founding{Width: 40, Height: 30, Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	if list := game.Codes(w.Cultures()); !slices.Contains(list, "own") || list[0] != "plain" {
		t.Errorf("peoples %q", list)
	}
	if _, _, err := w.Join(game.Joining{Name: "A", Culture: "own"}, game.Seed{}); err != nil {
		t.Error(err)
	}
}
