// Package world has the commands that keep a world: it is founded, looked at, checked, saved, restored, moved and
// changed by hand. The command line hands each its arguments and a call; what it found is printed.
package world
