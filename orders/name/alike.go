package name

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pair is a name's two skeletons: one of its letters in lower case, one of its letters as they are. A capital I looks
// like a small l, but is the same letter as a small i, which does not. With a single skeleton, i and l would be the
// same.
type pair [2]string

// meet reports whether the names of two pairs look or sound alike. Capitals, spaces, signs and accents do not matter.
// ä is the same as ae and a, and ß the same as ss. So are characters that Unicode's table of confusables (UTS #39)
// puts together. Names in any script can be compared, since old names did not have to follow the rule.
func (p pair) meet(q pair) bool {
	for _, one := range p {
		if one != "" && (one == q[0] || one == q[1]) {
			return true
		}
	}
	return false
}

func skeletons(s string) pair {
	s = spelt.Replace(unmarked(s))
	return pair{bare(skeleton(strings.ToLower(s))), bare(skeleton(s))}
}

// spelt are characters that stand for two letters, or have a stroke that Unicode does not count as an accent.
var spelt = strings.NewReplacer("ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ø", "o", "Ø", "O",
	"đ", "d", "Đ", "D",
	"ð", "d", "Ð", "D", "ħ", "h", "Ħ", "H", "ł", "l", "Ł", "L", "ŧ", "t", "Ŧ", "T", "ı", "i", "ŋ", "n", "Ŋ", "N",
	"ĸ", "k")

// unmarked returns a name without accents.
func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// Decomposed is a text in which each letter that looks like a plain one is that, with its marks behind it (NFKD).
func Decomposed(s string) string { return norm.NFKD.String(strings.ReplaceAll(s, "ı", "i")) }

// bare returns a skeleton's letters and digits in lower case, with each sound in its shortest spelling.
func bare(s string) string {
	return shortest(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.ToLower(unmarked(s))))
}

// shortest drops the e of ae, oe and ue, but not of several in a row: äe is aee.
func shortest(s string) string {
	s = strings.ReplaceAll(s, "vv", "w")
	kept, vowel := make([]byte, 0, len(s)), false
	for i := range len(s) {
		if s[i] == 'e' && vowel {
			continue
		}
		vowel = strings.IndexByte("aou", s[i]) >= 0
		kept = append(kept, s[i])
	}
	return string(kept)
}

// What realms are called in front of their numbers, and by what the game master is known, within a name and alone: as
// skeletons, which a test makes anew.
var (
	realmWords  = []string{"reich", "realrn", "nation"}
	masterWords = []string{"spielleit", "garnernaster"}
	masterAlone = []string{"grn", "sl"}
)

// numbered returns the number of the realm that a name like "Reich 12" or "Rea1m-l2" means.
func numbered(s string) (n int, is bool) {
	for _, one := range skeletons(s) {
		for _, word := range realmWords {
			rest, found := strings.CutPrefix(one, word)
			if n, err := strconv.Atoi(digits.Replace(rest)); found && err == nil {
				return n, true
			}
		}
	}
	return 0, false
}

// digits turns the digits of a skeleton back into numbers.
var digits = strings.NewReplacer("l", "1", "o", "0")

// ofMaster reports whether a name looks like the game master's, who has no name in the game, but is called by certain
// words.
func ofMaster(s string) bool {
	for _, one := range skeletons(s) {
		has := func(word string) bool { return strings.Contains(one, word) }
		if slices.Contains(masterAlone, one) || slices.ContainsFunc(masterWords, has) {
			return true
		}
	}
	return false
}

// confusables are the characters that look like others, in order: in each line a character, and what it looks like. A
// test compares them with Unicode's table (UTS #39), and says how to write them anew.
//
//go:embed confusables.txt
var confusables string

// skeleton is the skeleton of a text by Unicode's table: texts that look alike have the same. The table is searched as
// it is. As code it would be one very large function, which a browser's engine takes long to begin.
func skeleton(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.IsGraphic(r) && r != utf8.RuneError {
			continue
		}
		if like := looksLike(r); like != "" {
			b.WriteString(like)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// looksLike returns what a character looks like; "": like nothing else.
func looksLike(r rune) string {
	low, high := 0, len(confusables) // where lines begin
	for low < high {
		at := low + (high-low)/2
		at = low + strings.LastIndexByte(confusables[low:at], '\n') + 1
		line, _, _ := strings.Cut(confusables[at:], "\n")
		switch c, n := utf8.DecodeRuneInString(line); {
		case c == r:
			return line[n:]
		case c < r:
			low = at + len(line) + 1
		default:
			high = at
		}
	}
	return ""
}
