package turn

import (
	"cmp"
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Forecasts says for each of a realm's army lines what is in force, in the order of the file: the command, and week by
// week where the army would be and what points it would have left. It runs after the phases before week 1, over a
// state that has no more than the realm knows, with the steps of the turn itself (law 8). It says so if the army walks
// over ground that the realm does not see now: roads, bridges, walls and owners there are not known.
func Forecasts(t *realm.Turn, number int) []game.InForce {
	var out []game.InForce
	trials := newTrials(t, number)
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.ArmyOrder) {
		if a := t.State.Army(number, o.Army); a != nil && a.March.At == at && !a.Member() {
			out = append(out, game.InForce{Line: at.Line, What: forecast(t, a)})
			if what, ok := foreseeFirst(t, a); ok {
				out = append(out, game.InForce{Line: at.Line, What: what})
			}
			if what, ok := trials.odds(a); ok {
				out = append(out, game.InForce{Line: at.Line, What: what})
			}
			out = append(out, foreseeRest(t, a)...)
			if what, ok := foreseeTrade(t, a); ok {
				out = append(out, game.InForce{Line: at.Line, What: what})
			}
		}
	})
	return out
}

// forecast follows an army's plan as far as it can be known.
func forecast(t *realm.Turn, a *realm.Army) phrase.Phrase {
	m := a.March
	army := phrase.Str("army", a.Name.String())
	command := phrase.Key("command", "command-"+string(rune(m.Command)))
	if a.Cargo() {
		return foreseeAboard(t, a, command)
	}
	switch {
	case m.Shatters():
		return phrase.P("forecast-shatters", army)
	case m.Beyond:
		return phrase.P("forecast-beyond", army, command)
	case !m.Plan.Steps(0):
		return foreseeStay(t, a, command)
	}
	w := walkOf(t, a)
	end := phrase.Key("end", w.end)
	if !w.stop && w.dim != "" {
		end = phrase.Key("end", w.dim)
	}
	switch {
	case w.end == boardsThere:
		return foreseeBoarding(t, a, &w, command)
	case w.weeks != nil:
		return phrase.P("forecast", append(w.met, army, command, phrase.Str("weeks", string(w.weeks)), end)...)
	case w.end == fightsThere || w.end == attackedThere || w.end == fightsStranger:
		return phrase.P("forecast-at-once", append(w.met, army, command, end)...)
	}
	return phrase.P("forecast-none", append(w.met, army, command, end)...)
}

// foreseeStay is the forecast of an army without a step. As far as a realm knows, only the wild, and demons that obey
// nobody, attack an army that has no attacking order.
func foreseeStay(t *realm.Turn, a *realm.Army, command phrase.Arg) phrase.Phrase {
	army, field, foes := phrase.Str("army", a.Name.String()), phrase.At("field", a.At), foreseenFoes(t, a, a.At)
	switch attacks := a.Attacks(); {
	case !a.Sights():
	case foes != "" && attacks:
		return phrase.P("forecast-falls-upon", army, command, field, phrase.Str("other", foes))
	case a.Ranged() && a.March.Command == realm.Attack && attacks:
		return phrase.P("forecast-shoots", army, command, field, phrase.Num("gold", fight.ShotPrice(t, a)))
	case foes != "":
		return phrase.P("forecast-stays-attacked", army, command, field, phrase.Str("other", foes))
	}
	return phrase.P("forecast-stays", army, command, field)
}

// foreseeFirst says that an army with a way fights somebody in its own field before its first step. The fight costs
// that step, unless it sweeps the field.
func foreseeFirst(t *realm.Turn, a *realm.Army) (phrase.Phrase, bool) {
	if a.Cargo() || a.March.Beyond || !a.March.Plan.Steps(0) {
		return phrase.Phrase{}, false
	}
	foes := foreseenFoes(t, a, a.At)
	return phrase.P("forecast-first", phrase.Str("army", a.Name.String()), phrase.At("field", a.At),
		phrase.Str("other", foes)), foes != ""
}

// walk is an army's plan as far as it can be known.
type walk struct {
	at     game.Place
	points int
	weeks  []byte // the field of each week, and the points after it
	end    string // the key of the sentence that says why it ends there
	dim    string // of the one that says what is not known of the way; "": all is known
	met    []phrase.Arg
	left   []leaving
	paces  []Pace
	stop   bool // it ends before its plan does

	spots   [realm.Weeks]game.Place // where it is at the end of each week
	sure    int                     // how many weeks of spots are sure
	stopped int                     // the week, from 0, in which it ends before its plan does
	next    game.Place              // and the field that it was to enter then
}

// The ends of a walk that meets somebody.
const (
	fightsThere    = "forecast-fights"
	attackedThere  = "forecast-attacked" // by those whom it meets; its own order is peaceful
	fightsStranger = "forecast-fights-stranger"
)

// walkOf follows an army's plan.
func walkOf(t *realm.Turn, a *realm.Army) walk {
	view := game.View{Grid: t.Grid, Origin: t.State.Realms[a.Realm].Origin}
	w := walk{at: a.At, points: a.Points, end: "forecast-arrives", sure: realm.Weeks,
		paces: make([]Pace, 0, realm.Weeks)}
	bare := 0
	for i, d := range a.March.Plan {
		w.spots[i] = w.at
		if d == 0 {
			w.paces = append(w.paces, Pace{Week: i + 1, At: w.at, Left: w.points})
			continue
		}
		to, cost, stop := Foresee(t, a, w.at, d, w.points, &bare)
		if stop == "" || stop == boardsThere {
			w.left = append(w.left, leaving{week: i + 1, at: w.at, ford: t.Ford(w.at, d)})
		}
		if stop != "" {
			w.end, w.stop, w.stopped, w.next = stop, true, i, t.Grid.Step(w.at, d)
			if stop == "forecast-"+string(realm.Roadless) && !t.Receipt.KnowsEdge(w.at, w.next) {
				w.dim = "forecast-dim"
			}
			if w.sure = i; unreached[stop] != "" && stop != "forecast-unknown" { // the plan breaks off, and it stays
				w.sure = realm.Weeks
				for week := i; week < realm.Weeks; week++ {
					w.spots[week] = w.at
				}
			}
			w.met = []phrase.Arg{phrase.Num("week", i+1), phrase.At("spot", w.next),
				phrase.Str("other", foreseenFoes(t, a, w.next))}
			if stop == "forecast-unknown" {
				// it only counts where the plan leads on, since nobody knows what is there
				x, y := t.Grid.Along(view.Origin, w.at, a.March.Plan[i:])
				w.met = append(w.met, phrase.XY("goal", x, y))
			}
			break
		}
		dim := ""
		switch k := t.Receipt; {
		case a.Name.Ship() && !k.Clear.Has(to): // no edge matters at sea
			dim = "forecast-dim-sea"
		case !a.Name.Ship() && (!k.Clear.Has(w.at) || !k.Clear.Has(to) || !k.KnowsEdge(w.at, to)):
			dim = "forecast-dim"
		}
		w.dim = cmp.Or(dim, w.dim)
		w.paces = append(w.paces, Pace{Week: i + 1, At: to, Cost: cost, Left: w.points - cost, Dim: dim})
		w.at, w.points = to, w.points-cost
		w.spots[i] = to
		if w.weeks != nil {
			w.weeks = append(w.weeks, ", "...)
		}
		w.weeks = fmt.Appendf(w.weeks, "W%d %s (%d)", i+1, view.AppendPlace(nil, int64(to)), w.points)
	}
	w.trade(t, a)
	return w
}

// foreseenFoes names those who would fight the army in a field or, if nobody would, those who would stop it.
func foreseenFoes(t *realm.Turn, a *realm.Army, at game.Place) string {
	var foes, others []string
	if at == game.Nowhere {
		return ""
	}
	for _, b := range t.ArmiesAt(at) {
		switch march.Encounter(t, a, b, at) {
		case fight.Fights:
			foes = append(foes, sight.NameFor(t, a.Realm, b))
		case fight.Stops:
			others = append(others, sight.NameFor(t, a.Realm, b))
		}
	}
	if foes == nil && at != a.At {
		foes = others
	}
	return strings.Join(foes, ", ")
}

// boardsThere ends a forecast whose next step leads aboard a fleet.
const boardsThere = "forecast-boards"

// Foresee is one step of a forecast. stop says why it ends here. bare counts the steps without a road.
func Foresee(t *realm.Turn, a *realm.Army, at game.Place, d game.Direction, points int, bare *int) (to game.Place,
	cost int, stop string) {
	if points <= 0 {
		return at, 0, "forecast-points"
	}
	to, cost, why := t.Step(a.Realm, t.Gait(a), at, d)
	switch {
	case (why == "" || why == realm.Shore && a.March.Kind == realm.Embark) && t.Bogged(a, at, d, *bare):
		return at, 0, "forecast-" + string(realm.Roadless)
	case why == realm.Shore && a.March.Kind == realm.Embark && march.MayBoard(t, a):
		return at, 0, boardsThere
	case why == realm.WorldsEnd && to != game.Nowhere && !t.Receipt.Seen.Has(to):
		return at, 0, "forecast-unknown"
	case why != "":
		return at, 0, "forecast-" + string(why)
	}
	if stop = foreseeMeeting(t, a, to); stop != "" {
		return at, 0, stop
	}
	if !t.Field(at).Roads.Has(d) {
		*bare++
	}
	return to, cost, ""
}

// foreseeMeeting says whom an army would meet in a field that it enters, or "" if nobody there hinders it.
func foreseeMeeting(t *realm.Turn, a *realm.Army, to game.Place) (stop string) {
	for _, b := range t.ArmiesAt(to) {
		switch march.Encounter(t, a, b, to) {
		case fight.Fights:
			if a.Attacks() {
				return fightsThere
			}
			return attackedThere
		case fight.Stops:
			if stop = "forecast-met"; b.Realm != 0 && t.State.Treaty(a.Realm, b.Realm) == realm.NoTreaty {
				stop = "forecast-met-unsure" // nobody knows others' orders
			}
		}
	}
	switch {
	case stop == "" && t.Receipt.Masked.Has(to) && a.Attacks():
		return fightsStranger
	case stop == "" && t.Receipt.Masked.Has(to):
		return "forecast-masked"
	}
	return stop
}
