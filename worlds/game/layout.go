package game

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Unbroken is the width for what is read in the body of a mail, since mail programs break its lines.
const Unbroken = 1 << 30

// AppendWrapped appends a text after an indent, broken at blanks where a line would have more than width characters.
// Lines after the first are indented by two more. A longer word stays whole. The text ends with a line end.
func AppendWrapped(dst []byte, indent, text string, width int) []byte {
	return appendHung(dst, indent, indent+"  ", text, width)
}

// appendHung is AppendWrapped with another indent for lines after the first.
func appendHung(dst []byte, indent, hang, text string, width int) []byte {
	dst = append(dst, indent...)
	used, first := utf8.RuneCountInString(indent), true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
		case used+1+n > width:
			dst, used = append(append(dst, '\n'), hang...), utf8.RuneCountInString(hang)
		default:
			dst, used = append(dst, ' '), used+1
		}
		dst, used, first = append(dst, word...), used+n, false
	}
	return append(dst, '\n')
}

// AppendQuoted appends what a player has written. Each line follows a mark that no line of a report begins with, so
// that none of it can pass for the report's own.
func AppendQuoted(dst []byte, text string, width int) []byte {
	for line := range strings.SplitSeq(strings.TrimRight(orders.Legible(text), "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			dst = append(dst, ">\n"...)
			continue
		}
		dst = AppendWrapped(dst, "> ", line, width)
	}
	return dst
}

// AppendComment appends a comment of an order file, each line of it after a semicolon.
func AppendComment(dst []byte, text string) []byte {
	const mark, width = "; ", 78
	for i, line := range strings.Split(strings.TrimSuffix(string(AppendWrapped(nil, "", text, width-len(mark))), "\n"),
		"\n") {
		if i > 0 {
			line = strings.TrimLeft(line, " ")
		}
		dst = append(append(append(dst, mark...), line...), '\n')
	}
	return dst
}

// AppendTitle appends an empty line and a head with a line under it.
func AppendTitle(dst []byte, head string) []byte {
	dst = append(append(append(dst, '\n'), head...), '\n')
	return append(append(dst, bytes.Repeat([]byte("-"), utf8.RuneCountInString(head))...), '\n')
}

// ReportName is the file name of a report for a reader: ERGEBNIS.TXT, as in the manuals of old games, and REPORT.TXT
// in English.
func ReportName(lang phrase.Lang) string {
	if lang == phrase.En {
		return "REPORT.TXT"
	}
	return "ERGEBNIS.TXT"
}

// AppendColumns appends rows of cells as a table. It is indented by two, and its columns are two blanks apart and each
// as wide as its widest cell. The first left columns are flush left, the others flush right. No line ends in blanks.
func AppendColumns(dst []byte, left int, rows [][]string) []byte {
	var wide []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			blanks := bytes.Repeat([]byte(" "), wide[i]-utf8.RuneCountInString(cell))
			dst = append(dst, "  "...)
			if i >= left {
				dst = append(append(dst, blanks...), cell...)
			} else {
				dst = append(append(dst, cell...), blanks...)
			}
		}
		dst = append(bytes.TrimRight(dst, " "), '\n')
	}
	return dst
}
