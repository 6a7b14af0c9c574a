package mime

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"weltentor/mailer/plain"
)

// EncodeText returns a text (UTF-8, LF) in a player's charset and line ends. A character that does not exist there
// becomes a sensible substitute, in the last resort a question mark. An unknown charset is UTF-8.
func EncodeText(text string, to Charset) []byte {
	switch to {
	case CP437:
		return append([]byte(nil), strings.ReplaceAll(string(encodeMap(text, charmap.CodePage437)), "\n", "\r\n")...)
	case Latin1:
		return encodeMap(text, charmap.ISO8859_1)
	}
	return []byte(text)
}

// WhollyIn returns a text with CRLF in an old charset. whole is false if the charset is not one of those, or lacks a
// character of the text.
func WhollyIn(c Charset, text string) (octets []byte, whole bool) {
	old := map[Charset]*charmap.Charmap{CP437: charmap.CodePage437, Latin1: charmap.ISO8859_1}[c]
	if old == nil {
		return nil, false
	}
	for _, r := range Crlf(norm.NFC.String(text)) {
		b, ok := old.EncodeRune(r)
		if !ok {
			return nil, false
		}
		octets = append(octets, b)
	}
	return octets, true
}

// Label is the name of the charset in a Content-Type.
func (c Charset) Label() string {
	if c == CP437 {
		return "IBM437" // the registered name
	}
	return string(c)
}

func encodeMap(text string, m *charmap.Charmap) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range norm.NFC.String(text) {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
			continue
		}
		if c, ok := m.EncodeRune(r); ok {
			out = append(out, c)
			continue
		}
		out = append(out, substitute(r, m)...)
	}
	return out
}

// substitutes replace what the old charsets lack.
var substitutes = map[rune]string{
	'€': "EUR", '©': "(c)", '®': "(R)", '™': "(TM)", '×': "x", '→': "->", '←': "<-", '•': "*", '·': ".", '°': "o",
	'ẞ': "SS", 'Æ': "AE", 'æ': "ae", 'Œ': "OE", 'œ': "oe", 'Ø': "Oe", 'ø': "oe", 'Å': "A", 'å': "a", 'Ł': "L", 'ł': "l",
	'Đ': "D", 'đ': "d", 'ð': "d", 'Ð': "D", 'Þ': "Th", 'þ': "th", 'ı': "i", '§': "Par.", '≤': "<=",
	'≥': ">=", '≠': "!=",
	'½': "1/2", '¼': "1/4", '¾': "3/4", '²': "2", '³': "3", '¹': "1",
	'─': "-", '│': "|", '┌': "+", '┐': "+", '└': "+", '┘': "+", '├': "+", '┤': "+", '┬': "+", '┴': "+", '┼': "+",
	'═': "=", '║': "|", '█': "#", '▓': "#", '▒': ":", '░': ".",
}

// substitute writes a character with those of the charset: a plain twin, a spelling, or its letter without the accent.
func substitute(r rune, m *charmap.Charmap) []byte {
	if twin, ok := plain.Twin(r); ok {
		return []byte(twin)
	}
	if s, ok := substitutes[r]; ok {
		return []byte(s)
	}
	if plain.Control(r) {
		return nil
	}
	var out []byte
	for _, d := range norm.NFKD.String(string(r)) {
		if unicode.Is(unicode.Mn, d) {
			continue
		}
		if c, ok := m.EncodeRune(d); ok {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return []byte("?")
	}
	return out
}

// AsciiName makes a file name that every mail program keeps: letters, digits, dot, dash and underscore.
func AsciiName(name string) string {
	spelled := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß",
		"ss").Replace(norm.NFC.String(name))
	out := strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)), r == '.', r == '-', r == '_':
			return r
		case unicode.Is(unicode.Mn, r):
			return -1
		}
		return '_'
	}, norm.NFKD.String(spelled))
	if out = strings.TrimLeft(out, "."); out == "" {
		return "file"
	}
	return out
}
