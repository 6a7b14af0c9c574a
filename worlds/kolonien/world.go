package kolonien

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// World is a state under its tables. It is never changed.
type World struct {
	frame.Alike
	rules  *Rulebook
	tables *tables.Tables
	state  *realm.State
}

var _ interface {
	game.World
	game.Legender
	game.Adjuster
	game.Factual
} = (*World)(nil)

var _ game.Factual = (*outcome)(nil)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.state) }

// leastRealms is how many realms a game needs to begin.
const leastRealms = 2

// Asked is everybody, once a year.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.state.Turn, Phase: "orders", Over: w.state.Over, Winners: w.state.Winners}
	if a.Over || len(w.state.Realms) < leastRealms {
		return a
	}
	for i := range w.state.Realms {
		a.Realms = append(a.Realms, i+1)
	}
	return a
}

// Title names the year and its period.
func (w *World) Title(lang phrase.Lang) string {
	if w.state.Over {
		return w.rules.Words(lang).T("title-over")
	}
	return w.rules.Words(lang).Say(w.title())
}

func (w *World) title() phrase.Phrase {
	return phrase.P("title", phrase.Num("turn", w.state.Turn), phrase.Num("years", w.tables.Rules.Years),
		phrase.Num("period", w.tables.Rules.Period(w.state.Turn)))
}

// Realms lists all nations; none ever falls, for nobody can take a home.
func (w *World) Realms() []game.Realm {
	return frame.Realms(w.state.Realms)
}

// Merge: the later mail counts.
func (w *World) Merge(_, later game.Sheet) game.Sheet { return later }

// Due: at the deadline.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// Broken lists what contradicts the rules or itself; empty when all is well.
func (w *World) Broken() []string { return w.state.Broken(w.tables) }

// Counts are colonies, ducats, glory, units of leaders' armies and of garrisons, and ships.
func (w *World) Counts(realm int) []game.Count {
	colonies, units, ships := int64(0), int64(0), int64(0)
	for i := range w.state.Areas {
		c := w.state.Areas[i].Colony
		if c == nil || c.Owner != realm {
			continue
		}
		colonies++
		units += int64(c.Garrison.Count())
		for k := range c.Regiments {
			units += int64(c.Regiments[k].Count())
		}
	}
	r := &w.state.Realms[realm-1]
	for i := range r.Leaders {
		units += int64(r.Leaders[i].Troops.Count())
	}
	for i := range r.Fleets {
		ships += int64(r.Fleets[i].Ships.Count())
	}
	return []game.Count{{Name: "colonies", N: colonies}, {Name: "ducats", N: r.Ducats},
		{Name: "glory", N: int64(r.Glory)}, {Name: "units", N: units}, {Name: "ships", N: ships}}
}

// Fights are battles.
func (w *World) Fights() []string { return []string{"combat", "sea-combat"} }

// Standings are what each report tells of all realms, with who is at war with whom or allied (§3.2).
func (w *World) Standings() game.Standings {
	s := w.state
	var rows []game.Standing
	for i := range s.Realms {
		r := &s.Realms[i]
		colonies, levels := s.Settled(r.Number)
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name,
			Numbers: []int64{int64(r.Glory), int64(colonies), int64(levels)}})
	}
	out := game.Standings{Columns: []string{"glory", "colonies", "levels"},
		Rows: game.Ranked(rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })}
	for a := 1; a <= len(s.Realms); a++ {
		for b := a + 1; b <= len(s.Realms); b++ {
			if rel := s.Relation(a, b); rel != realm.Peace {
				out.Notes = append(out.Notes, phrase.P("nations-relation", phrase.Num("realm", a),
					phrase.Num("realm2", b), phrase.Key("stance", stanceKeys[rel])))
			}
		}
	}
	return out
}

// News are what is told to all realms.
func (w *World) News() []string {
	return []string{"relation", "founded", "built", "seized", "burnt", "location-burnt", "location-left",
		"haven-destroyed", "final-glory", "winner"}
}
