package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// embark is the step of an army onto the water where the fleet it names is to
// lie (manual, "Einschiffen"; decision 6). While the fleet is not there, or
// still has another army aboard, the army waits: it tries again when all have
// moved, and the step stays due in the weeks after. Whatever else is in the
// water does not matter: land and sea do not meet.
func (t *Turn) embark(a *Army, to game.Place, d game.Direction) {
	m := a.march
	if t.terrainAt(a.At).Height > t.tables.Rules.MaxClimb {
		t.halt(a, steep, d)
		return
	}
	f := t.state.army(a.Realm, m.special.Army)
	if f == nil {
		t.tellBoarding(a, "embark-gone", to)
		m.broken = true
		return
	}
	why, again := t.noBerth(a, f, to)
	switch {
	case why == "":
		t.board(a, f, t.cost(a.Realm, a.Name.Unit, a.At, to, d), d)
	case !again:
		m.broken = true
		t.tellBoarding(a, why, to)
	case !m.late:
		m.late = true
	default:
		m.week = held
		if !m.queued {
			m.queued = true
			t.tellBoarding(a, why, to)
		}
	}
}

func (t *Turn) tellBoarding(a *Army, code string, to game.Place) {
	t.tell(phrase.P(code, phrase.Str("army", a.Name.String()),
		phrase.Str("fleet", a.march.special.Army.String()), phrase.At("field", to)), a.Realm)
}

// noBerth is why an army cannot go aboard a fleet in a field now, "" if it can;
// again tells whether a later week may be different.
func (t *Turn) noBerth(a, f *Army, at game.Place) (why string, again bool) {
	switch {
	case f.At != at:
		return "embark-waits", true
	case f.Aboard.ID != 0:
		return "embark-formation", false
	case t.load(f) != nil:
		return "embark-taken", true
	case t.room(a, f) < 0:
		return "embark-full", false
	case t.holdsDemons(a):
		return "embark-demons", false
	}
	return "", false
}

// mayBoard tells whether the fleet an army is to board could take it in some
// week, as far as the army and the fleet themselves decide it.
func (t *Turn) mayBoard(a *Army) bool {
	f := t.state.army(a.Realm, a.march.special.Army)
	if f == nil {
		return false
	}
	why, again := t.noBerth(a, f, f.At)
	return why == "" || again
}

// room is what would be left of an empty fleet's hold with the army aboard;
// less than 0: it does not fit.
func (t *Turn) room(a, f *Army) int64 {
	row := t.row(a)
	if row.Size == 0 {
		return -1 // T02 has none for it
	}
	return t.row(f).hold(f.Men) - row.size(a.Men)
}

// board takes the army aboard: a step with the losses and the cost of the field
// it leaves.
func (t *Turn) board(a, f *Army, points int, d game.Direction) {
	if !t.leaveGround(a, d) {
		return
	}
	a.Points -= points
	t.takeAboard(a, f)
	t.arrive(a)
	t.tellBoarding(a, "boarded", f.At)
}
