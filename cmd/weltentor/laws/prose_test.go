package laws

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

// What a reader can take in at once: words in a sentence, semicolons in a paragraph.
const (
	mostWords      = 25
	mostSemicolons = 1
)

// The tests whose names begin with TestProse are readings, which `make prose` shows. They fail only if they have read
// next to nothing.

// TestProseSentences shows the sentences of pages for people that have more than 25 words, and the paragraphs with more
// than one semicolon. Tables, titles and code are skipped.
func TestProseSentences(t *testing.T) {
	t.Parallel()
	pages, sentences := 0, 0
	for _, file := range Tracked(t) {
		if !strings.HasPrefix(file, "README") && (path.Ext(file) != ".md" || !strings.HasPrefix(file, "docs/")) {
			continue
		}
		faults, n := breathless(Content(t, file))
		pages, sentences = pages+1, sentences+n
		for _, fault := range faults {
			fmt.Fprintf(t.Output(), "%s:%s\n", file, fault)
		}
	}
	if pages < 15 || sentences < 3000 {
		t.Errorf("only %d pages with %d sentences read", pages, sentences)
	}
}

// breathless returns the faults of a page, each with its line, and how many sentences were read.
func breathless(page string) (faults []string, sentences int) {
	for _, p := range paragraphs(page) {
		for _, s := range p.sentences() {
			sentences++
			if n := words(s); n > mostWords {
				faults = append(faults, fmt.Sprintf("%d: a sentence of %d words: %s", p.line, n, s))
			}
		}
		if n := strings.Count(p.text, ";"); n > mostSemicolons {
			faults = append(faults, fmt.Sprintf("%d: %d semicolons in a paragraph: %s", p.line, n, p.text))
		}
	}
	return faults, sentences
}

// long makes a text of that many words.
func long(n int) string { return strings.TrimSuffix(strings.Repeat("word ", n), " ") }

// TestBreathlessCatches: the reading finds its faults at their lines, and nothing else.
func TestBreathlessCatches(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page string
		want int // the line of the only fault; 0: none
	}{
		"25 words":          {long(25) + ".", 0},
		"26 words":          {long(26) + ".", 1},
		"over line ends":    {"# T\n\n" + long(13) + "\n" + long(13) + ".", 3},
		"no full stop":      {long(26), 1},
		"two sentences":     {long(20) + ". " + long(20) + "!", 0},
		"a colon":           {long(20) + ": " + long(20) + "?", 0},
		"a colon in a word": {long(13) + " 12:30 " + long(12), 1},
		"behind a bracket":  {"(" + long(20) + ".) " + long(20) + ".", 0},
		"behind a quote":    {"„" + long(20) + ".“ " + long(20) + ".", 0},
		"behind bold":       {"**" + long(20) + ".** " + long(20) + ".", 0},
		"an abbreviation":   {long(13) + " e.g. " + long(13) + ".", 1},
		"one of two words":  {long(13) + " z. B. " + long(13) + ".", 1},
		"at a line's end":   {long(13) + " etc.\n" + long(13) + ".", 1},
		"a number":          {long(20) + " 7. W" + long(20) + ".", 0},
		"an ordinal":        {long(13) + " 7. woche " + long(13) + ".", 1},
		"a dash":            {long(12) + " – " + long(13) + ".", 0},
		"code is one word":  {long(24) + " `" + long(9) + ". x;y;z`.", 0},
		"code counts":       {long(25) + " `x`.", 1},
		"a link's address":  {long(24) + " [a](b.md#" + strings.Repeat("c-", 9) + ";;).", 0},
		"a link's text":     {long(24) + " [a b](c).", 1},
		"an address":        {long(24) + " <https://a.b/c;d;e>.", 0},
		"a comment":         {long(20) + " <!-- " + long(9) + "; ; --> " + long(5) + ".", 0},
		"a comment alone":   {"<!--\n" + long(30) + "\n-->", 0},
		"a list's items":    {"- " + long(20) + "\n- " + long(20) + "\n", 0},
		"an item":           {"# T\n- " + long(20) + "\n- " + long(26) + "\n", 3},
		"an item's lines":   {"1. " + long(20) + "\n   " + long(20) + "\n", 1},
		"a quotation":       {"> " + long(20) + "\n> " + long(20) + "\n", 1},
		"a table":           {"| a | b |\n|---|---|\n| " + long(30) + " | ;;; |\n", 0},
		"below a table":     {"| a |\n|---|\n| b |\n\n" + long(26), 5},
		"a title":           {"# " + long(30), 0},
		"fenced code":       {"```\n" + long(30) + "; ; ;\n```\n", 0},
		"indented code":     {"a:\n\n    " + long(30) + "; ; ;\n", 0},
		"one semicolon":     {"a; b. c.", 0},
		"two semicolons":    {"a; b.\nc; d.", 1},
		"in two paragraphs": {"a; b.\n\nc; d.", 0},
		"in two items":      {"- a; b\n- c; d", 0},
		"in an entity":      {"a &amp; b; c &lt; d", 0},
	} {
		faults, sentences := breathless(c.page)
		want := 0
		if c.want > 0 {
			want = 1
		}
		if len(faults) != want || want == 1 && !strings.HasPrefix(faults[0], fmt.Sprint(c.want, ": ")) {
			t.Errorf("%s: %d sentences, faults %q, want %d, in line %d", name, sentences, faults, want, c.want)
		}
	}
}
