package orders

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
)

// Fold makes spellings the same: lower case, ä as ae, ß as ss.
func Fold(s string) string {
	if !strings.ContainsFunc(s, unfolded) {
		return s
	}
	var room [64]byte
	return string(fold(room[:0], s))
}

// unfolded reports whether Fold may change a letter.
func unfolded(r rune) bool { return 'A' <= r && r <= 'Z' || r >= utf8.RuneSelf }

// fold appends the folded spelling of words.
func fold(dst []byte, s string) []byte {
	for _, r := range s {
		if !unfolded(r) {
			dst = append(dst, byte(r))
			continue
		}
		switch r = unicode.ToLower(r); r {
		case 'ä':
			dst = append(dst, "ae"...)
		case 'ö':
			dst = append(dst, "oe"...)
		case 'ü':
			dst = append(dst, "ue"...)
		case 'ß':
			dst = append(dst, "ss"...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// Among reports whether a word is one of some, in any spelling.
func Among(word string, words []string) bool {
	var room, roomOf [longest]byte
	folded := fold(room[:0], word)
	for _, w := range words {
		if bytes.Equal(fold(roomOf[:0], w), folded) {
			return true
		}
	}
	return false
}

// Slipped reports whether a slip of the hand makes of a word what somebody wrote: two letters are swapped, or one is
// missing or doubled. Case and umlauts do not matter.
func Slipped(wrote, word string) bool {
	wrote, word = Fold(wrote), Fold(word)
	at := 0
	for at < min(len(wrote), len(word)) && wrote[at] == word[at] {
		at++
	}
	switch len(wrote) - len(word) {
	case 0:
		return at+1 < len(word) && wrote[at] == word[at+1] && wrote[at+1] == word[at] && wrote[at+2:] == word[at+2:]
	case -1:
		return wrote[at:] == word[at+1:]
	case 1:
		return at > 0 && wrote[at] == wrote[at-1] && wrote[at+1:] == word[at:]
	}
	return false
}

// guesses is how many similar words a problem names.
const guesses = 3

// Nearest returns the words that a misspelt one may mean, at most three, all equally similar. It returns none if
// nothing is similar. Case and umlauts do not matter.
func Nearest(got string, words []string) []string {
	got = Fold(got)
	best := max(1, min(len(got), longest)/3)
	var near []string
	var room [longest]byte
	apart := func(n int) bool { // so that too many letters would have to be added or dropped
		return n > len(got)+best || n < len(got)-best
	}
	for _, w := range words {
		if apart(len(w)) && ascii(w) { // folded it is as long
			continue
		}
		folded := fold(room[:0], w)
		if apart(len(folded)) {
			continue
		}
		d := misspelt(got, string(folded))
		if d > best || d >= len(w) {
			continue
		}
		if d < best {
			best, near = d, near[:0]
		}
		near = append(near, w)
	}
	if len(near) > guesses {
		near = near[:guesses]
	}
	return near
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Meant returns the words that a wrong one may mean. First come those that it names in other words ("archer" is a
// bow). If there are none, it returns those of similar spelling, as Nearest does, and otherwise those with another
// name that differs by one letter. Each row of others begins with a word, or several separated by spaces; then follows
// what else people write for it, folded.
func Meant(got string, words []string, others [][2]string) []string {
	if named := namedBy(got, words, others, 0); named != nil {
		return named
	}
	if near := Nearest(got, words); near != nil || len(got) < wellKnown {
		return near
	}
	return namedBy(got, words, others, 1)
}

// wellKnown is the length from which another name is recognized although one letter is wrong.
const wellKnown = 6

// namedBy returns the words that have got as another name, with at most that many wrong letters.
func namedBy(got string, words []string, others [][2]string, wrong int) (out []string) {
	got = Fold(got)
	for _, row := range others {
		if !names(row[1], got, wrong) {
			continue
		}
		for w := range strings.FieldsSeq(row[0]) {
			if slices.Contains(words, w) && !slices.Contains(out, w) { // words that are not in words do not fit here
				out = append(out, w)
			}
		}
	}
	return out
}

// names reports whether one of the words of a row is this word, which is folded, with at most that many wrong letters.
func names(row, one string, wrong int) bool {
	for w := range strings.FieldsSeq(row) {
		if w == one || wrong > 0 && max(len(w)-len(one), len(one)-len(w)) <= wrong && misspelt(one, w) <= wrong {
			return true
		}
	}
	return false
}

// longest is the maximum length of words that are compared.
const longest = 40

// misspelt counts the letters to add, drop, change or swap to make b of a.
func misspelt(a, b string) int {
	if len(a) > longest || len(b) > longest {
		return longest
	}
	var rows [3][longest + 1]int // the last two rows, and the one being filled
	for j := range rows[0][:len(b)+1] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, now := &rows[(i+1)%3], &rows[(i+2)%3], &rows[i%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			now[j] = min(change, last[j]+1, now[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// Guess gives the arguments of a near-miss guess. A sentence shows it as
// {guess}, which begins with a blank or is empty: "{got} ist keine Armeeart.{guess}"
// becomes "… Gemeint R.L, R.M oder R.S?".
func Guess(words ...string) []phrase.Arg {
	if len(words) > guesses {
		return []phrase.Arg{phrase.Key("guess", "guess.list"), phrase.Str("list", strings.Join(words, ", "))}
	}
	args := make([]phrase.Arg, 0, 1+guesses)
	args = append(args, phrase.Key("guess", "guess."+strconv.Itoa(len(words))))
	for i, w := range words {
		args = append(args, phrase.Str("guess-"+strconv.Itoa(i+1), w))
	}
	return args
}

// Guessed is a phrase with a guess among its arguments.
func Guessed(code string, guess []string, args ...phrase.Arg) phrase.Phrase {
	all := make([]phrase.Arg, 0, len(args)+1+guesses+2) // with an example
	return phrase.P(code, append(append(all, args...), Guess(guess...)...)...)
}
