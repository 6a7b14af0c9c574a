package realm_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// smallState is a sound state with a building, an army aboard, and a treaty.
func smallState() *realm.State {
	return &realm.State{Schema: realm.Schema, Turn: 7, Grid: game.Grid{Width: 3, Height: 2, WrapX: true},
		Fields: []realm.Field{{}, {Building: &realm.Building{Kind: "STD", Name: "Ort"}}, {}, {}, {Owner: 1}, {}},
		Realms: []realm.Realm{{}, {Person: rulekit.Person{Number: 1, Name: "Eis"},
			Treaties: []realm.TreatyWith{{Realm: 0, Treaty: realm.Pact}}}},
		Armies: [][]*realm.Army{nil, {{Realm: 1, Name: gametest.ArmyName("K.M 1"), Men: 500, At: 5, Start: game.Nowhere,
			Aboard: gametest.ArmyName("S.L 2"), Master: gametest.ArmyName("Z.B 3"), Command: realm.Defend, Flag: realm.Shown}}},
	}
}

// What lies just within its bounds is read, and what lies just beyond them is no state. Bytes cut
// short anywhere are none, and no byte changed anywhere ends the program.
func TestBoundsOfAState(t *testing.T) {
	numbers := tables.StandardTables()
	terrains := uint8(len(numbers.Terrain))
	for what, c := range map[string]struct {
		change func(s *realm.State)
		sound  bool
	}{
		"as it is":              {func(*realm.State) {}, true},
		"the last turn":         {func(s *realm.State) { s.Turn = 1 << 30 }, true},
		"a turn more":           {func(s *realm.State) { s.Turn = 1<<30 + 1 }, false},
		"a turn before all":     {func(s *realm.State) { s.Turn = -1 }, false},
		"the last terrain":      {func(s *realm.State) { s.Fields[2].Terrain = terrains - 1 }, true},
		"a terrain more":        {func(s *realm.State) { s.Fields[2].Terrain = terrains }, false},
		"a ruin":                {func(s *realm.State) { s.Fields[1].Building.Damage = tables.Ruin }, true},
		"more than a ruin":      {func(s *realm.State) { s.Fields[1].Building.Damage = tables.Ruin + 1 }, false},
		"the last number":       {func(s *realm.State) { s.Armies[1][0].Name.ID = 999 }, true},
		"a number more":         {func(s *realm.State) { s.Armies[1][0].Name.ID = 1000 }, false},
		"a fleet's last number": {func(s *realm.State) { s.Armies[1][0].Aboard.ID = 999 }, true},
		"a fleet's number more": {func(s *realm.State) { s.Armies[1][0].Aboard.ID = 1000 }, false},
		"the first field":       {func(s *realm.State) { s.Armies[1][0].At = 0 }, true},
		"nowhere":               {func(s *realm.State) { s.Armies[1][0].At = game.Nowhere }, true},
		"before nowhere":        {func(s *realm.State) { s.Armies[1][0].At = game.Nowhere - 1 }, false},
		"behind the last field": {func(s *realm.State) { s.Armies[1][0].At = 6 }, false},
		"an origin beyond":      {func(s *realm.State) { s.Realms[1].Origin = 6 }, false},
		"a building in the last": {func(s *realm.State) { s.Fields[5].Building = &realm.Building{Kind: "BRG"} },
			true},
		"armies of nobody":          {func(s *realm.State) { s.Armies = append(s.Armies, nil) }, false},
		"a realm without armies":    {func(s *realm.State) { s.Armies = s.Armies[:1] }, false},
		"more fields than are many": {func(s *realm.State) { s.Grid.Width, s.Grid.Height = 10000, 10000 }, false},
	} {
		s := smallState()
		c.change(s)
		if _, err := realm.Decode(realm.Encode(s), numbers); (err == nil) != c.sound {
			t.Errorf("%s: error %v", what, err)
		}
	}
	whole := realm.Encode(smallState())
	for cut := range whole {
		if _, err := realm.Decode(whole[:cut], numbers); err == nil {
			t.Errorf("cut to %d of %d bytes and no error", cut, len(whole))
		}
	}
	if _, err := realm.Decode(append(whole, 0), numbers); err == nil {
		t.Error("a byte more and no error")
	}
	for at := range whole {
		for _, bits := range []byte{1, 2, 0x40, 0x80, 0xff} {
			broken := append([]byte(nil), whole...)
			broken[at] ^= bits
			if s, err := realm.Decode(broken, numbers); (s == nil) == (err == nil) {
				t.Errorf("byte %d ^ %x: %v, error %v", at, bits, s, err)
			}
		}
	}
}
