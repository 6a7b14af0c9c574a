package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
)

// sight is what a realm knows.
func (w *World) sight(realm int) *sight.Sight { return sight.Of(w.state, realm, w.seen(realm)) }

// knownTo is the world as a realm knows it: what is told it ahead of a year is said of this one.
func (w *World) knownTo(realm int) *World {
	if w.state.Realm(realm) == nil {
		return w // who asks is told that he is not in the game
	}
	return &World{rules: w.rules, tables: w.tables, state: w.sight(realm).State()}
}

// Known is what a realm may know (§9.1, §9.2): the map, who owns what, glory and what realms are to each other;
// armies, garrisons, ships, natives and pirates in sight; of itself all.
func (w *World) Known(realm int) []byte {
	if w.state.Realm(realm) == nil {
		return nil
	}
	return frame.Known(sight.Schema, realm, w.sight(realm))
}

// OpenKnown reads what Known gave.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, sight.Schema, sight.Decode, r.opened)
}

func (r *Rulebook) opened(t *tables.Tables, k *sight.Sight) frame.Masked {
	return &opened{World: &World{rules: r, tables: t, state: k.State()}, realm: k.Own.Number}
}

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

// Template is the realm's.
func (o *opened) Template(realm int) string {
	if realm != o.realm || o.state.Over {
		return ""
	}
	return o.template(realm)
}

// Check reads a sheet of the realm's.
func (o *opened) Check(s game.Sheet) game.Checked {
	if s.Realm != o.realm {
		out, _ := frame.Receipt(o.rules.Language(), s, "not-in-game")
		return out
	}
	return o.check(s)
}
