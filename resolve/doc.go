// Package resolve holds the packages that take letters in and resolve turns, and the tests of all of them together. It
// has no code of its own.
//
// A world is a store, in a file of its own or in rows of a database. These packages touch the store and nothing else:
// but for store/postgres they know no network, and the time is always handed in. Every change is one transaction, so a
// kill at any instant leaves the store as it was before or as it is after (law 11).
//
// Each package may use those below it. From the bottom: world, notices, players and schedule, sender, requests, intake,
// turns, gamemaster, practice. Below world are packages of one thing each, with store at the bottom. TestArrows has the
// whole list. Begin with intake for letters that come, with turns for a turn, with outbox for letters that leave.
package resolve
