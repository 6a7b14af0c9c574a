package terramagica

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/bot"
	"weltentor/worlds/terramagica/planner"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

var _ game.Planner = (*learned)(nil)

// learned is the world as one realm knows it. Only the realm itself plans with it.
type learned struct {
	*World
	planner.Planner
}

// Known is what a realm knows (§2.1, §5): the map with its terrains, all fortifications, and what it sees.
func (w *World) Known(whose int) []byte {
	if whose < 1 || whose >= len(w.at.State.Realms) {
		return nil
	}
	return rulekit.Known(realm.KnownSchema, whose, realm.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, numbers []byte) (game.Known, error) {
	k, err := rulekit.OpenKnown(r.Book, known, numbers, realm.KnownSchema, realm.Decode,
		func(t *tables.Tables, s *realm.State) rulekit.Masked { return r.world(t, s) })
	if err != nil {
		return nil, err
	}
	w := k.(*World)
	return &learned{w, planner.Planner{Position: w.at, Realm: rulekit.KnownBy(known)}}, nil
}

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (*Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	if l, is := known.(*learned); is && l.Plans(number) {
		return bot.Orders(l.at, number, m, dice)
	}
	return ""
}

// Advice are those orders with reasons, for a beginner.
func (r *Rulebook) Advice(known game.Known, number int, lessons game.Lessons, m game.Manner, dice *game.Dice) string {
	if lessons.Now <= 1 {
		return ""
	}
	if l, is := known.(*learned); is && l.Plans(number) {
		return bot.Advice(l.at, number, m, lessons, dice)
	}
	return ""
}
