package thoramar

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/bot"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	return r.thought(bot.Orders, known, number, m, dice)
}

// Advice are those orders with reasons, for a beginner.
func (r *Rulebook) Advice(known game.Known, number int, lessons game.Lessons, m game.Manner, dice *game.Dice) string {
	if lessons.Now <= 1 {
		return ""
	}
	return r.thought(func(know bot.Knows, m game.Manner, dice *game.Dice) string {
		return bot.Advice(know, m, lessons, dice)
	}, known, number, m, dice)
}

// thought lends what a realm knows to whoever thinks with it; "": the realm orders nothing, or the knowledge is strange.
func (r *Rulebook) thought(think func(bot.Knows, game.Manner, *game.Dice) string, known game.Known, number int,
	m game.Manner, dice *game.Dice) string {
	l, is := known.(*learned)
	if !is || number != l.Number || l.State.Realms[number].Fallen {
		return ""
	}
	var lent []*realm.Room
	defer func() {
		for _, room := range lent {
			r.rooms.GiveBack(room)
		}
	}()
	return think(func() turn.Lent {
		room := r.rooms.Take()
		lent = append(lent, room)
		return l.lent(room)
	}, m, dice)
}
