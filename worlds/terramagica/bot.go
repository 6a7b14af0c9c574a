package terramagica

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/bot"
)

var _ game.Bot = (*Rulebook)(nil)

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	if l, is := known.(*learned); is && l.plans(number) {
		return bot.Orders(l.at, number, m, dice)
	}
	return ""
}

// Styles are the ways in which the machine plays.
func (*Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }
