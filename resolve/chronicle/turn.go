// Package chronicle keeps the turns of a world: states, sheets, joins, events and reports go into the store, and come
// out again to be read, played anew and verified. The rooms that resolve turns and show them call it.
package chronicle

import (
	"time"

	"weltentor/resolve/replay"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// founded is how the world was founded.
const founded store.Slot[Founding] = "founded"

// Founded reads how the world was founded.
func Founded(tx *store.Tx) (f Founding, found bool) { return founded.Get(tx) }

// Identity is the founding as it is stored. No other world has the same, for its time is known to the nanosecond.
func Identity(tx *store.Tx) []byte { return founded.Raw(tx) }

// PutFounding stores the founding.
func PutFounding(tx *store.Tx, f Founding) { founded.Put(tx, f) }

// What a turn is replayed from is declared where it is replayed.
type (
	Founding = replay.Founding
	Join     = replay.Join
	Edit     = replay.Edit
)

// Realm finds a realm. It does not ask the world, which would list all realms again.
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
	Secret     []byte // see Secret
	Tables     []byte // effective
	Opened     Opening
	Edited     []game.Event // what is told of changes that the game master has made by hand since then
}

// Opening says how a turn came to await orders. Sums are SHA-256 in hex.
type Opening struct {
	Since  time.Time `json:"since"`           // the time from which its deadline is counted
	Former string    `json:"former"`          // sum of the state that the turn before left, or the founding
	Edits  int       `json:"edits,omitempty"` // how many of its joins are changes by hand
}

// ByNumber returns the realms of a world by their numbers.
func ByNumber(world game.World) map[int]game.Realm {
	out := map[int]game.Realm{}
	for _, r := range world.Realms() {
		out[r.Number] = r
	}
	return out
}
