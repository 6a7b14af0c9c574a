package kolonien

import (
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/bot"
	"weltentor/worlds/kolonien/planner"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// Known is what a realm may know (§9.1, §9.2): the map, who owns what, glory, and what realms are to each other. In
// sight it is armies, garrisons, ships, natives and pirates, and about the realm itself everything.
func (w *World) Known(realm int) []byte {
	if w.at.State.Realm(realm) == nil {
		return nil
	}
	return rulekit.Known(sight.Schema, realm, sight.New(w.at.State, realm))
}

// OpenKnown reads what Known returned.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return rulekit.OpenKnown(r.Book, known, tables, sight.Schema, sight.Decode, r.opened)
}

func (r *Rulebook) opened(t *tables.Tables, k *sight.Sight) rulekit.Masked {
	at := realm.Position{Rules: r.Book, Tables: t, State: k.State()}
	return &opened{&World{at: at}, planner.Planner{Position: at, Realm: k.Own.Number}}
}

var _ game.Planner = (*opened)(nil)

// opened is the world as one realm knows it, for that realm alone.
type opened struct {
	*World
	planner.Planner
}

// Known is what the realm knows, as it was opened.
func (o *opened) Known(realm int) []byte {
	if realm != o.Realm {
		return nil
	}
	return o.World.Known(realm)
}

// Template is the realm's own template.
func (o *opened) Template(realm int) string {
	if realm != o.Realm {
		return ""
	}
	return report.Template(o.at, realm)
}

// Check reads a sheet of the realm.
func (o *opened) Check(s game.Sheet) game.Checked {
	if s.Realm != o.Realm {
		out, _ := rulekit.Receipt(o.at.Rules.Language(), s, "not-in-game")
		return out
	}
	return turn.Check(o.at, s)
}

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	if o := planning(known, number); o != nil {
		return bot.Orders(o.at, number, m, dice)
	}
	return ""
}

// Advice are those orders with reasons, for a beginner.
func (r *Rulebook) Advice(known game.Known, number int, lessons game.Lessons, m game.Manner, dice *game.Dice) string {
	if o := planning(known, number); o != nil && lessons.Now > 1 {
		return bot.Advice(o.at, number, m, lessons, dice)
	}
	return ""
}

// planning is what a realm knows that orders something now; nil: it orders nothing, or the knowledge is strange.
func planning(known game.Known, number int) *opened {
	if o, is := known.(*opened); is && o.Plans(number) {
		return o
	}
	return nil
}
