// Package rulebook has the commands about a game's rules: the rules themselves, their numbers, a battle from a text.
// The command line hands each its arguments and a call. They need no world.
package rulebook
