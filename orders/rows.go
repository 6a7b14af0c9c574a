package orders

import (
	"strings"
)

// Row is a line of a text, and what Parse takes it for. Parse counts lines from 1, as the rows are in order.
type Row struct {
	Kind    RowKind
	Section byte   // the letter of the section to which it belongs; 0: none, or an unknown one
	Text    string // of orders and of `#` lines: without comment and outer blanks
	Order   Order  // of orders that count: what it was read as; nil: it is a setting, or was not read
}

// RowKind is what a line is.
type RowKind string

// The kinds of rows.
const (
	Head        RowKind = "head"
	IdentityRow RowKind = "identity"
	EndRow      RowKind = "end"
	OrderRow    RowKind = "order"
	Comment     RowKind = "comment"
	Blank       RowKind = "blank"
	ToRow       RowKind = "to"    // the `#` line of a message, or `#E`
	TextRow     RowKind = "text"  // of a message or a free text
	Stray       RowKind = "stray" // belongs to nothing
)

// Rows returns what each line of a text is. It reads the text as Parse does, but no more than that many lines of
// orders; all others are told apart all the same.
func (l *Language) Rows(text string, most int) []Row { return l.forgetful().Rows(text, most) }

// Rows is Language.Rows with this memory.
func (m *Memory) Rows(text string, most int) []Row {
	rows := []Row{}
	m.look(text, most, &rows)
	return rows
}

// aboutNothing is what a line is of itself.
func aboutNothing(line string) RowKind {
	switch inner := trimLeft(line); {
	case inner == "":
		return Blank
	case inner[0] == ';':
		return Comment
	}
	return Stray
}

// list lists a line, if rows are wanted.
func (r *reader) list(row Row) {
	if r.rows != nil {
		*r.rows = append(*r.rows, row)
	}
}

// rest lists the lines below the end of the orders.
func (r *reader) rest(text string) {
	if r.rows == nil {
		return
	}
	for _, line := range Split(text) {
		kind := Stray
		if trim(line) == "" {
			kind = Blank
		}
		r.list(Row{Kind: kind})
	}
}

// Follow begins to read a text. The function that it returns is called with each line in turn. It reports whether
// Parse reads the line as an order, in which `;` begins a comment. In messages and free text `;` is an ordinary
// character.
func (l *Language) Follow() func(line string) bool {
	r := &reader{language: l, file: &File{}}
	return func(line string) bool {
		if r.place == ended || r.place == anothers || Signs(line) && r.place != before {
			r.place = ended
			return false
		}
		line = l.ours(r.bare(line))
		if h, ok := r.head(line); ok {
			r.enter(h)
			return false
		}
		if strings.HasPrefix(line, "#") && (r.place == closed || r.place.text() && r.place != inProse) {
			r.place = addressed(line)
		}
		return r.place == inLines
	}
}

// bare returns a line without the backticks around it, except in texts, which keep them.
func (r *reader) bare(line string) string {
	bare := withoutTicks(line)
	if r.place.text() && !strings.HasPrefix(bare, "$") && !strings.HasPrefix(bare, "#") {
		return line
	}
	return bare
}

// enter says where the lines below the head of a section belong.
func (r *reader) enter(h head) {
	opens := h.letter
	if h.letter == 'I' {
		opens = r.language.Opens
	}
	r.section = r.language.section(opens)
	switch {
	case h.letter == 'E':
		r.place = ended
	case h.letter == 'I' && r.section == nil:
		r.place = nameless
	case r.section == nil:
		r.place = unknown
	default:
		r.place = [...]place{Lines: inLines, Messages: closed, Prose: inProse}[r.section.Kind]
	}
}

// addressed says where the lines below a `#` line belong.
func addressed(line string) place {
	switch to, ok := recipient(line); {
	case !ok:
		return dropping
	case to == "E":
		return closed
	}
	return inMessage
}
