package kolonien

import (
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/bot"
)

var _ game.Bot = (*Rulebook)(nil)

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	o, is := known.(*opened)
	if !is || !o.plans(number) {
		return ""
	}
	return bot.Orders(o.at, number, m, dice)
}
