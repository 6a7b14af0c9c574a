package orders

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean removes what no keyboard produces: byte order marks (wherever files were joined), zero-width blanks, marks
// that change the direction of writing, and control characters but tab and line ends. Invalid UTF-8 becomes U+FFFD. It
// runs first, so that nothing hidden can be before a `$`, and no message looks different in a report.
//
// QUIRK: some programs end lines with U+2028 and paragraphs with U+2029.
//
// QUIRK: UTF-16 that nobody decoded arrives as letters with NUL bytes in between. Without the NULs its orders can be
// read.
func clean(text string) string {
	if isClean(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text))
	for _, r := range text {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
		case r == '\u2028' || r == '\u2029':
			r = '\n'
		case hidden(r):
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// hidden reports whether a character is invisible, or changes where others are shown.
func hidden(r rune) bool {
	return r == '\ufeff' || r == '\u200b' || r == '\u2060' || unicode.IsControl(r) ||
		unicode.Is(unicode.Bidi_Control, r)
}

// isClean is the fast path: nothing has to be removed or replaced.
func isClean(text string) bool {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError || r == '\u2028' || r == '\u2029' || hidden(r) {
				return false
			}
			i += n - 1
		case b < ' ' && b != '\n' && b != '\r' && b != '\t', b == 0x7f:
			return false
		}
	}
	return true
}

// cutLine returns the first line without its end (LF, CRLF or CR), and the rest.
func cutLine(text string) (line, rest string) {
	i := strings.IndexAny(text, "\r\n")
	switch {
	case i < 0:
		return text, ""
	case strings.HasPrefix(text[i:], "\r\n"):
		return text[:i], text[i+2:]
	}
	return text[:i], text[i+1:]
}

// Split returns the lines of a text as Parse counts and reads them.
func Split(text string) []string {
	var out []string
	for text = clean(text); text != ""; {
		var line string
		line, text = cutLine(text)
		out = append(out, line)
	}
	return out
}

// withoutTicks returns a line without the backticks around it.
//
// QUIRK: players copy lines from pages and notes that show them between backticks, and whole blocks between lines of
// three.
func withoutTicks(line string) string {
	if !strings.Contains(line, "`") {
		return line
	}
	return strings.TrimLeft(strings.TrimRight(line, "` \t"), "`")
}

// Signs reports whether a line is the mark above a mail's signature. Below orders it ends them.
//
// QUIRK: some mailers send its space as NBSP.
func Signs(line string) bool { return line == "-- " || line == "--\u00a0" }

// CutComment returns a line without its comment.
func CutComment(line string) string {
	if i := strings.IndexByte(line, ';'); i >= 0 {
		return line[:i]
	}
	return line
}

func trim(s string) string { return strings.TrimFunc(s, blank) }

func trimLeft(s string) string { return strings.TrimLeftFunc(s, blank) }

// head is a line that starts with `$`, split: `$Armee 3` has letter A, word "Armee", rest " 3".
type head struct {
	letter byte // upper case; 0: no ASCII letter follows the `$`
	word   string
	rest   string
}

// cutHead splits a line that starts with `$`.
func cutHead(line string) head {
	text := line[1:]
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	if end < 0 {
		end = len(text)
	}
	h := head{word: text[:end], rest: text[end:]}
	if end > 0 && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z' {
		h.letter = text[0] &^ 0x20
	}
	return h
}

// afterHead are the characters that may follow the word of a head.
const afterHead = " \t\u00a0(:;"

// names reports whether a head clearly means a section: it is the letter alone, or the beginning of its name with at
// least three letters. The end of the line, a space or a bracket must follow. Inside texts only such a line opens a
// section: `$50`, `$ Geld`, `$Aber` are text.
func (h head) names(l *Language) bool {
	if h.letter == 0 || h.rest != "" && !strings.ContainsRune(afterHead, firstRune(h.rest)) {
		return false
	}
	names := l.names(h.letter)
	if len(h.word) == 1 {
		return names != nil
	}
	word := Fold(h.word)
	for _, n := range names {
		if len(word) >= 3 && strings.HasPrefix(Fold(n), word) {
			return true
		}
	}
	return false
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// The names of the reserved sections.
var (
	identityNames = []string{"Identität", "Identity"}
	endNames      = []string{"Ende", "End"}
)

// names returns the names of a section, and nil for an unknown letter.
func (l *Language) names(letter byte) []string {
	switch letter {
	case 'I':
		return identityNames
	case 'E':
		return endNames
	}
	if s := l.section(letter); s != nil {
		return s.Names
	}
	return nil
}

// section returns a section of the table, and nil if there is none with that letter.
func (l *Language) section(letter byte) *Section {
	for i := range l.Sections {
		if l.Sections[i].Letter == letter {
			return &l.Sections[i]
		}
	}
	return nil
}

// near returns the heads (`$A`) that a word may mean.
func (l *Language) near(word string) []string {
	var all, heads []string
	for _, s := range l.Sections {
		all = append(all, s.Names...)
	}
	for _, n := range Nearest(word, all) {
		for _, s := range l.Sections {
			for _, name := range s.Names {
				if h := "$" + string(rune(s.Letter)); name == n && !slices.Contains(heads, h) {
					heads = append(heads, h)
				}
			}
		}
	}
	return heads
}

// heads lists the heads of all sections, in all languages, for problems.
func (l *Language) heads() string {
	var out []string
	for _, s := range l.Sections {
		out = append(out, headOf(s.Letter, s.Names))
	}
	out = append(out, headOf('I', identityNames), headOf('E', endNames))
	return strings.Join(out, ", ")
}

// headOf returns a section with the words that name it, `$V (Verträge, Treaties)`. Readers of another language than
// the letter's find it by the words.
func headOf(letter byte, names []string) string {
	head := "$" + string(rune(letter))
	if len(names) == 0 {
		return head
	}
	return head + " (" + strings.Join(names, ", ") + ")"
}

// Alone returns a parsed text without the words beside its orders, and its parsed form. The lines above the first
// section become empty, so that all others keep their numbers. Everything below the orders is removed. Lines and
// Settings are the same. A text without a section stays as it is.
//
// Words beside orders are for a person, who can be asked to forget them. Orders cannot be forgotten once a turn was
// made from them.
func (f *File) Alone(text string) (string, *File) {
	lines := Split(text)
	if f.Starts == 0 || f.Starts > len(lines) {
		return text, f
	}
	above, end := lines[:f.Starts-1], f.end(lines)
	if end == len(lines) && !slices.ContainsFunc(above, func(l string) bool { return l != "" }) {
		return text, f
	}
	kept, read := slices.Clone(lines[:end]), *f
	clear(kept[:len(above)])
	if f.Leaves > 0 && f.Ends == 0 {
		// Without this line, a greeting would be looked for again in what is left.
		kept = append(kept, "$E")
		read.Ends, read.Leaves = len(kept), len(kept)
	}
	return strings.Join(kept, "\n") + "\n", &read
}

// end is the number of lines up to the last one that belongs to the orders.
func (f *File) end(lines []string) int {
	switch {
	case f.Ends > 0:
		return min(f.Ends, len(lines))
	case f.Leaves > 0:
		return min(f.Leaves, len(lines))
	}
	if signed := slices.IndexFunc(lines, Signs); signed >= 0 {
		return signed
	}
	return len(lines)
}
