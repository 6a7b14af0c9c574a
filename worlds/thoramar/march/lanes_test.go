package march_test

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// TestMarchInLanes: bands of armies strewn over land and sea march, fight, retreat, go aboard and shoot as
// drawn. In lanes everything comes as it comes without, and by the race detector no lane looks at what
// another changes.
func TestMarchInLanes(t *testing.T) {
	draws := 200
	if testing.Short() {
		draws = 100
	}
	side := 0
	for n := range draws {
		seed := game.Seed{byte(n), byte(n >> 8), 9}
		alone, beside := strewn(seed), strewn(seed)
		beside.Lanes, beside.Eager = 2+n%4, true
		weeksOfAll(alone)
		weeksOfAll(beside)
		if a, b := happened(alone), happened(beside); !slices.Equal(a, b) {
			for i := range a {
				if i >= len(b) || a[i] != b[i] {
					t.Fatalf("draw %d, %d lanes: instead of\n%s\nthere is\n%s", n, beside.Lanes, a[i],
						b[min(i, len(b)-1)])
				}
			}
			t.Fatalf("draw %d, %d lanes: there is more", n, beside.Lanes)
		}
		side += alone.Turn.Told()
	}
	if side < 50*draws {
		t.Errorf("only %d events in %d draws, the test proves little", side, draws)
	}
}

// strewn is a plain with some sea, on which a few bands of armies of four realms and realm 0 stand, each around a
// field, so that tracts are several and close to each other. The same seed strews them alike.
func strewn(seed game.Seed) plain.Plain {
	dice := seed.Throw(0, 0, "strewn")
	p := plain.New(40, 30)
	p.Seed = seed
	p.Tables.Rules.DrawMin, p.Tables.Rules.DrawMax = 600, 1400
	p.Tables.Rules.ShotShare = 250 * dice.Between(1, 4)
	for i := range p.State.Fields {
		h, _ := p.Grid.HY(game.Place(i))
		code := "tla"
		switch {
		case dice.Chance(100):
			code = []string{"tds", "hla", "bla"}[dice.N(3)]
		case h >= 40 && h <= 46:
			code = "was"
		}
		p.State.Fields[i].Terrain, _ = p.Tables.FindTerrain(code)
	}
	if dice.Chance(500) {
		p.Pledge(1, 2, []realm.Treaty{realm.Partner, realm.Pact}[dice.N(2)])
	}
	for r := range p.State.Realms {
		p.State.Realms[r].Gold = dice.Between(0, 500)
	}
	for id, most := 1, int(dice.Between(40, 200)); id <= most; {
		at := game.Place(dice.N(int64(p.Grid.Size())))
		for range dice.Between(2, 12) {
			if to := p.Grid.Step(at, game.Direction(dice.Between(0, 6))); to != game.Nowhere {
				at = to
			}
			muster(p, dice, id, at)
			id++
		}
	}
	march.Plans(p.Turn)
	for _, list := range p.State.Armies {
		for _, a := range list {
			command(p, dice, a)
		}
	}
	return p
}

// command lets an army walk about, half of them ready to attack; now and then one is to go aboard a fleet.
func command(p plain.Plain, dice *game.Dice, a *realm.Army) {
	m := a.March
	for w := range m.Plan {
		if dice.Chance(700) {
			m.Plan[w] = game.Direction(dice.Between(1, 6))
		}
	}
	m.Command = []realm.Command{realm.Attack, realm.Defend, realm.Attack}[dice.N(3)]
	if a.Ranged() && dice.Chance(800) {
		m.Plan, m.Command = realm.Plan{}, realm.Attack
	}
	fleets := p.State.OfType(a.Realm, 'S')
	if a.Realm != 0 && len(fleets) > 0 && dice.Chance(200) && a.Land() { // wild ones have no orders to
		m.Kind, m.Special.Army = realm.Embark, fleets[dice.N(int64(len(fleets)))].Name
	}
}

// muster puts an army into a field: a fleet, perhaps with an army or a demon's sorcerer aboard, a sorcerer with a
// demon, or another.
func muster(p plain.Plain, dice *game.Dice, id int, at game.Place) {
	number := int(dice.Between(0, 4))
	army := func(kind string, men int64) *realm.Army {
		a := p.Army(number, fmt.Sprint(kind, " ", id), men, 0, 0)
		p.MoveArmy(a, at)
		a.Flag = []realm.Flag{realm.Shown, realm.NoSign, realm.Hidden}[dice.N(3)]
		if number == 0 {
			a.Command = realm.Attack
		}
		return a
	}
	switch {
	case p.TerrainAt(at).Water():
		f := army("S.L", dice.Between(5, 40))
		switch {
		case dice.Chance(500):
			p.TakeAboard(army("K.L", 100), f)
		case dice.Chance(300) && number != 0: // one that rules by hand have brought aboard
			z, d := army("Z.B", 60), army("D.N", dice.Between(5, 30))
			p.MoveArmy(d, game.Place(dice.N(int64(p.Grid.Size()))))
			d.Master = z.Name
			p.TakeAboard(z, f)
		}
	case dice.Chance(300) && number != 0:
		z := army("Z.B", 60)
		army("D.N", dice.Between(5, 30)).Master = z.Name
	default:
		army([]string{"K.L", "R.L", "K.S", "F.L", "P.K", "K.M"}[dice.N(6)], dice.Between(150, 3000))
	}
}

// weeksOfAll plays all weeks, in the room of the week before each.
func weeksOfAll(p plain.Plain) {
	var steps march.Survey
	var volley fight.Volley
	realm.NoteCrews(p.Turn)
	for p.Week = 1; p.Week <= realm.Weeks; p.Week++ {
		for _, phase := range []struct {
			name string
			play func(*realm.Turn)
		}{{"standing", march.StandingFights}, {"move", steps.Move}, {"shots", volley.Shots}} {
			p.Phase = phase.name
			phase.play(p.Turn)
		}
	}
}

// happened are the events, and then all armies, fields' lists and treasuries as they are.
func happened(p plain.Plain) (out []string) {
	for _, e := range p.Events() {
		out = append(out, fmt.Sprint(e))
	}
	for r, list := range p.State.Armies {
		for _, a := range list {
			b := *a
			b.March = nil
			out = append(out, fmt.Sprintf("%+v", b))
		}
		out = append(out, fmt.Sprint(p.State.Realms[r].Gold, p.Income[r], p.Outlay[r]))
	}
	for at, list := range p.At {
		for _, a := range list {
			out = append(out, fmt.Sprint(at, a.Realm, a.Name))
		}
	}
	return out
}
