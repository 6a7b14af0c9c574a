// Package mask hides what may be a password or a code of this machine in a text (Clean, Scrub), and knows the shapes of
// both. It opens no store, so that a player's page and the machine read the same text. Anybody's text is searched
// before its sender is known, so a search takes a few steps for each character, however text and password are made.
// Secrets are made in package secrets.
package mask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/lazy"
)

// linked finds the key in a link to a table, also one that is cut off.
var linked = lazy.Pattern(`(\.html#)[0-9A-Za-z_-]{20,}`)

// HasDigit reports whether a text has what nearly all of our passwords have, and hardly any other text of their shape.
func HasDigit(s string) bool { return strings.ContainsAny(s, "23456789") }

// Passwords are looked for in anything that anybody sends, before it is known who sent it. The letter itself says
// which password to look for. So the search takes only a few steps for each character, however text and password are
// made.

// Search looks for one password in texts, ignoring case, dashes and blanks.
type Search struct {
	letters []rune // of the password, in lower case, without dashes and blanks
	back    []int  // how many letters still match if the next one does not fit
	steps   int    // how many characters have been compared so far
}

// Hidden replaces a password.
const Hidden = "***"

// Letters are the letters of passwords: none look alike, and none need a shift key. Length is how many a password has:
// 13 of 31 are 64 bits.
const (
	Letters = "abcdefghjkmnpqrstuvwxyz23456789"
	Length  = 13
)

// TokenMark is the beginning of a code, by which it is found in a mail and masked in the store. tokenLength is the
// length of the rest: 128 bits in base 32.
const (
	TokenMark   = "WT-"
	tokenLength = 26
)

// The lengths of passwords that are looked for outside the `$I` line. Ours have thirteen letters, of which one may
// have been forgotten, or some typed twice. Words of other lengths may be anything in the orders.
const (
	shortestSought = Length - 1
	longestSought  = 20
)

// NewSearch returns the search for a password, or nil if it cannot be one of ours, mistyped or not.
func NewSearch(password string) *Search {
	s := &Search{}
	for _, r := range password {
		if !loose(r) {
			s.letters = append(s.letters, unicode.ToLower(r))
		}
	}
	if n := len(s.letters); n < shortestSought || n > longestSought || !utf8.ValidString(password) {
		return nil
	}
	s.back = make([]int, len(s.letters)+1)
	for i, k := 1, 0; i < len(s.letters); i++ {
		for k > 0 && s.letters[i] != s.letters[k] {
			k = s.back[k]
		}
		if s.letters[i] == s.letters[k] {
			k++
		}
		s.back[i+1] = k
	}
	return s
}

// loose reports whether a character may be between the letters of a password. A few may be in a row. NULs come from
// files in UTF-16.
func loose(r rune) bool {
	switch r {
	case '-', '_', ' ', '\t', 0, '‐', '‑', '–', '—':
		return true
	}
	return false
}

// mostLoose is how many may be in a row.
const mostLoose = 3

// each calls hit for every place at which the text has the password, from left to right, until hit returns false.
func (s *Search) each(text string, hit func(from, to int) bool) {
	starts := make([]int, len(s.letters)) // where the last letters of the text begin, in a ring
	next, matched, gap := 0, 0, 0
	for at, r := range text {
		if loose(r) {
			if gap++; gap > mostLoose {
				matched = 0
			}
			continue
		}
		gap = 0
		starts[next] = at
		if next++; next == len(starts) {
			next = 0
		}
		r = unicode.ToLower(r)
		for s.steps++; matched > 0 && r != s.letters[matched]; s.steps++ {
			matched = s.back[matched]
		}
		if r == s.letters[matched] {
			matched++
		}
		if matched == len(s.letters) {
			matched = 0
			if _, size := utf8.DecodeRuneInString(text[at:]); !hit(starts[next], at+size) {
				return
			}
		}
	}
}

// In reports whether a text has the password.
func (s *Search) In(text string) (found bool) {
	s.each(text, func(int, int) bool {
		found = true
		return false
	})
	return found
}

// Hide masks the password in a text.
func (s *Search) Hide(text string) string {
	var b strings.Builder
	kept := 0
	s.each(text, func(from, to int) bool {
		b.WriteString(text[kept:from] + Hidden)
		kept = to
		return true
	})
	return b.String() + text[kept:]
}

// Shape returns the length of what a text begins with if it has the shape of some kind of secret, and otherwise 0. It
// looks at about thirty characters at most.
type Shape func(text string) int

// The shapes of our passwords as they are made, with any kind of dash, and as people write them. Tokens may be written
// in any way in which mail programs write them.
var (
	AsMade Shape = func(text string) int { return inGroups(text, false) }
	Spelt  Shape = func(text string) int { return inGroups(text, true) }
	Token  Shape = func(text string) int {
		const mark = len(TokenMark)
		if len(text) < mark+tokenLength || text[0]|0x20 != 'w' || !strings.EqualFold(text[:mark], TokenMark) {
			return 0
		}
		return letters(text, mark, tokenLength, tokenLetter)
	}
)

// inGroups is the Shape of our passwords: 4, 4 and 5 letters. If bare, there may be a blank between the groups, or
// nothing.
func inGroups(text string, bare bool) int {
	at := 0
	for i, n := range [...]int{4, 4, 5} {
		if i > 0 {
			r, size := utf8.DecodeRuneInString(text[at:])
			if strings.ContainsRune("-‐‑–—", r) || bare && strings.ContainsRune("_ \t", r) {
				at += size
			} else if !bare {
				return 0
			}
		}
		if at = letters(text, at, n, passwordLetter); at == 0 {
			return 0
		}
	}
	return at
}

// letters returns where n letters that begin at a place end. It is 0 if they are not all letters.
func letters(text string, at, n int, is func(byte) bool) int {
	if len(text) < at+n {
		return 0
	}
	for ; n > 0; n-- {
		if !is(text[at]) {
			return 0
		}
		at++
	}
	return at
}

// passwordLetter reports whether a letter is in Letters, ignoring case.
func passwordLetter(c byte) bool {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	switch c {
	case 'i', 'l', 'o':
		return false
	}
	return 'a' <= c && c <= 'z' || '2' <= c && c <= '9'
}

func tokenLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '2' <= c && c <= '7'
}

// In reports whether a text has something of this Shape, with no letter or digit beside it.
func (is Shape) In(text string) (found bool) {
	is.Mask(text, func(string) bool {
		found = true
		return true
	})
	return found
}

// Mask masks what has this Shape, with no letter or digit beside it, if hide agrees.
func (is Shape) Mask(text string, hide func(string) bool) string {
	var b strings.Builder
	kept, within := 0, false // within: after a letter or digit
	for at := 0; at < len(text); {
		if !within {
			if n := is.at(text[at:]); n > 0 && hide(text[at:at+n]) {
				b.WriteString(text[kept:at] + Hidden)
				at += n
				kept, within = at, true
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		within = alphanumeric(r)
		at += size
		for within && at < len(text) && inWord[text[at]] { // a large text is read in a quarter of the time
			at++
		}
	}
	if kept == 0 {
		return text
	}
	return b.String() + text[kept:]
}

// at returns the length of what a text begins with if it has this Shape and no letter or digit follows.
func (is Shape) at(text string) int {
	n := is(text)
	if n == 0 {
		return 0
	}
	if r, _ := utf8.DecodeRuneInString(text[n:]); alphanumeric(r) {
		return 0
	}
	return n
}

// inWord has the letters and digits of ASCII.
var inWord = func() (is [256]bool) {
	for c := range rune(utf8.RuneSelf) {
		is[c] = alphanumeric(c)
	}
	return is
}()

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Masked masks everything of this Shape.
func (is Shape) Masked(text string) string { return is.Mask(text, func(string) bool { return true }) }

// Clean masks passwords in a text that somebody reads: the given one, if there is one to look for, and what looks like
// one of ours in the form in which we make them. Something that is only spelled like one stays: it may be a name of
// thirteen letters in an order.
func Clean(text string, given *Search) string {
	if given != nil {
		text = given.Hide(text)
	}
	return AsMade.Masked(Token.Masked(linked().ReplaceAllString(text, "$1"+Hidden)))
}

// Scrub is Clean for a text of orders. It also masks whatever is in the place of a password in an `$I` line. Lines
// keep their numbers.
func Scrub(text string, id *orders.Identity) string {
	var given *Search
	if id != nil {
		given = NewSearch(id.Password)
	}
	return orders.Scrub(Clean(text, given), id)
}
