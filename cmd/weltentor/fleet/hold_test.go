//go:build fleet

package fleet_test

import (
	"bytes"
	"context"
	"net/mail"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
)

// The operator's mail is of the account by which it leaves: a provider refuses others.
func TestAFleetWritesByItsAccount(t *testing.T) {
	c := newConvoy(t)
	h := c.make("one")
	if err := h.Worker.Astray(t.Context(), "main", "Other", fleet.Astray{Since: c.now(), Mails: 1}); err != nil {
		t.Fatal(err)
	}
	letters := c.post.Letters()
	if len(letters) != 1 {
		t.Fatalf("%d letters, want one", len(letters))
	}
	m, err := mail.ReadMessage(bytes.NewReader(letters[0].Raw))
	if err != nil {
		t.Fatal(err)
	}
	if from, to := m.Header.Get("From"), m.Header.Get("To"); !strings.Contains(from, stage.GameAddress) ||
		!strings.Contains(to, operator) {
		t.Errorf("from %s to %s", from, to)
	}
}

// hanging is a worker that is at one world's mail until it is told to end.
type hanging struct {
	hosts.Worker
	at chan struct{}
}

func (h hanging) Take(ctx context.Context, _ fleet.Stay, _ map[fleet.Mail]string) (bool, error) {
	close(h.at)
	<-ctx.Done()
	return false, ctx.Err()
}

// A host that is drained finishes what it has begun, and still ends when it is told to.
func TestTheFleetsDrainedHostEnds(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	at := make(chan struct{})
	h.Worker, h.End = hanging{h.Worker, at}, 100*time.Millisecond
	c.mail("north", 1)
	c.launch("one", h)
	<-at
	c.done("fleet", "drain", "one")
	time.Sleep(2 * time.Second) // the host has seen that
	h.end()
	select {
	case err := <-h.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	delete(c.hosts, "one")
}
