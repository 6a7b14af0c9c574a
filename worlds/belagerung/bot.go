package belagerung

import (
	"weltentor/worlds/belagerung/bot"
	"weltentor/worlds/game"
)

var _ game.Bot = (*Rulebook)(nil)

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for the realm whose turn it is.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	l, is := known.(*learned)
	if !is || !l.plans(number) {
		return ""
	}
	return bot.Orders(l.at, func(text string) game.Checked {
		return l.Check(game.Sheet{Realm: number, Turn: l.at.State.Turn, Text: text})
	}, m, dice)
}
