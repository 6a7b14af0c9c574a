package wording

import (
	"regexp"
	"strings"
	"testing"
)

// What HELP says: a line that begins with `$` makes a letter one with orders. Every text of up to six of these parts is
// judged as the rule says, written as a pattern.
func TestALineWithADollarHasOrders(t *testing.T) {
	rule := regexp.MustCompile(`(?m)^[\s\x{feff}\x{200b}]*\$`)
	parts := []string{"$", "\n", " ", "\t", "x", "\ufeff", "\u200b", "\r"}
	has := 0
	var try func(text string, more int)
	try = func(text string, more int) {
		want := rule.MatchString(text)
		if got := HasSection(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
		if want {
			has++
		}
		for _, part := range parts {
			if more > 0 {
				try(text+part, more-1)
			}
		}
	}
	try("", 5)
	if has < 1000 {
		t.Errorf("only %d texts have a section", has)
	}
	if HasSection(strings.Repeat("a $ ", 1<<18)) || !HasSection(strings.Repeat("a $ ", 1<<18)+"\n\r\n $") {
		t.Error("a large text is misjudged")
	}
}
