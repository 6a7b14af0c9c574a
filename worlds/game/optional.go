package game

import "weltentor/orders/phrase"

// What follows only some games can be asked, or only what is opened from a realm's knowledge. The machine looks for
// each with a type assertion, and does without it where it is missing.

// Planner is a Known that says as values what its realm can order and what comes of it, so that no page counts rules.
// It says no more than receipts and reports do (law 6), and comes to it by their code (law 8). It is apart because only
// a page plans, with what a realm knows: a World is none.
type Planner interface {
	// Desk is what the realm can order in the turn that awaits orders, in a language and in the realm's counting. If
	// it takes no orders, the desk has nothing but Kinds. Of another realm, it is the zero Desk.
	Desk(realm int, lang phrase.Lang) Desk
	// March is how far a mover comes on a way, step by step, as far as the realm can know. Digits of the way are
	// directions, a step each; 0 waits a week in a game that has weeks. In a game whose homes lie beside the map, 0
	// leads from a home to its sea and back. The text is the realm's orders of the turn so far, which may build roads
	// and make treaties; a game in which no order changes a way ignores it. Where orders name a goal and no way, no way
	// at all is the one on which the text leads the mover.
	March(realm int, m Mover, way []Direction, text string, lang phrase.Lang) March
	// Reach lists the fields to which a mover can come in the turn, under the same orders, each with the way that comes
	// there first. It is a bound from above for an army of which the realm does not know everything.
	Reach(realm int, m Mover, text string) []Reached
	// Raised lists armies of a sheet's realm as they are once the orders of the sheet that come before all marches are
	// carried out: those that it recruits, splits off, forms or summons, and those that can do something else because
	// of it. Who has to wait for the next turn has no actions. The Desk has all others. March and Reach take their
	// names with the same text. It is nil in a game in which no army can be raised and ordered in the same turn.
	Raised(in Sheet, lang phrase.Lang) []DeskArmy
	// Units are those of the Desk under the orders of a sheet: how many more each Site can raise, or why no more. It is
	// nil in a game in which what is raised takes no room from what else can be raised.
	Units(in Sheet, lang phrase.Lang) []Unit
	// Survey is what a realm knows of a field that nobody owns: what it would bring its owner, what it costs to enter,
	// or who lives there. It is nil for other fields, and for those of which the realm knows none of that.
	Survey(realm int, at string, lang phrase.Lang) []Amount
}

// Lender is a World that hands out what a realm knows without the bytes between. It is apart because it is a matter of
// cost: on a large map of many realms, writing and reading the bytes takes as long as asking.
type Lender interface {
	// Lend lends what a realm knows: the same as Rulebook.OpenKnown opens of World.Known. Nothing of it may be used any
	// more when use has returned. Of a realm that does not exist nothing is lent.
	Lend(realm int, use func(Known))
}

// SuitedLand is a World into which more realms may join than its land is meant for. In other games the map has a place
// for each realm, and Join refuses whoever comes when all are taken.
type SuitedLand interface {
	// Suits is how many realms the land is meant for, at least 1: with that many the world plays well.
	Suits() (realms int)
}

// FieldLocator is a World whose realms count fields from places of their own. In other games a field has the same label
// for everybody, and whoever looks for it reads the label.
type FieldLocator interface {
	// Locate returns where on the whole world's chart a field is that a realm calls so. ok is false if there is none.
	Locate(realm int, label string) (h, y int, ok bool)
}

// Successive is a World in which one realm after the other plays. A realm that waits is shown what a receipt would say
// of its first letter, and a lesson lasts a round. In other games nobody waits.
type Successive interface {
	// AsTurnOf is the world as if it were a realm's turn, for looking only. It holds nothing that the realm may not
	// know.
	AsTurnOf(realm int) World
}

// Comparer is a World in which players report what others did, such as the result of a battle at the table. It is apart
// because such a world costs more: each letter is compared with all other sheets, before it is in force and after.
type Comparer interface {
	// Compare looks at all sheets in force, the game master's included. It says how far each thing that must be
	// reported has been reported, to the realms concerned. The game master gets all of them, in the order of About. A
	// realm gets a thing at most once. The order of the sheets never matters. A sheet changes nothing in a thing that
	// its realm gets nothing about.
	Compare([]Sheet) []Crossing
}

// AttachmentFilter is a World, and a Known, that has a use for attachments, such as army lists. Of other games no
// attachment is stored, and none is looked at.
type AttachmentFilter interface {
	// Keeps reports whether a file that came with a sheet is for the game, by its name and content. Such a file is
	// stored with the sheet, and nobody complains that it is not text. Check gets all files of a letter and says what
	// becomes of each. A file without Data does not count.
	Keeps(File) bool
}

// NamedTurns is a World whose chronicler has names for turns, such as that of a season. The newspaper begins with them;
// that of other games begins with its news.
type NamedTurns interface {
	// Dateline is the sentence that names a turn that was played with a seed. It says nothing else.
	Dateline(turn int, seed Seed) phrase.Phrase
}

// ManyReports is an Outcome whose reports can be written one after the other in the same memory. It is for speed alone:
// with two hundred realms each report made anew would cost megabytes.
type ManyReports interface {
	// ReportWriter returns what writes the same as Outcome.Report. Text and Summary are valid until its next report. A
	// caller takes one for each goroutine.
	ReportWriter() func(realm int, shown *Shown) Report
}

// BattleFacts is an Outcome whose battles and armies are there sooner than all of its Facts. It is for speed alone:
// whoever shows a whole game asks for those of every realm in every turn.
type BattleFacts interface {
	// Fought has the Battles of Facts, and of its Armies the reader's, without what joins both (ID). What Facts cut off
	// for the length of the report may be there. It is nil for a realm that does not exist.
	Fought(realm int) *Facts
}
