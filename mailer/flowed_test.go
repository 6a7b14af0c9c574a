package mailer

import (
	"strings"
	"testing"
)

// Flowed text (RFC 3676) is joined as the program meant it, and orders never are.
func TestUnflow(t *testing.T) {
	order := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "go") }
	for name, c := range map[string]struct {
		text, want string
		delsp      bool
		n          int
	}{
		"joined":                 {"a \nb \nc\nd", "a b c\nd", false, 2},
		"with CRLF":              {"a \r\nb\r\nc", "a b\nc", false, 1},
		"blanks deleted":         {"a \nb \nc\nd", "abc\nd", true, 2},
		"two blanks deleted":     {"a  \nb", "a b", true, 1},
		"a blank kept at an end": {"a\nb ", "a\nb ", false, 0},
		"stuffed":                {" >a\n  b\n From c", ">a\n b\nFrom c", false, 0},
		"stuffed and joined":     {"a \n b", "a b", false, 1},
		"a signature":            {"a \n-- \nb", "a \n-- \nb", false, 0},
		"an order":               {"a \ngo 1", "a \ngo 1", false, 0},
		"an order goes on":       {"go 1 \n2", "go 1 2", false, 1},
		"an indented order":      {"a \n   go 1", "a \n  go 1", false, 0},
		"a section":              {"a \n$A", "a \n$A", false, 0},
		"a letter":               {"a \n#7", "a \n#7", false, 0},
		"a remark":               {"a \n;b", "a \n;b", false, 0},
		"a blank line":           {"a \n\nb", "a \n\nb", false, 0},
		"a line of blanks":       {"a \n  \nb", "a \n b", false, 1},
		"behind a section":       {"$N \na", "$N \na", false, 0},
		"behind a letter's head": {"#7 \na", "#7 \na", false, 0},
		"quoted":                 {">a \n>b\n>c", "> a b\n> c", false, 0},
		"quoted and stuffed":     {"> a \n> b", "> a b", false, 0},
		"of two depths":          {">a \n>>b \nc", "> a \n> > b \nc", false, 0},
		"below a quote":          {">a \nb", "> a \nb", false, 0},
		"nine deep":              {">>>>>>>>>a", strings.Repeat("> ", 8) + "a", false, 0},
		"quoted, one joined":     {"> a \n> b\nc \nd", "> a b\nc d", false, 1},
	} {
		if got, n := unflow(c.text, c.delsp, order); got != c.want || n != c.n {
			t.Errorf("%s: %q, %d joined, want %q, %d", name, got, n, c.want, c.n)
		}
	}
}
