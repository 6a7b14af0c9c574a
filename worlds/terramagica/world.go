package terramagica

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/edits"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/report"
	"weltentor/worlds/terramagica/turn"
)

// World is a game of Terra Magica between two turns. No method changes it.
type World struct {
	rulekit.Alike
	at realm.Position
}

var (
	_ game.World = (*World)(nil)
)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.at.State) }

// Asked names all realms that have not fallen. They all send orders at the same time.
func (w *World) Asked() game.Asked {
	s := w.at.State
	out := game.Asked{Turn: s.Turn, Phase: "orders", Over: s.Over, Winners: slices.Clone(s.Winners)}
	if out.Over {
		return out
	}
	for _, r := range s.Realms[1:] {
		if !r.Fallen {
			out.Realms = append(out.Realms, r.Number)
		}
	}
	return out
}

// Merge returns the sheet in force when a later file has come. It replaces the earlier one, but a file without a good
// line never replaces one that has some (§4).
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	lines := func(s game.Sheet) []orders.Line { return w.at.Rules.Language().Parse(s.Text).Lines }
	if len(lines(later)) == 0 && len(lines(earlier)) > 0 {
		return earlier
	}
	return later
}

// Due says that the deadline decides.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// Broken lists what contradicts the rules or itself. It does not check limits. A game master may lower one in a
// running game, and it then applies only to what is new.
func (w *World) Broken() []string { return realm.Damaged(w.at.Tables, w.at.State) }

// Adjustments are what a player can change about the report: its length.
func (w *World) Adjustments(whose int) []game.Adjustment {
	if r := w.at.State.Realm(whose); whose > 0 && r != nil {
		return rulekit.BareAdjustments(&r.Person)
	}
	return nil
}

// Title names the turn that awaits orders.
func (w *World) Title(lang phrase.Lang) string { return w.at.Say(lang, report.Title(w.at)) }

// Realms lists all realms but realm 0.
func (w *World) Realms() []game.Realm { return rulekit.Realms(w.at.State.Realms[1:]) }

// Counts are a realm's provinces, gold, mana, armies and men.
func (w *World) Counts(whose int) []game.Count { return report.Counts(w.at, whose) }

// Fights are the events that count as fights.
func (w *World) Fights() []string { return []string{"battle"} }

// Standings are what each report says about all realms.
func (w *World) Standings() *game.Standings { return report.Standings(w.at) }

// News are the events that are told to all realms.
func (w *World) News() []string {
	return []string{"realm-fallen", "end-provinces", "end-home", "end-turns", "winner"}
}

// Check reads a sheet with no more knowledge than its realm has.
func (w *World) Check(in game.Sheet) game.Checked { return turn.Check(w.at, in) }

// Welcome is report 0: what a realm begins with.
func (w *World) Welcome(whose int, shown *game.Shown) game.Report {
	return report.Welcome(w.at).Report(whose, shown)
}

// Facts is report 0 as data.
func (w *World) Facts(whose int) *game.Facts { return report.Welcome(w.at).Facts(whose) }

// FirstLetter is a newcomer's first turn: a march into a neighbouring province.
func (w *World) FirstLetter(whose int) string {
	return report.FirstLetter(w.at, whose, func(text string) game.Checked {
		return turn.Accepts(w.at, game.Sheet{Realm: whose, Turn: w.at.State.Turn, Text: text})
	})
}

// Guide says what newcomers should know, and explains the report.
func (w *World) Guide(whose int, lang phrase.Lang) game.Guide { return report.Guide(w.at, whose, lang) }

// Template is an order file for a realm to fill in.
func (w *World) Template(whose int) string { return report.Template(w.at, whose) }

// Chart is the map as a realm knows it.
func (w *World) Chart(whose int, lang phrase.Lang) *game.Chart {
	return report.Chart(w.at, whose, lang)
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return edits.Verbs() }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return edits.Edit(w, w.at, verb, args, w.in)
}

// outcome is a resolved turn, and what each realm is told of it.
type outcome struct {
	rulekit.Outcome[*World]
	rulekit.Reporter
	t *turn.Turn
}

// outcomeOf makes the outcome from what all games have of it.
func outcomeOf(o rulekit.Outcome[*World], t *turn.Turn) *outcome {
	week := report.Week{Before: o.Before.at, After: o.After.at, Turn: t, Played: &o.Played}
	return &outcome{o, report.Telling(&week), t}
}

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	return w.after(turn.Resolve(w.at, sheets, seed), edits)
}

// after is the outcome of a turn that was played on a copy of the world.
func (w *World) after(t *turn.Turn, edits []game.Event) game.Outcome {
	return rulekit.Close(&t.Turn, edits, w, w.in(t.State).(*World),
		func(o rulekit.Outcome[*World]) game.Outcome { return outcomeOf(o, t) })
}

// in is the world with another state.
func (w *World) in(s *realm.State) game.World { return &World{at: w.at.With(s)} }
