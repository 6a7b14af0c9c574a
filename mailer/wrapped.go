package mailer

import (
	"strings"
	"unicode/utf8"
)

// mostPieces is into how many lines a program breaks one order at most.
const mostPieces = 4

// unwrap joins orders that a mail program broke at its limit without saying so
// (QUIRK: web mailers, old Outlook). A line is only joined where it can be nothing
// but the rest of the one above: that one was full, it is no order, and both
// together are one. Letters to others stay as they are, and so does what stands
// behind a remark, which may be anything.
func unwrap(text string, opens func(string) bool) (string, int) {
	if !wrapped(text) {
		return text, 0
	}
	lines := strings.Split(text, "\n")
	limit := 0
	for _, line := range lines {
		limit = max(limit, utf8.RuneCountInString(line))
	}
	var out []string
	joined, inLetter := 0, false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "$"):
			inLetter = false
		case strings.HasPrefix(line, "#"):
			inLetter = true
		case !inLetter:
			whole, n := rejoin(lines[i:], limit, opens)
			line, i, joined = whole, i+n, joined+n
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n"), joined
}

// rejoin gives the first of some lines with as many of the next as belong to it.
func rejoin(lines []string, limit int, opens func(string) bool) (whole string, n int) {
	whole = lines[0]
	line := whole
	for k := 1; k < mostPieces && k < len(lines); k++ {
		next := strings.TrimSpace(lines[k])
		if next == "" || strings.ContainsAny(next[:1], "$#;>") || strings.Contains(line, ";") ||
			!full(lines[k-1], next, limit) || opens(next) {
			break
		}
		if line += " " + next; opens(line) {
			whole, n = line, k
		}
	}
	return whole, n
}

// full tells that a line had no room for the first word of the next.
func full(line, next string, limit int) bool {
	word := strings.Fields(next)[0]
	return utf8.RuneCountInString(strings.TrimRight(line, " "))+1+utf8.RuneCountInString(word) > limit
}
