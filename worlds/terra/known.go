package terra

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/bot"
	"weltentor/worlds/terra/planner"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/report"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
	"weltentor/worlds/terra/turn"
)

var _ game.Planner = (*opened)(nil)

// Known is what a nation may know: the size of the map, all nations' treasury, income, record and number of fields,
// the fields, garrisons and armies in sight, and its own battles.
func (w *World) Known(nation int) []byte {
	if w.at.State.Realm(nation) == nil {
		return nil
	}
	return rulekit.Known(sight.Schema, nation, sight.New(w.at, nation))
}

// OpenKnown reads what Known returned.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return rulekit.OpenKnown(r.Book, known, tables, sight.Schema, sight.Decode, r.opened)
}

// opened is the world made from what a nation knows.
func (r *Rulebook) opened(t *tables.Tables, k *sight.Sight) rulekit.Masked {
	at := realm.Position{Rules: r.Book, Tables: t, State: k.State()}
	return &opened{&World{at: at}, planner.Planner{Position: at, Nation: k.Own.Number}, k}
}

// opened is the world as one nation knows it, for that nation alone.
type opened struct {
	*World
	planner.Planner
	known *sight.Sight
}

// Known is what the nation knows, as it was opened.
func (o *opened) Known(nation int) []byte {
	if nation != o.Nation {
		return nil
	}
	k := sight.New(o.at, nation)
	k.Recall(o.known)
	return rulekit.Known(sight.Schema, nation, k)
}

// Asked is the world's, without what the nation does not know: who else may be silent.
func (o *opened) Asked() game.Asked { return o.World.Asked().To(o.Nation) }

// Template is the nation's own template.
func (o *opened) Template(nation int) string {
	if nation != o.Nation {
		return ""
	}
	return report.Template(o.at, nation)
}

// Check reads a sheet of the nation.
func (o *opened) Check(s game.Sheet) game.Checked {
	if s.Realm != o.Nation {
		out, _ := rulekit.Receipt(o.at.Rules.Language(), s, "not-in-game")
		return out
	}
	return turn.Check(o.at, s)
}

// Merge merges two sheets of the nation.
func (o *opened) Merge(earlier, later game.Sheet) game.Sheet {
	if later.Realm != o.Nation {
		return later
	}
	return turn.Merge(o.at, earlier, later)
}

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a nation or a king.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	o, is := known.(*opened)
	if !is || !o.Plans(number) {
		return ""
	}
	return bot.Orders(o.at, number, m, dice)
}

// Advice are those orders with reasons, for a beginner.
func (r *Rulebook) Advice(known game.Known, number int, lessons game.Lessons, m game.Manner, dice *game.Dice) string {
	o, is := known.(*opened)
	if !is || !o.Plans(number) {
		return ""
	}
	return bot.Advice(o.at, number, m, lessons, dice)
}
