package terramagica

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// World is a game of Terra Magica between two turns. No method changes it.
type World struct {
	frame.Alike
	rules  *Rulebook
	tables *Tables
	state  *State
}

var _ game.World = (*World)(nil)

// State is the canonical encoding.
func (w *World) State() []byte { return encode(w.state) }

// Asked names all realms that have not fallen: everybody sends orders at once.
func (w *World) Asked() game.Asked {
	out := game.Asked{Turn: w.state.Turn, Phase: "orders", Over: w.state.Over, Winners: slices.Clone(w.state.Winners)}
	if out.Over {
		return out
	}
	for _, r := range w.state.Realms[1:] {
		if !r.Fallen {
			out.Realms = append(out.Realms, r.Number)
		}
	}
	return out
}

// Title names the turn that awaits orders.
func (w *World) Title(lang phrase.Lang) string {
	if w.state.Over {
		return w.rules.Words(lang).T("title-over")
	}
	return w.rules.Words(lang).Say(phrase.P("title", phrase.Num("turn", w.state.Turn)))
}

// Realms lists all realms but realm 0.
func (w *World) Realms() []game.Realm {
	return frame.Realms(w.state.Realms[1:])
}

// Merge: a later file replaces the earlier one whole, but one without a good
// line never replaces one that has some (§4).
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	if len(w.rules.Language().Parse(later.Text).Lines) == 0 && len(w.rules.Language().Parse(earlier.Text).Lines) > 0 {
		return earlier
	}
	return later
}

// Due: the deadline decides.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// Broken lists what contradicts the rules or itself. Limits are not asked for: a game
// master may draw one closer in a running game, and then it holds for what is new.
func (w *World) Broken() []string { return damaged(w.tables, w.state) }

// Realm is the realm as the machine knows it.
func (r Realm) Realm() game.Realm {
	out := r.Person.Realm()
	out.Fallen = r.Fallen
	return out
}

// Counts are provinces, gold, mana, armies and men.
func (w *World) Counts(realm int) []game.Count {
	provinces, men := int64(0), int64(0)
	for i := range w.state.Provinces {
		if w.state.Provinces[i].Owner == realm {
			provinces++
		}
	}
	for _, a := range w.state.Armies[realm] {
		for i := range a.Stacks {
			men += a.Stacks[i].Number
		}
	}
	r := w.state.realm(realm)
	return []game.Count{{Name: "provinces", N: provinces}, {Name: "gold", N: r.Gold}, {Name: "mana", N: r.Mana},
		{Name: "armies", N: int64(len(w.state.Armies[realm]))}, {Name: "men", N: men}}
}

// Fights are battles.
func (w *World) Fights() []string { return []string{"battle"} }

// Standings are what each report tells of all realms. The most provinces win; of how many people
// decide between equals all learn only at the end.
func (w *World) Standings() game.Standings {
	var rows []game.Standing
	for _, r := range w.state.Realms[1:] {
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen,
			Numbers: []int64{int64(w.state.owned(r.Number))}})
	}
	out := game.Standings{Columns: []string{"provinces"}, Players: true,
		Rows: game.Ranked(rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })}
	if enough, land := w.enough(); !w.state.Over {
		out.Notes = []phrase.Phrase{phrase.P("report.enough", num("provinces", enough), num("land", land))}
	}
	return out
}

// News are what is told to all realms.
func (w *World) News() []string {
	return []string{"realm-fallen", "end-provinces", "end-home", "end-turns", "winner"}
}
