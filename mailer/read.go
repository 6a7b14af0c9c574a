package mailer

import "time"

// ReadOptions say how a letter is read. All may be left out.
type ReadOptions struct {
	// Own is the game's address: mail from it is a machine's.
	Own string
	// Hint is the charset of the sender's computer ("CP437", "ISO-8859-1");
	// it breaks ties where the octets do not tell.
	Hint string
	// Score counts the valid lines of orders in a text; 0 means that it holds
	// none. Without it, lines that open a section are counted.
	Score func(text string) int
	// Opens tells whether a line starts like an order, so that a wrapped line
	// is not joined with it. Without it, lines starting with a digit do.
	Opens func(line string) bool
}

// Reading is what one mail says.
type Reading struct {
	From       string // address alone, in lower case; "" if there is not exactly one
	FromName   string
	To         []string
	Subject    string // decoded, one line
	MessageID  string // with <>, without blanks and line ends; "" if missing
	InReplyTo  string // with <>; "" if missing
	References string // message ids with <>, one blank between
	Date       time.Time

	Text    string // the order text, UTF-8 with LF, plain twins for typographic characters
	Score   int    // as Score counted it; 0: no orders found
	Part    string // where Text stood: "body", "html", a file's name, "zip: name"
	Charset string // how its octets were read
	Notes   []Note
	Files   []File // attachments that are not the orders

	// Machine says why this is a machine's mail, which is neither read for
	// orders nor answered; "" if a person may have written it.
	Machine string
	// NoAnswer says why the sender must not be answered at the From address;
	// a receipt may still go to a registered address.
	NoAnswer string
}

// File is an attachment. The Data of a text is UTF-8 with LF.
type File struct {
	Name string // base name; may be ""
	Type string // media type
	Data []byte
}
