package thoramar

import (
	"strconv"
	"unicode/utf8"
)

// lineWidth is where the lines of a report end (decision 12), in characters; tableWidth
// where those of the manual's tables may.
const (
	lineWidth  = 78
	tableWidth = 79
)

const blanks = "                                                                                "

// appendRight appends n, filled with blanks on the left to the width.
func appendRight(dst []byte, n int64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendInt(digits[:0], n, 10)
	if fill := width - len(d); fill > 0 {
		dst = append(dst, blanks[:fill]...)
	}
	return append(dst, d...)
}

// fillTo fills the text since start with blanks to the width in characters.
func fillTo(dst []byte, start, width int) []byte {
	if fill := width - utf8.RuneCount(dst[start:]); fill > 0 {
		dst = append(dst, blanks[:fill]...)
	}
	return dst
}

// appendLeft appends s in exactly width characters: cut, or filled with blanks.
func appendLeft(dst []byte, s string, width int) []byte {
	n := 0
	for i := range s {
		if n == width {
			return append(dst, s[:i]...)
		}
		n++
	}
	dst = append(dst, s...)
	return append(dst, blanks[:width-n]...)
}

// appendCoords appends a position as tables show it: `%3d/%3d`.
func appendCoords(dst []byte, x, y int) []byte {
	dst = appendSmall(dst, x)
	dst = append(dst, '/')
	return appendSmall(dst, y)
}

// appendSmall is appendRight to three places, for the numbers that occur most.
func appendSmall(dst []byte, n int) []byte {
	switch {
	case n < -99 || n > 999:
		return appendRight(dst, int64(n), 3)
	case n < -9:
		return append(dst, '-', byte('0'-n/10), byte('0'-n%10))
	case n < 0:
		return append(dst, ' ', '-', byte('0'-n))
	case n < 10:
		return append(dst, ' ', ' ', byte('0'+n))
	case n < 100:
		return append(dst, ' ', byte('0'+n/10), byte('0'+n%10))
	}
	return append(dst, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
}

// appendWrapped appends free text so that no line is longer than lineWidth:
// broken at blanks, a longer word where it must. Lines after the first begin
// with the hang; the text's own line ends stay. It ends with a line end.
func appendWrapped[T string | []byte](dst []byte, text T, hang string) []byte {
	if short(text) {
		return append(append(dst, text...), '\n')
	}
	column, start := 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' && text[i] != '\n' {
			continue
		}
		dst, column = appendWord(dst, string(text[start:i]), column, hang)
		start = i + 1
		switch {
		case i == len(text) || text[i] == '\n':
			dst, column = append(trimBlanks(dst), '\n'), 0
			if i < len(text) {
				dst, column = append(dst, hang...), len(hang)
			}
		case column < lineWidth:
			dst, column = append(dst, ' '), column+1
		}
	}
	return dst
}

// short tells whether a text is surely one line with nothing to trim.
func short[T string | []byte](text T) bool {
	if len(text) == 0 || len(text) > lineWidth || text[len(text)-1] == ' ' {
		return false
	}
	for i := range len(text) {
		if text[i] == '\n' {
			return false
		}
	}
	return true
}

// appendWord appends a word, on the next line if it does not fit.
func appendWord(dst []byte, word string, column int, hang string) ([]byte, int) {
	n := utf8.RuneCountInString(word)
	if column+n > lineWidth && column > len(hang) {
		dst = trimBlanks(dst)
		dst = append(append(dst, '\n'), hang...)
		column = len(hang)
	}
	for column+n > lineWidth {
		cut := 0
		for range lineWidth - column {
			_, size := utf8.DecodeRuneInString(word[cut:])
			cut += size
		}
		n -= lineWidth - column
		dst = append(append(append(dst, word[:cut]...), '\n'), hang...)
		word, column = word[cut:], len(hang)
	}
	return append(dst, word...), column + n
}

// trimBlanks takes trailing blanks off.
func trimBlanks(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
