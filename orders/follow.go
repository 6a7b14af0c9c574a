package orders

import "strings"

// Follow begins to read a text. The function that it returns is called with each line in turn. It reports whether
// Parse reads the line as an order, in which `;` begins a comment. In messages and free text `;` is an ordinary
// character.
func (l *Language) Follow() func(line string) bool {
	r := &reader{language: l, file: &File{}}
	return func(line string) bool {
		if r.place == ended || Signs(line) {
			r.place = ended
			return false
		}
		line = r.bare(line)
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
	r.section = r.language.section(h.letter)
	switch {
	case h.letter == 'I':
		r.place = nameless
	case h.letter == 'E':
		r.place = ended
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
