package game

import "testing"

func TestEventFor(t *testing.T) {
	e := Event{Realms: []int{2, 5}}
	for realm, told := range map[int]bool{0: false, 2: true, 3: false, 5: true} {
		if e.For(realm) != told {
			t.Errorf("realm %d told: %t", realm, !told)
		}
	}
	if (Event{}).For(0) {
		t.Error("an event for nobody was told to realm 0")
	}
}
