package mailer

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// plain gives a text with LF line ends, composed letters and the plain twins of
// what word processors and mail programs put in place of typed characters.
func plain(s string) string {
	// QUIRK: old Macintosh editors end lines with CR alone.
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	// QUIRK: macOS writes ä as a and a combining mark.
	s = norm.NFC.String(s)
	if isASCII([]byte(s)) && !strings.ContainsFunc(s, func(r rune) bool { return r == '\f' || control(r) }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r >= 0x80 || r == '\f' {
			if twin, ok := twins[r]; ok {
				b.WriteString(twin)
				continue
			}
		}
		switch {
		case control(r):
		case r >= 0x2000 && r <= 0x200a: // QUIRK: blanks of all widths from web pages
			b.WriteByte(' ')
		case r >= 0xff01 && r <= 0xff5e: // QUIRK: full-width signs of Asian keyboards
			b.WriteRune(r - 0xfee0)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// control tells what has no place in a text: NULs and Ctrl-Z of DOS files, zero
// width characters, marks of direction, byte order marks, soft hyphens.
func control(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\f':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0 && r != 0x85:
		return true // QUIRK: ^Z ends the files of DOS editors
	case r == 0xad, r == 0xfeff, r == 0x034f, r == 0x061c, r == 0x180e:
		return true // QUIRK: copied from web pages; a byte order mark in the middle where files were joined
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2069:
		return true
	}
	return false
}

// QUIRK: phones and word processors replace what was typed: quotes, dashes,
// dots, blanks.
var twins = map[rune]string{
	'\f': "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n",
	0xa0: " ", 0x202f: " ", 0x205f: " ", 0x3000: " ", 0x1680: " ",
	'“': `"`, '”': `"`, '„': `"`, '‟': `"`, '«': `"`, '»': `"`, '″': `"`,
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '‹': "'", '›': "'", '′': "'",
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-", '﹣': "-",
	'…': "...", '⁄': "/", '∕': "/", '․': ".", '∶': ":", '﹕': ":", '∗': "*",
}
