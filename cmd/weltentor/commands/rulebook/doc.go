// Package rulebook has the commands about a game's rules: the rules themselves, their numbers.
// The command line hands each its arguments and a call. They need no world.
package rulebook
