package march

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// embark is the step of an army onto the water where the fleet that it names is to be (manual, "Einschiffen"; decision
// 6). While the fleet is not there, or has another army aboard, the army waits. It tries again when all have moved,
// and the step stays due in later weeks. It does not matter what else is in the water: land and sea do not meet.
func embark(t *realm.Turn, a *realm.Army, to game.Place, d game.Direction) {
	m := a.March
	if t.TerrainAt(a.At).Height > t.Tables.Rules.MaxClimb {
		halt(t, a, realm.Steep, d)
		return
	}
	f := t.State.Army(a.Realm, m.Special.Army)
	if f == nil {
		tellBoarding(t, a, "embark-gone", to)
		m.Broken = true
		return
	}
	why, again := noBerth(t, a, f, to)
	switch {
	case why == "":
		points := t.Cost(a.Realm, a.Name.Unit, a.At, to, d)
		noteRoad(t, a, d)
		if leaveGround(t, a, d) {
			a.Points -= points
			t.TakeAboard(a, f)
			t.Arrive(a)
			tellBoarding(t, a, "boarded", f.At)
		}
	case !again:
		m.Broken = true
		tellBoarding(t, a, why, to)
	case !m.Late:
		m.Late = true
	default:
		m.Week = realm.Held
		if !m.Queued {
			m.Queued = true
			tellBoarding(t, a, why, to)
		}
	}
}

func tellBoarding(t *realm.Turn, a *realm.Army, code string, to game.Place) {
	t.TellArmy(a, code, phrase.Str("fleet", a.March.Special.Army.String()), phrase.At("field", to))
}

// noBerth is why an army cannot go aboard a fleet in a field now, or "" if it can. again says that a later week may be
// different.
func noBerth(t *realm.Turn, a, f *realm.Army, at game.Place) (why string, again bool) {
	switch {
	case f.At != at:
		return "embark-waits", true
	case f.Aboard.ID != 0:
		return "embark-formation", false
	case t.Load(f) != nil:
		return "embark-taken", true
	case Room(t, a, f) < 0:
		return "embark-full", false
	case realm.HoldsDemons(t, a):
		return "embark-demons", false
	}
	return "", false
}

// MayBoard reports whether the fleet that an army is to board could take it in some week, as far as that depends on
// the army and the fleet.
func MayBoard(t *realm.Turn, a *realm.Army) bool {
	f := t.State.Army(a.Realm, a.March.Special.Army)
	if f == nil {
		return false
	}
	why, again := noBerth(t, a, f, f.At)
	return why == "" || again
}

// Room is what would be left of an empty fleet's hold with the army aboard. It is negative if the army does not fit.
func Room(t *realm.Turn, a, f *realm.Army) int64 {
	row := t.Row(a)
	if row.Size == 0 {
		return -1 // T02 has no room for it
	}
	return t.Row(f).HoldOf(f.Men) - row.SizeOf(a.Men)
}
