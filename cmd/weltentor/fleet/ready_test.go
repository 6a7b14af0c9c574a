//go:build fleet

package fleet_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
)

// A supervisor asks a host whether it is alive, and whether it reaches the database. The metrics say so too.
func TestAHostSaysHowItIs(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	is := func(ready int, up string) func() bool {
		return func() bool {
			code, _ := h.asks("/readyz")
			alive, _ := h.asks("/healthz")
			_, text := h.asks("/metrics")
			return alive == 200 && code == ready && strings.Contains(text, "\nweltentor_database_up "+up+"\n") &&
				strings.Contains(text, "\nweltentor_last_look_seconds ")
		}
	}
	if !is(503, "0")() {
		t.Error("it is ready before it has begun")
	}
	c.launch("one", h)
	c.eventually("it is ready", is(200, "1"))
	c.db.Kill()
	c.eventually("it is not ready", is(503, "0"))
	c.db.Up(t)
	c.eventually("it is ready again", is(200, "1"))
	c.stop()
}

// A connection that is dropped in the middle of a command is no fault of the settings.
func TestADroppedConnectionIsLater(t *testing.T) {
	p := tells(t)
	for _, word := range []string{"weltentor.layout", "weltentor.member"} {
		p.between.Swallow(word, false, time.Minute)
		p.wants(complaint.ExitLater, "nothing was changed", "fleet", "status")
		p.between.Admit()
	}
	p.between.Swallow("weltentor.hold", false, time.Minute)
	p.wants(complaint.ExitLater, "nothing was changed", "log", "north")
}
