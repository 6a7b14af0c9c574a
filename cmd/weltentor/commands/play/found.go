package play

import (
	"crypto/rand"
	"strconv"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// person is the realm of whoever sits at the terminal. opponents is how many others there are.
const (
	person    = 1
	opponents = 3
)

// names are what the realms of a practice world are called.
var names = [1 + opponents]string{"Fenmark", "Graumark", "Arrak", "Salzküste"}

// founded makes a world without mail. Its turns wait for whoever plays.
func founded(c *call.Call, rb game.Rulebook, dir string) error {
	var f game.Founding
	rand.Read(f.Seed[:])
	if s, is := rb.(game.Sizer); is {
		f.Width, f.Height = s.SizeFor(len(names))
	}
	own := map[string]string{"gm.lang": strconv.Quote(string(c.Voice.Book.Lang)), "public": `["standings"]`,
		"press": `"turn"`}
	err := players.Found(dir, rb, f, c.Now(), game.File{Name: settings.File, Type: "application/toml",
		Data: settings.Fresh(c.Voice.Book, own)})
	if err == nil {
		return nil
	}
	if known := folder.StoreError(c, dir, err); known != err {
		return known
	}
	return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("cannot-found", phrase.Str("dir", dir)), Cause: err}
}

// seat adds the realms of a practice world. The machine plays each but the first in a style of its own.
func seat(w *folder.Opened, strength string) error {
	bot, plays := w.World.Rulebook().(game.Bot)
	if !plays {
		return fault.Usage("play-alone", phrase.Str("name", w.World.Rulebook().Name()))
	}
	lang := w.Call.Voice.Book.Lang
	var seats []players.LocalRealm
	for i, name := range names {
		s := players.LocalRealm{Joining: game.Joining{Name: name, Lang: lang, Computer: game.UTF8}}
		if i+1 != person {
			style := bot.Styles()[(i-1)%len(bot.Styles())].Code
			m, err := players.Manner(w.World, style, strength)
			if err != nil {
				return w.Wrong(err)
			}
			s.Bot, s.Player = &m, w.Call.Voice.Book.T("play-machine")
		} else {
			s.Player = w.Call.Voice.Book.T("play-you")
		}
		seats = append(seats, s)
	}
	_, err := players.AddLocal(w.World, seats, w.Call.Now())
	return w.Wrong(err)
}
