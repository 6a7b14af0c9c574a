package founding

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// realms are names for realms that nobody has named. They are invented, and none is of a game.
var realms = [...]string{"Fenmark", "Graumark", "Arrak", "Salzküste", "Hohenfurt", "Thalwin", "Eschland", "Morwen",
	"Varnholm", "Quellmark", "Ostrand", "Nebelau", "Kaltwasser", "Rabenstein", "Sundmark", "Firnland", "Weidenau",
	"Torwald", "Heidmark", "Altmoor"}

// Practised are the first of them: a practice world has these realms, and the pages name players' realms so.
const Practised = 4

// MostBots is how many realms of a new world the machine can play.
const MostBots = len(realms) - Practised

// Seats are realms for a new world, from the name of a number on: the machine plays them in its styles, one after the
// other. n is at most MostBots.
func Seats(bot game.Bot, first, n int, strength game.Strength, book *phrase.Book) (seats []players.LocalRealm) {
	styles := bot.Styles()
	for i := range n {
		name := realms[(first+i)%len(realms)]
		seats = append(seats, players.LocalRealm{Bot: &game.Manner{Style: styles[i%len(styles)].Code, Strength: strength},
			Joining: game.Joining{Name: name, Player: book.T("bot-player"), Lang: book.Lang, Computer: game.UTF8}})
	}
	return seats
}

// Name is what the realm of a number is called if nobody has named it.
func Name(number int) string { return realms[number-1] }
