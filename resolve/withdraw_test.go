package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
)

// A pause that is corrected before its letters have left is announced once, as it is now. What has left, or perhaps
// has, is not withdrawn.
func TestACorrectedPauseIsToldOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	year := func(n int) time.Time { return day0.AddDate(n, 0, 0) }
	b.paused(year(11), day0.Add(time.Hour))
	b.paused(year(1), day0.Add(2*time.Hour))
	got := b.sent("", day0.Add(3*time.Hour))
	if len(got) != 2 || !strings.Contains(got[0].Text, "2027") || strings.Contains(got[0].Text, "2037") {
		t.Errorf("%+v", got)
	}
	b.paused(year(2), day0.Add(4*time.Hour))
	first := b.next(day0.Add(4 * time.Hour))
	must(t, b.Record(first.ID, outbox.Attempt{At: day0.Add(4 * time.Hour), Result: outbox.Uncertain}))
	if n, err := b.Hold(); err != nil || n != 2 {
		t.Fatalf("%d held, %v", n, err)
	}
	if changed, err := schedule.Resume(b.World, day0.Add(5*time.Hour)); err != nil || !changed {
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
