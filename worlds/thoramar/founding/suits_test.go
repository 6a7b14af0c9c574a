package founding_test

import (
	"slices"
	"testing"

	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// A world is enough for a realm per 180 land fields, rounded: 12 on 100x57, 4 on 60x34.
func TestLandForRealms(t *testing.T) {
	numbers := tables.StandardTables()
	for _, c := range []struct{ width, height, least, most int }{{200, 114, 46, 50}, {100, 57, 11, 13}, {60, 34, 4, 4},
		{20, 16, 1, 1}} {
		s := gametest.Found(t, "land", c.width, c.height).State
		land := 0
		for p := range s.Fields {
			if code := numbers.Terrain[s.Fields[p].Terrain].Code; !slices.Contains([]string{"ubk", "was", "tse", "str",
				"rif", "eis", "vul"}, code) {
				land++
			}
		}
		got := founding.Suits(realm.Position{Tables: numbers, State: s})
		t.Logf("%dx%d, %d land fields: for %d realms", c.width, c.height, land, got)
		if got != max((land+90)/180, 1) || got < c.least || got > c.most {
			t.Errorf("%dx%d, %d land fields: for %d realms", c.width, c.height, land, got)
		}
	}
}
