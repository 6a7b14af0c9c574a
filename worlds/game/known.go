package game

import "weltentor/orders/phrase"

// Known is a world as one realm knows it: opened from the bytes of World.Known, far from the
// machine, it answers for that realm exactly as the whole world does. What it says of a battle's
// odds is in what Check gives. It may have other parts of a World, such as Keeper or Legender:
// then they answer alike, too. It is never changed, and may be asked from several goroutines.
type Known interface {
	Asked() Asked
	Title(phrase.Lang) string
	// Realms lists all realms by number: of others number, name, and whether they have fallen.
	Realms() []Realm
	Template(realm int) string
	Check(Sheet) Checked
	Merge(earlier, later Sheet) Sheet
}
