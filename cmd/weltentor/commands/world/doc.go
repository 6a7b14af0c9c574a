// Package world has the commands that keep a world: they found, check, save, restore, move and change it. The command
// line hands each its arguments and a call; each prints its result.
package world
