package mime

import (
	"testing"
)

// The first five are those of RFC 2152.
func TestUTF7(t *testing.T) {
	for in, want := range map[string]string{
		"A+ImIDkQ.":               "A≢Α.",
		"Hi Mom -+Jjo--!":         "Hi Mom -☺-!",
		"+ZeVnLIqe-":              "日本語",
		"Item 3 is +AKM-1.":       "Item 3 is £1.",
		"1 +- 1 = 2":              "1 + 1 = 2",
		"Gr+APwA3w-e":             "Grüße",
		"+APw +AN8":               "ü ß", // ended by a blank, by the end
		"+APw\n$A":                "ü\n$A",
		"+2DTdHg-":                "𝄞",
		"+2DQ-":                   "\ufffd", // half a pair
		"+AP-":                    "+AP-",   // no whole letter
		"+A-":                     "+A-",
		"2 + 2":                   "2 + 2",
		"a++APw-":                 "a++APw-", // `+` is in the alphabet: no code
		"+APw=":                   "ü=",
		"":                        "",
		"+":                       "+",
		"K.M 3: +1, +2 bis +3-4.": "K.M 3: +1, +2 bis +3-4.",
	} {
		if got := decodeUTF7(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for _, c := range []struct{ raw, declared, text, charset string }{
		{"+APw-", "UTF-7", "ü", "UTF-7"},
		{"+APw-", `"Unicode-1-1-UTF-7"`, "ü", "UTF-7"},
		{"+APw-", "", "+APw-", "UTF-8"}, // never guessed
		{"+APw-", "us-ascii", "+APw-", "UTF-8"},
		{"+APw- ü", "UTF-7", "+APw- ü", "UTF-8"}, // it is not
	} {
		if text, charset, _ := Decode([]byte(c.raw), c.declared, ""); text != c.text || charset != c.charset {
			t.Errorf("%q as %s: %q, %s", c.raw, c.declared, text, charset)
		}
	}
}
