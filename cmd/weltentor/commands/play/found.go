package play

import (
	"crypto/rand"
	"strconv"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/founding"
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

// founded makes a world without mail. Its turns wait for whoever plays.
func founded(c *call.Call, rb game.Rulebook, dir string) error {
	var f game.Founding
	rand.Read(f.Seed[:])
	if s, is := rb.(game.Sizer); is {
		f.Width, f.Height = s.SizeFor(1 + opponents)
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
	book := w.Call.Voice.Book
	manner, err := players.Manner(w.World, "", strength)
	if err != nil {
		return w.Wrong(err)
	}
	you := players.LocalRealm{Joining: game.Joining{Name: founding.Name(person), Player: book.T("play-you"), Lang: book.Lang,
		Computer: game.UTF8}}
	seats := append([]players.LocalRealm{you}, founding.Seats(bot, person, opponents, manner.Strength, book)...)
	_, err = players.AddLocal(w.World, seats, w.Call.Now())
	return w.Wrong(err)
}
