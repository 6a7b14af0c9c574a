package incoming

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// unflow joins the lines that a mail program wrapped (RFC 3676): a line that ends with a blank continues in the next.
// A line that itself starts with `$`, `#`, `;` or an order is never joined to the one before: players type blanks at
// the ends of orders.
func unflow(text string, delsp bool, opens func(string) bool) (string, int) {
	var b []byte
	joined := 0
	soft, depth := false, 0
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		unquoted := strings.TrimLeft(line, ">")
		d := len(line) - len(unquoted)
		line = strings.TrimPrefix(unquoted, " ") // stuffed by the sender
		if soft && d == depth && line != "-- " && !startsOrder(line, opens) {
			joined += mime.Btoi(d == 0) // quoted lines do not matter
		} else {
			if i > 0 {
				b = append(b, '\n')
			}
			b = append(b, strings.Repeat("> ", min(d, 8))...)
		}
		b = append(b, line...)
		depth = d
		soft = flows(line)
		if soft && delsp {
			b = b[:len(b)-1] // the blank that was added, says DelSp
		}
	}
	return string(b), joined
}

// flows reports whether a line continues in the next.
//
// QUIRK: players type blanks after `#7` and `$N`, too. No program wraps a line that short, and the letter below it is
// not part of it.
func flows(line string) bool {
	head := strings.HasPrefix(line, "$") || strings.HasPrefix(line, "#")
	return strings.HasSuffix(line, " ") && line != "-- " && !head
}

func startsOrder(line string, opens func(string) bool) bool {
	t := strings.TrimLeft(line, " \t")
	if t == "" {
		return true
	}
	return t[0] == '$' || t[0] == '#' || t[0] == ';' || opens(line)
}

// mostPieces is how many lines a program makes of one order at most.
const mostPieces = 4

// unwrap joins orders that a mail program broke at its limit without saying so (QUIRK: web mailers, old Outlook). A
// line is only joined if it can be nothing but the rest of the one above: that one was full, this one is no order, and
// both together are one. Letters to others stay as they are, and so does everything after a remark, which may be
// anything.
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

// brokenRemarks counts the lines that look like the rest of a remark that a program broke at its limit. They are left
// as they are, since they may be orders, too. A line with a remark of its own, or in the shape of an order, is a wrong
// order rather than such a rest.
func brokenRemarks(text string, opens, isOrder func(string) bool) (n int) {
	if !wrapped(text) {
		return 0
	}
	limit, inRemark, above := 0, false, ""
	for line := range strings.Lines(text) {
		limit = max(limit, utf8.RuneCountInString(strings.TrimRight(line, "\r\n")))
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		next, remark := strings.TrimSpace(line), strings.Contains(line, ";")
		ordered := isOrder(line)
		rest := ordered && inRemark && !remark && next != "" && !strings.ContainsAny(next[:1], "$#>") &&
			full(above, next, limit) && !ownOrder().MatchString(next) && !opens(next)
		if rest {
			n++
		}
		inRemark, above = rest || ordered && remark, line
	}
	return n
}

// ownOrder is the shape of an order, right or wrong: short words with dots and a number (`K.M 1`), or one and two
// numbers (`W 0 1`).
var ownOrder = pattern.Lazy(`^(\d+\.)?\pL{1,3}((\.\pL{1,3})+\s*-?\d|\s+-?\d+\s+-?\d)`)

// rejoin returns the first of some lines with as many of the next as belong to it.
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

// full reports that a line had no room for the first word of the next, which begins with it.
func full(line, next string, limit int) bool {
	word := next
	if end := strings.IndexFunc(next, unicode.IsSpace); end >= 0 {
		word = next[:end]
	}
	return utf8.RuneCountInString(strings.TrimRight(line, " "))+1+utf8.RuneCountInString(word) > limit
}
