package thoramar

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// forecasts tells for each of a realm's army lines what is in force, in the
// order of the file: the command, and week by week where the army would be and
// what points it would have left. It runs after the phases before week 1, over
// a state that holds no more than the realm knows, with the steps of the turn
// itself (law 8). It says so where it walks over ground the realm does not look
// at now: roads, bridges, walls and owners there are not known.
func (t *turn) forecasts(realm int) []game.InForce {
	var out []game.InForce
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if a := t.state.army(realm, o.Army); a != nil && a.march.at == at && !a.member() {
			out = append(out, game.InForce{Line: at.Line, What: t.forecast(a)})
			if a.march.kind == Trade {
				out = append(out, game.InForce{Line: at.Line, What: t.foreseeTrade(a)})
			}
		}
	})
	return out
}

// forecast walks an army's plan as far as it can be known.
func (t *turn) forecast(a *Army) phrase.Phrase {
	m := a.march
	army := phrase.Str("army", a.Name.String())
	command := phrase.Key("command", "command-"+string(rune(m.command)))
	if a.cargo() {
		return t.foreseeLanding(a, command)
	}
	if m.beyond {
		return phrase.P("forecast-beyond", army, command)
	}
	if !m.plan.steps(0) {
		if a.ranged() && m.command == Attack && a.sights() {
			return phrase.P("forecast-shoots", army, command, phrase.At("field", a.At), phrase.Num("gold", t.shotPrice(a)))
		}
		return phrase.P("forecast-stays", army, command, phrase.At("field", a.At))
	}
	view := game.View{Grid: t.grid, Origin: t.state.Realms[a.Realm].Origin}
	at, points, end := a.At, a.Points, "forecast-arrives"
	var weeks []byte
	for i, d := range m.plan {
		if d == 0 {
			continue
		}
		to, cost, stop := t.foresee(a, at, d, points)
		if stop != "" {
			end = stop
			break
		}
		if !t.receipt.clear.Has(at) || !t.receipt.clear.Has(to) {
			end = "forecast-dim"
		}
		at, points = to, points-cost
		if weeks != nil {
			weeks = append(weeks, ", "...)
		}
		weeks = append(weeks, 'W')
		weeks = strconv.AppendInt(weeks, int64(i+1), 10)
		weeks = append(weeks, ' ')
		weeks = view.AppendPlace(weeks, int64(at))
		weeks = append(weeks, " ("...)
		weeks = strconv.AppendInt(weeks, int64(points), 10)
		weeks = append(weeks, ')')
	}
	if end == boardsThere && weeks == nil {
		return phrase.P("forecast-boards-here", army, command, phrase.Str("fleet", m.special.Army.String()))
	}
	if end == boardsThere {
		return phrase.P("forecast-boards", army, command, phrase.Str("weeks", string(weeks)), phrase.Str("fleet", m.special.Army.String()))
	}
	if weeks == nil {
		return phrase.P("forecast-none", army, command, phrase.Key("end", end))
	}
	return phrase.P("forecast", army, command, phrase.Str("weeks", string(weeks)), phrase.Key("end", end))
}

// boardsThere ends a forecast where the next step leads aboard a fleet.
const boardsThere = "forecast-boards"

// foreseeLanding tells what an army aboard will do: sail along, and in which
// weeks it tries to land. Where its fleet will be then, its own line tells.
func (t *turn) foreseeLanding(a *Army, command phrase.Arg) phrase.Phrase {
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", a.Aboard.String())
	var weeks []byte
	for i, d := range a.march.plan {
		if d == 0 {
			continue
		}
		if weeks != nil {
			weeks = append(weeks, ", "...)
		}
		weeks = strconv.AppendInt(append(weeks, 'W'), int64(i+1), 10)
		weeks = append(weeks, ' ', '0'+byte(d))
	}
	if weeks == nil {
		return phrase.P("forecast-aboard", army, command, fleet)
	}
	return phrase.P("forecast-lands", army, command, fleet, phrase.Str("weeks", string(weeks)))
}

// foresee is one step of a forecast; stop says why it ends here.
func (t *turn) foresee(a *Army, at game.Place, d game.Direction, points int) (to game.Place, cost int, stop string) {
	if points <= 0 {
		return at, 0, "forecast-points"
	}
	to, cost, why := t.step(a.Realm, t.gait(a), at, d)
	switch {
	case why == shore && a.march.kind == Embark:
		return at, 0, boardsThere
	case why == worldsEnd && to != game.Nowhere && !t.receipt.seen.Has(to):
		return at, 0, "forecast-unknown"
	case why != "":
		return at, 0, "forecast-" + string(why)
	}
	if t.receipt.masked.Has(to) {
		return at, 0, "forecast-masked"
	}
	for _, b := range t.armiesAt(to) {
		if t.encounter(a, b, to) != passes {
			return at, 0, "forecast-met"
		}
	}
	return to, cost, ""
}
