package receipt_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What a turn waits for according to the rules is in the receipt, below the deadline, as long as the turn waits.
func TestReceiptTellsWhatTheTurnWaitsFor(t *testing.T) {
	t.Parallel()
	for due, told := range map[game.Due]bool{game.NotBefore: true, game.Now: false} {
		b := worldtest.Found(t, worldtest.Tiny{Holds: true, Due: due}, 1)
		if _, d := b.Receipt("dig 1\n"); strings.Contains(d.Text, "ersetzt diesen.\nDer Schacht knarrt.\n") != told {
			t.Errorf("due %d:\n%s", due, d.Text)
		}
	}
}

// If the turn waits for a player although nobody's orders are missing, it names that player, the lines to correct and
// the time left. At the deadline the turn is played as things are.
func TestATurnThatWaitsForCorrections(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Holds: true, Due: game.NotBefore}, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\ndig x\ndig 0\ndig 77\n", receipt.Taken)
	for _, c := range []struct {
		realm, text string
		want        []string
	}{
		{"", "", []string{"The turn waits for orders of realm 1 that bring it forward, until 2026-11-27 18:00 CET " +
			"at the latest.",
			"Der Zug wartet auf Befehle von Reich 1, mit denen er vorgezogen werden kann, längstens bis 2026-11-27 " +
				"18:00 CET."}},
		{"1", "dig 1\ndig x\n", []string{"The turn waits for realm 1 to correct 1 line, until 2026-11-27 18:00 CET " +
			"at the latest.",
			"Der Zug wartet darauf, dass Reich 1 1 Zeile berichtigt, längstens bis 2026-11-27 18:00 CET."}},
	} {
		if c.realm != "" {
			b.Send(1, "$I "+c.realm+" PASSWORD\n$A\n"+c.text, receipt.Taken)
		}
		s, err := gamemaster.StatusOf(b.World, worldtest.Day0.Add(2*time.Hour))
		must(t, err)
		for i, lang := range []phrase.Lang{phrase.En, phrase.De} {
			if got := wording.Words(lang).Say(s.Waits); got != c.want[i] {
				t.Errorf("%s", got)
			}
		}
		if a, err := turns.Advance(b.World, worldtest.Day0.Add(2*time.Hour), false); err != nil || a.Waits.Code != s.Waits.Code {
			t.Errorf("%+v, %v", a, err)
		}
	}
	b.Advance(worldtest.Friday)
}
