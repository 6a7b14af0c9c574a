// Package plain reads text as it was typed: whatever program wrote it, the same characters are left. Text applied to
// its own result changes nothing. Mails, the command line and a player's page read orders through it, so they see the
// same lines. It is a package of its own, without a network, since the page has it in it.
package plain

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Text returns a text with LF line ends and composed letters. Typographic characters of word processors and mail programs
// become what was typed. Applied to its own result, it changes nothing.
func Text(s string) string {
	// QUIRK: old Macintosh editors end lines with CR alone.
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 || r == '\f' || Control(r) }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r >= 0x80 || r == '\f' {
			if twin, ok := Twin(r); ok {
				b.WriteString(twin)
				continue
			}
		}
		switch {
		case Control(r):
		case r >= 0x2000 && r <= 0x200a: // QUIRK: blanks of all widths from web pages
			b.WriteByte(' ')
		case r >= 0xff01 && r <= 0xff5e: // QUIRK: full-width signs of Asian keyboards
			b.WriteRune(r - 0xfee0)
		default:
			b.WriteRune(r)
		}
	}
	// QUIRK: macOS writes ä as a and a combining mark. Last, since a character that is removed may have been between
	// the two.
	return norm.NFC.String(b.String())
}

// Control reports whether a character has no place in a text: NULs and Ctrl-Z of DOS files, zero-width characters,
// marks of direction, byte order marks, soft hyphens.
func Control(r rune) bool {
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

// Twin is what was typed where a program has put a typographic character.
func Twin(r rune) (typed string, is bool) {
	typed, is = twins[r]
	return typed, is
}

// QUIRK: phones and word processors replace what was typed: quotes, dashes, dots, blanks.
var twins = map[rune]string{
	'\f': "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n",
	0xa0: " ", 0x202f: " ", 0x205f: " ", 0x3000: " ", 0x1680: " ",
	'“': `"`, '”': `"`, '„': `"`, '‟': `"`, '«': `"`, '»': `"`, '″': `"`,
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '‹': "'", '›': "'", '′': "'",
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-", '﹣': "-",
	'…': "...", '⁄': "/", '∕': "/", '․': ".", '∶': ":", '﹕': ":", '∗': "*",
}
