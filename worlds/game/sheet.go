package game

import "weltentor/orders"

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

// Keeper is a World that has a use for attachments, such as army lists. For a world that is no Keeper, and of files
// that it does not keep, nothing is stored.
type Keeper interface {
	// Keeps reports whether a file that came with a sheet is for the game, by its name and content. Such a file is
	// stored with the sheet, and nobody complains that it is not text. Check gets all files of a letter and says what
	// becomes of each. A file without Data does not count.
	Keeps(File) bool
}
