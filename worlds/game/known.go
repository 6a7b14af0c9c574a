package game

import "weltentor/orders/phrase"

// Known is a world as one realm knows it: opened from the bytes of World.Known, far from the machine, it answers for
// that realm exactly as the whole world does. What it says about a battle's odds is in the result of Check. If it
// implements other parts of a World, such as Keeper or Legender, they answer alike too. It never changes, and may be
// called from several goroutines.
type Known interface {
	Asked() Asked
	Title(phrase.Lang) string
	// Realms lists all realms by number: for others number, name, and whether they have fallen.
	Realms() []Realm
	Template(realm int) string
	Check(Sheet) Checked
	Merge(earlier, later Sheet) Sheet
}
