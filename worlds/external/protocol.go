// Package external is a game whose rules are a program of its own: an engine that reads files and writes files. Its
// Protocol says which. The package runs nothing itself: a Runner is handed in, so that here is no clock, no file and no
// process. A state is the engine's files.
//
// Whatever the program writes may be hostile: names and sizes of files are checked before anything else is done with
// them, and its texts are quoted as what a stranger wrote.
package external

import "weltentor/orders"

// Protocol is what engine.toml says about an engine; its keys are the names of the fields in small letters. In names,
// lines and arguments {faction} and {realm} (the same number), {name}, {token}, {turn} and {kind} are filled in. The turn is
// the one that awaits orders; in the names of a report's files it is the one that was played.
type Protocol struct {
	Name    string
	Title   map[string]string // by language
	Version int               // the game master raises it when a result changes
	State   []string          // patterns of the files that live from turn to turn
	Rename  map[string]string // of files, after each run
	Token   string            // what the engine has in place of a password
	First   int               // the first player's faction; 0: 1

	Once  bool // chance decides the founding, and a seed does not repeat it: it is stored
	Found Step // finds a seed in weltentor.seed
	Turn  Step
	Check Step // no Run: there is no checker

	Join struct{ File, Line string } // a newcomer is a line behind the file, for the next turn

	Orders struct {
		File, Head, Foot string
		Forbidden        []string // first words of lines that the engine does not get, in any case
		Longest          int      // bytes of a line, with those joined to it; 0: there is no bound
		Idle             string   // the file of a realm without orders; "": it has none
	}
	Clients []orders.Client // the heads that client programs write
	Seed    struct {
		File string // "": the engine has no chance
		Line int    // of the file, from 1; 0: the seed is all of the file
		Most int64  // the seed is below it
	}
	Report struct {
		Text     string   // the report of a realm
		Template string   // its order template; "": none
		Files    []string // patterns of the other files of its report
		Summary  int      // how many lines of the text are in the body of the mail
		Title    string   // a file whose first line names the turn; "": its number does
	}
	Alive   struct{ File, Find string } // a realm is in the game while the file has this; no File: for ever
	Winners string                      // once there is this file the game is over; its numbers are the winners

	Rules     string            // a file of the engine's folder: what RULES answers
	RulesText map[string]string `toml:"-"` // its text, by language; whoever reads the folder fills it in

	Public []string // patterns of the files that everybody may see after a turn
	Kinds  []string // what a newcomer may choose, the default first
	Usr    []string // what of /usr the program sees; none: all but /usr/local
}

// Step is a run of the engine.
type Step struct {
	Run    []string // the command; /engine is the engine's folder
	Stdin  string
	Files  []string // of the realm's own files, those that a check gets; another step gets all
	Orders string   // the file in which a check finds the orders
	Out    string   // the file that a check leaves: the orders again, with complaints between them
	Mark   string   // how a complaint begins
	Below  bool     // it is below the line that it is about, not above

	Clock     string // what the engine takes for the time; "": the real one
	Seconds   int
	Megabytes int
}

// Job is a run: a fresh folder with files, and a command in it.
type Job struct {
	Step  Step // with Stdin and Clock filled in
	Argv  []string
	Files map[string][]byte
}

// Runner runs a job and returns the files that are in the folder then. An error says how the program failed; its words
// are for the game master. If it is not the program's fault, it is a game.Failed that may go away by itself.
type Runner interface {
	Run(Job) (map[string][]byte, error)
	Sum() (string, error) // of the program, 64 hex digits: which one this is
}
