package terramagica

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/desk"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/sight"
	"weltentor/worlds/terramagica/tables"
)

var _ game.Raiser = (*learned)(nil)

// learned is the world as one realm knows it. Only the realm itself plans with it.
type learned struct {
	*World
	realm int
}

// Known is what a realm knows (§2.1, §5): the map with its terrains, all fortifications, and what it sees.
func (w *World) Known(whose int) []byte {
	if whose < 1 || whose >= len(w.at.State.Realms) {
		return nil
	}
	return frame.Known(sight.Schema, whose, sight.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, numbers []byte) (game.Known, error) {
	k, err := frame.OpenKnown(r.Book, known, numbers, sight.Schema, realm.Decode,
		func(t *tables.Tables, s *realm.State) frame.Masked { return r.world(t, s).(*World) })
	if err != nil {
		return nil, err
	}
	return &learned{k.(*World), frame.Reader(known)}, nil
}

// plans reports whether a realm is the reader, and still in the game.
func (l *learned) plans(whose int) bool {
	return whose == l.realm && !l.at.State.Realms[whose].Fallen && !l.at.State.Over
}

// Desk is what the realm can order.
func (l *learned) Desk(whose int, lang phrase.Lang) (out game.Desk) {
	switch {
	case l.plans(whose):
		out = desk.Of(l.at, whose, lang)
	case whose == l.realm:
		out.Kinds = desk.Kinds(l.at, lang)
	}
	return out
}

// Raised are the armies that a sheet splits off or merges, and those who can do something else because of it.
func (l *learned) Raised(in game.Sheet, lang phrase.Lang) (out []game.DeskArmy) {
	if l.plans(in.Realm) {
		out = desk.Raised(l.at, in, lang)
	}
	return out
}

// March is how far a mover comes, as far as the realm can know.
func (l *learned) March(whose int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if l.plans(whose) {
		out = desk.March(l.at, game.Sheet{Realm: whose, Text: text}, m, way, lang)
	}
	return out
}

// Reach is where a mover can come, as far as the realm can know.
func (l *learned) Reach(whose int, m game.Mover, text string) (out []game.Reached) {
	if l.plans(whose) {
		out = desk.Reach(l.at, game.Sheet{Realm: whose, Text: text}, m)
	}
	return out
}

// Survey is what the realm knows of a free province.
func (l *learned) Survey(whose int, at string, lang phrase.Lang) (out []game.Amount) {
	if l.plans(whose) {
		out = desk.Survey(l.at, whose, at, lang)
	}
	return out
}
