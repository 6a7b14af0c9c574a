// Package name holds what realms, players and places may be called: one rule in
// all games. A name is read by others, so none may pass for another's or for the
// game master's. The rule is held for new names only; whoever has one keeps it.
//
// A name has Latin letters, digits, blanks, `-`, `'` and `’`, and dots at its end
// or before a blank; at least one letter, at most Longest characters. It does not
// look like the game master's, nor like "Reich 2" or "realm 2" if realm 2 is
// another, nor like the name of another realm.
package name

import (
	"embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"

	"golang.org/x/text/unicode/norm"
)

//go:embed texts/*.toml
var files embed.FS

// Texts are the sentences of this package, `name.…`, for phrase.Load.
func Texts(lang phrase.Lang) []byte {
	text, err := files.ReadFile("texts/" + string(lang) + ".toml")
	if err != nil {
		panic("orders/name: " + err.Error())
	}
	return text
}

// Longest is how many characters a name has at most.
const Longest = 30

// Neat is a name as it is written from then on: accents in one character with their
// letter, single blanks between words, none around them.
func Neat(s string) string {
	blank := func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }
	return strings.Join(strings.FieldsFunc(norm.NFC.String(s), blank), " ")
}

// Wrong says why a Neat name is none for a player; no code: it is one.
func Wrong(s string) phrase.Phrase {
	switch n := utf8.RuneCountInString(s); {
	case s == "":
		return phrase.P("name.empty")
	case n > Longest:
		return phrase.P("name.long", phrase.Num("length", n), phrase.Num("most", Longest))
	}
	for rest := s; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if rest = rest[size:]; !allowed(r, rest) {
			return phrase.P("name.sign", phrase.Str("sign", shown(r)))
		}
	}
	switch {
	case strings.IndexFunc(s, unicode.IsLetter) < 0:
		return phrase.P("name.letterless")
	case ofMaster(s):
		return phrase.P("name.master")
	}
	return phrase.Phrase{}
}

// WrongFor says why a Neat name is none for a realm, or for a place of it. Its
// number is own, 0 as long as it has none; the others are what other realms are called.
func WrongFor(s string, own int, others ...string) phrase.Phrase {
	if p := Wrong(s); p.Code != "" {
		return p
	}
	if n, is := numbered(s); is && (n != own || own == 0) {
		return phrase.P("name.number")
	}
	for i, mine := 0, skeletons(s); i < len(others); i++ {
		if mine.meet(skeletons(others[i])) {
			return phrase.P("name.taken", phrase.Str("name", others[i]))
		}
	}
	return phrase.Phrase{}
}

// allowed tells whether a character may be in a name before the rest of it.
func allowed(r rune, rest string) bool {
	switch {
	case latin(r), '0' <= r && r <= '9', strings.ContainsRune(" -'’", r):
		return true
	}
	return r == '.' && (rest == "" || rest[0] == ' ')
}

// latin letters are those of alphabets, not the phonetic, wide and raised ones that
// Unicode counts as Latin, too.
func latin(r rune) bool {
	if r > '\u024f' && !('\u1e00' <= r && r <= '\u1eff') {
		return false
	}
	return unicode.Is(unicode.Latin, r) && unicode.In(r, unicode.Lu, unicode.Ll)
}

// shown is a character as an answer can quote it: by its number unless it is a
// visible one that stands by itself.
func shown(r rune) string {
	if r < utf8.RuneSelf && unicode.IsGraphic(r) {
		return string(r)
	}
	const hex = "0123456789ABCDEF"
	digits := ""
	for n := uint32(r); n > 0 || len(digits) < 4; n >>= 4 {
		digits = string(hex[n&15]) + digits
	}
	if unicode.IsLetter(r) {
		return string(r) + " (U+" + digits + ")"
	}
	return "U+" + digits
}
