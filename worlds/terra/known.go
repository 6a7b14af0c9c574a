package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/desk"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/report"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
	"weltentor/worlds/terra/turn"
)

var _ game.Planner = (*opened)(nil)

// Known is what a nation may know: the size of the map, all nations' treasury, income, record and number of fields,
// the fields, garrisons and armies in sight, and its own battles.
func (w *World) Known(nation int) []byte {
	if w.at.State.Realm(nation) == nil {
		return nil
	}
	return frame.Known(sight.Schema, nation, sight.Of(w.at, nation))
}

// OpenKnown reads what Known returned.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, sight.Schema, sight.Decode, r.opened)
}

// opened is the world made from what a nation knows.
func (r *Rulebook) opened(t *tables.Tables, k *sight.Sight) frame.Masked {
	at := realm.Position{Rules: r.Book, Tables: t, State: k.State()}
	return &opened{World: &World{at: at}, known: k, nation: k.Own.Number}
}

// opened is the world as one nation knows it, for that nation alone.
type opened struct {
	*World
	known  *sight.Sight
	nation int
}

// Known is what the nation knows, as it was opened.
func (o *opened) Known(nation int) []byte {
	if nation != o.nation {
		return nil
	}
	k := sight.Of(o.at, nation)
	k.Recall(o.known)
	return frame.Known(sight.Schema, nation, k)
}

// Asked is the world's, without what the nation does not know: who else may be silent.
func (o *opened) Asked() game.Asked { return o.World.Asked().To(o.nation) }

// Template is the nation's own template.
func (o *opened) Template(nation int) string {
	if nation != o.nation {
		return ""
	}
	return report.Template(o.at, nation)
}

// Check reads a sheet of the nation.
func (o *opened) Check(s game.Sheet) game.Checked {
	if s.Realm != o.nation {
		out, _ := frame.Receipt(o.at.Rules.Language(), s, "not-in-game")
		return out
	}
	return turn.Check(o.at, s)
}

// Merge merges two sheets of the nation.
func (o *opened) Merge(earlier, later game.Sheet) game.Sheet {
	if later.Realm != o.nation {
		return later
	}
	return turn.Merge(o.at, earlier, later)
}

// plans reports whether a nation is the reader, and still in the campaign.
func (o *opened) plans(nation int) bool { return nation == o.nation && !o.at.State.Over }

// Desk is what the nation can order.
func (o *opened) Desk(nation int, lang phrase.Lang) game.Desk {
	switch {
	case o.plans(nation):
		return desk.Of(o.at, nation, lang)
	case nation == o.nation:
		return game.Desk{Kinds: desk.Kinds(o.at, lang)}
	}
	return game.Desk{}
}

// March is how far a mover comes, as far as the nation can know.
func (o *opened) March(nation int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) game.March {
	if !o.plans(nation) {
		return game.March{}
	}
	return desk.March(o.at, game.Sheet{Realm: nation, Text: text}, m, way, lang)
}

// Reach is where a mover can come, as far as the nation can know.
func (o *opened) Reach(nation int, m game.Mover, text string) []game.Reached {
	if !o.plans(nation) {
		return nil
	}
	return desk.Reach(o.at, game.Sheet{Realm: nation, Text: text}, m)
}

// Survey is what the nation knows of free land.
func (o *opened) Survey(nation int, at string, lang phrase.Lang) []game.Amount {
	if !o.plans(nation) {
		return nil
	}
	return desk.Survey(o.at, nation, at, lang)
}
