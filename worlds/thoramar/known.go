package thoramar

import (
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/planner"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/turn"
)

var _ interface {
	game.Known
	game.Planner
} = (*learned)(nil)

// learned is a world as one realm knows it. The world's own receipts come from one too, so they say nothing that the
// realm could not know.
type learned struct {
	*realm.Known
	world *World // what is known, as a world, for all that needs nothing else
}

// Known is the encoding of what a realm knows.
func (w *World) Known(number int) []byte {
	if r := w.at.State.Realm(number); r == nil || number == 0 {
		return nil
	}
	k, room := w.rooms.Know(w.where(), w.at.Tables, number)
	defer w.rooms.GiveBack(room)
	return realm.EncodeKnown(k)
}

// Lend lends what a realm knows.
func (w *World) Lend(number int, use func(game.Known)) {
	if r := w.at.State.Realm(number); r == nil || number == 0 {
		return
	}
	k, room := w.rooms.Know(w.where(), w.at.Tables, number)
	defer w.rooms.GiveBack(room)
	use(w.learned(k))
}

// OpenKnown opens what World.Known returned.
func (r *Rulebook) OpenKnown(known, own []byte) (game.Known, error) {
	numbers, err := r.Effective(own)
	if err != nil {
		return nil, err
	}
	k, err := realm.DecodeKnown(known, numbers)
	if err != nil {
		return nil, fmt.Errorf("known: %w", err)
	}
	return (&World{at: realm.Position{Rules: r.Book, Tables: numbers}, rooms: r.rooms}).learned(k), nil
}

// Asked says which turn awaits orders.
func (l *learned) Asked() game.Asked { return l.world.Asked() }

// Title names the turn that awaits orders.
func (l *learned) Title(lang phrase.Lang) string { return l.world.Title(lang) }

// Realms lists all realms.
func (l *learned) Realms() []game.Realm { return l.world.Realms() }

// Merge merges two sheets as the world does.
func (l *learned) Merge(earlier, later game.Sheet) game.Sheet { return l.world.Merge(earlier, later) }

// Template is the realm's own template.
func (l *learned) Template(number int) string {
	if number != l.Number {
		return ""
	}
	return l.world.Template(number)
}

// Guide is the realm's own guide.
func (l *learned) Guide(number int, lang phrase.Lang) (none game.Guide) {
	if number != l.Number {
		return none
	}
	return l.world.Guide(number, lang)
}

// Chart is the realm's own chart.
func (l *learned) Chart(number int, lang phrase.Lang) *game.Chart {
	if number != l.Number {
		return nil
	}
	return report.Chart(l.world.at, number, l.Known, lang)
}

// Adjustments are the realm's own adjustments.
func (l *learned) Adjustments(number int) []game.Adjustment {
	if number != l.Number {
		return nil
	}
	return l.world.Adjustments(number)
}

// Check is the receipt of the realm's own sheet.
func (l *learned) Check(in game.Sheet) game.Checked {
	file := in.Orders(l.world.at.Rules.Language())
	out := game.Checked{Problems: append([]orders.Problem(nil), file.Problems...)}
	if in.Realm != l.Number || l.State.Realms[in.Realm].Fallen {
		return turn.NotInGame(in.Realm, out)
	}
	l.lend(func(k turn.Lent) { out = turn.Check(k, in.Text, file, out) })
	return out
}

// Desk is what the realm itself can order.
func (l *learned) Desk(number int, lang phrase.Lang) (out game.Desk) {
	if number == l.Number && l.State.Realms[number].Fallen {
		out.Kinds = planner.Kinds(l.world.at, lang)
	}
	l.plan(number, func(k turn.Lent) { out = planner.New(k, lang) })
	return out
}

// Raised are the armies that a sheet makes before week 1.
func (l *learned) Raised(in game.Sheet, lang phrase.Lang) (out []game.DeskArmy) {
	var made turn.Made
	l.plan(in.Realm, func(k turn.Lent) { made = turn.Raised(k, in.Orders(l.world.at.Rules.Language()).Lines) })
	if made.Any() {
		l.lend(func(k turn.Lent) { out = planner.Raised(k, made, lang) })
	}
	return out
}

// Units is nil: what orders raise takes no room from what else can be raised.
func (l *learned) Units(game.Sheet, phrase.Lang) []game.Unit { return nil }

// plan lends what is known to the realm itself, if it has not fallen.
func (l *learned) plan(number int, use func(turn.Lent)) {
	if number == l.Number && !l.State.Realms[number].Fallen {
		l.lend(use)
	}
}

// lend hands out a copy of what is known.
func (l *learned) lend(use func(turn.Lent)) {
	room := l.world.rooms.Take()
	defer l.world.rooms.GiveBack(room)
	use(l.lent(room))
}

func (l *learned) lent(room *realm.Room) turn.Lent {
	return turn.Lent{World: l.world.at, Known: l.Clone(room), Room: room}
}

// learned is the world as a realm knows it, with the same tables.
func (w *World) learned(k *realm.Known) *learned { return &learned{k, w.with(k.State)} }

// March is how far a mover comes, as far as the realm can know.
func (l *learned) March(number int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	l.plan(number, func(k turn.Lent) { out = planner.March(k, m, way, text, lang) })
	return out
}

// Reach is where a mover can come, as far as the realm can know.
func (l *learned) Reach(number int, m game.Mover, text string) (out []game.Reached) {
	l.plan(number, func(k turn.Lent) { out = planner.Reach(k, m, text) })
	return out
}

// Survey is what the realm knows of free land.
func (l *learned) Survey(number int, at string, lang phrase.Lang) (out []game.Amount) {
	l.plan(number, func(k turn.Lent) { out = planner.Survey(k, at, lang) })
	return out
}
