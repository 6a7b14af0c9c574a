package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/edits"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/report"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// World is a state with its tables. It is never changed.
type World struct {
	at realm.Position
}

// with is the world with another state and the same tables.
func (w *World) with(s *realm.State) *World { return &World{at: w.at.With(s)} }

var (
	_ game.World            = (*World)(nil)
	_ game.FieldLocator     = (*World)(nil)
	_ game.Comparer         = (*World)(nil)
	_ game.AttachmentFilter = (*World)(nil)
)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.at.State) }

// leastRealms is how many realms a campaign needs to begin.
const leastRealms = 2

// Asked names everybody, in both mail phases of a round. A nation without a battle at the table owes no results
// (§2.11). Who fights there is told only to those who do.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.at.State.Turn, Phase: w.at.State.Phase, Over: w.at.State.Over, Winners: w.at.State.Winners,
		Secret: w.at.State.Phase == realm.InResults}
	if a.Over || len(w.at.State.Realms) < leastRealms {
		return a
	}
	for i := range w.at.State.Realms {
		a.Realms = append(a.Realms, i+1)
		if w.at.State.Phase == realm.InResults && !w.at.State.AtTable(i+1) {
			a.Free = append(a.Free, i+1)
		}
	}
	return a
}

// Title names the round and its phase.
func (w *World) Title(lang phrase.Lang) string { return w.at.Say(lang, report.Title(w.at)) }

// Realms lists all nations and kings. None ever falls: a nation that loses everything plays on as a king without land.
func (w *World) Realms() []game.Realm {
	return rulekit.Realms(w.at.State.Realms)
}

// Kinds are the kinds of realms: a nation and a king without land.
func (w *World) Kinds() []game.Choice {
	return game.Choices([]string{realm.Nation, realm.King}, "kind", "kind-good-for")
}

// Cultures is empty: there are none.
func (w *World) Cultures() []game.Choice { return nil }

// Broken lists what contradicts the rules or itself, or nothing if all is well.
func (w *World) Broken() []string { return w.at.State.Broken(w.at.Tables) }

// Counts are a realm's fields, treasury, armies on the map and their status points.
func (w *World) Counts(realm int) []game.Count { return report.Counts(w.at, realm) }

// Fights are the events that count as fights: battles decided by the rules. Those at the table come with their
// results.
func (w *World) Fights() []string { return []string{"drawn"} }

// Standings are what each report says about all nations (§11.4).
func (w *World) Standings() *game.Standings { return report.Standings(w.at) }

// News are the events that are told to all nations.
func (w *World) News() []string {
	return []string{"nation-fell", "last-round", "end-conquest", "end-rounds", "end-master", "won"}
}

// Resolve plays a mail phase.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	t := turn.Resolve(w.at, sheets, seed)
	return rulekit.Close(&t.Turn, edits, w, w.with(t.State), func(o rulekit.Outcome[*World]) game.Outcome {
		p := report.Phase{Before: o.Before.at, After: o.After.at, Turn: t, Played: &o.Played}
		return &outcome{o, report.Telling(&p), t}
	})
}

// Check reads a sheet over the world as its realm knows it, and with no more knowledge than that. The game master
// knows everything.
func (w *World) Check(s game.Sheet) game.Checked { return turn.Check(sight.Known(w.at, s.Realm), s) }

// Merge returns the sheet in force when a later mail has come.
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	return turn.Merge(sight.Known(w.at, later.Realm), earlier, later)
}

// Compare says for each battle of the round how far it is reported.
func (w *World) Compare(sheets []game.Sheet) []game.Crossing { return turn.Compare(w.at, sheets) }

// Due says when the phase may end: by the game master's hand, at the deadline, or as soon as everybody has released
// it.
func (w *World) Due(sheets []game.Sheet) game.Due { return turn.Due(w.at, sheets) }

// Keeps reports whether a file is the list of an army, whoever sends it.
func (w *World) Keeps(f game.File) bool { return turn.Keeps(f) }

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int, shown *game.Shown) game.Report {
	return report.Welcome(w.at).Report(realm, shown)
}

// Facts are the facts of Welcome, as things are now.
func (w *World) Facts(realm int) *game.Facts { return report.Welcome(w.at).Facts(realm) }

// FirstLetter is a newcomer's first turn: armies that go onto free fields.
func (w *World) FirstLetter(nation int) string {
	known := sight.Known(w.at, nation)
	return report.FirstLetter(known, nation, func(text string) game.Checked {
		return turn.Check(known, game.Sheet{Realm: nation, Turn: w.at.State.Turn, Text: text})
	})
}

// Guide says what newcomers should know, and explains the report.
func (w *World) Guide(nation int, lang phrase.Lang) game.Guide {
	return report.Guide(w.at, nation, lang)
}

// Template is an order file for what a realm may order in this mail phase.
func (w *World) Template(realm int) string { return report.Template(sight.Known(w.at, realm), realm) }

// Chart is the map of what a nation has in sight.
func (w *World) Chart(nation int, lang phrase.Lang) *game.Chart {
	return report.Chart(sight.Known(w.at, nation), nation, lang)
}

// Locate finds a field by how a nation counts it.
func (w *World) Locate(nation int, label string) (h, y int, ok bool) {
	x, y, ok := game.ReadCounted(label)
	if !ok || w.at.State.Realm(nation) == nil {
		return 0, 0, false
	}
	at, whole := w.at.State.View(nation), w.at.State.View(0)
	p := at.Grid.Absolute(at.Origin, x, y)
	if p == game.Nowhere {
		return 0, 0, false
	}
	h, y = game.Doubled(whole.Grid.Relative(whole.Origin, p))
	return h, y, true
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return edits.Verbs() }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return edits.Edit(w, w.at, verb, args, func(s *realm.State) game.World { return w.with(s) })
}

// outcome is a mail phase played, and what each realm is told of it.
type outcome struct {
	rulekit.Outcome[*World]
	rulekit.Reporter
	turn *turn.Turn
}

// Adjustments are what a player can change about the report: its length, and whether it has the map.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	return rulekit.Adjustments(r != nil, r != nil && r.Full, r != nil && !r.NoMap)
}
