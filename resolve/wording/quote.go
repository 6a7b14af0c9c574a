package wording

import (
	"regexp"
	"strings"
	"unicode"
)

// quoted is how many characters of a line are shown.
const quoted = 100

// Cut shortens a line to be quoted.
func Cut(line string) string { return Shortened(OneLine(line), quoted) }

// Shortened keeps the first n characters, and shows whether there were more.
func Shortened(s string, n int) string {
	if short := Clipped(s, n); len(short) < len(s) {
		return strings.TrimRight(short, " ") + " …"
	}
	return s
}

// Clipped keeps the first n characters.
func Clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// OneLine removes what would disturb a letter or its head.
func OneLine(s string) string { return Printable(strings.ToValidUTF8(s, "?")) }

// Printable replaces what cannot be seen by blanks: control characters, other line ends, marks that change the
// direction of writing.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// Section matches a line that begins with `$`. A letter with such a line has orders, and any other asks for a service
// or says something to the game master. Players read this rule in HELP and on their page.
var Section = regexp.MustCompile(`(?m)^[\s\x{feff}\x{200b}]*\$`)
