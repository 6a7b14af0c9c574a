package mask

import (
	"slices"
	"strings"
	"testing"

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
		"k7mwx3pqhhd42\xff":       "***\xff",
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
	// A letter takes a step, and each part that no longer fits one more: here each letter from the thirteenth on.
	s := NewSearch("aaaaaaaaaaaab")
	if s.In(strings.Repeat("a", 100)); s.steps != 12+2*88 {
		t.Errorf("100 letters take %d steps", s.steps)
	}
}

// The shapes by themselves: how much of a text has the shape that the text begins with.
func TestShapes(t *testing.T) {
	const code = "abcdefghijklmnopqrstuvwxyz"
	for name, c := range map[string]struct {
		shape Shape
		texts map[string]int
	}{
		"as made": {AsMade, map[string]int{
			"k7mw-x3pq-hhd42": 15, "K7MW-X3PQ-HHD42 and more": 15, "k7mw-x3pq-hhd423": 15,
			"k7mw‐x3pq‑hhd42": 19, "k7mw–x3pq—hhd42": 19, // a dash of these has three octets
			"k7mwx3pqhhd42": 0, "k7mw x3pq hhd42": 0, "k7mw_x3pq_hhd42": 0, "k7mw.x3pq.hhd42": 0, "k7mw-x3pqhhd42": 0,
			"k7mw--x3pq-hhd42": 0, "k7mw-x3pq-hhd4": 0, "k7m-wx3pq-hhd42": 0, "-k7mw-x3pq-hhd42": 0,
			"k7mw-x3pq-": 0, "k7mw-x3pq": 0, "k7mw": 0, "k": 0, "": 0,
			"k7mw-x3pq-hhd41": 0, "k1mw-x3pq-hhd42": 0, "k7mw-xopq-hhd42": 0,
		}},
		"spelt": {Spelt, map[string]int{
			"k7mw-x3pq-hhd42": 15, "k7mwx3pqhhd42": 13, "k7mwx3pqhhd42k7mw": 13, "k7mw x3pq\thhd42": 15, "k7mw_x3pqhhd42": 14,
			"k7mw–x3pqhhd42": 16, "k7mw.x3pq.hhd42": 0, "k7mw  x3pqhhd42": 0, "k7mwx3pqhhd4": 0, "": 0,
		}},
		"token": {Token, map[string]int{
			"WT-" + code: 29, "wt-" + strings.ToUpper(code): 29, "Wt-" + code + "ab": 29,
			"WT-" + code[1:]: 0, "XT-" + code: 0, "WX-" + code: 0, "WT_" + code: 0, "WT-" + code[1:] + "1": 0, "WT-": 0, "": 0,
		}},
	} {
		for text, want := range c.texts {
			if got := c.shape(text); got != want {
				t.Errorf("%s: %q has %d octets of the shape, not %d", name, text, got, want)
			}
		}
	}
}

// A Shape is masked wherever it is, but not in a longer word.
func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		"k7mw-x3pq-hhd42":                  "***",
		"(k7mw-x3pq-hhd42)":                "(***)",
		"ü. k7mw-x3pq-hhd42, ü":            "ü. ***, ü",
		"k7mw-x3pq-hhd42-k7mw-x3pq-hhd43":  "***-***",
		"\x80k7mw-x3pq-hhd42\xff":          "\x80***\xff",
		"xk7mw-x3pq-hhd42":                 "xk7mw-x3pq-hhd42",
		"xy 1k7mw-x3pq-hhd42":              "xy 1k7mw-x3pq-hhd42",
		"ük7mw-x3pq-hhd42":                 "ük7mw-x3pq-hhd42",
		"k7mw-x3pq-hhd42x k7mw-x3pq-hhd42": "k7mw-x3pq-hhd42x ***",
		"k7mw-x3pq-hhd42ü":                 "k7mw-x3pq-hhd42ü",
		"k7mw x3pq hhd42":                  "k7mw x3pq hhd42",
		"":                                 "",
	} {
		if got := AsMade.Masked(text); got != want || AsMade.In(text) != (want != text) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	var asked []string
	got := AsMade.Mask("a k7mw-x3pq-hhd42 b k7mw-x3pq-hhd43 c", func(found string) bool {
		asked = append(asked, found)
		return found == "k7mw-x3pq-hhd43"
	})
	if got != "a k7mw-x3pq-hhd42 b *** c" || !slices.Equal(asked, []string{"k7mw-x3pq-hhd42", "k7mw-x3pq-hhd43"}) {
		t.Errorf("%q, asked about %q", got, asked)
	}
}

// A text of orders loses codes, keys of links, and passwords as they are made, also those of others. Its own password
// is found in any spelling.
func TestScrub(t *testing.T) {
	const text = "$I 1 %s\n$A\nk7mw x3pq hhd42 ; a2b3-c4d5-e6f7g WT-abcdefghijklmnopqrstuvwxyz\n" +
		"https://x.example/t.html#abcdefghijklmnopqrstuv_w\nk8mw x3pq hhd42"
	for given, want := range map[string]string{
		"K7mwx3pqhhd42": "$I 1 ***\n$A\n*** ; *** ***\nhttps://x.example/t.html#***\nk8mw x3pq hhd42",
		"fenmark":       "$I 1 ***\n$A\nk7mw x3pq hhd42 ; *** ***\nhttps://x.example/t.html#***\nk8mw x3pq hhd42",
	} {
		of := strings.Replace(text, "%s", given, 1)
		if got := Scrub(of, &orders.Identity{Realm: 1, Password: given}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", given, got, want)
		}
	}
	if got := Scrub("$A\na2b3-c4d5-e6f7g 1\n", nil); got != "$A\n*** 1\n" {
		t.Errorf("without a password: %q", got)
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
