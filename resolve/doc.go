// Package resolve holds the rooms that take letters in and advance turns, and the tests of all of them together.
//
// A world is a bbolt store: letters are accepted into it, turns advanced in it, replayed and verified from it, and what
// is to be sent waits in its outbox. The rooms touch the disk and nothing else: they know no network, and the clock is
// always handed in. Every change is one transaction, so a kill at any instant leaves the store as it was before or as
// it is after, never between.
//
// The rooms stand on a ladder, and each may use those below it: world, letters, schedule, players, intake, turns,
// master. Below them are rooms of one thing each, store at the bottom.
package resolve
