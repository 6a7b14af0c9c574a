package play

import (
	"cmp"
	"crypto/rand"
	"io"
	"strconv"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// person is the realm of whoever sits at the terminal.
const person = players.Practiser

// founded makes a world without mail. Its turns wait for whoever plays.
func (k *Cmd) founded(c *call.Call, rb game.Rulebook, dir string) error {
	own := map[string]string{"gm.lang": strconv.Quote(string(c.Voice.Book.Lang)), "public": `["standings"]`,
		"press": `"turn"`}
	err := players.FoundPractice(dir, rb, nil, cmp.Or(k.Chance, io.Reader(rand.Reader)), c.Now(), game.File{Name: settings.File,
		Type: "application/toml", Data: settings.Fresh(c.Voice.Book, own)})
	if err == nil {
		return nil
	}
	if known := folder.StoreError(c, dir, err); known != err {
		return known
	}
	return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("cannot-found", phrase.Str("dir", dir)), Cause: err}
}

// seat adds the realms of a practice world.
func seat(w *folder.Opened, strength string) error {
	if _, plays := w.World.Rulebook().(game.Bot); !plays {
		return fault.Usage("play-alone", phrase.Str("name", w.World.Rulebook().Name()))
	}
	return w.Wrong(players.SeatPractice(w.World, strength, w.Call.Voice.Book.Lang, w.Call.Now()))
}
