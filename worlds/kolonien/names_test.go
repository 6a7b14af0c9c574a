package kolonien

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// §2.4, §7.12: a line of $K that names a leader or a fleet the realm has not is refused, and says whom it has.
func TestStandingOrdersOfNobody(t *testing.T) {
	c := newCase(t, "-- world --\nland 8\nleader 1 Cortez 1 8 INF 1\nfleet 1 1 31 TRA 1\n")
	sheet := game.Sheet{Realm: 1, Turn: 1,
		Text: "$K\nHudson attacke ja\nFlotte_2 rueckzug nie\nDrake attacke ja\nCortez rueckzug verlust 100\nCortez " +
			"rueckzug verlust 101\n$R\n31 Anfuehrer Drake\n"}
	var got []string
	for _, p := range c.world.Check(sheet).Problems {
		got = append(got, string(rune('0'+p.Line))+p.What.Code)
	}
	if want := []string{"2no-leader", "3no-fleet", "4leader-not-yet"}; !slices.Equal(got[:min(3, len(got))], want) ||
		len(got) != 4 || !strings.HasPrefix(got[3], "6") {
		t.Errorf("problems %v, want %v and one of line 6", got, want)
	}
}

// Report 0 says where a realm's home and its sea are, and what it has to spend; the map
// follows, and then what its signs mean.
func TestWelcomeHasTheMap(t *testing.T) {
	w := startedWorld(t, 1)
	home := w.at.State.Realms[0].Home
	where := fmt.Sprintf("Eure Heimat ist Gebiet %d. Sie liegt jenseits der Karte; Schiffe kommen "+
		"über das Meergebiet %d von dort und dorthin. In der Kasse sind 300 Dukaten.", home,
		w.at.State.Areas[home-1].Beside[0])
	for what, text := range map[string][]byte{"report": w.Welcome(1, nil).Text, "letter": w.Welcome(1, nil).Summary} {
		if unfolded := strings.Join(strings.Fields(string(text)), " "); !strings.Contains(unfolded, where) {
			t.Errorf("the %s does not say %q\n%s", what, where, text)
		}
	}
	if text := string(w.Welcome(1, nil).Text); !strings.Contains(text, "\n  1") || !strings.Contains(text, "~~") {
		t.Errorf("there is no map in\n%s", text)
	}
}
