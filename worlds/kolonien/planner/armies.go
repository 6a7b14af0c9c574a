package planner

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// The forms of $A that a desk begins.
const (
	formMoves     = 0
	formEmbarks   = 1
	formJoins     = 2
	formTransfers = 3

	partGoal    = 1
	partKind    = 2
	partCounted = 3
)

// armies lists the leaders with their armies, then the fleets.
func (d *desk) armies() []game.DeskArmy {
	out := d.leaders()
	for i := range d.r.Fleets {
		f := &d.r.Fleets[i]
		out = append(out, game.DeskArmy{Name: d.fleet(f.Number), Kind: "fleet", Text: d.name("desk.kind.fleet"),
			Look: shipLook, At: label(f.At), Men: int64(f.Ships.Count()), Points: int64(d.Tables.Rules.FleetSteps),
			Idle: d.book.T("desk.idle"), Members: d.aboard(f.Number), Actions: d.sails(f)})
	}
	return out
}

// aboard names the leaders aboard a fleet.
func (d *desk) aboard(fleet int) (out []string) {
	for _, l := range d.r.Aboard(fleet) {
		out = append(out, l.Name)
	}
	return out
}

// leaders lists the leaders with their armies.
func (d *desk) leaders() (out []game.DeskArmy) {
	for i := range d.r.Leaders {
		l := &d.r.Leaders[i]
		army := game.DeskArmy{Name: l.Name, Kind: "leader", Text: d.name("desk.kind.leader"),
			Look: game.Look{Arm: game.Mixed}, At: label(l.At), Men: int64(l.Units()), Idle: d.book.T("desk.idle")}
		if l.Aboard > 0 {
			army.In = d.fleet(l.Aboard)
		} else {
			army.Points = 1
		}
		if course := d.Course(l.Name, 0); len(course) > 0 && d.VoyageOf(l).Fleet > 0 {
			army.To = label(course[len(course)-1])
		}
		army.Actions = d.leads(l)
		out = append(out, army)
	}
	return out
}

// action is an action of a line of $A.
func (d *desk) action(code string, form int, values ...string) game.Action {
	return game.Action{Code: code, Name: d.book.T("desk." + code), Draft: line(form, values...)}
}

// line is a line of $A.
func line(form int, values ...string) game.Draft {
	return game.Draft{Letter: "A", Form: form, Values: values}
}

// landing is the line with which a leader lands from a fleet; "": any leader's.
func (d *desk) landing(leader string, fleet int) game.Draft {
	return line(formEmbarks, leader, order.LandWord.In(d.book.Lang), d.fleet(fleet))
}

// leads are what a leader can be told to do.
func (d *desk) leads(l *realm.Leader) (out []game.Action) {
	if v := d.VoyageOf(l); d.r.Fleet(v.Fleet) != nil {
		if out = d.goesAshore(l, v); l.Aboard > 0 {
			return out
		}
	}
	var goals []game.Option
	for _, at := range d.State.Areas[l.At-1].Beside {
		if d.State.Areas[at-1].Ground == realm.Sea {
			continue
		}
		why := d.Order(order.MoveOrder{Leader: l.Name, Area: at}).Why
		goals = append(goals, game.Option{Value: label(at), Name: label(at), Why: d.why(why)})
	}
	if goals != nil {
		march := d.action("march", formMoves, l.Name, "")
		march.Fields = []game.Field{{Part: partGoal, Choices: goals}}
		out = append(out, march)
	}
	if d.Order(order.MoveOrder{Leader: l.Name, Area: l.At}).Why.Code == "" {
		out = append(out, d.action("attack", formMoves, l.Name, label(l.At)))
	}
	for i := range d.r.Fleets {
		if f := &d.r.Fleets[i]; f.At == l.At {
			embark := d.action("embark", formEmbarks, l.Name, order.EmbarkWord.In(d.book.Lang), d.fleet(f.Number))
			embark.Name += " " + d.fleet(f.Number)
			embark.Before = []game.Draft{line(formMoves, d.fleet(f.Number), "")} // it takes only those aboard
			embark.Ends = []game.Draft{d.landing(l.Name, f.Number)}
			embark.Why = d.why(d.Order(order.EmbarkOrder{Leader: l.Name, Fleet: f.Number}).Why)
			out = append(out, embark)
		}
	}
	if c := d.State.Areas[l.At-1].Colony; c != nil && c.Owner == d.Realm {
		out = append(out, d.exchanges("take", order.TakeWord, l, &c.Garrison)...)
		out = append(out, d.exchanges("give", order.GiveWord, l, &l.Troops)...)
	}
	return out
}

// goesAshore are the ways in which a leader lands: where his fleet is when he does, and wherever it can take him.
func (d *desk) goesAshore(l *realm.Leader, v turn.Voyage) []game.Action {
	lands := order.EmbarkOrder{Leader: l.Name, Land: true, Fleet: v.Fleet}
	here := d.action("land", formEmbarks, d.landing(l.Name, v.Fleet).Values...)
	here.Beside = l.Aboard == 0 // his line that goes aboard stays
	here.Why = d.why(d.Order(slices.Concat(v.Boards, v.Sails, []orders.Order{lands})...).Why)
	var goals []game.Option
	out := []game.Action{here}
	if l.Aboard == 0 && v.Sails == nil {
		out = nil // he is ashore already
	}
	for _, at := range d.around(d.r.Fleet(v.Fleet).At, d.Tables.Rules.FleetSteps) {
		if d.State.Areas[at-1].Ground != realm.Sea && d.Order(d.to(l, nil, at)...).Why.Code == "" {
			goals = append(goals, game.Option{Value: label(at), Name: label(at)})
		}
	}
	if goals == nil {
		return out
	}
	sails := d.action("land", formMoves, d.fleet(v.Fleet), "")
	sails.Name, sails.Then = d.book.T("desk.land-in"), []game.Draft{here.Draft}
	sails.Fields = []game.Field{{Part: partGoal, Choices: goals, Says: d.reaches("desk.lands", v.Fleet)}}
	if here.Why == nil {
		return append(out, sails)
	}
	return append([]game.Action{sails}, out...)
}

// reaches says what the areas are among which a voyage chooses.
func (d *desk) reaches(code string, fleet int) string {
	return d.book.Say(phrase.P(code, phrase.Str("fleet", d.fleet(fleet)), phrase.Num("steps", d.Tables.Rules.FleetSteps)))
}

// exchanges is giving units to the garrison, or taking some from it, before the leader leaves it.
func (d *desk) exchanges(code string, verb rulekit.Word, l *realm.Leader, have *tables.Troops) []game.Action {
	var kinds []game.Option
	most := 0
	for k := range tables.Raised {
		if have[k] == 0 {
			continue
		}
		most = max(most, have[k])
		why := d.Order(order.TransferOrder{Leader: l.Name, Give: code == "give", Kind: k, Count: 1}).Why
		kinds = append(kinds, game.Option{Value: k.Code(), Why: d.why(why),
			Name: strconv.Itoa(have[k]) + " " + d.book.T("legend.unit."+k.Code())})
	}
	if kinds == nil {
		return nil
	}
	action := d.action(code, formTransfers, l.Name, verb.In(d.book.Lang), "", "", "")
	action.Beside = true
	action.Before = []game.Draft{line(formMoves, l.Name, ""), line(formEmbarks, l.Name, "", "")}
	for i := range d.r.Fleets {
		if f := &d.r.Fleets[i]; f.At == l.At { // he may board it later
			action.Before = append(action.Before, line(formMoves, d.fleet(f.Number), ""))
		}
	}
	action.Fields = []game.Field{{Part: partKind, Choices: kinds},
		{Part: partCounted, Least: 1, Most: int64(min(most, order.MostUnits))}}
	return []game.Action{action}
}

// sails are what a fleet can be told to do.
func (d *desk) sails(f *realm.Fleet) (out []game.Action) {
	var goals []game.Option
	for _, at := range d.around(f.At, d.Tables.Rules.FleetSteps) {
		if d.Order(order.SailOrder{Fleet: f.Number, Area: at}).Why.Code == "" {
			goals = append(goals, game.Option{Value: label(at), Name: label(at)})
		}
	}
	if goals != nil {
		sail := d.action("march", formMoves, d.fleet(f.Number), "")
		sail.Name = d.book.T("desk.sail")
		sail.Fields = []game.Field{{Part: partGoal, Choices: goals, Says: d.reaches("desk.sails", f.Number)}}
		sail.Ends = []game.Draft{d.landing("", f.Number)}
		out = append(out, sail)
	}
	if d.Order(order.SailOrder{Fleet: f.Number, Area: f.At}).Why.Code == "" {
		out = append(out, d.action("attack", formMoves, d.fleet(f.Number), label(f.At)))
	}
	for i := range d.r.Fleets {
		if g := &d.r.Fleets[i]; g != f && g.At == f.At {
			join := d.action("join", formJoins, d.fleet(f.Number), order.JoinWord.In(d.book.Lang), d.fleet(g.Number))
			join.Name += " " + d.fleet(g.Number)
			join.Why = d.why(d.Order(order.JoinOrder{Fleet: f.Number, To: g.Number}).Why)
			out = append(out, join)
		}
	}
	return out
}
