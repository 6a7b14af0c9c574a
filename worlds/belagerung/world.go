package belagerung

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/edits"
	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/report"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// World is a game of Die Kunst der Belagerung between two turns. No method changes it.
type World struct {
	rulekit.Alike
	at    realm.Position
	eased bool // it exceeds limits of its tables, which have been lowered since
}

var (
	_ game.World      = (*World)(nil)
	_ game.Successive = (*World)(nil)
)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.at.State) }

// Asked names the realm whose turn it is.
func (w *World) Asked() game.Asked {
	out := game.Asked{Turn: w.at.State.Turn, Phase: "orders", Over: w.at.State.Over,
		Winners: slices.Clone(w.at.State.Winners)}
	if w.at.State.Next > 0 {
		out.Realms = []int{w.at.State.Next}
	}
	return out
}

// Due says when the turn is played.
func (w *World) Due(sheets []game.Sheet) game.Due { return turn.Due(w.at, sheets) }

// Broken lists what contradicts the rules or itself.
func (w *World) Broken() []string { return realm.Broken(w.at.Tables, w.at.State, !w.eased) }

// Merge returns the later letter, which replaces the earlier one.
func (w *World) Merge(_, later game.Sheet) game.Sheet { return later }

// Adjustments are what a player can change about the report: its length.
func (w *World) Adjustments(whose int) []game.Adjustment {
	if r := w.at.State.Realm(whose); r != nil {
		return rulekit.BareAdjustments(&r.Person)
	}
	return nil
}

// Title names the turn that awaits orders, and its player's realm.
func (w *World) Title(lang phrase.Lang) string { return w.at.Say(lang, report.Title(w.at)) }

// Realms lists all realms.
func (w *World) Realms() []game.Realm { return rulekit.Realms(w.at.State.Realms) }

// Counts are a realm's units, finished buildings, treasure dice and hits on the castle.
func (w *World) Counts(whose int) []game.Count { return report.Counts(w.at, whose) }

// Fights are the events that count as fights: blows of a unit at another.
func (w *World) Fights() []string { return []string{"blow-fell", "blow-held"} }

// Standings are the castles, the least damaged first.
func (w *World) Standings() *game.Standings { return report.Standings(w.at) }

// News are the events told to everybody that have changed the balance of power.
func (w *World) News() []string {
	return []string{"turn-missed", "turn-nobody", "finished", "conquered", "conquered-idle", "blow-fell",
		"counter-fell", "razed", "wall-broken", "castle-hit", "castle-fallen", "rounds-over", "damage", "won",
		"won-nobody"}
}

// Check reads a sheet and rehearses its turn.
func (w *World) Check(in game.Sheet) game.Checked { return turn.Check(w.at, in) }

// receipt is what a realm's receipt says of a sheet with this text.
func (w *World) receipt(whose int, text string) game.Checked {
	return w.Check(game.Sheet{Realm: whose, Turn: w.at.State.Turn, Text: text})
}

// Welcome is report 0: what a realm begins with.
func (w *World) Welcome(whose int, shown *game.Shown) game.Report {
	return report.Welcome(w.at).Report(whose, shown)
}

// Facts is report 0 as data.
func (w *World) Facts(whose int) *game.Facts { return report.Welcome(w.at).Facts(whose) }

// FirstLetter is a newcomer's first turn, as if it were theirs now: settlers who build, and an archer.
func (w *World) FirstLetter(whose int) string {
	theirs := w.AsTurnOf(whose).(*World)
	return report.FirstLetter(theirs.at, whose, founding.NewCastles(w.at),
		func(text string) game.Checked { return theirs.receipt(whose, text) })
}

// AsTurnOf is the world as if it were a realm's turn. Everybody sees all of the board.
func (w *World) AsTurnOf(whose int) game.World {
	s := w.at.State
	if s.Next == whose || s.Over || s.Realm(whose) == nil {
		return w
	}
	theirs, looked := s.Clone(), *w
	theirs.Next = whose
	looked.at = w.at.With(theirs)
	return &looked
}

// Guide says what newcomers should know, and explains the report.
func (w *World) Guide(whose int, lang phrase.Lang) game.Guide { return report.Guide(w.at, whose, lang) }

// Template is an order file for the realm whose turn it is.
func (w *World) Template(whose int) string { return report.Template(w.at, whose) }

// Chart is the board: everybody sees all of it.
func (w *World) Chart(whose int, lang phrase.Lang) *game.Chart {
	return report.Chart(w.at, whose, lang)
}

// Join adds a realm.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	s, number, err := founding.Join(w.at, j)
	if err != nil {
		return nil, 0, err
	}
	return w.in(s), number, nil
}

// HandOver returns the world with another player for a realm that stays as it is.
func (w *World) HandOver(whose int, to game.Player) game.World {
	return w.in(founding.HandOver(w.at.State, whose, to))
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return edits.Verbs() }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return edits.Edit(w, w.at, verb, args, func(s *realm.State) game.World { return w.in(s) })
}

// outcome is a resolved turn, and what each realm is told of it.
type outcome struct {
	rulekit.Outcome[*World]
	rulekit.Reporter
}

// Resolve plays the turn of the realm whose turn it is, on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	return w.after(turn.Resolve(w.at, sheets, seed), edits)
}

// after is the outcome of a turn that was played on a copy of the world.
func (w *World) after(t *turn.Turn, edits []game.Event) game.Outcome {
	return rulekit.Close(&t.Turn, edits, w, w.in(t.State), func(o rulekit.Outcome[*World]) game.Outcome {
		told := report.Told{Before: o.Before.at, After: o.After.at, Turn: t, Check: o.After.receipt, Played: &o.Played}
		return &outcome{o, report.Telling(&told)}
	})
}

// in is the world with another state.
func (w *World) in(s *realm.State) *World { return &World{at: w.at.With(s), eased: w.eased} }
