//go:build fleet

package hosts

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"weltentor/cmd/weltentor/fleet/tables"
)

// Counts are what a host has done.
type Counts struct {
	mails, turns, sent, fenced, astray atomic.Uint64
	off                                atomic.Bool // its clock is too far from the database's

	mu     sync.Mutex
	unread map[string]bool // by mailbox
	up     bool            // the last look reached the database
	looked time.Time       // when it was last reached, by this machine's clock
}

// lookTime is how long ago a host must have reached the database to count as ready.
const lookTime = time.Minute

// look records whether a look has reached the database.
func (c *Counts) look(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.up = is; is {
		c.looked = time.Now()
	}
}

func (c *Counts) mailboxUnread(mailbox string, is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unread == nil {
		c.unread = map[string]bool{}
	}
	c.unread[mailbox] = is
}

// Ready reports whether the host has reached the database just now.
func (c *Counts) Ready() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.up && time.Since(c.looked) < lookTime
}

// text is all counts in the format of Prometheus. The sums over all worlds are those of this moment.
func (c *Counts) text(s tables.Sums) []byte {
	ready := c.Ready()
	c.mu.Lock()
	defer c.mu.Unlock()
	w, age := &bytes.Buffer{}, math.Inf(1)
	if !c.looked.IsZero() {
		age = time.Since(c.looked).Seconds()
	}
	one := map[bool]int{true: 1}
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"worlds", "gauge", "Worlds of the fleet.", s.Worlds},
		{"worlds_stopped", "gauge", "Worlds that stand still: the database is older than what was seen of it.", s.Stopped},
		{"worlds_without_host", "gauge", "Worlds whose rules no host that is there has.", s.Behind},
		{"turns_due", "gauge", "Worlds whose deadline has passed.", s.Due},
		{"deadline_lag_seconds", "gauge", "How long ago the oldest of these deadlines was.", s.Lag.Seconds()},
		{"outbox_letters", "gauge", "Letters that wait.", s.Letters},
		{"outbox_age_seconds", "gauge", "How long the oldest of them has waited.", s.Age.Seconds()},
		{"mails_taken_total", "counter", "Mails that this host has taken in.", c.mails.Load()},
		{"mails_astray_total", "counter", "Mails that are for no world.", c.astray.Load()},
		{"turns_resolved_total", "counter", "Turns that this host has resolved.", c.turns.Load()},
		{"letters_sent_total", "counter", "Letters that this host has sent.", c.sent.Load()},
		{"changes_fenced_total", "counter", "Changes of this host that another one was before.", c.fenced.Load()},
		{"database_up", "gauge", "1: the database answers.", one[ready]},
		{"last_look_seconds", "gauge", "How long ago this host last reached the database.", prometheus(age)},
		{"clock_off", "gauge", "1: this host's clock is too far from the database's, it resolves no turns.", one[c.off.Load()]},
	} {
		fmt.Fprintf(w, "# HELP weltentor_%s %s\n# TYPE weltentor_%s %s\nweltentor_%s %v\n", m.name, m.help, m.name,
			m.kind, m.name, m.value)
	}
	fmt.Fprint(w, "# HELP weltentor_mailbox_unread 1: the mailbox could not be read.\n"+
		"# TYPE weltentor_mailbox_unread gauge\n")
	for _, name := range slices.Sorted(maps.Keys(c.unread)) {
		fmt.Fprintf(w, "weltentor_mailbox_unread{mailbox=%q} %d\n", name, one[c.unread[name]])
	}
	return w.Bytes()
}

// prometheus formats a number for Prometheus.
func prometheus(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// ServeHTTP answers Prometheus at /metrics. /healthz says whether the process is alive, and /readyz whether the host
// can work: a supervisor asks for them.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/metrics":
		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
		defer cancel()
		sums, err := h.Tables.Sums(ctx)
		if err != nil {
			h.Count.look(false)
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(h.Count.text(sums))
	case "/healthz":
		fmt.Fprintln(w, "ok")
	case "/readyz":
		if !h.Count.Ready() {
			http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	default:
		http.NotFound(w, r)
	}
}
