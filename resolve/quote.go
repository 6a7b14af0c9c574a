package resolve

import (
	"strings"
	"unicode"
)

// quoted is how many characters of a line are shown.
const quoted = 100

// cut shortens a line that is quoted.
func cut(line string) string { return shortened(oneLine(line), quoted) }

// shortened keeps the first n characters and tells that there were more.
func shortened(s string, n int) string {
	if short := clipped(s, n); len(short) < len(s) {
		return strings.TrimRight(short, " ") + " …"
	}
	return s
}

// clipped keeps the first n characters.
func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// oneLine takes out what would disturb a letter or its head.
func oneLine(s string) string { return printable(strings.ToValidUTF8(s, "?")) }

// printable puts blanks in place of what cannot be seen: control characters,
// other line ends, marks that turn the direction of writing.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
