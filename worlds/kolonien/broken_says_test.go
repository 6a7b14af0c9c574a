package kolonien

import (
	"fmt"
	"testing"

	"weltentor/worlds/kolonien/realm"
)

// What keeps a state from being read is said with the numbers a game master would look for:
// areas and realms counted from 1.
func TestDamageSays(t *testing.T) {
	c := newCase(t, "-- world --\nland 8 9\nleader 1 Cortez 1 8 INF 1\nfleet 2 1 32 TRA 1\n")
	for say, change := range map[string]func(*realm.State){
		"the ships of area 9 are at 9999": func(s *realm.State) {
			s.Areas[8].Haven = &realm.Haven{Away: 9999}
		},
		"area 9 has the location 5": func(s *realm.State) {
			s.Areas[8].Natives = &realm.Natives{Location: 5}
		},
		"the colony in area 8 has owner 4, fortification 0": func(s *realm.State) {
			s.Areas[7].Colony = &realm.Colony{Owner: 4, Level: 1}
		},
		"the colony in area 8 has owner 1, fortification 5": func(s *realm.State) {
			s.Areas[7].Colony = &realm.Colony{Owner: 1, Level: 1, Fort: 5}
		},
		"realm 2 has number 3, home 32, 3 stances": func(s *realm.State) { s.Realms[1].Number = 3 },
		"realm 3 has number 3, home 33, 2 stances": func(s *realm.State) {
			s.Realms[2].Stances = s.Realms[2].Stances[:2]
		},
		"leader Cortez of realm 1": func(s *realm.State) { s.Realms[0].Leaders[0].At = 34 },
		"fleet 1 of realm 2":       func(s *realm.State) { s.Realms[1].Fleets[0].At = 34 },
		"area 8 touches what does not touch it": func(s *realm.State) {
			s.Areas[7].Beside = append(
				[]int{30}, s.Areas[7].Beside...)
		},
		"turn 0, 33 areas for 6 by 5 and 3 realms": func(s *realm.State) { s.Turn = 0 },
	} {
		s := c.world.at.State.Clone()
		change(s)
		w := c.world.with(s)
		if got := w.at.State.Damaged(w.at.Tables); got != say || fmt.Sprint(w.Broken()) != "["+say+"]" {
			t.Errorf("it says %q, want %q", got, say)
		}
	}
	if got := c.world.at.State.Damaged(c.world.at.Tables); got != "" {
		t.Errorf("a whole world: %q", got)
	}
}
