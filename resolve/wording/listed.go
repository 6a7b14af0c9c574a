package wording

import (
	"strings"

	"weltentor/orders/phrase"
)

// Quote writes a text by others. Each of its lines is indented, so that none can look like one of ours.
func (t *Text) Quote(s string) {
	for line := range strings.Lines(s) {
		t.Line("  " + Printable(strings.TrimRight(line, "\r\n")))
	}
}

// ForcedShown is how many orders in force, idle armies and prospects a receipt shows of each. The answer to a file of
// 10 MB must not be larger.
const ForcedShown = 200

// LongestSaid is how many characters a receipt uses for one order.
const LongestSaid = 500

// Told lists phrases of the rulebook under a heading.
func (t *Text) Told(head string, says []phrase.Phrase, words *phrase.Book) {
	if len(says) > 0 {
		t.Head(head, phrase.Num("n", len(says)))
	}
	for _, p := range says[:min(len(says), ForcedShown)] {
		t.Line("  " + SayShort(words, p))
	}
	t.More(len(says) - ForcedShown)
}

// SayShort puts a phrase of the rulebook into words, cut to LongestSaid.
func SayShort(words *phrase.Book, p phrase.Phrase) string {
	return Shortened(words.Say(p), LongestSaid)
}

// More says how many are not listed.
func (t *Text) More(n int) {
	if n > 0 {
		t.Say("and-more", phrase.Num("n", n))
	}
}
