package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// digs sends as many lines by a door, from a number on, at some minutes after noon, and returns what has left by then.
func digs(b *worldtest.Pages, minutes, lines, from int) []outbox.Draft {
	b.T.Helper()
	b.ClockAt = worldtest.Day0.Add(time.Hour + time.Duration(minutes)*time.Minute)
	text := "$I 2 -\n$A\n"
	for n := range lines {
		text += fmt.Sprintf("dig %d\n", from+n)
	}
	if a := b.Posts(b.Key(2, letter.ByDoor, ""), "", text, false); a.Fate != receipt.Taken || a.To == "" || a.Said == "" {
		b.T.Fatalf("%+v", a)
	}
	return b.Sent("", b.ClockAt)
}

// left demands that one receipt has left, which lists these lines, or none.
func left(b *worldtest.Pages, sent []outbox.Draft, lines ...int) {
	b.T.Helper()
	switch {
	case len(lines) == 0 && len(sent) == 0:
	case len(sent) != 1 || len(lines) == 0:
		b.T.Fatalf("%d letters: %+v", len(sent), sent)
	default:
		for _, n := range lines {
			if !strings.Contains(sent[0].Text, fmt.Sprintf("dig %d deep", n)) {
				b.T.Errorf("%d is not in\n%s", n, sent[0].Text)
			}
		}
	}
}

// The first receipt for the page leaves at once, and those of the next ten minutes as one, of the last state. One that
// says that fewer lines are in force than the last one said leaves at once.
func TestReceiptsForThePageAreMerged(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	sent := func(minutes int) []outbox.Draft {
		return b.Sent("", worldtest.Day0.Add(time.Hour+time.Duration(minutes)*time.Minute))
	}
	left(b, digs(b, 0, 2, 1), 1, 2)
	left(b, digs(b, 1, 2, 3))
	left(b, digs(b, 3, 3, 5))
	left(b, sent(9))
	left(b, sent(10), 5, 6, 7)
	left(b, digs(b, 11, 3, 1))       // the last one left at 10
	left(b, digs(b, 12, 2, 8), 8, 9) // three lines were in force, and it replaces the one that waits
	left(b, sent(21))
	left(b, digs(b, 22, 2, 1), 1, 2)
}

// At the limit of an hour the last state leaves when the hour is over. Until then nothing of it is lost, and mails count
// as ever.
func TestReceiptsForThePageAtTheLimit(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	for n := range limits.Receipts.Most() {
		b.Send(2, fmt.Sprintf("$I 2 PASSWORD\n$A\ndig %d\n", n%9+1), receipt.Taken)
	}
	if n := len(b.Sent("", b.ClockAt)); n != limits.Receipts.Most() {
		t.Fatalf("%d receipts", n)
	}
	left(b, digs(b, 5, 1, 3))
	left(b, digs(b, 20, 1, 4))
	left(b, b.Sent("", worldtest.Day0.Add(2*time.Hour-time.Second)))
	left(b, b.Sent("", worldtest.Day0.Add(2*time.Hour)), 4)
}

// A receipt that waits leaves before the report of its turn: a minute before the deadline, or when the turn is resolved
// earlier.
func TestReceiptsForThePageLeaveBeforeTheirTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	minutes := int(worldtest.Friday.Sub(worldtest.Day0.Add(time.Hour)) / time.Minute)
	left(b, digs(b, minutes-8, 1, 1), 1)
	left(b, digs(b, minutes-7, 1, 2))
	left(b, b.Sent("", worldtest.Friday.Add(-61*time.Second)))
	left(b, b.Sent("", worldtest.Friday.Add(-time.Minute)), 2)
	b.Advance(worldtest.Friday)
	b.Sent("", worldtest.Friday)

	next := minutes + 60
	left(b, digs(b, next, 1, 3), 3)
	left(b, digs(b, next+1, 1, 4))
	at := b.ClockAt.Add(time.Minute)
	forced, err := turns.Advance(b.World, at, true)
	if err != nil || !forced.Resolved {
		t.Fatal(forced, err)
	}
	sent := b.Sent("", at)
	if len(sent) != 3 || !strings.Contains(sent[0].Text, "dig 4 deep") ||
		!strings.HasPrefix(sent[0].MessageID, "<receipt.") {
		t.Errorf("%+v", sent)
	}
}
