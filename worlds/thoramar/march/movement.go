// Package march moves the armies in the weeks: they step by initiative, meet, land, board and plunder. Armies that
// cannot meet may step side by side in lanes (tracts.go). The bytes are the same in any number of lanes (law 2). Begin
// with Plans, which turns lines of $A into marches, then with Survey.Move. Who fights when two meet is asked of package
// fight.
package march

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
)

// TakesMen reports whether leaving a terrain costs the army men.
func TakesMen(t *realm.Turn, a *realm.Army, terrain uint8) bool {
	return t.Tables.Terrain[terrain].Loss && int(a.Fit) != int(terrain) && !t.Spared(a.Realm, terrain)
}

// leaveTogether takes the losses of a formation's step from its members, each by its kind and fitness, and its cost.
// It returns false if none is left.
func leaveTogether(t *realm.Turn, v *realm.Army, d game.Direction, points int) bool {
	v.March.Week, v.March.Moved = realm.Stepped, true
	for _, a := range t.Crew(v) {
		if leaveGround(t, a, d) {
			a.Points -= points
		}
	}
	if !v.Gone() {
		t.Recount(v)
	}
	return !v.Gone()
}

// Move lets every army take the step that is due, by initiative, in as many lanes as the turn has, if they pay. Then,
// when the fleets have moved, armies between land and sea make their attempt.
func (s *Survey) Move(t *realm.Turn) {
	t.Late = t.Late[:0]
	shores := s.of(t)
	lanes, in := 1, []uint8(nil)
	if realm.LanesPay(t, len(s.list)) {
		s.join(t)
		lanes, in = s.tracts.Share(t, s.list)
	}
	t.TakeTurns(s.list, lanes, in, func(t *realm.Turn, a *realm.Army) {
		if a.Gone() || !a.March.Free() || a.March.Broken {
			return // armies before it have prevented that
		}
		if advance(t, a); a.March.Late {
			t.Late = append(t.Late, a)
		}
	})
	crossShores(t, append(shores, t.Late...))
}

// advance tries the step that is due.
func advance(t *realm.Turn, a *realm.Army) {
	m := a.March
	d := m.Due()
	if a.Points <= 0 {
		m.Broken = true
		t.TellArmy(a, "out-of-points", phrase.At("field", a.At))
		return
	}
	to, points, why := t.Step(a.Realm, t.Gait(a), a.At, d)
	boards := why == realm.Shore && m.Kind == realm.Embark
	if (why == "" || boards) && t.Bogged(a, a.At, d, int(m.OffRoad)) {
		why, boards = realm.Roadless, false
	}
	if boards {
		embark(t, a, to, d)
		return
	}
	if why != "" {
		halt(t, a, why, d)
		return
	}
	if meet(t, a, to, d) {
		enterField(t, a, to, d, points)
	}
}

// halt ends the plan of an army whose next step is impossible.
func halt(t *realm.Turn, a *realm.Army, why realm.Hurdle, d game.Direction) {
	a.March.Broken = true
	t.TellArmy(a, string(why), phrase.At("field", a.At), phrase.Num("dir", d))
}

// enterField makes the step: its losses, its cost, the new field.
func enterField(t *realm.Turn, a *realm.Army, to game.Place, d game.Direction, points int) {
	noteRoad(t, a, d)
	switch {
	case a.Formation():
		if !leaveTogether(t, a, d, points) {
			return
		}
	case leaveGround(t, a, d):
		a.Points -= points
	default:
		return
	}
	t.MoveArmy(a, to)
	t.Arrive(a)
	fight.Consecrated(t, a)
}

// noteRoad counts a step without a road, for an army that may make only a few of them a turn.
func noteRoad(t *realm.Turn, a *realm.Army, d game.Direction) {
	if !t.Field(a.At).Roads.Has(d) && t.Hauled(a) {
		a.March.OffRoad++
	}
}

// leaveGround takes the losses of a step from the army: for the terrain that it leaves, and for a river. It returns
// false if the army is lost.
func leaveGround(t *realm.Turn, a *realm.Army, d game.Direction) bool {
	f := t.Field(a.At)
	a.March.Week, a.March.Moved = realm.Stepped, true
	if !a.Name.Suffers() {
		return true
	}
	if ground := t.TerrainFor(a.Realm, a.At); TakesMen(t, a, f.Terrain) {
		share := t.Dice(a.Subject(realm.GroundShare)...).Between(ground.LossMin, ground.LossMax)
		if !t.Shrink(a, share, realm.GroundRest, phrase.Key("cause", "in."+ground.Code)) {
			return false
		}
	}
	if t.Ford(a.At, d) {
		share := t.Dice(a.Subject(realm.RiverShare)...).Between(0, t.Tables.Rules.RiverLossMax)
		return t.Shrink(a, share, realm.RiverRest, phrase.Key("cause", "cause-river"))
	}
	return true
}

// Refill gives every army its points for the next turn: never more than T01,
// less what was borrowed (manual, "Die Bewegung").
func Refill(t *realm.Turn) {
	for a := range t.State.EachArmy {
		most := t.Speed(a)
		a.Points = min(most, a.Points+most)
		a.March = nil
	}
}
