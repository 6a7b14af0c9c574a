// Package mask takes out of a text what may be a password or a code of this machine: the text goes in and comes out
// masked. It opens no store, so that a player's page and the machine read the same text.
package mask

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
)

// Digit is what nearly all of our passwords have and hardly any other text that
// is spelt like one.
var Digit = regexp.MustCompile(`[2-9]`)

// Passwords are looked for in whatever anybody sends, before it is known who did,
// and the one to look for is what the letter says it is. So the search takes a
// few steps a character, however the text and the password are made.

// Search looks for one password in texts, capitals, dashes and blanks aside.
type Search struct {
	letters []rune // of the password, folded, without dashes and blanks
	back    []int  // how many of them are matched still where the next does not fit
	steps   int    // characters held against a letter so far
}

// Hidden stands in the place of a password.
const Hidden = "***"

// Letters are those of passwords: none that look alike, none that need a shift key. Length is how many one has: 13 of
// 31 are 64 bits.
const (
	Letters = "abcdefghjkmnpqrstuvwxyz23456789"
	Length  = 13
)

// TokenMark begins a code, so that it is found in a mail and masked in the store. TokenLength is of what follows: 128
// bits in base 32.
const (
	TokenMark   = "WT-"
	TokenLength = 26
)

// The lengths, in letters, of a password that is looked for outside the `$I`
// line: ours have thirteen; one was forgotten perhaps, or some were typed twice.
// Others are none of ours and may be any word of the orders.
const (
	shortestSought = Length - 1
	longestSought  = 20
)

// NewSearch is nil for what is none of our passwords, mistyped or not.
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

// loose characters may stand between the letters of a password, a few at a time.
// NULs: files in UTF-16.
func loose(r rune) bool {
	switch r {
	case '-', '_', ' ', '\t', 0, '‐', '‑', '–', '—':
		return true
	}
	return false
}

// mostLoose is how many.
const mostLoose = 3

// each calls hit for every place the password stands at, from left to right,
// until that says no.
func (s *Search) each(text string, hit func(from, to int) bool) {
	starts := make([]int, len(s.letters)) // where the last letters of the text stand, in a ring
	next, matched, gap := 0, 0, 0
	for at, r := range text {
		if loose(r) {
			if gap++; gap > mostLoose {
				matched = 0
			}
			continue
		}
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[at:])
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
			if matched = 0; !hit(starts[next], at+size) {
				return
			}
		}
	}
}

// In tells whether a text has the password.
func (s *Search) In(text string) (found bool) {
	s.each(text, func(int, int) bool {
		found = true
		return false
	})
	return found
}

// Hide takes the password out of a text.
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

// Shape tells how long what a text begins with is if it is shaped like a secret
// of some kind; 0 if it is not. It looks at some thirty characters at most.
type Shape func(text string) int

// The shapes of our passwords as they are made, with whichever dashes; of them as
// people write them; of tokens, however mail programs write those.
var (
	AsMade Shape = func(text string) int { return inGroups(text, false) }
	Spelt  Shape = func(text string) int { return inGroups(text, true) }
	Token  Shape = func(text string) int {
		if len(text) < len(TokenMark) || text[0]|0x20 != 'w' || !strings.EqualFold(text[:len(TokenMark)], TokenMark) {
			return 0
		}
		return letters(text, len(TokenMark), TokenLength, tokenLetter)
	}
)

// inGroups is the Shape of our passwords: 4, 4 and 5 letters. Bare ones may have a
// blank or nothing between the groups.
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

// letters gives where n letters end that stand at a place; 0 if they do not.
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

// passwordLetter is whether Letters has it, capitals aside.
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

// In tells whether a text has something of this Shape with no letter or digit
// beside it.
func (is Shape) In(text string) (found bool) {
	is.Mask(text, func(string) bool {
		found = true
		return true
	})
	return found
}

// Mask hides what is of this Shape with no letter or digit beside it, as far as
// hide says so.
func (is Shape) Mask(text string, hide func(string) bool) string {
	var b strings.Builder
	kept, within := 0, false // within: the character before is a letter or digit
	for at := 0; at < len(text); {
		if !within {
			if n := is.at(text[at:]); n > 0 && hide(text[at:at+n]) {
				b.WriteString(text[kept:at] + Hidden)
				at += n
				kept, within = at, true
				continue
			}
		}
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		within = alphanumeric(r)
		at += size
	}
	if kept == 0 {
		return text
	}
	return b.String() + text[kept:]
}

// at is how long what a text begins with is, if it is of this Shape with no letter or digit behind it.
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

func alphanumeric(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Masked hides all that is of this Shape.
func (is Shape) Masked(text string) string { return is.Mask(text, func(string) bool { return true }) }

// Clean takes passwords out of a text that somebody reads: the one given, if there is one to look for, and what looks
// like one of ours as we make them. What is merely spelt like one stays: it may be a name of thirteen letters in an order.
func Clean(text string, given *Search) string {
	if given != nil {
		text = given.Hide(text)
	}
	return AsMade.Masked(Token.Masked(text))
}

// Scrub is Clean for a text of orders: also whatever is in an `$I` line. Lines stay where they are.
func Scrub(text string, id *orders.Identity) string {
	var given *Search
	if id != nil {
		given = NewSearch(id.Password)
	}
	return orders.Scrub(Clean(text, given))
}
