package rulekit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// A mail quotes letters, twelve lines of each and twenty of them. It says how much more the report has.
func TestAMailQuotesLetters(t *testing.T) {
	t.Parallel()
	book, err := phrase.Load(phrase.En, Texts(phrase.En), []byte(stampText), []byte(`[letter]
more-text = "{n} more lines"
more-letters = "{n} more letters"
`))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.TrimSpace(strings.Repeat("line\n", 14))
	letters := []PlayerMessage{{To: 2, From: 1, Text: "Peace?\nFor ever."}, {To: 2, Text: "For two."}, {Text: "A rumour.", Not: 1},
		{From: 1, Not: 1, Text: long}, {From: 3, To: 2, Text: strings.Repeat("word ", 30)}}
	p := Text{Reader: &Reader{Book: book, Name: func(n int) string { return fmt.Sprint("Name", n) }}, Broad: true}
	(&Digest{Realm: 1, Letters: letters[1:2]}).quote(&p)
	if len(p.Out) > 0 {
		t.Errorf("somebody else's: %q", p.Out)
	}
	(&Digest{Realm: 2, Letters: letters}).quote(&p)
	want := "From Name1 (1):\n> Peace?\n> For ever.\nA rumour:\n> For two.\nA rumour:\n> A rumour.\nName1 (1) to all:\n" +
		strings.Repeat("> line\n", 12) + "2 more lines\nFrom Name3 (3):\n> " +
		strings.TrimSpace(strings.Repeat("word ", 30)) + "\n"
	if got := string(p.Out); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.Out = nil
	(&Digest{Realm: 2, Letters: slices.Repeat(letters[:1], 22)}).quote(&p)
	if got := string(p.Out); strings.Count(got, "Peace?") != 20 || !strings.HasSuffix(got, "2 more letters\n") {
		t.Errorf("many: %s", got)
	}
}
