// Package game is the contract between the machine and the games, with what all games share: dice, hexes, events. A
// game implements Rulebook, World and Outcome.
//
// This file is what every game answers, so begin here. A game that lacks a thing returns nil, "" or another empty value
// for it, as the method says. What only some games can be asked is in optional.go, and the values that go in and out
// are in other files.
//
// A Rulebook is a value. It founds a World, or opens one from its stored bytes. A World is a value too: no method
// changes it, so the machine may call several methods of one world at the same time. Resolve is what advances a world,
// by returning the next one. Nothing here knows a clock, a file or a mail (law 1): deadlines, addresses and passwords
// belong to the machine. The same state, sheets and seed give the same bytes (law 2).
//
// How different games fit:
//   - All players move at once: Asked names all realms, once a turn.
//   - A round has two mail phases: to the machine each phase is a turn of its own, and Asked.Phase says which it is.
//   - Players move one after the other: Asked names one realm.
//   - Players report what others did: a World that is a Comparer says what in their sheets contradicts each other,
//     and they hear of it at once.
//   - Standing instructions: the world keeps them in its state.
//   - Attachments: a World that is an AttachmentFilter says which are for it. They come with the Sheet, and leave
//     with the Report of this or a later turn. A state keeps their Sum, not their Data.
//   - The game master's hand (a result at the table, a payment): a sheet of realm 0.
package game

import (
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
	// Words are its sentences and those of the order language. `game` is the name of the game. `game-what` says to
	// somebody who knows nothing of it what it is, in three sentences. `game-turns` tells newcomers how its turns follow
	// each other. `game-template` says what World.Template has lines for. If realms
	// have another name in this game, `realm-called` is a realm with that name, with the arguments realm and name. If
	// receipts cite rules, `game-cites` says so, after the sentence about how to get the rules.
	Words(phrase.Lang) *phrase.Book
	// Reword says facts in another language: what is a code, but not what players wrote. What cannot be said in the
	// very words that it had, as in data of an older version, stays as it is.
	Reword(f *Facts, to phrase.Lang)

	// Tables lays a world's own numbers (TOML, may be empty) over the default ones and returns the effective tables in
	// canonical TOML. An unknown key or a number out of range is an error that names it. In what
	// Bot.Practice returns, `practice = true` comes first: those of a practice world are laid over all of them.
	Tables(own []byte) ([]byte, error)
	// Sets names the sets of numbers beside the standard one. If a world's own numbers begin with `set = "NAME"`,
	// Tables lays them over that set, and its result names none. A name that is not offered is an error. It is empty if
	// there is only the standard one.
	Sets() []string
	// SizeFor returns the sides of a map for so many realms, at least 1, as a Founding has them: 0 and 0 is the size of
	// the numbers. It is not ok if no map suits so many; then they are 0, too.
	SizeFor(realms int) (width, height int, ok bool)
	// Days proposes how many days a turn lasts if the game master sets no deadline. 0 is a week.
	Days() int
	// Found makes a new world without realms. The same Founding gives the same bytes, unless Repeats says otherwise.
	Found(Founding) (World, error)
	// Repeats reports whether the same Founding gives this state again. If not, because another program's chance decided
	// it or a running game moved in, the state is stored beside the world and not made again.
	Repeats(founded []byte) bool
	// Open reads a world from World.State, under the effective tables, which may differ from those it was played under
	// so far. An error says what of the state is damaged, or which key of the tables makes it impossible to play on.
	Open(state, tables []byte) (World, error)
	// Settled compares the effective tables with those of the founding, and returns those that the world goes on under:
	// a number that it was founded without counts as the rules were before it was one. An error names the key of a
	// number that shapes a world when it is founded and must stay as it was, and its value: a running world has its
	// shape in its state. If such a number were changed later, it would do nothing, or matter only to newcomers, and be
	// wrong about everybody else. It is nil where all numbers may change.
	Settled(founding, now []byte) ([]byte, error)
	// OpenKnown opens the result of World.Known, under the effective tables. The bytes may come from anybody. If they
	// are damaged, they are an error that begins with "known: " and says what is damaged, or they open as something
	// that answers without a panic. No bytes take much memory.
	OpenKnown(known, tables []byte) (Known, error)
	// Bot plays a realm by itself: for practice, for a seat without a player, and for one who is away. It is nil if the
	// machine cannot play this game.
	Bot() Bot
}

// Known is what one realm knows of a world: opened from the bytes of World.Known, far from the machine, it answers for
// that realm as the whole world does, which has the same methods. Only what Asked and Realms say of others is less. It
// is asked for no other realm. It never changes, and may be called from several goroutines.
type Known interface {
	// Asked says which turn and mail phase awaits orders, who may send them, and who owes them. Of what is known it is
	// what Asked.To returns.
	Asked() Asked
	// Title names the turn that awaits orders, such as "Zug 8, Jahr 2, Frühling".
	Title(phrase.Lang) string
	// Realms lists all realms by number. Of others, what is known has number and name, and whether they have fallen.
	Realms() []Realm
	// Template is an order file for a realm to fill in, in its player's language and without an `$I` line. Everything
	// in the realm that takes orders now has a line, which does what would happen without it. The file parses without
	// a problem, and sent as it is it changes nothing. Sections of free text may be missing. A realm that takes no
	// orders gets "".
	Template(realm int) string
	// Check reads a sheet with no more knowledge than the realm has, and says what will be done. What it accepts
	// without a caveat, the turn does not refuse for facts that the realm knew. What it calls an error, the turn
	// refuses whatever others do and dice show.
	Check(Sheet) Checked
	// Merge returns the sheet in force after a later mail of the same realm and turn that orders something, see Follow.
	// What letters that only speak have added is not in the earlier one. Most games return the later one.
	// A game may keep lines or attachments of the earlier one. The same mail again changes nothing. If the Text is not
	// the later one's, or Check sets Adds, the receipt says that the letter replaces only what it names. If nothing of
	// the later mail counts by itself (Check), the machine keeps the earlier sheet in two cases, whatever Merge
	// returns: something of the earlier counts, or lines of the later are wrong.
	Merge(earlier, later Sheet) Sheet
	// Chart is the map between two turns, as a realm may see it, in a language and in the realm's counting. It shows no
	// more than the realm's reports and receipts do (law 6). It is nil for a realm that does not exist, and in a game
	// without maps. A World is asked, too, for realm 0, the game master, who sees all of it, and for Everybody: what
	// all realms see at any time. That shows no more than the chart of each, and whatever one realm does not know
	// changes nothing in it. It is nil on a hidden board, where that is next to nothing.
	Chart(realm int, lang phrase.Lang) *Chart
	// Guide is what a newcomer should know, in a language, by the tables that hold for the realm. It says no more than
	// the realm knows (law 6). For a realm that does not exist it is the zero Guide.
	Guide(realm int, lang phrase.Lang) Guide
	// Adjustments returns lines of `$S` that change what the realm's reports contain, each the opposite of what is set
	// now. At the end of every second report the machine shows those that the realm has never used. It is asked with
	// every letter, so it must cost next to nothing. It is nil for a realm that does not exist.
	Adjustments(realm int) []Adjustment
}

// Everybody is asked a Chart for, in place of a realm.
const Everybody = -1

// World is the state of one game between two turns, under its tables. It never changes, and its methods may be called
// from several goroutines.
type World interface {
	Known

	// State is the canonical encoding: equal worlds give equal bytes.
	State() []byte
	// Known is the canonical encoding of what a realm knows, in the realm's own coordinates. It has a schema of its
	// own, whose number comes first. Everything that the realm cannot know is left out, also if it would show only in
	// an order or in a size: worlds that differ only in that give equal bytes (law 6). The tables are not in it; they
	// travel beside it. A realm that does not exist gets none.
	Known(realm int) []byte
	// Broken lists what contradicts the rules or itself. It is empty if all is well.
	Broken() []string

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
	// Welcome is report 0, for a realm that has just joined. Shown is as in Outcome.Report.
	Welcome(realm int, shown *Shown) Report
	// Facts is what Welcome says, as data, as things are now. It is nil for a realm that does not exist, and for all in a
	// game without data: whoever asks for data is told so.
	Facts(realm int) *Facts
	// FirstLetter is a sensible first turn for a realm, in its own numbers: an order file without an `$I` line, with
	// comments that say why in its player's language. It says no more than the realm knows (law 6). The receipt accepts
	// each line without a remark, and the turn does each of them for facts that the realm knows. In a new world of the
	// size that the rulebook proposes (SizeFor), the letters of all realms do not get in each other's way. If it is not
	// the realm's turn, it is what the realm could send if it were. Later in the game it is an example of what a
	// beginner could send. It is "" if there is nothing to send, as when the realm has fallen.
	FirstLetter(realm int) string

	// Due says whether the turn may be resolved, without regard to its deadline. It gets the sheets in force, and
	// those of players who are away (Absent). If it gets none, ByHand says that deadlines never resolve the turn.
	Due([]Sheet) Due
	// Resolve plays the turn. Sheets come in any order, at most one for each realm. Lanes, at least 1, is how many may
	// be played side by side where the rules allow it, so that several cores have work; with 1 nothing runs side by
	// side, and the outcome is the same, byte for byte, with any number. Edits are what the game master changed by hand
	// before the turn (Edit): they come before the turn's own events, and reports and summaries tell them to the realms
	// of each event, and to nobody else.
	Resolve(sheets []Sheet, seed Seed, lanes int, edits []Event) Outcome

	// Verbs lists what the game master may change by hand while a turn awaits orders: after a fault of the rules, or a
	// player's mistake that the others forgive. It is empty if nothing can be changed.
	Verbs() []Verb
	// Edit returns the world after a change, and the events about it. They have the phase EditPhase and no week, and
	// go to those who would notice and to nobody else. Nothing is drawn, and the turn that awaits orders stays the
	// same. The new world is not Broken. A change that is impossible, or that would change nothing, is an error for
	// the game master (phrase.Fault). Without Verbs nobody asks for one.
	Edit(verb string, args []string) (World, []Event, error)
	// Counts returns the numbers of a realm, always the same ones in the same order, so that a game master can compare
	// two states. They are secret. It is empty if the game counts nothing.
	Counts(realm int) []Count
	// Fights returns the codes of events each of which stands for one fight. It is empty if there are none.
	Fights() []string

	// Standings is how the realms stand, as far as every report of every realm says it: a game master may show it to
	// players and to the rest of the world. It names no player. It is nil if nothing is public.
	Standings() *Standings
	// News returns the codes of the public events. Such an event is told to all realms that get a report of the turn.
	// It names no player, and no place in a realm's own counting. It is empty if nothing is public.
	News() []string
}

// Outcome is a resolved turn. It never changes, and may be called from several goroutines.
type Outcome interface {
	// Next is the world after the turn.
	Next() World
	// Annals are everything that happened, in order: the game master's edits, then the turn. The turn's hash covers
	// them. Nobody may change them.
	Annals() *Annals
	// Realms lists who gets a report: everybody who was in the game before the turn, also those who fell in it.
	Realms() []int
	// Report is the turn as one of those realms is told it. If shown is nil it is whole. Otherwise it leaves out what
	// the record says that the realm was shown before, if its player wants short reports, and adds to the record what
	// the report shows. An empty record gives a report that takes nothing for known: the first one, the one after a
	// hand-over or an undo, and wherever a record is missing. A game without short reports leaves the record empty.
	Report(realm int, shown *Shown) Report
	// Facts is what the whole report says, as data, and nothing else (law 6) but the letters that the realm wrote
	// itself, in its player's language and counting. It is nil for a realm that does not exist.
	Facts(realm int) *Facts
	// Refused lists the orders of one realm's sheet that were not done, sorted by position. They are those at the head
	// of its report.
	Refused(realm int) []orders.Problem
	// HandOver returns the same turn as it is told after another player got a realm, see World.HandOver: the realm's
	// report is in that player's language and names them. What happened stays the same.
	HandOver(realm int, to Player) Outcome
	// ToMaster returns messages for the game master: everything that Check lists as Letters of the sheets, and alarms.
	// It is empty if there are none.
	ToMaster() []Notice
}

// Failed is what Resolve panics with if a program that it needs has failed. It is no fault of ours: the turn waits for
// the game master.
type Failed struct {
	What   string // for the game master: what failed and the program's last words, in a few lines
	Always bool   // whatever the sheets say, it fails: the program is not the one that the state is of, or is missing
}

func (f *Failed) Error() string { return f.What }

// Bot plays realms, and is whom a beginner practises against.
type Bot interface {
	// Styles are the ways in which it plays, at least three, the usual one first. A style has a name that players
	// understand, such as settler.
	Styles() []Choice
	// Orders is an order file, without an `$I` line, for the realm whose knowledge was opened (OpenKnown), and for the
	// turn that awaits orders. It comes from nothing but that knowledge, the manner and the dice, so that a change that
	// the realm cannot know changes no byte of it (law 6). The receipt finds no error in it. It is "" if the realm
	// takes no orders now. Strange knowledge, or a style that Styles does not name, gives "" too.
	Orders(known Known, realm int, m Manner, dice *Dice) string
	// Advice are such orders for a beginner, with reasons as comments: they bend to the lessons that are open. An order
	// in a comment is a choice that is left to the reader. It is "" where the first letter serves better, as in the
	// first turn of most games, and in a game whose machine has no reasons.
	Advice(known Known, realm int, l Lessons, m Manner, dice *Dice) string
	// Practice lays a practice world out for lessons, such as a small map with neighbours near enough to be met: how it
	// is founded over a world's own numbers, but for its seed, and how many realms join it, from two to four. The first
	// is the beginner's.
	Practice(own []byte) (f Founding, realms int)
	// Trains reports whether a world that was founded so, and that all have joined, suits the lessons of a realm. If
	// not, another seed is tried, up to some number of seeds.
	Trains(w World, realm int) bool
}
