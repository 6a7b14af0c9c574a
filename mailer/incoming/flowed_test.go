package incoming

import (
	"regexp"
	"strings"
	"testing"
)

// Flowed text (RFC 3676) is joined as the program meant it, and orders are never joined.
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

// A text is wrapped if it has lines near the limit, and none beyond it.
func TestWrapped(t *testing.T) {
	for n, want := range map[int]bool{59: false, 60: true, 80: true, 81: false} {
		if got := wrapped("x\n  " + strings.Repeat("ü", n) + "  \nx\n"); got != want {
			t.Errorf("%d letters: %v", n, got)
		}
	}
}

// Here an order is `go` and numbers, or with `to` at least two.
func TestUnwrap(t *testing.T) {
	order := regexp.MustCompile(`^(go( \d+)+|to \d+( \d+)+|\d+ up)$`)
	ten := "go" + strings.Repeat(" 1234567", 8) // 66 letters, and a word of seven
	for name, c := range map[string]struct {
		text, want string
		n          int
	}{
		"in two": {ten + "\n1234567 8\n", ten + " 1234567 8\n", 1},
		"in three": {ten + "\n" + strings.Repeat("1234567 ", 7) + "123456789\n1234567\n",
			ten + " " + strings.Repeat("1234567 ", 7) + "123456789 1234567\n", 2},
		"no order alone": {"to 12345678901234567890123456789012345678901234567890123456789012\n5678\n",
			"to 12345678901234567890123456789012345678901234567890123456789012 5678\n", 1},
		"two of them":          {ten + "\n1234567\n" + ten + "\n1234567\n", ten + " 1234567\n" + ten + " 1234567\n", 2},
		"there was room":       {ten + "\ngo 1\n5\n", ten + "\ngo 1\n5\n", 0},
		"room for a word less": {ten + "\n" + ten[:64] + "\n7\n", ten + "\n" + ten[:64] + "\n7\n", 0},
		"an order of its own":  {ten + "\n1234567 up\n", ten + "\n1234567 up\n", 0},
		"no order together":    {ten + "\nfurther!!\n", ten + "\nfurther!!\n", 0},
		"a blank line":         {ten + "\n\n1234567\n", ten + "\n\n1234567\n", 0},
		"a remark":             {ten + " ; 5\n1234567\n", ten + " ; 5\n1234567\n", 0},
		"a remark below":       {ten + "\n;1234567\n", ten + "\n;1234567\n", 0},
		"a quote below":        {ten + "\n>1234567\n", ten + "\n>1234567\n", 0},
		"a letter":             {"#7\n" + ten + "\n1234567\n", "#7\n" + ten + "\n1234567\n", 0},
		"behind a letter":      {"#7\nx\n$A\n" + ten + "\n1234567\n", "#7\nx\n$A\n" + ten + " 1234567\n", 1},
		"nothing is wrapped":   {"go 1\n2\n", "go 1\n2\n", 0},
		"nor is this":          {ten + " 1234567 1234567\n1234567\n", ten + " 1234567 1234567\n1234567\n", 0},
		"the last line":        {ten, ten, 0},
	} {
		if got, n := unwrap(c.text, order.MatchString); got != c.want || n != c.n {
			t.Errorf("%s: %d, %q, want %d, %q", name, n, got, c.n, c.want)
		}
	}
}

// Lines that may be the rest of a remark are counted, and nothing else.
func TestBrokenRemarks(t *testing.T) {
	order := regexp.MustCompile(`^go( \d+)+$`)
	long := "go 1 ; " + strings.Repeat("word ", 12) + "end" // 70 letters
	for name, c := range map[string]struct {
		text string
		n    int
	}{
		"in two":                {long + "\nlonger.\ngo 2\n", 1},
		"in three":              {long + "\n" + strings.Repeat("word ", 13) + "words\nlonger.\n", 2},
		"there was room":        {long + "\n; a\nlonger\n", 0},
		"an order below":        {long + "\ngo 1234567\n", 0},
		"a remark below":        {long + "\n; longer.\n", 0},
		"a section below":       {long + "\n$A longer.\n", 0},
		"a blank line":          {long + "\n\nlonger.\n", 0},
		"no remark":             {strings.Replace(long, ";", ",", 1) + "\nlonger.\n", 0},
		"a letter":              {"#7\n" + long + "\nlonger.\n", 0},
		"behind a letter":       {"#7\nx\n$A\n" + long + "\nlonger.\n", 1},
		"a wrong order below":   {long + "\nR.X 1 1000 0 0\n", 0},
		"one without dots":      {long + "\nW 0 1 34\n", 0},
		"one that is numbered":  {long + "\n2.K.M 1: 7\n", 0},
		"one with a remark":     {long + "\nlonger ; b\n", 0},
		"words and a number":    {long + "\nin 12345 years\n", 1},
		"a rest below that":     {long + "\nR.X 1 ; " + strings.Repeat("word ", 12) + "\nlonger.\n", 1},
		"with line ends of PCs": {strings.ReplaceAll(long+"\nlonger.\n", "\n", "\r\n"), 1},
		"nothing is wrapped":    {"go 1 ; a\nword\n", 0},
		"nor is this":           {long + strings.Repeat(" word", 4) + "\nlonger.\n", 0},
	} {
		if n := brokenRemarks("$A\n"+c.text, order.MatchString, sections()); n != c.n {
			t.Errorf("%s: %d, want %d", name, n, c.n)
		}
	}
}

// sections reports, line by line, which lines are below a `$` other than `$E`, and not below a `#`.
func sections() func(line string) bool {
	in := false
	return func(line string) bool {
		if line != "" && strings.ContainsAny(line[:1], "$#") {
			in = line[0] == '$' && !endsOrders().MatchString(line)
			return false
		}
		return in
	}
}

// Sections is for the tests beside.
var Sections = sections

// Numbered recognizes a line that says who writes.
var Numbered = numbered
