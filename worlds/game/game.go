// Package game is the contract between the machine and the games, with what all games share: dice, hexes, events. A
// rulebook implements Rulebook and World, and the machine calls them: sheets go in, receipts, reports and the next
// world come out.
//
// A Rulebook is a value. It founds a World, or opens one from its stored bytes. A World is a value too: no method
// changes it, so the machine may call several methods of one world at the same time. Resolve is what advances a world,
// by returning the next one. Nothing here knows a clock, a file or a mail: deadlines, addresses and passwords belong
// to the machine.
//
// How different games fit:
//   - All players move at once: Asked names all realms, once a turn.
//   - A round has two mail phases: to the machine each phase is a turn of its own, and Asked.Phase says which it is.
//   - Players move one after the other: Asked names one realm.
//   - Players report what others did: a World that is a Comparer says what in their sheets contradicts each other, and
//     they are told at once.
//   - Standing instructions: the world keeps them in its state.
//   - Attachments: a World that is a Keeper says which are for it. They come with the Sheet, and leave with the Report of
//     this or a later turn. A state keeps their Sum, not their Data.
//   - The game master's hand (a result at the table, a payment): a sheet of realm 0.
package game

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Rulebook is a game: the language of its orders, its numbers, its worlds.
type Rulebook interface {
	// Name is the name of the rulebook's folder.
	Name() string
	// Version counts changes of the rules that alter a result. A turn is replayed only by the version that resolved
	// it.
	Version() int
	// Language is the table of sections of its order files.
	Language() *orders.Language
	// Words are its sentences and those of the order language. `game` is the name of the game. `game-turns` tells
	// newcomers how its turns follow each other. `game-template` says what World.Template has lines for. If realms
	// have another name in this game, `realm-called` is a realm with that name, with the arguments realm and name. If
	// receipts cite rules, `game-cites` says so, after the sentence about how to get the rules.
	Words(phrase.Lang) *phrase.Book
	// Tables lays a world's own numbers (TOML, may be empty) over the default ones and returns the effective tables in
	// canonical TOML. An unknown key or a number out of range is an error that names it.
	Tables(own []byte) ([]byte, error)
	// Found makes a new world without realms. The same Founding gives the same bytes.
	Found(Founding) (World, error)
	// Open reads a world from World.State, under the effective tables, which may differ from those it was played under
	// so far. An error says what of the state is damaged, or which key of the tables makes it impossible to play on.
	Open(state, tables []byte) (World, error)
	// OpenKnown opens the result of World.Known, under the effective tables. The bytes may come from anybody. If they
	// are damaged, they are an error that begins with "known: " and says what is damaged, or they open as something
	// that answers without a panic. No bytes take much memory.
	OpenKnown(known, tables []byte) (Known, error)
}

// Founding is what a new world is made from.
type Founding struct {
	Seed          Seed
	Width, Height int // 0: the rulebook's default
	Tables        []byte
	Signer        []byte // 32 secret bytes for signatures and seals; nil: they are made from the seed
	Announced     *Announced
}

// Announced is what a seed is made from if its host shows that he did not choose it: a secret that he announced the mark
// of, and a public value that nobody knew yet at that time. It is nil for other worlds.
type Announced struct {
	Master string `json:"master"` // 32 random bytes in hex
	Value  string `json:"value"`
}

// MostAnnounced is how many bytes a public value may have.
const MostAnnounced = 200

// Sound reports whether a value looks like no other: visible ASCII, with one blank between words. Otherwise a host could
// choose among values that are read alike.
func (a Announced) Sound() bool {
	odd := func(r rune) bool { return r < ' ' || r > '~' }
	return a.Value != "" && len(a.Value) <= MostAnnounced && !strings.ContainsFunc(a.Value, odd) &&
		a.Value == strings.Join(strings.Fields(a.Value), " ")
}

// Joining is a new realm.
type Joining struct {
	Name, Player  string
	Kind, Culture string // "": the rulebook's default
	Lang          phrase.Lang
	Computer      Computer
}

// Player is the person who plays a realm.
type Player struct {
	Name     string
	Lang     phrase.Lang
	Computer Computer
}

// Computer is the kind of machine on which a player reads reports. It decides the charset and line ends of
// attachments.
type Computer string

// The computers of the manual's $S, and today's.
const (
	UTF8  Computer = "UTF8"  // UTF-8, LF
	PC    Computer = "PC"    // CP437, CRLF
	Amiga Computer = "Amiga" // ISO-8859-1, LF
)

// Realm is what the machine must know about one player's realm.
type Realm struct {
	Number   int
	Name     string
	Player   string // "": nobody plays it
	Lang     phrase.Lang
	Computer Computer
	Zip      bool // wants attachments zipped
	Fallen   bool // out of the game: gets no more turns
}

// World is the state of one game between two turns, under its tables. It never changes, and its methods may be called
// from several goroutines.
type World interface {
	// State is the canonical encoding: equal worlds give equal bytes.
	State() []byte
	// Known is the canonical encoding of what a realm knows, in the realm's own coordinates. It has a schema of its
	// own, whose number comes first. Everything that the realm cannot know is left out, also if it would show only in
	// an order or in a size: worlds that differ only in that give equal bytes (law 6). The tables are not in it; they
	// travel beside it. A realm that does not exist gets none.
	Known(realm int) []byte
	// Asked says which turn and mail phase awaits orders, who may send them, and who owes them.
	Asked() Asked
	// Title names the turn that awaits orders, such as "Zug 8, Jahr 2, Frühling".
	Title(phrase.Lang) string
	// Realms lists all realms by number.
	Realms() []Realm
	// Kinds and Cultures list what a Joining may ask for under the world's tables, the default first. They are empty
	// if the game has no such thing.
	Kinds() []Choice
	Cultures() []Choice
	// Join adds a realm and returns the new world and the realm's number. An error says what was asked for that the
	// world does not offer, and what it offers.
	Join(Joining, Seed) (World, int, error)
	// HandOver returns the world in which another player has a realm, which otherwise stays as it was. From now on the
	// realm has that player's name, language and computer. How the former player wanted letters is forgotten, and so
	// are missed turns, these at the latest when somebody takes the realm. The zero Player is nobody: then there is no
	// name, and language and computer stay. Orders in force for this turn stay in force. After that only the game
	// master sends orders for such a realm, and the rules decide what becomes of it.
	HandOver(realm int, to Player) World
	// Welcome is report 0, for a realm that has just joined.
	Welcome(realm int) Report
	// Template is an order file for a realm to fill in, in its player's language and without an `$I` line. Everything
	// in the realm that takes orders now has a line, which does what would happen without it. The file parses without
	// a problem, and sent as it is it changes nothing. Sections of free text may be missing. A realm that takes no
	// orders gets "".
	Template(realm int) string
	// Merge returns the sheet in force after a later mail of the same realm and turn that orders something, see Follow.
	// What letters that only speak have added is not in the earlier one. Most games return the later one.
	// A game may keep lines or attachments of the earlier one. The same mail again changes nothing. If the Text is not
	// the later one's, or Check sets Adds, the receipt says that the letter replaces only what it names. If nothing of
	// the later mail counts by itself (Check), the machine keeps the earlier sheet in two cases, whatever Merge
	// returns: something of the earlier counts, or lines of the later are wrong.
	Merge(earlier, later Sheet) Sheet
	// Check reads a sheet with no more knowledge than the realm has, and says what will be done. What it accepts
	// without a caveat, the turn does not refuse for facts that the realm knew. What it calls an error, the turn
	// refuses whatever others do and dice show.
	Check(Sheet) Checked
	// Due says whether the turn may be resolved, without regard to its deadline. It gets the sheets in force, and
	// those of players who are away (Absent). If it gets none, ByHand says that deadlines never resolve the turn.
	Due([]Sheet) Due
	// Resolve plays the turn. Sheets come in any order, at most one for each realm.
	Resolve([]Sheet, Seed) Outcome
	// Broken lists what contradicts the rules or itself. It is empty if all is well.
	Broken() []string
}

// Asked is the turn that awaits orders, whose orders are taken, and who of them owes some.
type Asked struct {
	Turn   int    // from 1, and one more after each Resolve; the number in `$I`
	Phase  string // the mail phase, such as "orders" or "results"; the sentence "phase.orders" names it
	Realms []int  // sorted; whose orders are taken; empty: the world waits for players, and no turn is due
	// sorted, some of Realms: they may send orders and owe none, so nobody reminds them and they miss no turn
	Free []int
	// each realm knows only of itself whether it is Free, in all turns of this phase: so it is not public who sends
	// orders, or how many
	Secret  bool
	Over    bool  // the game has ended: no more orders, no more turns
	Winners []int // sorted; who has won a game that is over, if anybody has
}

// To is what one realm may know of it: whether it owes orders itself, but not whether others do.
func (a Asked) To(realm int) Asked {
	free := slices.Contains(a.Free, realm)
	if a.Free = nil; free {
		a.Free = []int{realm}
	}
	return a
}

// Public is what everybody may know of it. If the phase keeps secret who owes orders, that is nobody's name.
func (a Asked) Public() Asked {
	if a.Secret {
		a.Realms, a.Free = nil, nil
	}
	return a
}

// Due is when a turn may be resolved.
type Due uint8

// When a turn may be resolved.
const (
	AtDeadline Due = iota // at the deadline, or earlier if all sheets are in and the world's settings allow it
	NotBefore             // at the deadline and not before, even if all sheets are in (a sheet has errors to mend)
	Now                   // at once; if nobody has sent a sheet, only if some player is not away
	ByHand                // only when the game master says so; the deadline only reminds
)

// Sheet is one realm's orders for one turn, without its password. Realm 0 is the game master, who is never asked. A
// rulebook that has no use for that sheet says so in Check.
type Sheet struct {
	Realm int    `json:"realm"`
	Turn  int    `json:"turn"`
	Text  string `json:"text"` // UTF-8, LF; the `$I` line scrubbed
	// attachments: Check gets all of a letter that has just come; a sheet in force has those that were kept (Keeper),
	// perhaps without Data
	Files []File `json:"files,omitempty"`

	// Passed are the lines of messages that the machine has passed on at once. They are still in the text, but the rules
	// do not get them for the turn, so that no report has them again.
	Passed []int `json:"passed,omitempty"`

	// Absent says that no orders came and that the player had announced to be away. Nothing else is set then. It
	// counts as no sheet, but the turn is not missed, and nobody needs to wait for the realm. Only Due and Resolve get
	// such sheets.
	Absent bool `json:"absent,omitempty"`

	// Missed says that the sheet orders nothing and only speaks. Its lines count, but the turn is missed. Only Resolve
	// gets such sheets.
	Missed bool `json:"missed,omitempty"`

	read *reading // see Orders; nil: nobody has parsed the text yet
}

// File is an attachment, coming or going. If it came with a sheet, the machine keeps it for the life of the world. A
// Report may send it on with its Sum alone and Data nil, so that states need not carry it from turn to turn.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type; the Data of a text is UTF-8 with LF, and the machine converts it
	Data []byte `json:"data,omitempty"`
	Sum  string `json:"sum,omitempty"` // SHA-256 of Data in hex; set for all that came with a sheet
}

// Outcome is a resolved turn.
type Outcome interface {
	// Next is the world after the turn.
	Next() World
	// Events returns everything that happened, in order. The turn's hash covers them.
	Events() []Event
	// Realms lists who gets a report: everybody who was in the game before the turn, also those who fell in it.
	Realms() []int
	// Report is the turn as one realm is told it, whole (see Brief). It may be called from several goroutines.
	Report(realm int) Report
	// Refused lists the orders of one realm's sheet that were not done, sorted by position. They are those at the head
	// of its report.
	Refused(realm int) []orders.Problem
	// HandOver returns the same turn as it is told after another player got a realm, see World.HandOver: the realm's
	// report is in that player's language and names them. What happened stays the same.
	HandOver(realm int, to Player) Outcome
	// ToMaster returns messages for the game master: everything that Check lists as Letters of the sheets, and alarms.
	ToMaster() []Notice
}

// Annalist is an Outcome that returns its Events as annals.
type Annalist interface{ Annals() *Annals }

// Laned is a World whose turns are played in several lanes side by side where the rules allow it, so that several
// cores have work. The result of a turn is the same, byte for byte, with any number of lanes. With one lane nothing
// runs side by side.
type Laned interface {
	ResolveIn(lanes int, sheets []Sheet, seed Seed) Outcome
}

// ManyReports is an Outcome whose reports can be written one after the other in the same memory. A caller that writes
// many takes one writer for each goroutine.
type ManyReports interface{ ReportWriter() ReportWriter }

// ReportWriter writes the same as Outcome.Report. Text and Summary are valid until the next report.
type ReportWriter interface{ Report(realm int) Report }

// Report is what one realm is told. Text and Summary are UTF-8 with LF.
type Report struct {
	Realm   int
	Name    string // file name of the attachment, such as ERGEBNIS.TXT
	Text    []byte
	Summary []byte // what a person reads first, as the body of the mail
	News    string // counts of the weightiest news, for the subject of the mail; "": none
	Files   []File // more attachments
	Tale    Tale   // what a chronicler may say in the Text, where his lines are not yet
	Cuts    []int  // offsets in Text, rising: what is between two of them may be in other reports, word for word
}

// Notice is something that the game master should read: a player's message in Text, or an alarm of the rules in What,
// which is said in the game master's language. Realm is 0 if no player sent it.
type Notice struct {
	Realm int
	Text  string        `json:",omitempty"`
	What  phrase.Phrase `json:",omitzero"`
}
