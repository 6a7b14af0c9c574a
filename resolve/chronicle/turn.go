// Package chronicle keeps the turns of a world: states, sheets, joins, events and reports go into the store, and come
// out again to be read, played anew and verified. The rooms that resolve turns and show them call it.
package chronicle

import (
	"time"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Founding is kept so that the first state can be made again.
type Founding struct {
	Seed   string    `json:"seed"`
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Tables string    `json:"tables"` // sum
	Rules  int       `json:"rules"`
	State  string    `json:"state"` // sum
	At     time.Time `json:"at"`
}

// Realm finds a realm without asking the world again, which lists all.
func (c Current) Realm(number int) (game.Realm, bool) {
	if r, found := c.Realms[number]; found {
		return r, true
	}
	return Realm(c.World, number)
}

// Realm finds a realm of a world.
func Realm(world game.World, number int) (game.Realm, bool) {
	for _, r := range world.Realms() {
		if r.Number == number {
			return r, true
		}
	}
	return game.Realm{}, false
}

// Current is the turn that awaits orders.
type Current struct {
	Generation uint64 // of the state
	Turn       int
	World      game.World
	Realms     map[int]game.Realm // of the world
	Seed       game.Seed
	Tables     []byte // effective
	Opened     Opening
	Edited     []game.Event // what is told of what the game master changed by hand since then
}

// Opening is how a turn began to await orders. Sums are SHA-256 in hex.
type Opening struct {
	Since  time.Time `json:"since"`           // from which its deadline is counted
	Former string    `json:"former"`          // sum of the state the turn before left, or the founding
	Edits  int       `json:"edits,omitempty"` // how many of its joins are changes by hand
}

// Join is a realm that joined, or changed hands, while the turn awaited orders, or what the
// game master changed by hand; it can be replayed.
type Join struct {
	game.Joining              // of a realm that joined
	To           *game.Player `json:"to,omitempty"`   // who was given a realm there was; nil: it joined
	Edit         *Edit        `json:"edit,omitempty"` // what was changed by hand; no realm came then, nor changed hands
	Realm        int          `json:"realm"`
	At           time.Time    `json:"at"`
	Rules        int          `json:"rules"`
	Tables       string       `json:"tables"` // sum
	// sum of the state with it; "": others joined with it at once, the last has it
	After string `json:"after"`
}

func ByNumber(world game.World) map[int]game.Realm {
	out := map[int]game.Realm{}
	for _, r := range world.Realms() {
		out[r.Number] = r
	}
	return out
}

// PutState stores the state that awaits orders and how it came to be.
func PutState(tx *store.Tx, turn int, state []byte, o Opening) error {
	t, err := tx.Bucket(store.TurnsBucket).CreateBucketIfNotExists(store.U32(turn))
	if err != nil {
		return err
	}
	store.Put(t, []byte("before"), store.Pack(state))
	store.PutJSON(t, []byte("opened"), o)
	store.Put(tx.Bucket(store.MetaBucket), []byte("turn"), store.U32(turn))
	store.Bump(tx, "state")
	return nil
}
