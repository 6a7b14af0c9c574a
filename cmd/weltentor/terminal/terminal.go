// Package terminal prints for people: texts from others lose whatever could control a terminal (Plain). It also knows
// whether somebody reads or types (Is, Typing), how wide lines are, and whether colours are wanted. Commands print only
// through it.
package terminal

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainWriter lets no control characters through but line ends and tabs; each becomes U+FFFD. What players, mails and
// mail servers write must not move the cursor of a terminal, rename its window or answer in its place. Nor must it
// change the direction of writing.
type plainWriter struct {
	to   io.Writer
	left []byte // the beginning of a character that is not complete yet
}

// Plain makes a writer for texts from others. A write that ends within a character is completed by the next.
func Plain(to io.Writer) io.Writer { return &plainWriter{to: to} }

// Write always accepts all of p.
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

// ForEyes makes a writer for texts that a file or a pipe needs byte for byte: they are made plain only for a terminal.
func ForEyes(out io.Writer) io.Writer {
	if !Is(out) {
		return out
	}
	return Plain(out)
}

// Wrap breaks a text at spaces into lines of at most width characters.
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

// OneCell removes line ends and tabs from a player's text, so that it cannot break a table.
func OneCell(s string) string { return strings.NewReplacer("\n", " ", "\t", " ").Replace(s) }
