package laws

import (
	"fmt"
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

// mostColumns is how wide a line of a page is at most.
const mostColumns = 120

// TestProseWideLines shows the lines of pages that are wider than 120 columns, but for rows of tables, titles, pictures,
// blocks, and lines of a single word.
func TestProseWideLines(t *testing.T) {
	t.Parallel()
	pages := 0
	for _, file := range Tracked(t) {
		if path.Ext(file) != ".md" {
			continue
		}
		pages++
		for _, fault := range wide(Content(t, file)) {
			fmt.Fprintf(t.Output(), "%s:%s\n", file, fault)
		}
	}
	if pages < 35 {
		t.Errorf("only %d pages read", pages)
	}
}

// wide returns the lines of a page that are too wide, each with its number.
func wide(page string) (faults []string) {
	block := false
	for i, line := range strings.Split(page, "\n") {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "```") {
			block = !block
		}
		n := utf8.RuneCountInString(line)
		if block || n <= mostColumns || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#") ||
			strings.HasPrefix(text, "![") || !strings.Contains(text, " ") {
			continue
		}
		faults = append(faults, fmt.Sprintf("%d: %d columns", i+1, n))
	}
	return faults
}

// TestWideCatches: the reading finds a line that is too wide, and lets those be that cannot be wrapped.
func TestWideCatches(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("wörter ", 17) // 119 columns
	for page, want := range map[string]int{
		"a\n\n" + words + "a": 0, words + "ab": 1, "- " + words: 1, "| " + words + "|": 0, "## " + words: 0,
		"![" + words + "](a.png)": 0, "```\n" + words + "abc\n```\n": 0, "```\n```\n" + words + "abc\n": 1,
		strings.Repeat("x", 130): 0,
	} {
		if got := wide(page); len(got) != want {
			t.Errorf("%q: %q, want %d", page, got, want)
		}
	}
}
