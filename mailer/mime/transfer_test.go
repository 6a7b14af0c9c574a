package mime

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// A text is taken for base64 only if it can be nothing else.
func TestUndeclaredBase64(t *testing.T) {
	long := "$I 4 Bergahorn, and forty more letters of text\n"
	encoded := base64.StdEncoding.EncodeToString([]byte(long))
	for name, c := range map[string]struct {
		body string
		ok   bool
	}{
		"whole":    {encoded, true},
		"in lines": {encoded[:20] + "\r\n" + encoded[20:] + "\r\n\r\n", true},
		// 36 signs
		"short":          {base64.StdEncoding.EncodeToString([]byte("$I 4 Bergahorn, and so on\n")), false},
		"of forty signs": {base64.StdEncoding.EncodeToString([]byte("$I 4 Bergahorn, and so on..\n")), true},
		"prose above":    {"Hallo!\n" + encoded, false},
		"one word":       {strings.Repeat("Donaudampfschiff", 4), false},
		"a picture": {base64.StdEncoding.EncodeToString(append([]byte("GIF89a \x00\x01\n"),
			make([]byte, 60)...)), false},
		"without a blank":  {base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("abc"), 20)), false},
		"not UTF-8":        {base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("\xfc \xe4 "), 20)), false},
		"with a line feed": {base64.StdEncoding.EncodeToString([]byte(strings.Repeat("a\f\tb\r\n", 10))), true},
	} {
		if _, ok := Undeclared([]byte(c.body)); ok != c.ok {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

// Quoted-printable (RFC 2045, 6.7) with everything that programs do to it.
func TestDecodeQP(t *testing.T) {
	for in, want := range map[string]string{
		"K=E4se": "K\xe4se", "K=e4se": "K\xe4se", "=41=5A=61=7A=30=39=0a": "AZaz09\n", "=4": "=4", "=": "",
		"a=\r\nb": "ab", "a= \t\r\nb": "ab", "a=20=\nb": "a b",
		"a  \r\nb\t\n": "a\r\nb\n", "x=y": "x=y", "1=2": "1=2", "=G1=1G=:0=@0=`0=/0": "=G1=1G=:0=@0=`0=/0",
		"=3D3D": "=3D", "==41": "=A", "a==\nb": "a=b", "a=4=\n1": "a=41",
		"": "", "=FF": "\xff", "=C3=BC": "ü",
	} {
		if got := string(DecodeQP([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Base64 is read as far as it is base64.
func TestDecodeBase64(t *testing.T) {
	for in, c := range map[string]struct {
		want  string
		whole bool
	}{
		"SGFsbG8=": {"Hallo", true}, "SGFs\r\nbG8=\r\n": {"Hallo", true}, " SGFs \n\tbG8= \n": {"Hallo", true},
		"SGFsbG8": {"Hallo", true}, "SGFsbG8=\nSGFsbG8=\n": {"HalloHallo", true},
		"SGFsbG8=SGFsbG8=": {"HalloHallo", true}, "SGFsbG8=\n-- \nListe\n": {"Hallo", false},
		"SGFs\nbG8: \n": {"Hal", false}, "": {"", true}, "A": {"", true}, "SGFsA": {"Hal", true},
		"SGFs=A=": {"Hal", true}, "+/+/": {"\xfb\xff\xbf", true}, "SGFsbG8==": {"Hallo", true}, "SG-s": {"", false},
	} {
		if got, whole := DecodeBase64([]byte(in)); string(got) != c.want || whole != c.whole {
			t.Errorf("%q: %q, %v, want %q, %v", in, got, whole, c.want, c.whole)
		}
	}
}

// The name of an encoding is recognized however it is written.
func TestDecodeTransfer(t *testing.T) {
	for _, c := range []struct{ encoding, body, want, note string }{
		{"7bit", "=41", "=41", ""}, {"8Bit (x)", "=41", "=41", ""}, {"", "=41", "=41", ""}, {"8-bit", "=41", "=41", ""},
		{"binary", "=41", "=41", ""}, {"7-bit", "=41", "=41", ""},
		{"quoted-printable; x", "=41", "A", ""}, {" QuotedPrintable ", "=41", "A", ""}, {`"base64"`, "QQ==", "A", ""},
		{"'Base-64'", "QQ==", "A", ""},
		{"base64", "QQ==\n-- \n", "A", "encoding-broken"}, {"x-uuencode", "=41", "=41", "encoding-unknown x-uuencode"},
	} {
		got, notes := DecodeTransfer([]byte(c.body), c.encoding)
		note := ""
		for _, n := range notes {
			note = strings.TrimSpace(string(n.Code) + " " + n.Word)
		}
		if string(got) != c.want || note != c.note {
			t.Errorf("%q: %q with %q, want %q with %q", c.encoding, got, note, c.want, c.note)
		}
	}
}

// A multipart is split where its boundary is alone on a line.
func TestSplitParts(t *testing.T) {
	for name, c := range map[string]struct {
		body, boundary string
		want           []string
		ended          bool
	}{
		"two":                 {"x\r\n--b\r\n1\r\n--b\r\n2\r\n\r\n--b--\r\nx", "b", []string{"1", "2\r\n"}, true},
		"with LF":             {"--b\n1\n--b\n2\n--b--", "b", []string{"1", "2"}, true},
		"blanks behind it":    {"--b \t\n1\n--b-- \n", "b", []string{"1"}, true},
		"more behind it":      {"--b\n1\n--bc\n--b--x\n--b\n2\n--b--\n", "b", []string{"1\n--bc\n--b--x", "2"}, true},
		"cut off":             {"--b\n1\n--b\n2\n", "b", []string{"1", "2\n"}, false},
		"cut off behind it":   {"--b\n1\n--b\n", "b", []string{"1"}, false},
		"empty":               {"--b\n--b\n\n--b--\n", "b", []string{"", ""}, true},
		"none":                {"1\n2\n", "b", nil, false},
		"only its end":        {"1\n--b--\n2\n", "b", nil, true},
		"lost":                {"x\n-- x\n---\n--bound1 \n1\n--bound1--\n", "", []string{"1"}, true},
		"lost, three letters": {"--abc\n1\n--abc--\n", "", []string{"1"}, true},
		"lost, two letters":   {"--ab\n1\n--ab\n", "", nil, false},
		"lost, none":          {"1\n2\n", "", nil, false},
	} {
		parts, ended := SplitParts([]byte(c.body), c.boundary)
		var got []string
		for _, p := range parts {
			got = append(got, string(p))
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) || ended != c.ended {
			t.Errorf("%s: %q, %v, want %q, %v", name, got, ended, c.want, c.ended)
		}
	}
}
