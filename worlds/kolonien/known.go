package kolonien

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/desk"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
)

// Known is what a realm may know (§9.1, §9.2): the map, who owns what, glory, and what realms are to each other. In
// sight it is armies, garrisons, ships, natives and pirates, and about the realm itself everything.
func (w *World) Known(realm int) []byte {
	if w.at.State.Realm(realm) == nil {
		return nil
	}
	return frame.Known(sight.Schema, realm, sight.Of(w.at.State, realm))
}

// OpenKnown reads what Known returned.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, sight.Schema, sight.Decode, r.opened)
}

func (r *Rulebook) opened(t *tables.Tables, k *sight.Sight) frame.Masked {
	return &opened{World: &World{at: realm.Position{Rules: r.Book, Tables: t, State: k.State()}}, realm: k.Own.Number}
}

var _ game.Raiser = (*opened)(nil)

// opened is the world as one realm knows it, for that realm alone.
type opened struct {
	*World
	realm int
}

// Known is what the realm knows, as it was opened.
func (o *opened) Known(realm int) []byte {
	if realm != o.realm {
		return nil
	}
	return o.World.Known(realm)
}

// Template is the realm's own template.
func (o *opened) Template(realm int) string {
	if realm != o.realm {
		return ""
	}
	return report.Template(o.at, realm)
}

// Check reads a sheet of the realm.
func (o *opened) Check(s game.Sheet) game.Checked {
	if s.Realm != o.realm {
		out, _ := frame.Receipt(o.at.Rules.Language(), s, "not-in-game")
		return out
	}
	return turn.Check(o.at, s)
}

// Stages are the realm's own stages.
func (o *opened) Stages(number int, facts game.Facts, at game.Stand, lang phrase.Lang) []game.Stage {
	if number != o.realm {
		return nil
	}
	return o.World.Stages(number, facts, at, lang)
}

// Desk is what the realm itself can order.
func (o *opened) Desk(number int, lang phrase.Lang) (out game.Desk) {
	switch {
	case o.plans(number):
		out = desk.Of(o.at, number, lang)
	case number == o.realm:
		out.Kinds = desk.Kinds(o.at, lang)
	}
	return out
}

// March is how far a mover comes, as far as the realm can know.
func (o *opened) March(number int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if o.plans(number) {
		out = desk.March(o.at, game.Sheet{Realm: number, Text: text}, m, way, lang)
	}
	return out
}

// Reach is where a mover can come, as far as the realm can know.
func (o *opened) Reach(number int, m game.Mover, text string) (out []game.Reached) {
	if o.plans(number) {
		out = desk.Reach(o.at, game.Sheet{Realm: number, Text: text}, m)
	}
	return out
}

// Survey is what the realm knows of free land.
func (o *opened) Survey(number int, at string, lang phrase.Lang) (out []game.Amount) {
	if o.plans(number) {
		out = desk.Survey(o.at, number, at, lang)
	}
	return out
}

// Raised are the armies that a sheet makes or gives something else to do.
func (o *opened) Raised(in game.Sheet, lang phrase.Lang) (out []game.DeskArmy) {
	if o.plans(in.Realm) {
		out = desk.Raised(o.at, in, lang)
	}
	return out
}

// Units are what can still be raised under the orders of a sheet.
func (o *opened) Units(in game.Sheet, lang phrase.Lang) (out []game.Unit) {
	if o.plans(in.Realm) {
		out = desk.Units(o.at, in, lang)
	}
	return out
}

// plans reports whether orders of a realm are awaited that the opened one may ask about.
func (o *opened) plans(number int) bool { return number == o.realm && !o.at.State.Over }
