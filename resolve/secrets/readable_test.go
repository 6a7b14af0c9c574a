package secrets

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Decoded text can be read. A text that hides nothing stays as it is, even if it looks like an encoding.
func TestReadable(t *testing.T) {
	text := "Guten Tag, was kostet denn ein Schiff mit vierzig Mann an Bord?\nUnd wie lange fährt es?\n"
	lines := base64.StdEncoding.EncodeToString([]byte(text))
	lines = lines[:76] + "\n" + lines[76:] + "\n"
	if got := Readable(lines); got != text+"\n" {
		t.Errorf("%q", got)
	}
	for _, same := range []string{
		text, "", "Donaudampfschifffahrtsgesellschaftskapitaensmuetze\n", strings.Repeat("Donaudampfschifffahrt", 4) +
			"\n",
		"a=20 und b=3D, 2 < 3 > 1 &amp; mehr\n", "Kosten: R.M=50 <b>fett</b>\n",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
		"eine lange Zeile mit Trenn-\nstrich am Ende\n",
		"http://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n",
	} {
		if got := Readable(same); got != same {
			t.Errorf("%q became %q", same, got)
		}
	}
	if got := Readable(strings.Repeat("x", 1<<20)); len(got) > decodedMost {
		t.Errorf("%d bytes", len(got))
	}
}

// Base64 is text only if nineteen of twenty decoded characters can be read.
func TestBase64OfText(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "\x01": false, "a": false, "abc": true, "ab\ncd\te": true, // "YQ" is too little to tell from a ruler
		"\x01" + strings.Repeat("a", 19): true, "\x01" + strings.Repeat("a", 18): false, "\x01\x02" +
			strings.Repeat("ü", 38): true,
	} {
		said, ok := fromBase64(base64.StdEncoding.EncodeToString([]byte(text)))
		if ok != want || ok && said != text {
			t.Errorf("%q: %q, %v", text, said, ok)
		}
	}
}

// After a masked `$I` line, the text of a letter stays readable, unless it may be the rest of the password.
func TestMaskedLineHidesNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"$I 9 ***\nHello, may I join?\nBob\n":   "$I 9 ***\nHello, may I join?\nBob\n",
		"$I 9 *** 4\n$A\ndig 4\n":               "$I 9 *** 4\n$A\ndig 4\n",
		"$I 9 ***\nx3pq-hhd42\nHello there you": "$I 9 *** ***",
	} {
		if got := Readable(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// What is found by walking a text is what these patterns say.
func TestWalkedAsPatterns(t *testing.T) {
	run := regexp.MustCompile(`[A-Za-z0-9+/_-]{16,}={0,2}`)
	end := regexp.MustCompile(`([-‐‑–—_]?)[ \t]*\r?\n[> \t]*`)
	letters := rapid.SampledFrom(strings.Split("a b c - – _ = > . \r \n \t \xff ü", " "))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(letters, rapid.SampledFrom([]string{" ", "a b c d e f ",
			"k7mwx3pqhhd42abc", "azdtdy14M3BxLWhoZDQy", "azdtdy14M3BxLWhoZDQy="}))).Draw(t, "text"), "")
		want := end.ReplaceAllStringFunc(text, func(s string) string {
			if hyphen := end.FindStringSubmatch(s)[1]; hyphen != "" {
				return hyphen
			}
			return " "
		})
		if got := inOneLine(text); got != want {
			t.Fatalf("%q in one line is %q, want %q", text, got, want)
		}
		want = run.ReplaceAllStringFunc(text, func(s string) string {
			if betraysInBase64(s, 1) {
				return Hidden
			}
			return s
		})
		if got := base64Runs(text, 1); got != want {
			t.Fatalf("%q without base64 is %q, want %q", text, got, want)
		}
		if spaced().MatchString(text) && !mayBeSpaced(text) {
			t.Fatalf("%q is spaced", text)
		}
	})
}
