package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
)

// fromStranger takes in a letter of somebody unknown, and returns what leaves because of it.
func fromStranger(b *worldtest.Game, from string, proof letter.Proof) []string {
	b.T.Helper()
	l := b.Newcomer(from, "Hello")
	l.Text, l.Proof = "Is there a place for me?\n", proof
	if a := b.Accept(l); a.Fate != receipt.Stranger && a.Fate != receipt.PassedOn {
		b.T.Fatalf("%+v", a)
	}
	var to []string
	for _, sent := range b.Sent("", b.ClockAt) {
		to = append(to, sent.To+": "+sent.Text)
	}
	return to
}

// Somebody unknown reads once a week what the game is if their domain proves itself. Nobody else does: not without a
// proof, not a machine. A second letter is with the game master, once a day.
func TestStrangersAreTurnedAway(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", b.ClockAt)
	signed, dmarc := letter.Proof{Domain: "one.example"}, letter.Proof{DMARC: true}
	const game, heard = ": Hello. This is Bovistan", ": Your question is with the game master"
	for _, c := range []struct {
		after time.Duration
		from  string
		proof letter.Proof
		says  string
	}{
		{0, "ann@one.example", letter.Proof{}, ""},
		{0, "ann@one.example", letter.Proof{Why: "unsigned"}, ""},
		{time.Hour, "ann@one.example", signed, game},
		{time.Hour, "Ann@one.example", signed, heard},
		{time.Hour, "ann@one.example", signed, ""},
		{time.Hour, "bea@two.example", dmarc, game},
		{6 * limits.Day, "cay@one.example", signed, game},
		{8 * limits.Day, "ann@one.example", signed, game},
	} {
		b.ClockAt = b.ClockAt.Add(c.after)
		got := fromStranger(b, c.from, c.proof)
		got = deleteMaster(got)
		if len(got) == 1 != (c.says != "") || c.says != "" && !strings.HasPrefix(got[0], c.from+c.says) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	b.Verified()
}

// deleteMaster leaves out letters to the game master.
func deleteMaster(letters []string) (others []string) {
	for _, l := range letters {
		if !strings.HasPrefix(l, "leiter@example.org") {
			others = append(others, l)
		}
	}
	return others
}

// The game master reads once a day who has written from unknown addresses, and how often. Of many names only the first
// are named.
func TestStrangersAreNamedOnceADay(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", b.ClockAt)
	for n := range 24 {
		for range 1 + n%2 {
			if got := fromStranger(b, fmt.Sprintf("s%02d@one.example", n), letter.Proof{}); len(got) != 0 {
				t.Errorf("at once leaves %q", got)
			}
		}
	}
	b.ClockAt = b.ClockAt.Add(limits.Day)
	got := b.Sent("notice", b.ClockAt)
	if len(got) != 1 || got[0].Subject != "[Bovistan] Briefe von Fremden" {
		t.Fatalf("%+v", got)
	}
	worldtest.Has(t, got[0].Text, "  s00@one.example: 1 Brief\n", "  s01@one.example: 2 Briefe\n", "  s19@one.example: 2 Briefe\n",
		"  andere: 6 Briefe\n")
	if strings.Contains(got[0].Text, "s20@") {
		t.Errorf("%s", got[0].Text)
	}
	if again := b.Sent("", b.ClockAt.Add(limits.Day)); len(again) != 0 {
		t.Errorf("again: %+v", again)
	}
}

// What was gathered about somebody's letters from before they had a realm is forgotten with them.
func TestGatheredStrangersAreForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", b.ClockAt)
	must(t, b.Update(func(tx *store.Tx) error {
		b.World.ToMaster.GatherStranger(tx, "r1@example.org", b.ClockAt)
		b.World.ToMaster.GatherStranger(tx, "anna.r1@example.org", b.ClockAt)
		return nil
	}))
	_, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
	must(t, err)
	got := b.Sent("notice", b.ClockAt.Add(limits.Day))
	if len(got) != 1 || !strings.Contains(got[0].Text, "\n  anna.r1@example.org: 1 Brief\n") ||
		strings.Contains(got[0].Text, " r1@example.org") {
		t.Errorf("%+v", got)
	}
}

// Fifty letters of strangers a day have an entry each in the logbook. The next one has an entry that there are more, and
// those behind it have none.
func TestStrangersFillNoLogbook(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before, err := b.History(0)
	must(t, err)
	for n := range 53 {
		fromStranger(b, fmt.Sprintf("s%d@one.example", n), letter.Proof{})
	}
	said := map[string]int{}
	for _, entry := range b.Written(len(before)) {
		said[entry]++
	}
	if said["letter-stranger stranger"] != 50 || said["letters-more stranger"] != 1 {
		t.Errorf("%v", said)
	}
}
