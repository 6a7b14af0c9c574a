// Package game is the contract between the machine and the rulebooks, with what
// all of them share: dice, hexes, events.
//
// A Rulebook is a value. It founds a World or opens one from its stored bytes.
// A World is a value too: no method changes it, so the machine may ask several
// things of one world at the same time. What advances a world is Resolve, which
// gives the next one. Nothing here knows a clock, a file or a mail: deadlines,
// addresses and passwords belong to the machine.
//
// How different games fit:
//   - everybody at once: Asked names all realms, once a turn;
//   - two mail phases a round: each phase is a turn of its own to the machine,
//     Asked.Phase telling which it is;
//   - one player after the other: Asked names one realm;
//   - players who tell each other's doings: a World that is a Comparer says what in
//     their sheets contradicts each other, and they are told at once;
//   - standing instructions: the world keeps them in its state;
//   - attachments: a World that is a Keeper says which are for it; they come with the
//     Sheet, and leave with this or a later turn's Report; a state keeps their Sum, not their Data;
//   - the game master's hand (a result at the table, a payment): a sheet of realm 0.
package game

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Rulebook is a game: its order language, its numbers, its worlds.
type Rulebook interface {
	// Name is the name of the rulebook's folder.
	Name() string
	// Version counts changes of the rules that alter a result. A turn is
	// replayed only by the version that resolved it.
	Version() int
	// Language is the table of sections of its order files.
	Language() *orders.Language
	// Words are its sentences and those of the order language. `game` is the name of
	// the game, `game-turns` tells newcomers how its turns follow each other, `game-template`
	// what World.Template has lines for. Where realms are called otherwise, `realm-called` is
	// one in its words, with the arguments realm and name. Where receipts cite rules, `game-cites`
	// says so behind the sentence that brings them.
	Words(phrase.Lang) *phrase.Book
	// Tables lays a world's own numbers (TOML, may be empty) over the default
	// ones and gives the effective tables in canonical TOML. An unknown key or
	// a number out of range is an error that names it.
	Tables(own []byte) ([]byte, error)
	// Found makes a fresh world without realms. The same Founding gives the
	// same bytes.
	Found(Founding) (World, error)
	// Open reads a world from World.State, under the effective tables, which may be others
	// than it was played under so far. An error tells what of the state is damaged, or
	// which key of the tables a running game cannot be played under.
	Open(state, tables []byte) (World, error)
	// OpenKnown opens what World.Known gave, under the effective tables. The bytes may come
	// from anybody: damaged ones are an error that says what of them is damaged, behind
	// "known: ", or they open as what answers without a panic; and no bytes take much memory.
	OpenKnown(known, tables []byte) (Known, error)
}

// Founding is what a fresh world is made from.
type Founding struct {
	Seed          Seed
	Width, Height int // 0: the rulebook's default
	Tables        []byte
}

// Joining is a new realm.
type Joining struct {
	Name, Player  string
	Kind, Culture string // "": the rulebook's default
	Lang          phrase.Lang
	Computer      Computer
}

// Player is who plays a realm.
type Player struct {
	Name     string
	Lang     phrase.Lang
	Computer Computer
}

// Computer is the kind of machine a player reads reports on; it decides the
// charset and line ends of attachments.
type Computer string

// The computers of the manual's $S, and today's.
const (
	UTF8  Computer = "UTF8"  // UTF-8, LF
	PC    Computer = "PC"    // CP437, CRLF
	Amiga Computer = "Amiga" // ISO-8859-1, LF
)

// Realm is what the machine must know of one player's realm.
type Realm struct {
	Number   int
	Name     string
	Player   string // "": nobody has it
	Lang     phrase.Lang
	Computer Computer
	Zip      bool // wants attachments zipped
	Fallen   bool // out of the game: gets no more turns
}

// World is the state of one game between two turns, under its tables. It never changes, and
// may be asked from several goroutines.
type World interface {
	// State is the canonical encoding: equal worlds give equal bytes.
	State() []byte
	// Known is the canonical encoding of what a realm knows, in a schema of its own, whose
	// number comes first, and in the realm's own coordinates. All that the realm cannot know is
	// left out, also what only shows in an order or in a size: worlds that differ in nothing
	// else give equal bytes (law 6). The tables are not in it; they travel beside. A realm that
	// is not there gets none.
	Known(realm int) []byte
	// Asked tells which turn and mail phase awaits orders, and who may send and owes them.
	Asked() Asked
	// Title names the turn that awaits orders, e.g. "Spielzug 8, Jahr 2, Frühling".
	Title(phrase.Lang) string
	// Realms lists all realms by number.
	Realms() []Realm
	// Kinds and Cultures list what a Joining may ask for under the world's
	// tables, the default first; empty where the game knows no such thing.
	Kinds() []Choice
	Cultures() []Choice
	// Join adds a realm and gives the new world and the realm's number. An
	// error says what was asked for that the world does not offer, and what it does.
	Join(Joining, Seed) (World, int, error)
	// HandOver gives the world in which another player has a realm, which is
	// otherwise as it was: from now on it is he who is named, in his language and
	// for his computer, and how the former one wished his letters, or that he
	// missed turns, is forgotten: the latter at the latest when somebody comes. The zero
	// Player is nobody: no name, language and computer as they were. What is in force of
	// this turn stays so; after that no orders come of such a realm but by the game
	// master's hand, and what becomes of it is for the rules to say.
	HandOver(realm int, to Player) World
	// Welcome is the report 0 of a realm that has just joined.
	Welcome(realm int) Report
	// Template is an order file for a realm to fill in, in its player's language and
	// without an `$I` line: what it commands that takes orders now stands there with
	// a line each, which does what it would do without one. It parses without a
	// problem, and sent as it is it changes nothing. Sections whose lines are free
	// text may be missing. A realm that takes no orders gets "".
	Template(realm int) string
	// Merge gives the sheet in force when a later mail of the same realm and
	// turn came. Most games answer with the later one; a game may keep lines or
	// attachments of the earlier. The same mail again changes nothing. Where the
	// Text is not the later one's, or Check says Adds, the receipt says that the letter
	// replaces only what it names. A later mail of which nothing counts by itself (Check)
	// replaces nothing if something of the earlier counts or lines of it are wrong: then
	// the machine keeps the earlier, whatever Merge gives.
	Merge(earlier, later Sheet) Sheet
	// Check reads a sheet with no more knowledge than the realm has and tells
	// what will be done. Where it accepts without a caveat, the turn does not
	// refuse on facts the realm knew; what it calls an error the turn refuses
	// whatever others do and dice show.
	Check(Sheet) Checked
	// Due tells whether the turn may be resolved, before its deadline is thought of,
	// given the sheets that are in force and those of who is away (Absent). Given none, it
	// tells by ByHand whether deadlines resolve the turn at all.
	Due([]Sheet) Due
	// Resolve plays the turn. Sheets are in any order, at most one a realm.
	Resolve([]Sheet, Seed) Outcome
	// Broken lists what contradicts the rules or itself; empty when all is well.
	Broken() []string
}

// Asked is the turn that awaits orders, whose may come, and who of them owes some.
type Asked struct {
	Turn   int    // from 1; one more at each Resolve; the number in `$I`
	Phase  string // the mail phase, e.g. "orders" or "results"; the sentence "phase.orders" names it
	Realms []int  // sorted; whose orders are taken; empty while the world waits for players: then no turn is due
	// sorted, some of Realms: who may send orders and owes none; nobody reminds them, and they miss no turn
	Free    []int
	Over    bool  // the game has ended: no more orders, no more turns
	Winners []int // sorted; who has won a game that is over, if anybody has
}

// To is what one realm knows of it: whether itself owes orders, and of others not.
func (a Asked) To(realm int) Asked {
	free := slices.Contains(a.Free, realm)
	if a.Free = nil; free {
		a.Free = []int{realm}
	}
	return a
}

// Due is when a turn may be resolved.
type Due uint8

// When a turn may be resolved.
const (
	AtDeadline Due = iota // at the deadline; all sheets in bring it forward if the world's settings say so
	NotBefore             // at the deadline and not before, even if all sheets are in (a sheet has errors to mend)
	Now                   // at once; without a sheet of anybody's, only where a player is not away
	ByHand                // only when the game master says so; the deadline reminds
)

// Sheet is one realm's orders for one turn, without its password. Realm 0 is
// the game master, never asked; a rulebook without use for its sheet says so in Check.
type Sheet struct {
	Realm int    `json:"realm"`
	Turn  int    `json:"turn"`
	Text  string `json:"text"` // UTF-8, LF; the `$I` line scrubbed
	// attachments: of a letter just come all, to Check; of a sheet in force those kept with it (Keeper),
	// perhaps without Data
	Files []File `json:"files,omitempty"`

	// Absent says that no orders came and the player had said that he is away:
	// nothing else is set. It is as no sheet, but the turn is not one missed, and
	// nobody need wait for the realm. Only Due and Resolve are given such.
	Absent bool `json:"absent,omitempty"`

	read *reading // see Orders; nil: nobody has said how the text reads
}

// File is an attachment, coming or going. One that came with a sheet is kept by
// the machine for the life of the world: a Report may send it on by its Sum
// alone, with Data nil, so that states need not carry it from turn to turn.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type; a text's Data is UTF-8 with LF, the machine converts it
	Data []byte `json:"data,omitempty"`
	Sum  string `json:"sum,omitempty"` // SHA-256 of Data in hex; set on all that came with a sheet
}

// Outcome is a resolved turn.
type Outcome interface {
	// Next is the world after the turn.
	Next() World
	// Events are all that happened, in order; the turn's hash covers them.
	Events() []Event
	// Realms lists who gets a report: everybody who was in the game before the turn, and who fell in it.
	Realms() []int
	// Report tells one realm the turn. It may be called from several goroutines.
	Report(realm int) Report
	// Refused lists the orders of one realm's sheet that were not done, sorted
	// by position: the same that the head of its report tells.
	Refused(realm int) []orders.Problem
	// HandOver gives the outcome of the same turn as it is told once another player
	// has a realm, as World.HandOver gives it: the realm's report is in his language
	// and names him. What happened stays as it is.
	HandOver(realm int, to Player) Outcome
	// ToMaster are messages for the game master: all that Check lists as Letters of the
	// sheets, and alarms.
	ToMaster() []Notice
}

// Annalist is an Outcome that gives its Events as annals.
type Annalist interface{ Annals() *Annals }

// Scribed is an Outcome whose reports can be written one after the other in the same memory: who writes many
// takes a scribe in each goroutine.
type Scribed interface{ Scribe() Scribe }

// Scribe writes what Outcome.Report gives. Text and Summary are good until the next report.
type Scribe interface{ Report(realm int) Report }

// Report is what one realm is told. Text and Summary are UTF-8 with LF.
type Report struct {
	Realm   int
	Name    string // file name of the attachment, e.g. ERGEBNIS.TXT
	Text    []byte
	Summary []byte // what a person reads first, as the mail's body
	Files   []File // more attachments
}

// Notice is something the game master should read: a player's message in Text, or
// an alarm of the rules in What, which is said in the game master's language.
// Realm is 0 when no player sent it.
type Notice struct {
	Realm int
	Text  string        `json:",omitempty"`
	What  phrase.Phrase `json:",omitzero"`
}
