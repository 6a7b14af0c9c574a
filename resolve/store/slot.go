package store

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
)

// Slot is the one value of its kind that a world has, as JSON under a name of the meta bucket. As with a Table, the
// package that declares it owns it.
type Slot[V any] string

// Get reads the value; found is false if there is none.
func (s Slot[V]) Get(tx *Tx) (v V, found bool) {
	return GetJSON[V](tx.Bucket(metaBucket), []byte(s))
}

// Raw reads the value as it is stored, or nil.
func (s Slot[V]) Raw(tx *Tx) []byte { return tx.Bucket(metaBucket).Get([]byte(s)) }

// Put stores the value.
func (s Slot[V]) Put(tx *Tx, v V) { PutJSON(tx.Bucket(metaBucket), []byte(s), v) }

// Remove removes the value.
func (s Slot[V]) Remove(tx *Tx) { Remove(tx.Bucket(metaBucket), []byte(s)) }

// Like lists the slots with a value whose names begin with this one's.
func (s Slot[V]) Like(tx *Tx) (all []Slot[V]) {
	c := tx.Bucket(metaBucket).Cursor()
	for key, _ := c.Seek([]byte(s)); bytes.HasPrefix(key, []byte(s)); key, _ = c.Next() {
		all = append(all, Slot[V](key))
	}
	return all
}

// Flag is something that is so in a world or not, under a name of the meta bucket.
type Flag string

// Is reports whether it is so.
func (f Flag) Is(tx *Tx) bool { return tx.Bucket(metaBucket).Get([]byte(f)) != nil }

// Set stores whether it is so.
func (f Flag) Set(tx *Tx, is bool) {
	if !is {
		Remove(tx.Bucket(metaBucket), []byte(f))
		return
	}
	Put(tx.Bucket(metaBucket), []byte(f), []byte("yes"))
}

// Found writes what a world keeps for life, into a store that was just made: its rulebook's name and its seed.
func Found(tx *Tx, rulebook string, seed []byte) {
	meta := tx.Bucket(metaBucket)
	Put(meta, []byte(SchemaNumber), U32(Schema))
	Put(meta, []byte("rulebook"), []byte(rulebook))
	Put(meta, []byte("seed"), seed)
}

// RulebookOf is the name of the world's rulebook.
func RulebookOf(tx *Tx) string { return string(tx.Bucket(metaBucket).Get([]byte("rulebook"))) }

// Seed is the world's seed. It is valid until the transaction ends.
func Seed(tx *Tx) []byte { return tx.Bucket(metaBucket).Get([]byte("seed")) }

// Number is a number of the meta bucket, 0 at first, owned by the package that declares it.
type Number string

// The numbers that several packages read.
const (
	SchemaNumber Number = "schema"
	Generation   Number = "generation" // of the store, drawn by each change
	States       Number = "state"      // of the state that awaits orders, and of what closes or holds it; drawn as well
	Letters      Number = "letters"    // made so far for the outbox
	turnNumber   Number = "turn"
)

// Of reads the number.
func (n Number) Of(tx *Tx) uint64 {
	switch v := tx.Bucket(metaBucket).Get([]byte(n)); len(v) {
	case 4:
		return uint64(binary.BigEndian.Uint32(v))
	case 8:
		return binary.BigEndian.Uint64(v)
	}
	return 0
}

// Set stores the number.
func (n Number) Set(tx *Tx, is uint64) { Put(tx.Bucket(metaBucket), []byte(n), U64(is)) }

// Next increments the number and returns it.
func (n Number) Next(tx *Tx) uint64 {
	next := n.Of(tx) + 1
	n.Set(tx, next)
	return next
}

// Draw sets the number to one that it never had. A counter would have a value twice if a store goes back to an earlier
// state, from a backup or after a failover, and what a process remembers of the lost one would pass for true.
func (n Number) Draw(tx *Tx) { n.Set(tx, rand.Uint64()) }

// Turn is the turn that awaits orders.
func Turn(tx *Tx) int { return int(turnNumber.Of(tx)) }

// SetTurn sets which turn awaits orders.
func SetTurn(tx *Tx, turn int) { Put(tx.Bucket(metaBucket), []byte(turnNumber), U32(turn)) }
