package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/turn"
)

// Laws 8 and 9: whatever sorcerers, priests and demons do, nothing is broken
// after any phase; at the turn's end everybody has the points T03 asks for; and
// a turn refuses no line of magic, on a realm's own facts, that a receipt took.
func TestMagicBreaksNothing(t *testing.T) {
	did := map[string]int{}
	for seed := byte(1); seed <= 30; seed++ {
		p, sheets := gametest.Coven(t, seed)
		turn := turn.Begin(p, sheets, game.Seed{seed})
		gametest.Watched(t, turn)
		for _, list := range turn.State.Armies {
			for _, a := range list {
				if a.Men < p.Tables.FindUnit(a.Name.Unit).Min {
					t.Errorf("seed %d: %v has %d points left", seed, a.Name, a.Men)
				}
			}
		}
		for _, e := range turn.Events() {
			did[e.Code]++
		}
		for _, s := range sheets {
			named := map[int]bool{}
			for _, p := range gametest.Check(p, s).Problems {
				named[p.Line] = true
			}
			for _, r := range turn.Refused[s.Realm] {
				did[r.What.Code]++
				switch r.What.Code {
				case "spell-far", "spell-poor", "no-field", "bless-foreign", "haste-nobody", "haste-twice",
					"summon-taken",
					"just-summoned": // own facts; of others' armies another may have been first
					if !named[r.Line] {
						t.Errorf("seed %d: the turn refused line %d of realm %d with %s, its receipt did not doubt it",
							seed, r.Line, s.Realm, r.What.Code)
					}
				}
			}
		}
	}
	for _, code := range []string{"summoned", "summon-shatters", "freed", "was-freed", "tamed", "hastened", "blessed",
		"demon-banished", "demon-weakened",
		"demon-lost", "demon-free", "hold-unpaid", "points-spent", "demon-fades", "demon-vanished", "breaks-free",
		"kills-master", "demons-called", "slain",
		"step-blessed", "summon-blessed", "spell-weak", "spell-far", "spell-poor"} {
		if did[code] == 0 {
			t.Errorf("%s never happened: the test proves little", code)
		}
	}
}

// A receipt doubts a plan that leads a demon away from its sorcerer.
func TestStrayingDemonsAreDoubted(t *testing.T) {
	p, _ := gametest.Coven(t, 1)
	for r := range p.State.Armies {
		p.State.Armies[r] = nil
	}
	a := &gametest.Arena{Turn: turn.On(p, game.Seed{}), Test: t}
	a.Army(1, "Z.B 1", 100, 0, 0)
	a.Army(1, "D.N 1", 20, 0, 0).Master = gametest.ArmyName("Z.B 1")
	for text, want := range map[string]bool{
		"$A\nD.N 1 22 V+\n":               true,
		"$A\nD.N 1 22 V+\nZ.B 1 2 V+\n":   false,
		"$A\nZ.B 1 555 V+\nD.N 1 2 V+\n":  true,
		"$A\nD.N 1 2 V+\n":                false,
		"$A\nD.N 1 25 V+\nZ.B 1 25 V+\n":  false,
		"$A\nZ.B 1 0 V+\nD.N 1 2222 P+\n": true,
	} {
		for i := range p.State.Fields {
			p.State.Fields[i].Blessed = 0
			p.State.Realms[1].Seen.Add(game.Place(i))
		}
		got := false
		for _, p := range gametest.Check(p, game.Sheet{Realm: 1, Turn: p.State.Turn, Text: text}).Problems {
			got = got || p.What.Code == "demon-strays"
		}
		if got != want {
			t.Errorf("%q: doubted %v", text, got)
		}
	}
}
