package mask

import (
	"strings"
	"testing"
	"unicode"

	"weltentor/orders"
)

// A password is found with capitals, dashes, blanks and NULs between its letters, three at most, wherever it is.
func TestSearch(t *testing.T) {
	s := NewSearch("K7mw-x3pq–hhd42")
	for text, want := range map[string]string{
		"k7mwx3pqhhd42":               "***",
		"a K7MW X3PQ HHD42, b":        "a ***, b",
		"x_k7mw_x3pq_hhd42_":          "x_***_",
		"k---7---mwx3pqhhd42":         "***",
		"k----7mwx3pqhhd42":           "k----7mwx3pqhhd42", // four
		"k7mwk7mwx3pqhhd42hhd42":      "k7mw***hhd42",      // begins again in the middle
		"k7mwx3pqhhd4 2k7mwx3pqhhd42": "******",
		"\xff\x00k\x007\x00m\x00w\x00-\x00x\x003\x00p\x00q\x00-\x00h\x00h\x00d\x004\x002\x00": "\xff\x00***\x00",
		"k7mwx3pq\xffhhd42":       "k7mwx3pq\xffhhd42",
		"Ünder k7mw‐x3pq—hhd42 Ü": "Ünder *** Ü",
		"":                        "",
	} {
		if got := s.Hide(text); got != want || s.In(text) != (got != text) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	// aabaab…: if the next letter does not fit, the part that still fits is kept.
	if got := NewSearch("aabaabaabaac").Hide("aabaabaabaabaabaac aabaabaabaab"); got != "aabaab*** aabaabaabaab" {
		t.Error(got)
	}
}

// Anything that cannot be one of our passwords is a word like others, and stays.
func TestSearchIsForPasswordsOnly(t *testing.T) {
	for password, sought := range map[string]bool{
		"fenmark": false, "abcdefghjkm": false, "k7mwx3pqhhd4": true, "k7mw-x3pq-hhd42": true,
		"k7mw-x3pq-hhd42-hhd42": true,
		strings.Repeat("a", 20): true, strings.Repeat("a", 21): false, "": false, "--------------------": false,
		"\xffk7mwx3pqhhd42": false,
	} {
		if got := NewSearch(password) != nil; got != sought {
			t.Errorf("%q: %v", password, got)
		}
	}
	text := "$I 1 ***\n$A\nfenmark 1 ; Fenmark\n"
	if got := Scrub(strings.Replace(text, "***", "fenmark", 1),
		&orders.Identity{Realm: 1, Password: "fenmark"}); got != text {
		t.Error(got)
	}
}

// Whatever text and password are, the search takes at most two steps for each character.
func TestSearchTakesTwoStepsACharacter(t *testing.T) {
	const size = 1 << 16
	for _, password := range []string{"aaaaaaaaaaaab", strings.Repeat("a", 19) + "b", "abababababac", "aabaabaabaac"} {
		for _, text := range []string{strings.Repeat("a", size), strings.Repeat("-", size),
			strings.Repeat("a---", size/4), strings.Repeat("ab", size/2), strings.Repeat("aab", size/3)} {
			s := NewSearch(password)
			if s.In(text); s.steps > 2*len(text) {
				t.Errorf("%s in %q…: %d steps for %d characters", password, text[:6], s.steps, len(text))
			}
		}
	}
	if s := NewSearch(strings.Repeat("a", 99) + "b"); s != nil {
		t.Error("a password of 100 letters is looked for")
	}
}

// A Shape is tried at the beginning of a word, not at each of its letters.
func TestShapesAreTriedOnceAWord(t *testing.T) {
	for text, most := range map[string]int{strings.Repeat("a", 1<<16): 1, strings.Repeat("ab-", 1<<10): 2 << 10} {
		tried := 0
		var counting Shape = func(text string) int {
			tried++
			return Spelt(text)
		}
		if counting.Masked(text); tried > most {
			t.Errorf("%d characters: tried %d times, want %d at most", len(text), tried, most)
		}
	}
}

// A code consists of the letters of base32 (RFC 4648), in either case.
func TestTokenLetters(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	for c := range 256 {
		if got, want := tokenLetter(byte(c)), strings.IndexByte(letters, byte(c)) >= 0; got != want {
			t.Errorf("%q: %v", byte(c), got)
		}
	}
}

func TestPasswordLetters(t *testing.T) {
	for c := range 256 {
		if got, want := passwordLetter(byte(c)), strings.IndexByte(Letters+strings.ToUpper(Letters),
			byte(c)) >= 0; got != want {
			t.Errorf("%q: %v", byte(c), got)
		}
	}
}

func TestAlphanumeric(t *testing.T) {
	for r := range rune(1 << 10) {
		if got, want := alphanumeric(r), unicode.IsLetter(r) || unicode.IsDigit(r); got != want {
			t.Errorf("%q: %v", r, got)
		}
	}
}
