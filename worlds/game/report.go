package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

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

// The sentences of a rulebook around what a report has from players: the titles of such parts, the line above a letter,
// with realm and name of its writer but for a rumour, and how a line begins that says of a line of orders why it did not
// count. What players wrote is below, quoted or indented.
const (
	LettersTitle = "report.letters"
	AboveRumour  = "report.rumour"
	AboveNews    = "report.announcement" // to all
	AboveLetter  = "report.letter"       // to the reader alone
	RefusedTitle = "short.refused"
	RefusedLine  = "report.refused"
)

// Notice is something that the game master should read: a player's message in Text, or an alarm of the rules in What,
// which is said in the game master's language. Realm is 0 if no player sent it.
type Notice struct {
	Realm int
	Text  string        `json:",omitempty"`
	What  phrase.Phrase `json:",omitzero"`
}

// Guide is what a newcomer should know of a game.
type Guide struct {
	Goal string   // how the game is won, in a sentence
	Aims []string // what else to know before the first letter, such as what it takes to conquer; a paragraph each
	// explains the abbreviations of reports, and what the realm can build and raise at which price, in lines of at most
	// 78 characters; the machine puts it into the answer to `HELP`. It says nothing about others
	Legend []byte
	// the codes of armies and buildings that orders and reports use, such as K.M; the first letters say what they mean.
	// nil: the game writes words
	Codes []Code
}

// Code is an abbreviation, and what it stands for.
type Code struct{ Code, Name string }

// Paragraphs are the goal and the aims. There are none if the game says neither.
func (g Guide) Paragraphs() []string {
	if g.Goal == "" {
		return g.Aims
	}
	return append([]string{g.Goal}, g.Aims...)
}

// Adjustment is a line of `$S` that changes what a report contains.
type Adjustment struct {
	Setting string                  // its name, which is stored and never changes
	Line    phrase.Phrase           // the line, and what it does
	Uses    func(orders.Order) bool // reports whether an order belongs to this setting, whatever its value
}
