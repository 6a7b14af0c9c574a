package belagerung

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/desk"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/sight"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// learned is the world as a realm knows it: the whole board. Only the realm itself plans with it.
type learned struct {
	*World
	realm int
}

var (
	_ game.Raiser   = (*learned)(nil)
	_ game.Musterer = (*learned)(nil)
)

// Known is what a realm knows: the whole board.
func (w *World) Known(whose int) []byte {
	if w.at.State.Realm(whose) == nil {
		return nil
	}
	return frame.Known(sight.Schema, whose, sight.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, rules []byte) (game.Known, error) {
	k, err := frame.OpenKnown(r.Book, known, rules, sight.Schema, realm.Decode,
		func(t *tables.Tables, s *realm.State) frame.Masked { return r.opened(t, s) })
	if err != nil {
		return nil, err
	}
	return &learned{k.(*World), frame.Reader(known)}, nil
}

// plans reports whether a realm is the reader, and orders now.
func (l *learned) plans(whose int) bool {
	return whose == l.realm && whose == l.at.State.Next && !l.at.State.Over
}

// Desk is what the realm can order, when it is its turn.
func (l *learned) Desk(whose int, lang phrase.Lang) game.Desk {
	switch {
	case l.plans(whose):
		return desk.Of(l.at, lang)
	case whose == l.realm:
		return game.Desk{Kinds: desk.Kinds(l.at, lang), Shows: desk.Shows}
	}
	return game.Desk{}
}

// Survey is what the realm knows of a field.
func (l *learned) Survey(whose int, at string, lang phrase.Lang) []game.Amount {
	if whose != l.realm {
		return nil
	}
	return desk.Survey(l.at, at, lang)
}

// March is how far a mover comes.
func (l *learned) March(whose int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) game.March {
	if !l.plans(whose) {
		return game.March{}
	}
	return desk.March(l.at, m, way, text, lang)
}

// Reach is where a mover can come.
func (l *learned) Reach(whose int, m game.Mover, text string) []game.Reached {
	if !l.plans(whose) {
		return nil
	}
	return desk.Reach(l.at, m, text)
}

// Units are what can still be raised under the orders of a sheet.
func (l *learned) Units(in game.Sheet, lang phrase.Lang) []game.Unit {
	if !l.plans(in.Realm) {
		return nil
	}
	return desk.Units(l.at, in, lang)
}

// Raised are the units that a sheet leads to where they can do something else.
func (l *learned) Raised(in game.Sheet, lang phrase.Lang) []game.DeskArmy {
	if !l.plans(in.Realm) {
		return nil
	}
	return desk.Raised(l.at, in, lang)
}
