package players

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// games have their ID as their key.
var games = store.Records[PracticeGame]("practice")

// Lasts is how long a game is kept, whatever becomes of it.
const Lasts = limits.Week

// Rests is how long a game without new orders is kept from whoever waits for a place.
const Rests = 2 * limits.Day

// PracticeGame is somebody's practice game. Its world is in a folder of its own. That folder is written first, and what is here
// says what has been told of it: so a step that was killed is done again.
type PracticeGame struct {
	ID    string      `json:"-"` // the name of the world's folder
	Mail  string      `json:"mail"`
	Lang  phrase.Lang `json:"lang"`
	Since time.Time   `json:"since"`
	Heard time.Time   `json:"heard,omitzero"` // when orders came last

	// The last letter with a report. Its code is mailed to Mail alone, and only orders with that code count.
	Code   []byte `json:"code,omitempty"` // as in letter.TokenKey; nil: no such letter is queued yet
	Turn   int    `json:"turn,omitempty"` // awaits orders
	Ready  string `json:"ready,omitempty"`
	Played int    `json:"played,omitempty"` // turns with orders
	Done   []int  `json:"done,omitempty"`   // lessons
	Over   bool   `json:"over,omitempty"`   // it was the last one

	// What is to be done.
	Tells  bool   `json:"tells,omitempty"`  // the letter is to be queued, perhaps once more
	Orders string `json:"orders,omitempty"` // that came for Turn
	Beside string `json:"beside,omitempty"` // what their letter says beside them, which nobody reads: their receipt shows it
	Judged bool   `json:"judged,omitempty"` // their receipt is queued

	Letters []uint64 `json:"letters,omitempty"` // of the outbox
}

// Waits reports whether something is to be done.
func (g PracticeGame) Waits() bool { return g.Tells || g.Orders != "" }

// Until is when the game is dropped.
func (g PracticeGame) Until() time.Time { return g.Since.Add(Lasts) }

// Rested reports whether nobody has played the game for so long that it gives way to whoever waits.
func (g PracticeGame) Rested(now time.Time) bool {
	last := g.Since
	if g.Heard.After(last) {
		last = g.Heard
	}
	return !g.Over && now.Sub(last) >= Rests
}

// PracticeGames lists the games, first come first.
func PracticeGames(tx *store.Tx) (all []PracticeGame) {
	for key, g := range games.Each(tx, nil) {
		g.ID = string(key)
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b PracticeGame) int { return a.Since.Compare(b.Since) })
	return all
}

// PracticeOf returns the game of an address, if it has one.
func PracticeOf(tx *store.Tx, mail string) (g PracticeGame, found bool) {
	all := PracticeGames(tx)
	at := slices.IndexFunc(all, func(g PracticeGame) bool { return address.Same(g.Mail, mail) })
	if at < 0 {
		return g, false
	}
	return all[at], true
}

// RunningPractice counts the games that are not over.
func RunningPractice(games []PracticeGame) (n int) {
	for _, g := range games {
		if !g.Over {
			n++
		}
	}
	return n
}

// Save stores a game.
func (g PracticeGame) Save(tx *store.Tx) { games.Put(tx, []byte(g.ID), g) }

// Drop drops a game, with its letters that have left. Its folder goes when lessons are played next.
func (g PracticeGame) Drop(tx *store.Tx) error {
	for _, id := range g.Letters {
		if err := outbox.Open(tx).DropLeft(id); err != nil {
			return err
		}
	}
	games.Remove(tx, []byte(g.ID))
	return nil
}
