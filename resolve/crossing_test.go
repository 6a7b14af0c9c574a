package resolve

import (
	"fmt"
	"strings"
	"testing"
)

// digsTo sends a depth for a realm and gives the receipt, what else was sent to
// players, and what the game master was told.
func (b *table) digsTo(realm, depth int, more string) (receipt string, letters []Draft, master string) {
	b.t.Helper()
	b.accept(b.letter(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n%s", realm, depth, more)))
	for _, d := range b.sent("", b.clockAt) {
		switch {
		case strings.HasPrefix(d.MessageID, "<"+kindReceipt+"."):
			receipt = d.Text
		case d.To == b.s.Master:
			master += d.Text
		default:
			letters = append(letters, d)
		}
	}
	return receipt, letters, master
}

// What two realms tell and is not the same: who mails last reads it in his receipt,
// the other in a letter of his own, the game master in another. Once it is the same
// nobody is told, and the same contradiction again is no news.
func TestContradictionsAreTold(t *testing.T) {
	b := sit(t, tiny{agreed: true}, 2)
	b.sent("", day0)
	for _, c := range []struct {
		realm, depth    int
		more            string
		receipt, letter string // what they say; "": nothing of it
	}{
		{1, 3, "", "", ""},
		{2, 4, "", "Contradicts what others tell:\n  We dig 3 deep.\n", "Steht im Widerspruch zu dem, was andere melden:\n  Wir graben 4 tief.\n"},
		{2, 4, "; again\n", "Contradicts what others tell:\n  We dig 3 deep.\n", ""},
		{2, 3, "", "", ""},
		{1, 5, "", "Steht im Widerspruch zu dem, was andere melden:\n  Wir graben 3 tief.\n", "Contradicts what others tell:\n  We dig 5 deep.\n"},
	} {
		receipt, letters, master := b.digsTo(c.realm, c.depth, c.more)
		if c.letter != "" && master != "Was Spieler melden, widerspricht sich:\n  Keiner gräbt.\n" || c.letter == "" && master != "" {
			t.Errorf("%+v: the game master is told %q", c, master)
		}
		if told := strings.Contains(receipt, "Widerspruch") || strings.Contains(receipt, "Contradicts"); told != (c.receipt != "") || !strings.Contains(receipt, c.receipt) {
			t.Errorf("%+v: the receipt says\n%s", c, receipt)
		}
		switch {
		case c.letter == "" && len(letters) == 0:
		case c.letter == "" || len(letters) != 1:
			t.Errorf("%+v: the letters are %v", c, letters)
		case letters[0].To != fmt.Sprintf("r%d@example.org", 3-c.realm) || !strings.Contains(letters[0].Text, c.letter):
			t.Errorf("%+v: to %s\n%s", c, letters[0].To, letters[0].Text)
		}
	}
}

// Rules that compare nothing tell nothing, and a quarrel cannot fill a mailbox.
func TestContradictionsAreBounded(t *testing.T) {
	for agreed, want := range map[bool]int{false: 0, true: limits[crossed].Most} {
		b := sit(t, tiny{agreed: agreed}, 2)
		b.digsTo(1, 9, "")
		told := 0
		for n := range 30 {
			_, letters, _ := b.digsTo(2, 1+n%8, "")
			told += len(letters)
		}
		if told != want {
			t.Errorf("compared %t: %d letters in an hour, want %d", agreed, told, want)
		}
	}
}
