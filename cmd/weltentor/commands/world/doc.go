// Package world has the commands that keep a world: they found, check, save, restore, move and change it. Each file is
// a command, or two of one subject. What the doctor finds is in package doctor, what a new game master is asked in
// package founding.
package world
