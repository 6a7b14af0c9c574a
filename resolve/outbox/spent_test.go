package outbox_test

import (
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/signup"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/worldtest"
)

// A letter with a password that left and came back cannot be rendered again. Trying to is an error, and the letter
// stays as it is.
func TestRetryOfASpentSecret(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, worldtest.Day0.Add(time.Hour)))
	var id uint64
	rows, err := b.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.To == "uli@example.org" && r.Kind == outbox.KindSignup {
			id = r.ID
		}
	}
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.ClockAt = worldtest.Day0.Add(2 * time.Hour)
	bounce := b.Letter(1, "")
	bounce.Machine, bounce.Bounce = "a bounce", &letter.Bounce{IDs: []string{b.Row(id).MessageID},
		To: "uli@example.org", Words: "no such user"}
	b.Accept(bounce)
	if r := b.Row(id); r.State != outbox.Bounced {
		t.Fatalf("%+v", r)
	}
	worldtest.WantError(t, b.Retry(id), faults.ErrSpent, "realm passwd")
	if n, err := b.RetryAll(); n != 0 || err != nil {
		t.Errorf("%d tried again, %v", n, err)
	}
	if r := b.Row(id); r.State != outbox.Bounced {
		t.Errorf("%+v", r)
	}
}
