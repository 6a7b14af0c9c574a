// Package planner says as values what a nation can order, for a page that counts no rules itself: commands, ways and
// reasons. It answers from what the nation knows (law 6). Each reason is what the receipt's own phases say when they
// play the order, so no rule is written twice. Begin with Planner.
package planner

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
	"weltentor/worlds/terra/turn"
)

// The forms of $A that a desk uses, the part of their lines with the steps, and the form of $S for a release.
const (
	commands  = 0
	relieves  = 4
	partSteps = 2
	releases  = 1
)

// desk is a game.Desk in the making.
type desk struct {
	realm.Position
	nation int
	book   *phrase.Book
	view   game.View
}

func of(p realm.Position, nation int, lang phrase.Lang) *desk {
	return &desk{p, nation, p.Rules.Words(lang), p.State.View(nation)}
}

// Planner answers for the nation that knows a position, as a game.Planner. Of others it says nothing.
type Planner struct {
	realm.Position
	Nation int
}

// Plans reports whether a nation is the reader, and still in the campaign.
func (p Planner) Plans(nation int) bool { return nation == p.Nation && !p.State.Over }

// Desk is what the nation can order. In the phase of results no army can be commanded.
func (p Planner) Desk(nation int, lang phrase.Lang) game.Desk {
	switch {
	case nation != p.Nation:
		return game.Desk{}
	case !p.Plans(nation):
		return game.Desk{Kinds: kinds(p.Position, lang)}
	}
	d := of(p.Position, nation, lang)
	held := p.State.Realms[nation-1].Treasury
	if p.State.Phase == realm.InOrders {
		held = turn.Try(p.Position, nation, "", order.ArmyOrder{}).State.Realms[nation-1].Treasury
	}
	out := game.Desk{Purse: []game.Amount{{Code: turn.Points, Name: d.book.T("desk-points"), Amount: held}},
		Kinds: kinds(p.Position, lang), Shows: "status"}
	if p.State.Phase == realm.InOrders {
		for i := range p.State.Realms[nation-1].Armies {
			if a := &p.State.Realms[nation-1].Armies[i]; !a.Off() {
				out.Armies = append(out.Armies, d.army(i+1, a))
			}
		}
	}
	out.Actions = []game.Action{{Code: "release", Name: d.book.T("desk-release"), Draft: game.Draft{Letter: "S",
		Form: releases, Values: []string{order.SetRelease.In(lang), ""}}}}
	return out
}

// kinds are how armies are called and drawn. Reports call them by their numbers.
func kinds(p realm.Position, lang phrase.Lang) map[string]game.ArmyKind {
	out, book := map[string]game.ArmyKind{}, p.Rules.Words(lang)
	for i := range p.State.Realms {
		for k := range p.State.Realms[i].Armies {
			out[strconv.Itoa(k+1)] = game.ArmyKind{Name: book.T("desk-army"), Look: game.Look{Arm: game.Mixed}}
		}
	}
	return out
}

// label is a field as the nation counts it.
func (d *desk) label(p game.Place) string {
	x, y := d.view.Grid.Relative(d.view.Origin, p)
	return game.Counted(x, y)
}

// why is a reason for the reader; nil: there is none.
func (d *desk) why(what phrase.Phrase) *game.Said { return rulekit.Why(d.book, d.view, what) }

// codes are the commands with the codes of their actions, the commonest first: Advance is what an army does without an
// order, and the one that may conquer with its whole strength.
var codes = []struct {
	command tables.Command
	code    string
}{{tables.Advance, "advance"}, {tables.March, "hurry"}, {tables.Hold, "hold"}, {tables.Scout, "scout"},
	{tables.Patrol, "patrol"}, {tables.Support, "support"}, {tables.Forage, "forage"}}

// army is an army on the map.
func (d *desk) army(number int, a *realm.Army) game.DeskArmy {
	name := strconv.Itoa(number)
	out := game.DeskArmy{Name: name, Kind: name, Text: d.book.T("desk-army"), Look: game.Look{Arm: game.Mixed},
		At: d.label(a.At), Points: int64(d.Tables.Command[tables.Advance].Moves), Idle: d.book.T("desk-idle")}
	for _, c := range codes {
		row := &d.Tables.Command[c.command]
		action := game.Action{Code: c.code, Name: phrase.Capital(d.book.T("command." + row.Code)),
			Why: d.why(turn.Try(d.Position, d.nation, "", order.ArmyOrder{Army: number, Command: c.command}).Why()),
			Draft: game.Draft{Letter: "A", Form: commands,
				Values: []string{name, order.CommandWords[c.command].In(d.book.Lang), ""}}}
		if row.Moves > 0 {
			action.Fields = []game.Field{{Part: partSteps, Most: int64(row.Moves), Unit: d.book.T("desk-moves")}}
		}
		out.Actions = append(out.Actions, action)
	}
	relief := turn.Try(d.Position, d.nation, "", order.ArmyOrder{Army: number, Command: tables.Advance,
		Relief: order.Full})
	why := relief.Why()
	for _, doubt := range relief.Doubts() {
		if doubt.Code == "relief-none" {
			why = doubt
		}
	}
	values := []string{name, order.ReliefWord.In(d.book.Lang), order.FullWord.In(d.book.Lang)}
	out.Actions = append(out.Actions, game.Action{Code: "relief", Name: d.book.T("desk-relief"), Why: d.why(why),
		Draft: game.Draft{Letter: "A", Form: relieves, Values: values}})
	return out
}
