package rulekit

import (
	"strconv"
	"unicode/utf8"
)

// Blanks are more blanks than a line of a report has characters.
const Blanks = "                                                                                "

// AppendRight appends n, filled with blanks on the left to the width.
func AppendRight(dst []byte, n int64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendInt(digits[:0], n, 10)
	if fill := width - len(d); fill > 0 {
		dst = append(dst, Blanks[:fill]...)
	}
	return append(dst, d...)
}

// FillTo fills the text since start with blanks to the width in characters.
func FillTo(dst []byte, start, width int) []byte {
	if fill := width - utf8.RuneCount(dst[start:]); fill > 0 {
		dst = append(dst, Blanks[:fill]...)
	}
	return dst
}

// AppendLeft appends s in exactly width characters: cut, or filled with blanks.
func AppendLeft(dst []byte, s string, width int) []byte {
	n := 0
	for i := range s {
		if n == width {
			return append(dst, s[:i]...)
		}
		n++
	}
	dst = append(dst, s...)
	return append(dst, Blanks[:width-n]...)
}

// AppendCoords appends a position as tables show it: `%3d/%3d`.
func AppendCoords(dst []byte, x, y int) []byte {
	dst = AppendSmall(dst, x)
	dst = append(dst, '/')
	return AppendSmall(dst, y)
}

// AppendSmall is AppendRight with width 3, for the most frequent numbers.
func AppendSmall(dst []byte, n int) []byte {
	switch {
	case n < -99 || n > 999:
		return AppendRight(dst, int64(n), 3)
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

// AppendKept appends free text as it is, but with no line longer than Width: lines are broken at blanks, and a longer
// word is broken where it must be. Lines after the first begin with hang. The text's own line ends stay. It ends with
// a line end.
func AppendKept[T string | []byte](dst []byte, text T, hang string) []byte {
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
			dst, column = append(TrimBlanks(dst), '\n'), 0
			if i < len(text) {
				dst, column = append(dst, hang...), len(hang)
			}
		case column < Width:
			dst, column = append(dst, ' '), column+1
		}
	}
	return dst
}

// short reports whether a text is certainly one line with nothing to trim.
func short[T string | []byte](text T) bool {
	if len(text) == 0 || len(text) > Width || text[len(text)-1] == ' ' {
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
	if column+n > Width && column > len(hang) {
		dst = TrimBlanks(dst)
		dst = append(append(dst, '\n'), hang...)
		column = len(hang)
	}
	for column+n > Width {
		cut := 0
		for range Width - column {
			_, size := utf8.DecodeRuneInString(word[cut:])
			cut += size
		}
		n -= Width - column
		dst = append(append(append(dst, word[:cut]...), '\n'), hang...)
		word, column = word[cut:], len(hang)
	}
	return append(dst, word...), column + n
}

// TrimBlanks removes trailing blanks.
func TrimBlanks(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// Digits is a number in a table.
func Digits[N ~int | ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// Some is a number in a table that shows a dash for 0.
func Some[N ~int | ~int64](n N) string {
	if n == 0 {
		return "-"
	}
	return Digits(n)
}

// Width is how many characters a line of a report has at most. A longer line is wrapped at blanks.
const Width = 78
