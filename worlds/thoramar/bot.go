package thoramar

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/bot"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Bot is the machine as a player.
func (r *Rulebook) Bot() game.Bot { return r }

// Styles are the ways in which the machine plays.
func (r *Rulebook) Styles() []game.Choice { return game.Choices(bot.Styles(), "bot", "bot-plays") }

// Orders are the machine's orders for a realm.
func (r *Rulebook) Orders(known game.Known, number int, m game.Manner, dice *game.Dice) string {
	l, is := known.(*learned)
	if !is || number != l.Number || l.State.Realms[number].Fallen {
		return ""
	}
	var lent []sight.Room
	defer func() {
		for _, room := range lent {
			r.rooms.GiveBack(room)
		}
	}()
	return bot.Orders(func() turn.Lent {
		room := r.rooms.Take(len(l.State.Fields))
		lent = append(lent, room)
		return l.lent(room)
	}, m, dice)
}
