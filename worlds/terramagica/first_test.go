package terramagica

import (
	"strings"
	"testing"
)

// Practice offers a first letter each week. The greatest army takes where it is, or goes on; the others guard the home,
// and walls are built only from what is in the treasury.
func TestFirstLettersOfLaterWeeks(t *testing.T) {
	home := "province 1 owner=1 people=6000\nrealm 1 home=1 gold=900\n"
	for name, c := range map[string]struct{ world, want, not string }{
		"takes where it is": {home + "army 1 Nord 2 Soldat:90\narmy 1 Wacht 1 Soldat:15\narmy 0 Wache2 2 Miliz:30\n",
			"Nord erobere", "Wacht erobere"},
		"goes on": {home + "province 2 owner=1\narmy 1 Nord 2 Soldat:90\n", "Nord 3 ;", "Nord 1"},
		"men for who guards the home": {home + "army 1 Nord 2 Soldat:90\narmy 1 Wacht 1 Soldat:15\n", "Soldat 15 Wacht ;",
			"Wacht2"},
		"a castle is too dear": {"province 1 owner=1 people=6000 walls=Palisade,Mauer\nrealm 1 home=1 gold=1900\n",
			"Soldat 15", "Burg"},
	} {
		got := newCaseWorld(t, "", c.world).FirstLetter(1)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
