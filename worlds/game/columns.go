package game

import (
	"bytes"
	"unicode/utf8"
)

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
