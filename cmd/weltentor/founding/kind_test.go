package founding_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

// The question whether the game is kind takes yes and no in the reader's language, also their beginnings, and asks
// again after anything else. Enter means yes.
func TestKindIsAsked(t *testing.T) {
	t.Parallel()
	start := founding.Start{Dir: "bovistan", Rulebooks: []string{"tactics"}, Quote: strconv.Quote,
		Pace:  func(string) string { return "7 days" },
		Size:  func(string, int) (width, height, most int) { return 0, 0, 0 },
		Plays: func(string) bool { return false },
		Wrong: func(map[string]string) error { return nil }}
	for _, c := range []struct {
		lang   phrase.Lang
		typed  []string
		unkind bool
		asked  int
	}{
		{phrase.En, []string{""}, false, 1}, {phrase.En, []string{"Y"}, false, 1}, {phrase.En, []string{"no"}, true, 1},
		{phrase.En, []string{"maybe", "none", "N"}, true, 3}, {phrase.De, []string{"j"}, false, 1},
		{phrase.De, []string{"vielleicht", "Nein"}, true, 2},
	} {
		var shown strings.Builder
		book := texts.Book(c.lang)
		answers := append([]string{"", "", "", "", "gm@test.example", "game@test.example"}, c.typed...)
		a, err := (&founding.Desk{Out: &shown, Book: book, Keys: &typed{answers}}).Interview(start)
		if !errors.Is(err, founding.ErrLeft) || a.Unkind != c.unkind ||
			strings.Count(shown.String(), book.T("ask.kind")+" ["+book.T("ask.yes")+"]: ") != c.asked {
			t.Errorf("%v: without it %v, %v\n%s", c.typed, a.Unkind, err, &shown)
		}
	}
}

// A game without a map that we know of is asked for no size, and for no realms of the machine.
func TestNoSizeIsAsked(t *testing.T) {
	t.Parallel()
	start := founding.Start{Dir: "bovistan", Rulebooks: []string{"rounds"}, Quote: strconv.Quote,
		Pace:  func(string) string { return "7 days" },
		Wrong: func(map[string]string) error { return nil }}
	var shown strings.Builder
	book := texts.Book(phrase.En)
	_, err := (&founding.Desk{Out: &shown, Book: book, Keys: &typed{[]string{"", "", "", "gm@test.example", "game@test.example"}}}).Interview(start)
	if !errors.Is(err, founding.ErrLeft) || !strings.Contains(shown.String(), book.T("ask.kind")) ||
		strings.Contains(shown.String(), book.T("ask.realms")) || strings.Contains(shown.String(), book.T("ask.bots")) {
		t.Errorf("%v\n%s", err, &shown)
	}
}
