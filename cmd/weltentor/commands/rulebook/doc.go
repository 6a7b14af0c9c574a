// Package rulebook has the commands that ask a game's rules: its book, its numbers, a battle from a text. The
// command line hands each its arguments and a call; no world is needed for them.
package rulebook
