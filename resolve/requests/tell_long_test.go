package requests_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
)

// An unproven letter of the game master gets a code for a text of 8 KB at most; a signed one for 64 KB. The answer says
// what is too long.
func TestUnprovenTextsAreShort(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	for _, c := range []struct {
		size          int
		signed, coded bool
		wants         string
	}{
		{8 << 10, false, true, ""},
		{8<<10 + 1, false, false, "8 KB"},
		{8<<10 + 1, true, true, ""},
		{64<<10 + 1, true, false, "64 KB"},
	} {
		before := codes(b)
		l := b.Letter(1, strings.Repeat("x", c.size))
		l.From, l.Subject = "leiter@example.org", "GM TELL all"
		if c.signed {
			l.Proof.Domain = "example.org"
		}
		b.Accept(l)
		got := b.Sent("", b.ClockAt)
		if coded := codes(b) > before; coded != c.coded {
			t.Errorf("%d bytes, signed %v: a code %v, want %v", c.size, c.signed, coded, c.coded)
		}
		if len(got) != 1 || !strings.Contains(got[0].Text, c.wants) {
			t.Errorf("%d bytes, signed %v: want %q in one letter: %.300s", c.size, c.signed, c.wants, fmt.Sprint(got))
		}
	}
}

// codes is how many codes are stored.
func codes(b *worldtest.Game) (n int) {
	b.T.Helper()
	must(b.T, b.View(func(tx *store.Tx) error {
		for range correspondence.EachToken(tx) {
			n++
		}
		return nil
	}))
	return n
}
