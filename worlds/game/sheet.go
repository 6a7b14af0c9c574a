package game

import "weltentor/orders"

// Sheet is one realm's orders for one turn, without its password. Realm 0 is the game master, who is never asked. A
// rulebook that has no use for that sheet says so in Check.
type Sheet struct {
	Realm int    `json:"realm"`
	Turn  int    `json:"turn"`
	Text  string `json:"text"` // UTF-8, LF; the `$I` line scrubbed
	// attachments: Check gets all of a letter that has just come; a sheet in force has those that were kept (AttachmentFilter),
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

// reading is how a text was read.
type reading struct {
	language *orders.Language
	text     string
	file     *orders.File
}

// Orders is the sheet's text, parsed. If the maker of the sheet has parsed it already (Read), it is not parsed again.
// Receipts and turns call it, perhaps at the same time, so nobody may change the result. It is only a cache: a sheet
// is its text. If the Text was changed since, or the language is another, the text is parsed again.
func (s Sheet) Orders(l *orders.Language) *orders.File {
	if r := s.read; r != nil && r.language == l && r.text == s.Text {
		return r.file
	}
	return l.Parse(s.Text)
}

// Read is the sheet with its text parsed by a language, for Orders.
func (s Sheet) Read(l *orders.Language, file *orders.File) Sheet {
	s.read = &reading{language: l, text: s.Text, file: file}
	return s
}

// Unread is the sheet without its parsed text, which takes more room than the text.
func (s Sheet) Unread() Sheet {
	s.read = nil
	return s
}
