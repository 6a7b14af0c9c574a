// Package terminal prints for people: texts of others go in, and come out without what would move the cursor of a
// terminal. The commands write through it.
package terminal

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainWriter lets no control character through but line ends and tabs: what
// players, mails and mail servers write must not move the cursor of a terminal,
// rename its window, answer in its place or turn the direction of writing. In
// place of each stands U+FFFD.
type plainWriter struct {
	to   io.Writer
	left []byte // the beginning of a character whose end has not come yet
}

// Plain is a writer for texts of others. What is written is complete when a
// write ends with a whole character.
func Plain(to io.Writer) io.Writer { return &plainWriter{to: to} }

// Write is io.Writer's; it always takes all of p.
func (w *plainWriter) Write(p []byte) (int, error) {
	text := append(w.left, p...)
	out := make([]byte, 0, len(text))
	for len(text) > 0 && utf8.FullRune(text) {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == '\n' || r == '\t':
			out = append(out, byte(r))
		case unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) ||
			r == utf8.RuneError && n == 1:
			out = utf8.AppendRune(out, utf8.RuneError)
		default:
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	w.left = append([]byte(nil), text...)
	_, err := w.to.Write(out)
	return len(p), err
}

// ForEyes is where a text goes that is also wanted byte for byte, in a file or
// a pipe: only at a terminal it is made plain.
func ForEyes(out io.Writer) io.Writer {
	if !Is(out) {
		return out
	}
	return Plain(out)
}

// Wrap breaks a text at blanks into lines of at most width characters.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// OneCell keeps what a player named from breaking a table's lines.
func OneCell(s string) string { return strings.NewReplacer("\n", " ", "\t", " ").Replace(s) }
