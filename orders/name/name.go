// Package name says what realms, players and places may be called, by one rule for all games (Wrong, WrongFor). Others
// read a name, so it must not be mistaken for another's or for the game master's. Old names need not follow the rule,
// so names in any script can be compared.
//
// A name has Latin letters, digits, spaces, `-`, `'` and `’`, and dots at its end or before a space. It has at least
// one letter, and at most Longest characters. It must not look like the game master's or another realm's, nor like
// "Reich 2" or "realm 2" if realm 2 is another.
package name

import (
	"embed"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"weltentor/orders/phrase"
)

//go:embed texts/*.toml
var files embed.FS

// Texts returns the sentences of this package, `name.…`, for phrase.Load.
func Texts(lang phrase.Lang) []byte { return phrase.Text(files, "texts/"+string(lang)+".toml") }

// Longest is the maximum length of a name in characters.
const Longest = 30

// Neat returns a name as it will be written: letters with accents as one character, single spaces between words, none
// around them.
func Neat(s string) string {
	blank := func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }
	return strings.Join(strings.FieldsFunc(norm.NFC.String(s), blank), " ")
}

// Wrong says why a Neat name is not allowed for a player. Without a code it is allowed.
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

// WrongFor says why a Neat name is not allowed for a realm, or for a place of it. own is the realm's number, 0 as long
// as it has none, and others are the names of other realms.
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

// allowed reports whether a character may be in a name before the rest of it.
func allowed(r rune, rest string) bool {
	switch {
	case latin(r), '0' <= r && r <= '9', strings.ContainsRune(" -'’", r):
		return true
	}
	return r == '.' && (rest == "" || rest[0] == ' ')
}

// latin reports whether a letter is one of an alphabet. Unicode also counts phonetic, wide and raised letters as
// Latin.
func latin(r rune) bool {
	if r > '\u024f' && !('\u1e00' <= r && r <= '\u1eff') {
		return false
	}
	return unicode.Is(unicode.Latin, r) && unicode.In(r, unicode.Lu, unicode.Ll)
}

// shown returns a character as an answer can quote it: by its number, unless it is visible on its own.
func shown(r rune) string {
	if r < utf8.RuneSelf && unicode.IsGraphic(r) {
		return string(r)
	}
	if unicode.IsLetter(r) {
		return fmt.Sprintf("%c (%U)", r, r)
	}
	return fmt.Sprintf("%U", r)
}
