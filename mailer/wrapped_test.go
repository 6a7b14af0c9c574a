package mailer

import (
	"regexp"
	"strings"
	"testing"
)

// A text is wrapped that has lines near the limit, and none beyond.
func TestWrapped(t *testing.T) {
	for n, want := range map[int]bool{59: false, 60: true, 80: true, 81: false} {
		if got := wrapped("x\n  " + strings.Repeat("ü", n) + "  \nx\n"); got != want {
			t.Errorf("%d letters: %v", n, got)
		}
	}
}

// An order here is `go` and numbers, or with `to` two at least.
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
