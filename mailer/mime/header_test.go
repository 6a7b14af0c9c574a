package mime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
)

// A header ends where its sender meant it to. A line that is not a field is left out, and nothing else.
func TestCleanHeader(t *testing.T) {
	for name, c := range map[string]struct {
		raw, clean, body string
		dropped          int
	}{
		"plain":                     {"A: 1\r\nB: 2\r\n\r\nx\r\n", "A: 1\r\nB: 2\r\n\r\n", "x\r\n", 0},
		"with LF":                   {"A: 1\nB: 2\n\nx", "A: 1\r\nB: 2\r\n\r\n", "x", 0},
		"no body":                   {"A: 1\nB: 2", "A: 1\r\nB: 2\r\n\r\n", "", 0},
		"folded":                    {"A: 1\n\t 2 \n 3\n\nx", "A: 1\r\n 2\r\n 3\r\n\r\n", "x", 0},
		"folded, but not of a line": {" 0\nA: 1\n\nx", "A: 1\r\n\r\n", "x", 1},
		"blanks before the colon":   {"A \t: 1\n\nx", "A: 1\r\n\r\n", "x", 0},
		"no field":                  {"A: 1\nFrom x@y Mon\n>From z\nC: 3\n\nx", "A: 1\r\nC: 3\r\n\r\n", "x", 2},
		"signs for programs":        {"A: 1\x002\r3\n\n", "A: 1 2 3\r\n\r\n", "", 0},
		"no blank line, orders":     {"A: 1\n$A\nx", "A: 1\r\n\r\n", "$A\nx", 1},
		"no blank line, a letter":   {"A: 1\n#7\nx", "A: 1\r\n\r\n", "#7\nx", 1},
		"no blank line, a part":     {"A: 1\n--b\nx", "A: 1\r\n\r\n", "--b\nx", 1},
		"a dash is no part":         {"A: 1\n-b\n\nx", "A: 1\r\n\r\n", "x", 1},
		"a line of blanks in it":    {"A: 1\n \t\nB: 2\n\nx", "A: 1\r\nB: 2\r\n\r\n", "x", 0},
		"two of them":               {"A: 1\n \n  2\n \nB: 3\n\nx", "A: 1\r\n 2\r\nB: 3\r\n\r\n", "x", 0},
		"one that ends it":          {"A: 1\n \nHallo\n\nx", "A: 1\r\n\r\n", "Hallo\n\nx", 0},
		"one before orders":         {"A: 1\n \n  $A\n\nx", "A: 1\r\n\r\n", "  $A\n\nx", 0},
		"one before a letter":       {"A: 1\n \n  #7\n\nx", "A: 1\r\n\r\n", "  #7\n\nx", 0},
		"one at the top":            {" \nHallo\n\nx", "\r\n", "Hallo\n\nx", 0},
		"one before the end":        {"A: 1\n \nB: 2\n", "A: 1\r\n\r\n", "B: 2\n", 0},
	} {
		clean, body, dropped := cleanHeader([]byte(c.raw))
		if string(clean) != c.clean || string(body) != c.body || dropped != c.dropped {
			t.Errorf("%s: %q, %q, %d dropped; want %q, %q, %d", name, clean, body, dropped, c.clean, c.body, c.dropped)
		}
	}
}

// A type and its parameters are read, however programs write them (RFC 2045, 2231).
func TestMediaType(t *testing.T) {
	for in, want := range map[string]string{
		"text/plain; charset=utf-8":    "text/plain map[charset:utf-8]",
		`TEXT/Plain ; Charset="UTF-8"`: "text/plain map[charset:UTF-8]", "": " map[]", "text": "text map[]",
		"text/plain; name=my file.txt":                            "text/plain map[name:my file.txt]",
		"Text/Plain ;; charset = x ":                              "text/plain map[charset:x]",
		`text/plain; name= "a b" x; charset=y`:                    `text/plain map[charset:y name:a b" x]`,
		"attachment; filename*=ISO-8859-1''%FCber.txt":            "attachment map[filename:über.txt]",
		"attachment; filename*0*=UTF-8''%C3; filename*1*=%BC.txt": "attachment map[filename:ü.txt]",
		`attachment; filename*0="a%20"; filename*1="b.txt"`:       "attachment map[filename:a%20b.txt]",
		"attachment; filename*1=b; filename*0=a":                  "attachment map[filename:a]",
		"attachment; filename=x; filename=y":                      "attachment map[filename:x]",
		"attachment; filename":                                    "attachment map[]",
		"x; name*=a%zz":                                           "x map[name:a%zz]",
		"x; name*=a'b":                                            "x map[name:a'b]",
		"x; name*=utf-8'de'a'b":                                   "x map[name:a'b]",
		"x/y; a=1; b*0=2":                                         "x/y map[a:1 b:2]",
		"x; name*0=a; name*2=c; name*1=b":                         "x map[name:ab]",
	} {
		kind, params := MediaType(in)
		if got := kind + " " + fmt.Sprint(params); got != want && (params != nil || want != kind+" map[]") {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// A date must be one that a mail can have, otherwise it is ignored.
func TestSentAt(t *testing.T) {
	for in, want := range map[string]time.Time{
		"Mon, 02 Feb 2026 10:00:00 +0100": time.Date(2026, 2, 2, 9, 0, 0, 0, time.UTC),
		"Tue, 01 Jan 1980 00:00:00 +0000": time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		"Mon, 31 Dec 1979 23:59:59 +0000": {},
		"Wed, 31 Dec 9000 10:00:00 +0000": time.Date(9000, 12, 31, 10, 0, 0, 0, time.UTC),
		"Thu, 01 Jan 9001 10:00:00 +0000": {}, "heute": {}, "": {},
	} {
		var h message.Header
		h.Set("Date", in)
		if got := SentAt(h); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// Ids are whole and have at most 240 letters. The last ones count most.
func TestMessageIDs(t *testing.T) {
	long := strings.Repeat("x", 240)
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"<a@b> <c@d>", 1, "<c@d>"}, {"<a@b> <c@d>", 2, "<a@b> <c@d>"}, {"<a@b>", 20, "<a@b>"}, {"a@b", 1, ""},
		{"<a b>", 1, ""}, {"<a\r\n@b> <c@d", 2, ""}, {"<<a@b>>", 1, "<a@b>"},
		{"<" + long + ">", 1, "<" + long + ">"}, {"<x" + long + ">", 1, ""}, {"<>", 1, ""}, {"<ä@b>", 1, ""},
	} {
		if got := strings.Join(MessageIDs(c.in, c.n), " "); got != c.want {
			t.Errorf("%q, %d: %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

// Addresses are found even if the names around them are not quoted.
func TestAddresses(t *testing.T) {
	var many message.Header
	many.Set("From", strings.Repeat("<ute@post.example>, ", 101)+"and, no, more")
	if got := Addresses(many, "From"); len(got) != 100 {
		t.Errorf("%d addresses of a list that nobody quoted, want the first 100", len(got))
	}
	for in, want := range map[string]string{
		"Ute <Ute@Post.Example>": "Ute <ute@post.example>", "Meier, Jörg <J@X.de>": "<j@x.de>",
		`"Meier, J" <j@x.de>, k@x.de`: "Meier, J <j@x.de>, <k@x.de>", "": "", "niemand": "",
		"a@b.example., 'c@d.example'":     "<a@b.example>, <c@d.example>",
		"=?iso-8859-1?q?=FCte?= <u@x.de>": "üte <u@x.de>",
	} {
		var h message.Header
		h.Set("From", in)
		var got []string
		for _, a := range Addresses(h, "From") {
			got = append(got, strings.TrimSpace(a.Name+" <"+a.Address+">"))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
