package name

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// confusables are the characters that look like others, in order: in each line a character, and what it looks like. A
// test compares them with Unicode's table (UTS #39), and says how to write them anew.
//
//go:embed confusables.txt
var confusables string

// skeleton is the skeleton of a text by Unicode's table: texts that look alike have the same. The table is searched as
// it is. As code it would be one very large function, which a browser's engine takes long to begin.
func skeleton(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.IsGraphic(r) && r != utf8.RuneError {
			continue
		}
		if like := looksLike(r); like != "" {
			b.WriteString(like)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// looksLike returns what a character looks like; "": like nothing else.
func looksLike(r rune) string {
	low, high := 0, len(confusables) // where lines begin
	for low < high {
		at := low + (high-low)/2
		at = low + strings.LastIndexByte(confusables[low:at], '\n') + 1
		line, _, _ := strings.Cut(confusables[at:], "\n")
		switch c, n := utf8.DecodeRuneInString(line); {
		case c == r:
			return line[n:]
		case c < r:
			low = at + len(line) + 1
		default:
			high = at
		}
	}
	return ""
}
