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

// Knower is a World that gives what a realm knows of it as bytes.
type Knower interface {
	// Known is the canonical encoding of what a realm knows, in a schema of its own, whose
	// number comes first, and in the realm's own coordinates. All that the realm cannot know is
	// left out, also what only shows in an order or in a size: worlds that differ in nothing
	// else give equal bytes (law 6). The tables are not in it; they travel beside. A realm that
	// is not there gets none.
	Known(realm int) []byte
}

// KnownOpener is a Rulebook whose worlds are Knowers.
type KnownOpener interface {
	// OpenKnown opens what World.Known gave, under the effective tables. The bytes may come
	// from anybody: damaged ones are an error that says what of them is damaged, behind
	// "known: ", or they open as what answers without a panic; and no bytes take much memory.
	OpenKnown(known, tables []byte) (Known, error)
}
