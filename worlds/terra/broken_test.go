package terra

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Broken finds what is wrong with a state, and a state nobody could play is not
// opened at all.
func TestBrokenFinds(t *testing.T) {
	c := newCase(t, `-- world --
phase results
field 2/2 city 1 3000
field 3/2 pasture 2 1000
army 1 1 3/2 4500
army 2 1 3/2 4500
battle 1 table 3/2 army 1 1 led 1 vs army 2 1 led 2
`)
	w := c.world
	for name, change := range map[string]struct {
		do     func(*realm.State)
		closed bool // Open refuses it
	}{
		"a debt":                    {func(s *realm.State) { s.Realms[0].Treasury = -1 }, false},
		"an army of less than none": {func(s *realm.State) { s.Realms[0].Armies[0].Status = -1 }, false},
		"a garrison below none":     {func(s *realm.State) { s.Fields[0].Garrison = -1 }, false},
		"a third army": {func(s *realm.State) {
			s.Realms[2].King, s.Realms[2].Armies = false,
				[]realm.Army{{At: c.place("3/2")}}
		}, false},
		"two of one nation": {func(s *realm.State) {
			s.Realms[0].Armies = append(s.Realms[0].Armies,
				realm.Army{At: c.place("3/2")})
		}, false},
		"a king with land":          {func(s *realm.State) { s.Fields[0].Owner = 3 }, false},
		"a battle awaited too late": {func(s *realm.State) { s.Round = 2 }, false},
		"a battle with oneself":     {func(s *realm.State) { s.Battles[0].Sides[1].Player = 1 }, false},
		"a battle led by nobody":    {func(s *realm.State) { s.Battles[0].Sides[1].Player = 0 }, false},
		"an army elsewhere":         {func(s *realm.State) { s.Realms[0].Armies[0].At = c.place("2/2") }, false},
		"an army that is not there": {func(s *realm.State) { s.Battles[0].Sides[0].Army = 4 }, false},
		"a field too few":           {func(s *realm.State) { s.Fields = s.Fields[1:] }, true},
		"a globe of odd height":     {func(s *realm.State) { s.Globe, s.Height, s.Width = true, 3, 16 }, true},
		"a phase nobody knows":      {func(s *realm.State) { s.Phase = "tea" }, true},
		"an owner not in the game":  {func(s *realm.State) { s.Fields[0].Owner = 9 }, true},
		"a terrain nobody knows":    {func(s *realm.State) { s.Fields[0].Terrain = tables.Terrains }, true},
		"a realm's wrong number":    {func(s *realm.State) { s.Realms[1].Number = 1 }, true},
		"an army off the board":     {func(s *realm.State) { s.Realms[0].Armies[0].At = 48 }, true},
		"a command nobody knows":    {func(s *realm.State) { s.Realms[0].Armies[0].Command = tables.Commands }, true},
		"a battle off the board":    {func(s *realm.State) { s.Battles[0].At = 48 }, true},
		"a bonus nobody knows":      {func(s *realm.State) { s.Battles[0].Bonus = 4 }, true},
		"a side of nobody":          {func(s *realm.State) { s.Battles[0].Sides[0].Owner = 0 }, true},
	} {
		s := w.at.State.Clone()
		change.do(s)
		broken := w.with(s)
		if len(broken.Broken()) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
		if _, err := Rules().Open(realm.Encode(s), w.at.Tables.Text()); (err != nil) != change.closed {
			t.Errorf("%s: opened with %v", name, err)
		}
	}
	if _, err := Rules().Open([]byte(strings.Replace(string(realm.Encode(w.at.State)), `"Schema":1`, `"Schema":9`, 1)),
		nil); err == nil || !strings.Contains(err.Error(), "schema 9") {
		t.Errorf("a schema to come: %v", err)
	}
}

// §2.11: who has no battle at the table owes no results; of the first phase all owe
// orders.
func TestWhoOwesResults(t *testing.T) {
	c := newCase(t, "-- world --\nround 2\nphase results\nbattle 1 table - mercenaries led 2 vs mercenaries led "+
		"3\nbattle 2 table - mercenaries led 1 vs mercenaries led 3\n")
	if a := c.world.Asked(); !slices.Equal(a.Realms, []int{1, 2, 3}) || !slices.Equal(a.Free, []int{2}) {
		t.Errorf("asked %v, free %v", a.Realms, a.Free)
	}
	if !c.world.Check(game.Sheet{Realm: 1, Turn: 1}).Adds ||
		newCase(t, "-- world --\n").world.Check(game.Sheet{Realm: 1, Turn: 1}).Adds {
		t.Error("results are added battle by battle, and only they")
	}
	if a := newCase(t, "-- world --\n").world.Asked(); len(a.Realms) != 3 || len(a.Free) > 0 {
		t.Errorf("asked %v, free %v", a.Realms, a.Free)
	}
}

// §2.5: an automatic world waits neither for a nation that nobody has nor, when it
// is released, for a deadline; a nation that everybody has left does not release.
func TestNobodyNeedNotRelease(t *testing.T) {
	c := newCase(t, "-- tables --\n[rules]\nrelease = \"automatic\"\n-- world --\narmy 1 1 2/2 4500\narmy 2 1 4/2 4500")
	release := func(realms ...int) (out []game.Sheet) {
		for _, r := range realms {
			out = append(out, game.Sheet{Realm: r, Turn: 1, Text: "$S\nFreigabe\n"})
		}
		return out
	}
	var w game.World = c.world
	if due := w.Due(release(1, 2)); due != game.NotBefore {
		t.Errorf("two of three have released: due %d", due)
	}
	if due := w.Due(append(release(1, 2), game.Sheet{Realm: 3, Turn: 1, Absent: true})); due != game.Now {
		t.Errorf("all who are there have released: due %d", due)
	}
	w = w.HandOver(3, game.Player{})
	if due := w.Due(release(1, 2)); due != game.Now {
		t.Errorf("all who play have released: due %d", due)
	}
	if due := w.HandOver(2, game.Player{}).HandOver(1, game.Player{}).Due(nil); due != game.NotBefore {
		t.Errorf("nobody plays: due %d", due)
	}
}
