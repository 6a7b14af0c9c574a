package belagerung

import (
	"weltentor/worlds/belagerung/bot"
	"weltentor/worlds/belagerung/planner"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// learned is the world as a realm knows it: the whole board. Only the realm itself plans with it.
type learned struct {
	*World
	planner.Planner
}

var _ game.Planner = (*learned)(nil)

// Known is what a realm knows: the whole board.
func (w *World) Known(whose int) []byte {
	if w.at.State.Realm(whose) == nil {
		return nil
	}
	return rulekit.Known(realm.KnownSchema, whose, realm.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, rules []byte) (game.Known, error) {
	k, err := rulekit.OpenKnown(r.Book, known, rules, realm.KnownSchema, realm.Decode,
		func(t *tables.Tables, s *realm.State) rulekit.Masked { return r.opened(t, s) })
	if err != nil {
		return nil, err
	}
	w := k.(*World)
	return &learned{w, planner.Planner{Position: w.at, Realm: rulekit.KnownBy(known)}}, nil
}

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for the realm whose turn it is.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	l, is := known.(*learned)
	if !is || !l.Plans(number) {
		return ""
	}
	return bot.Orders(l.at, func(text string) game.Checked { return l.receipt(number, text) }, m, dice)
}

// Advice are those orders with reasons, for a beginner.
func (r *Rulebook) Advice(known game.Known, number int, lessons game.Lessons, m game.Manner, dice *game.Dice) string {
	l, is := known.(*learned)
	if !is || lessons.Now <= 1 || !l.Plans(number) {
		return ""
	}
	return bot.Advice(l.at, func(text string) game.Checked { return l.receipt(number, text) }, m, lessons, dice)
}
