package frame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// What the body of a mail says of lines that were not done: five of them with all reasons, and the number of the rest.
func TestUndoneInAMail(t *testing.T) {
	book, err := phrase.Load(phrase.En, Texts(phrase.En), []byte(`no = "no such army"
late = "too late"`))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int, code string) orders.Problem {
		return orders.Problem{Position: orders.Position{Line: line}, What: phrase.P(code)}
	}
	const sheet = "$A\n  K.M\t9 0000 A+ ; north\nK.M 8\nK.M 7\n\nK.M 6\nK.M 5\nK.M 4\n"
	for _, c := range []struct {
		undone []orders.Problem
		want   string
	}{
		{nil, ""},
		{[]orders.Problem{at(0, "late")}, "1 line of your orders does not count:\n  too late\n"},
		{[]orders.Problem{at(2, "no"), at(2, "late"), at(99, "no")}, `2 lines of your orders do not count:
  Line 2: no such army
  Line 2: too late
      > K.M 9 0000 A+
  Line 99: no such army
`},
		{[]orders.Problem{at(0, "late"), at(0, "late"), at(2, "no"), at(3, "no"), at(5, "no"), at(6, "no"), at(7, "no"),
			at(7, "late"), at(8, "no")}, `8 lines of your orders do not count:
  too late
  too late
  Line 2: no such army
      > K.M 9 0000 A+
  Line 3: no such army
      > K.M 8
  Line 5: no such army
  And 3 more lines: see the report.
`},
	} {
		p := Page{Book: book, Broad: true}
		if p.Undone("letter.refused", c.undone, sheet); string(p.Out) != c.want {
			t.Errorf("the mail says\n%s\nand not\n%s", p.Out, c.want)
		}
	}
}

// What a mail does not tell by itself it counts, in the order in which it happened; and it says the place.
func TestCountedInAMail(t *testing.T) {
	book, err := phrase.Load(phrase.En, Texts(phrase.En), []byte(`"kind.movement" = "{n} {n:march|marches}"
"kind.lost" = "{n} lost on the way"`))
	if err != nil {
		t.Fatal(err)
	}
	event := func(code string) *game.Event { return &game.Event{Phase: "movement", Phrase: phrase.P(code)} }
	p := Page{Book: book, Broad: true}
	p.Counted(nil)
	p.Counted([]*game.Event{event("marched")})
	p.Counted([]*game.Event{event("lost"), event("marched"), event("stopped"), event("lost")})
	standings := game.Standings{Rows: []game.Standing{{Realm: 2, Place: 1}, {Realm: 1, Place: 2}, {Realm: 3}}}
	for _, realm := range []int{1, 3, 4} { // of the third the rules know no place, and the fourth is not there
		p.Ranked(standings, realm)
	}
	const want = "More in the report: 1 march.\nMore in the report: 2 lost on the way, 2 marches.\n" +
		"You are in place 2 of 3.\n"
	if string(p.Out) != want {
		t.Errorf("the mail says\n%s", p.Out)
	}
}

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
	letters := []Letter{{To: 2, From: 1, Text: "Peace?\nFor ever."}, {To: 2, Text: "For two."}, {Text: "A rumour.", Not: 1},
		{From: 1, Not: 1, Text: long}, {From: 3, To: 2, Text: strings.Repeat("word ", 30)}}
	p := Page{Book: book, Broad: true}
	stamps := Stamps{"mail", "rumour", "all", "from"}
	name := func(n int) string { return fmt.Sprint("Name", n) }
	p.Letters(1, letters[1:2], stamps, name)
	if len(p.Out) > 0 {
		t.Errorf("somebody else's: %q", p.Out)
	}
	p.Letters(2, letters, stamps, name)
	want := "From Name1 (1):\n> Peace?\n> For ever.\nA rumour:\n> For two.\nA rumour:\n> A rumour.\nName1 (1) to all:\n" +
		strings.Repeat("> line\n", 12) + "2 more lines\nFrom Name3 (3):\n> " +
		strings.TrimSpace(strings.Repeat("word ", 30)) + "\n"
	if got := string(p.Out); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.Out = nil
	p.Letters(2, slices.Repeat(letters[:1], 22), stamps, name)
	if got := string(p.Out); strings.Count(got, "Peace?") != 20 || !strings.HasSuffix(got, "2 more letters\n") {
		t.Errorf("many: %s", got)
	}
}
