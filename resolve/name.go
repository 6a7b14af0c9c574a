package resolve

import (
	"strings"
	"unicode"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// longName is how many characters a name has at most that comes by mail.
const longName = 30

// fairName takes names of Latin letters, digits, blanks and a few signs: names of
// several scripts can look the same. What could be an address of the web does not
// pass either.
func fairName(name string) bool {
	if name == "" || len([]rune(name)) > longName {
		return false
	}
	for i, r := range name {
		after := name[i+len(string(r)):]
		switch {
		case latin(r) || '0' <= r && r <= '9' || strings.ContainsRune(" -'’", r):
		case '\u0300' <= r && r < '\u034f' && i > 0: // accents, as some programs write them
		case r == '.' && (after == "" || after[0] == ' '):
		default:
			return false
		}
	}
	return strings.IndexFunc(name, unicode.IsLetter) >= 0
}

// latin letters are those of European languages, up to ž.
func latin(r rune) bool { return r <= 'ž' && unicode.Is(unicode.Latin, r) && r != 'ª' && r != 'º' }

// bare gives letters without their accents.
var bare = strings.NewReplacer(letterPairs("àáâãäåāăą", "a", "çćĉċč", "c", "ďđð", "d", "èéêëēĕėęě", "e", "ĝğġģ", "g", "ĥħ", "h", "ìíîïĩīĭįı", "i",
	"ĵ", "j", "ķĸ", "k", "ĺļľŀł", "l", "ñńņňŉŋ", "n", "òóôõöøōŏő", "o", "ŕŗř", "r", "śŝşš", "s", "ţťŧ", "t", "ùúûüũūŭůűų", "u", "ŵ", "w",
	"ýÿŷ", "y", "źżž", "z", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "p", "ĳ", "ij")...)

// letterPairs gives each letter of the first of two texts with the second, and so on.
func letterPairs(groups ...string) (pairs []string) {
	for ; len(groups) > 1; groups = groups[2:] {
		for _, r := range groups[0] {
			pairs = append(pairs, string(r), groups[1])
		}
	}
	return pairs
}

// alike are what can hardly be told apart, capitals as they are.
var alike = strings.NewReplacer("I", "l", "1", "l", "0", "o", "rn", "m", "vv", "w", "VV", "w")

// sameName tells whether two names sound or look the same.
func sameName(a, b string) bool {
	return sounds(a) == sounds(b) || sounds(alike.Replace(a)) == sounds(alike.Replace(b))
}

// sounds is a name's letters and digits, without capitals and accents.
func sounds(name string) string {
	return strings.Map(func(r rune) rune {
		if alphanumeric(r) {
			return r
		}
		return -1
	}, bare.Replace(strings.ToLower(name)))
}

// nameTaken tells whether a realm, or one that somebody waits for, bears a name,
// or one that looks like it, and how that is written.
func nameTaken(tx *store.Tx, world game.World, name string) (by string, taken bool, err error) {
	for _, r := range world.Realms() {
		if sameName(r.Name, name) {
			return r.Name, true, nil
		}
	}
	rows, err := waitingList(tx)
	for _, r := range rows {
		if sameName(r.Name, name) {
			return r.Name, true, err
		}
	}
	return "", false, err
}
