package schedule_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/worldtest"
)

// A pause that is corrected before its letters have left is announced once, as it is now. What has left, or perhaps
// has, is not withdrawn.
func TestACorrectedPauseIsToldOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	year := func(n int) time.Time { return worldtest.Day0.AddDate(n, 0, 0) }
	b.Paused(year(11), worldtest.Day0.Add(time.Hour))
	b.Paused(year(1), worldtest.Day0.Add(2*time.Hour))
	got := b.Sent("", worldtest.Day0.Add(3*time.Hour))
	if len(got) != 2 || !strings.Contains(got[0].Text, "2027") || strings.Contains(got[0].Text, "2037") {
		t.Errorf("%+v", got)
	}
	b.Paused(year(2), worldtest.Day0.Add(4*time.Hour))
	first := b.NextLetter(worldtest.Day0.Add(4 * time.Hour))
	must(t, b.Record(first.ID, outbox.Attempt{At: worldtest.Day0.Add(4 * time.Hour), Result: outbox.Uncertain}))
	if n, err := b.Hold(); err != nil || n != 2 {
		t.Fatalf("%d held, %v", n, err)
	}
	if changed, err := schedule.Resume(b.World, worldtest.Day0.Add(5*time.Hour)); err != nil || !changed {
		t.Fatal(changed, err)
	}
	rows, err := b.Outbox()
	must(t, err)
	var kinds []string
	for _, r := range rows[len(rows)-3:] {
		kinds = append(kinds, string(r.State)+" "+r.To)
	}
	// The first letter of the second pause may have arrived; the other had not left.
	if got := strings.Join(kinds, ", "); got != "held r1@example.org, waiting r1@example.org, waiting r2@example.org" {
		t.Errorf("the outbox ends with %s", got)
	}
}
