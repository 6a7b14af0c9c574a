package plain

import "testing"

// A text as its reader sees it: invisible characters are gone, and typographic signs are their plain twins.
func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\n": "a\nb\nc\n", "a\r\rb": "a\n\nb", "a\tb\fc": "a\tb\nc", "a\u0308": "ä",
		"\uff21\u0308": "Ä", "a\u034f\u0308": "ä", "\uff13 \uff04I": "3 $I",
		"a\x00b\x07c\x1ad\x1fe f": "abcde f", "a\x7fb~": "ab~", "a\u0080b\u009fc": "abc", "a\u0085b": "a\nb",
		"a\u00a0b\u00adc": "a bc", "\ufeffa\ufeffb\ufefe": "ab\ufefe", "a\u034fb\u034e": "ab\u034e",
		"a\u061cb\u061b": "ab\u061b", "a\u180eb\u180f": "ab\u180f",
		"\u1fff\u2000\u200a\u200b\u200f\u2010": "\u1fff  -", "\u2028\u2029": "\n\n", "\u202a\u202e\u202f": " ",
		"\u205f\u2060\u2069\u206a":       " \u206a",
		"\uff00\uff01\uff21\uff5e\uff5f": "\uff00!A~\uff5f", "„a“ – ‚b‘ … 1⁄2 −3": "\"a\" - 'b' ... 1/2 -3", "日本": "日本",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		} else if again := Text(got); again != got {
			t.Errorf("%q: %q, and of that %q", in, got, again)
		}
	}
}
