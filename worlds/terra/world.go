package terra

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// World is a state under its tables. It is never changed.
type World struct {
	rules  *Rulebook
	tables *tables.Tables
	state  *realm.State
}

var (
	_ game.World    = (*World)(nil)
	_ game.Comparer = (*World)(nil)
	_ game.Keeper   = (*World)(nil)
	_ game.Legender = (*World)(nil)
	_ game.Adjuster = (*World)(nil)
	_ game.Factual  = (*World)(nil)
	_ game.Factual  = (*outcome)(nil)
)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.state) }

// leastRealms is how many realms a campaign needs to begin.
const leastRealms = 2

// Asked is everybody, in both mail phases of a round; who has no battle at the table
// owes no results (§2.11).
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.state.Turn, Phase: w.state.Phase, Over: w.state.Over, Winners: w.state.Winners}
	if a.Over || len(w.state.Realms) < leastRealms {
		return a
	}
	for i := range w.state.Realms {
		a.Realms = append(a.Realms, i+1)
		if w.state.Phase == realm.InResults && !w.tells(i+1) {
			a.Free = append(a.Free, i+1)
		}
	}
	return a
}

// tells tells whether a realm leads a side at the table this round.
func (w *World) tells(nation int) bool {
	return slices.ContainsFunc(w.state.Battles,
		func(b realm.Battle) bool { return b.Round == w.state.Round && side(&b, nation) >= 0 })
}

// Title names the round and its phase.
func (w *World) Title(lang phrase.Lang) string {
	b := w.rules.Words(lang)
	if w.state.Over {
		return b.T("title-over")
	}
	return b.Say(w.title())
}

// title tells the last round too, as far as it is known: the game master may make this
// one the last, or have set fewer than are played.
func (w *World) title() phrase.Phrase {
	last := max(w.tables.Rules.Rounds, w.state.Round)
	if w.state.LastRound {
		last = w.state.Round
	}
	return phrase.P("title", phrase.Num("round", w.state.Round), phrase.Num("rounds", last),
		phrase.Key("phase", "phase."+w.state.Phase))
}

// Realms lists all nations and kings; none ever falls: who loses all plays on as
// a king without land.
func (w *World) Realms() []game.Realm {
	return frame.Realms(w.state.Realms)
}

// The kinds of realms.
const (
	kindNation = "nation"
	kindKing   = "king"
)

// Kinds are a nation and a king without land.
func (w *World) Kinds() []game.Choice {
	return game.Choices([]string{kindNation, kindKing}, "kind", "kind-good-for")
}

// Cultures are none.
func (w *World) Cultures() []game.Choice { return nil }

// Broken lists what contradicts the rules or itself; empty when all is well.
func (w *World) Broken() []string { return w.state.Broken(w.tables) }

// Counts are fields, treasury, armies on the map and their status points.
func (w *World) Counts(realm int) []game.Count {
	fields, armies, status := int64(0), int64(0), int64(0)
	for i := range w.state.Fields {
		if w.state.Fields[i].Owner == realm {
			fields++
		}
	}
	r := &w.state.Realms[realm-1]
	for i := range r.Armies {
		if r.Armies[i].At != game.Nowhere {
			armies, status = armies+1, status+r.Armies[i].Status
		}
	}
	return []game.Count{{Name: "fields", N: fields}, {Name: "treasury", N: r.Treasury},
		{Name: "armies", N: armies}, {Name: "status", N: status}}
}

// Fights are battles that the rules decide; those at the table come with their results.
func (w *World) Fights() []string { return []string{"drawn"} }

// Standings are what each report tells of all nations (§11.4). The most fields win.
func (w *World) Standings() game.Standings {
	var rows []game.Standing
	for i := range w.state.Realms {
		r := &w.state.Realms[i]
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Numbers: []int64{
			int64(w.state.FieldsOf(r.Number)), r.Treasury, r.Income,
			int64(r.Record.Won), int64(r.Record.Drawn), int64(r.Record.Lost)}})
	}
	out := game.Standings{Columns: []string{"fields", "treasury", "income", "won", "drawn", "lost"},
		Rows: game.Ranked(rows, func(a, b game.Standing) int {
			return cmp.Or(cmp.Compare(b.Numbers[0], a.Numbers[0]), cmp.Compare(b.Numbers[1], a.Numbers[1]))
		})}
	if !w.state.Over {
		out.Notes = []phrase.Phrase{w.ends()}
	}
	return out
}

// News are what is told to all nations.
func (w *World) News() []string {
	return []string{"nation-fell", "last-round", "end-conquest", "end-rounds", "end-master", "won"}
}
