package realm

import (
	"testing"

	"weltentor/worlds/rulekit"
)

// §2.2: leaders whom nobody names have the names of a list, in its order from the realm's own
// place on; when all serve, the list begins anew with a number.
func TestNamesGoOn(t *testing.T) {
	r := &Realm{Person: rulekit.Person{Number: 2}}
	var got []string
	for range len(leaderNames) + 2 {
		name := r.FreeName()
		got = append(got, name)
		r.Leaders = append(r.Leaders, Leader{Name: name})
	}
	if got[0] != "Raleigh" || got[1] != "Champlain" || got[19] != "Cortez" || got[20] != "Raleigh_2" ||
		got[21] != "Champlain_2" {
		t.Errorf("%v", got)
	}
}
