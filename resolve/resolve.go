// Package resolve is the turn as a transaction: a world's bbolt store, letters
// accepted into it, turns advanced in it, replayed and verified from it.
package resolve
