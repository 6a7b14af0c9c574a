package game

import "weltentor/orders"

// reading is how a text was read.
type reading struct {
	language *orders.Language
	text     string
	file     *orders.File
}

// Orders is the sheet's text, parsed: once, if whoever made the sheet had done so
// and said it. A receipt and a turn ask for it, and several may at a time, so
// nobody may change what it gives. It is nothing but a cache: a sheet is its text,
// and one whose Text was changed since, or of another language, is parsed anew.
func (s Sheet) Orders(l *orders.Language) *orders.File {
	if r := s.read; r != nil && r.language == l && r.text == s.Text {
		return r.file
	}
	return l.Parse(s.Text)
}

// Read is the sheet with its text parsed, as a language gave it, for Orders.
func (s Sheet) Read(l *orders.Language, file *orders.File) Sheet {
	s.read = &reading{language: l, text: s.Text, file: file}
	return s
}

// Unread is the sheet without its parsed text, which needs more room than the text.
func (s Sheet) Unread() Sheet {
	s.read = nil
	return s
}
