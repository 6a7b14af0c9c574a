package kolonien

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/edits"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// World is a state with its tables. It is never changed.
type World struct {
	rulekit.Alike
	at realm.Position
}

// with is the world with another state and the same tables.
func (w *World) with(s *realm.State) *World { return &World{at: w.at.With(s)} }

var (
	_ game.World = (*World)(nil)
)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.at.State) }

// leastRealms is how many realms a game needs to begin.
const leastRealms = 2

// Asked names everybody, once a year.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.at.State.Turn, Phase: "orders", Over: w.at.State.Over, Winners: w.at.State.Winners}
	if a.Over || len(w.at.State.Realms) < leastRealms {
		return a
	}
	for i := range w.at.State.Realms {
		a.Realms = append(a.Realms, i+1)
	}
	return a
}

// Title names the year and its period.
func (w *World) Title(lang phrase.Lang) string { return w.at.Say(lang, report.Title(w.at)) }

// Realms lists all nations. None ever falls, since nobody can take a home.
func (w *World) Realms() []game.Realm {
	return rulekit.Realms(w.at.State.Realms)
}

// Merge returns the later mail, which replaces the earlier one.
func (w *World) Merge(_, later game.Sheet) game.Sheet { return later }

// Due says that the deadline decides.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// Broken lists what contradicts the rules or itself, or nothing if all is well.
func (w *World) Broken() []string { return w.at.State.Broken(w.at.Tables) }

// Counts are a realm's colonies, ducats, glory, units in leaders' armies and in garrisons, and ships.
func (w *World) Counts(realm int) []game.Count { return report.Counts(w.at, realm) }

// Fights are the events that count as fights.
func (w *World) Fights() []string { return []string{"combat", "sea-combat"} }

// Standings are what each report says about all realms, with their wars and alliances (§3.2).
func (w *World) Standings() *game.Standings { return report.Standings(w.at) }

// News are the events that are told to all realms.
func (w *World) News() []string {
	return []string{"relation", "founded", "built", "seized", "burnt", "location-burnt", "location-left",
		"haven-destroyed", "final-glory", "winner"}
}

// Resolve plays the year.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	t := turn.Resolve(w.at, sheets, seed)
	return rulekit.Close(&t.Turn, edits, w, w.with(t.State), func(o rulekit.Outcome[*World]) game.Outcome {
		y := report.Year{Before: o.Before.at, After: o.After.at, Check: o.After.receipt, Played: &o.Played}
		return &outcome{o, report.Telling(&y)}
	})
}

// Check reads a sheet over the world as its realm knows it, and with no more knowledge than that.
func (w *World) Check(s game.Sheet) game.Checked { return turn.Check(sight.Known(w.at, s.Realm), s) }

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int, shown *game.Shown) game.Report {
	return report.Welcome(w.at).Report(realm, shown)
}

// Facts are the facts of Welcome, as things are now.
func (w *World) Facts(realm int) *game.Facts { return report.Welcome(w.at).Facts(realm) }

// Template is a realm's order file.
func (w *World) Template(realm int) string { return report.Template(sight.Known(w.at, realm), realm) }

// FirstLetter is a newcomer's first turn: a voyage to a coast, or a colony there.
func (w *World) FirstLetter(realm int) string {
	return report.FirstLetter(sight.Known(w.at, realm), realm, func(text string) game.Checked { return w.receipt(realm, text) })
}

// receipt is what a realm would read of a sheet with this text.
func (w *World) receipt(realm int, text string) game.Checked {
	return w.Check(game.Sheet{Realm: realm, Turn: w.at.State.Turn, Text: text})
}

// Guide says what newcomers should know, and explains the report.
func (w *World) Guide(realm int, lang phrase.Lang) game.Guide { return report.Guide(w.at, realm, lang) }

// Chart is the map as a nation knows it.
func (w *World) Chart(nation int, lang phrase.Lang) *game.Chart {
	return report.Chart(w.at, nation, lang)
}

// Adjustments are what a player can change about the report: its length, and whether it has the map.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	return rulekit.Adjustments(r != nil, r != nil && r.Full, r != nil && !r.NoMap)
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return edits.Verbs() }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return edits.Edit(w, w.at, verb, args, func(s *realm.State) game.World { return w.with(s) })
}

// outcome is a year played, and what each realm is told of it.
type outcome struct {
	rulekit.Outcome[*World]
	rulekit.Reporter
}
