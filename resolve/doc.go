// Package resolve holds the rooms that take letters in and advance turns, and the tests of all of them together.
//
// A world is a store, in a file of its own or in rows of a database. Letters are accepted into it. Turns are advanced
// in it, replayed and verified from it, and what is to be sent waits in its outbox. The rooms touch the store and
// nothing else: they know no network, and the clock is always handed in. Every change is one transaction, so a kill at
// any instant leaves the store as it was before or as it is after, never between.
//
// Each room may use those below it. From the bottom: world, letters, schedule, players, sent, requests, intake, turns,
// master, lessons. Below them are rooms of one thing each, store at the bottom. TestArrows has the whole list.
package resolve
