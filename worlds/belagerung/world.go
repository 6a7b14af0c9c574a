package belagerung

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// World is a game of Die Kunst der Belagerung between two turns. No method changes it.
type World struct {
	frame.Alike
	rules  *Rulebook
	tables *tables.Tables
	eased  bool // it exceeds limits of its tables, which were wider when it came to be
	state  *realm.State
}

var _ game.World = (*World)(nil)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.state) }

// Asked names the one whose turn it is.
func (w *World) Asked() game.Asked {
	out := game.Asked{Turn: w.state.Turn, Phase: "orders", Over: w.state.Over, Winners: slices.Clone(w.state.Winners)}
	if w.state.Next > 0 {
		out.Realms = []int{w.state.Next}
	}
	return out
}

// Title names the turn that awaits orders, and whose it is.
func (w *World) Title(lang phrase.Lang) string {
	book, r := w.rules.Words(lang), w.state.Realm(w.state.Next)
	switch {
	case w.state.Over:
		return book.T("title-over")
	case r == nil:
		return book.T("title-waiting")
	}
	return book.Say(phrase.P("title", phrase.Num("turn", w.state.Turn), phrase.Num("round", w.state.Round),
		phrase.Str("name", r.Name)))
}

// Realms lists all realms.
func (w *World) Realms() []game.Realm {
	return frame.Realms(w.state.Realms)
}

// Due: at once when orders are in that nothing holds up; else at the deadline, so
// that they can be mended. A realm without a player, or
// whose player is away, is prepared at once, since nobody sends orders for it; where
// no realm has a player the deadline decides, or turns would follow each other
// without an end.
func (w *World) Due(sheets []game.Sheet) game.Due {
	for _, s := range sheets {
		switch {
		case s.Realm != w.state.Next:
			continue
		case s.Absent:
			return game.Now
		}
		if w.Check(s).Holds.Code != "" {
			return game.NotBefore
		}
		return game.Now
	}
	if r := w.state.Realm(w.state.Next); r != nil && r.Player == "" && w.state.Played() {
		return game.Now
	}
	return game.AtDeadline
}

// Broken lists what contradicts the rules or itself.
func (w *World) Broken() []string { return realm.Broken(w.tables, w.state, !w.eased) }

// Counts are units, buildings that stand, treasure dice and hits on the castle.
func (w *World) Counts(whose int) []game.Count {
	units, buildings := int64(0), int64(0)
	for _, u := range w.state.Units {
		if u.Realm == whose {
			units++
		}
	}
	for _, b := range w.state.Buildings {
		if b.Owner == whose && b.Site == 0 {
			buildings++
		}
	}
	r := w.state.Realm(whose)
	return []game.Count{{Name: "units", N: units}, {Name: "buildings", N: buildings},
		{Name: "treasure", N: r.Treasure}, {Name: "hits", N: r.Hits}}
}

// Fights are blows of a unit at another.
func (w *World) Fights() []string { return []string{"blow-fell", "blow-held"} }

// Standings are the castles, the least damaged first; who has lost the castle is last. Everything
// on the board is public, and so are treasuries (§1.6).
func (w *World) Standings() game.Standings {
	var rows []game.Standing
	for i := range w.state.Realms {
		r := &w.state.Realms[i]
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen,
			Numbers: []int64{r.Damage(), r.Hits, r.Treasure}})
	}
	return game.Standings{Columns: []string{"damage", "hits", "treasure"}, Players: true,
		Rows: game.Ranked(rows, func(a, b game.Standing) int {
			switch {
			case a.Fallen == b.Fallen:
				return cmp.Compare(a.Numbers[0], b.Numbers[0])
			case a.Fallen:
				return 1
			}
			return -1
		})}
}

// News are what has changed the balance, of all that is told to everybody.
func (w *World) News() []string {
	return []string{"turn-missed", "turn-nobody", "finished", "conquered", "conquered-idle", "blow-fell",
		"counter-fell", "razed", "wall-broken", "castle-hit", "castle-fallen", "rounds-over", "damage", "won",
		"won-nobody"}
}
