package planner

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
)

// stands is a unit of the realm, without what it can do. With several trainings it shows no single arm.
func (d *desk) stands(u *realm.Unit) game.DeskArmy {
	card := realm.CardOf(d.Tables, u)
	out := game.DeskArmy{Name: d.Called(u), Kind: card.Card, Text: d.name(card.Key()), Look: looks[card.Card],
		At: d.label(u.At), Points: d.State.Steps(d.Tables, u), Idle: d.book.T("desk.idle")}
	if len(u.Symbols) > 1 {
		out.Arm = game.Mixed
	}
	return out
}

// army is a unit with what it can be told to do.
func (d *desk) army(u *realm.Unit) game.DeskArmy {
	out := d.stands(u)
	out.Actions = append(out.Actions, d.march(u))
	if u.Settler {
		return d.settler(u, out)
	}
	out.Actions = append(out.Actions, d.attack(u), d.train(u))
	return out
}

// march is a way of any length, of which the page asks March.
func (d *desk) march(u *realm.Unit) game.Action {
	return game.Action{Code: "march", Name: d.book.T("desk.march"), Why: d.stays(u),
		Draft: game.Draft{Letter: "A", Form: walks, Values: []string{d.Called(u), ""}},
		Fields: []game.Field{{Part: partWay, Most: d.State.Steps(d.Tables, u),
			Unit: d.book.T("desk.figure.speed")}}}
}

// stays is why a unit cannot walk at all: what the receipt says of each first step, if that is the same.
func (d *desk) stays(u *realm.Unit) *game.Said {
	var first phrase.Phrase
	for dir := game.Direction(1); dir <= 6; dir++ {
		no := d.Order('A', order.MoveOrder{Unit: turn.Own(u), Way: []game.Direction{dir}})
		if no.Code == "" || dir > 1 && no.Code != first.Code {
			return nil
		}
		first = no
	}
	return d.why(first)
}

// attack is a line at one of the fields that the unit reaches from where it stands.
func (d *desk) attack(u *realm.Unit) game.Action {
	out := game.Action{Code: "attack", Name: d.book.T("desk.attack"),
		Draft: game.Draft{Letter: "K", Values: []string{d.Called(u), ">", ""}}}
	field := game.Field{Part: partTargets}
	var first phrase.Phrase
	for at := range d.State.Terrain {
		place := game.Place(at)
		if int64(d.State.Grid.Distance(u.At, place)) > max(d.State.Arms(d.Tables, u).Reach, 1) {
			continue
		}
		x, y := realm.Column(d.State.Grid, place)
		no := d.Order('K', order.AttackOrder{Unit: turn.Own(u),
			Aim: order.Aim{Targets: []order.Field{{X: x, Y: y}}}})
		if no.Code == "" {
			field.Choices = append(field.Choices, game.Option{Value: d.label(place), Name: d.label(place)})
		} else if first.Code == "" {
			first = no
		}
	}
	if field.Choices == nil {
		if out.Why = d.why(phrase.P("desk.nobody", phrase.Str("unit", d.Called(u)))); busy[first.Code] {
			out.Why = d.why(first)
		}
		return out
	}
	out.Fields = []game.Field{field}
	return out
}

// busy are the reasons that keep a unit from attacking anybody.
var busy = map[string]bool{"attack-learning": true, "attack-building": true, "attack-working": true}

// train is a further symbol, on a training site.
func (d *desk) train(u *realm.Unit) game.Action {
	out := game.Action{Code: "train", Name: d.book.T("desk.train"),
		Draft: game.Draft{Letter: "R", Form: trains, Values: []string{d.Called(u), ""}}}
	field, free := game.Field{Part: partSymbol}, false
	for choice, symbol := range tables.Symbols {
		why := d.why(d.Order('R', order.TrainOrder{Unit: turn.Own(u), Symbol: symbol}))
		free = free || why == nil
		if why != nil && why.Code != "has-symbol" {
			out.Why = why
		}
		field.Choices = append(field.Choices, game.Option{Value: d.word('R', trains, partSymbol, choice),
			Name: d.name(symbol.Key()), Price: d.dice(d.Tables.Rules.TrainingCost), Why: why})
	}
	if free {
		out.Why = nil
	} else if out.Why == nil {
		out.Why = field.Choices[0].Why
	}
	out.Fields = []game.Field{field}
	return out
}

// settler adds what settlers do: build where they stand, or with a unit that they reach.
func (d *desk) settler(u *realm.Unit, out game.DeskArmy) game.DeskArmy {
	field := game.Field{Part: partBuilt}
	var same *game.Said
	free := false
	for choice, kind := range order.Built {
		why := d.why(d.Order('B', order.BuildOrder{Settler: turn.Own(u), Kind: kind}))
		free, same = free || why == nil, why
		field.Choices = append(field.Choices, game.Option{Value: d.word('B', 0, partBuilt, choice),
			Name: d.name(kind.Key()), Price: d.dice(d.Tables.BuildingOf(kind).Cost), Why: why})
	}
	if free {
		same = nil
	}
	out.Actions = append(out.Actions, game.Action{Code: "build", Name: d.book.T("desk.build"), Why: same,
		Draft: game.Draft{Letter: "B", Values: []string{d.Called(u), ""}}, Fields: []game.Field{field}})
	for choice, engine := range order.Engines {
		for _, f := range d.Roam(u, engine, nil) {
			if f.With == nil || !f.With.Has(tables.Shoe) && choice > 0 {
				continue
			}
			kind := engine
			draft := game.Draft{Letter: "A", Form: walks, Values: []string{d.Called(u), order.WayText(f.Way)}}
			switch {
			case f.With.Has(tables.Shoe):
				draft.Form = buildsWith
				draft.Values = append(draft.Values, d.word('A', buildsWith, partEngine, choice))
			case f.With.Has(tables.Bow):
				kind = tables.Fortress
			default:
				kind = tables.Trebuchet
			}
			out.Actions = append(out.Actions, game.Action{Code: "build-with", Draft: draft,
				Name: d.book.Say(phrase.P("desk.build-with", phrase.Key("building", kind.Key()),
					phrase.Str("unit", d.Called(f.With))))})
		}
	}
	return out
}
