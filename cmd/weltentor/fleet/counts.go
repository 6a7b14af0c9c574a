package fleet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"weltentor/resolve/store/entry"
)

// Counts are what a host has done and seen, for Prometheus.
type Counts struct {
	mails, turns, sent, fenced, astray, archived atomic.Uint64

	mu      sync.Mutex
	appends uint64
	took    time.Duration // of all appends together
	lag     time.Duration // how long ago the oldest due deadline was
	oldest  time.Duration // age of the letter that has waited longest
	waiting int
	due     int
	worlds  int
	stopped int
	torn    int // worlds that are partly unreadable
	behind  int // worlds that wait for rules which no host has
	unread  map[string]bool
	far     bool
	lacking int       // worlds that need a copy in the archive
	failing bool      // the archive is failing
	up      bool      // the last look reached the journal
	looked  time.Time // when the journal was last reached, by this machine's clock
}

// lookTime is how long ago a host must have reached the journal to count as ready.
const lookTime = 30 * time.Second

// look records whether a look has reached the journal.
func (c *Counts) look(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.up = is; is {
		c.looked = time.Now()
	}
}

// Ready reports whether the host has reached the journal just now.
func (c *Counts) Ready() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ready()
}

func (c *Counts) ready() bool { return c.up && time.Since(c.looked) < lookTime }

// age is how many seconds ago the journal was last reached, and infinite if it never was.
func (c *Counts) age() float64 {
	if c.looked.IsZero() {
		return math.Inf(1)
	}
	return time.Since(c.looked).Seconds()
}

// appended records how long the journal took for an append.
func (c *Counts) appended(took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.appends++
	c.took += took
}

// see counts what a look has shown.
func (c *Counts) see(s *seen) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lag, c.oldest, c.waiting, c.due, c.worlds, c.behind = 0, 0, 0, 0, len(s.order), 0
	c.stopped, c.torn = 0, 0
	for _, w := range s.worlds {
		if w.stopped != nil {
			if w.stopped.At.IsZero() {
				c.torn++
			} else {
				c.stopped++
			}
			continue
		}
		if w.due(s) {
			c.due++
			c.lag = max(c.lag, s.now.Sub(w.gist.Deadline))
		}
		if c.waiting += w.gist.Waiting; w.gist.Waiting > 0 && !w.gist.Oldest.IsZero() {
			c.oldest = max(c.oldest, s.now.Sub(w.gist.Oldest))
		}
		if !played(s, w) {
			c.behind++
		}
	}
}

// played reports whether a host that is there has a world's rules.
func played(s *seen, w *world) bool {
	for _, b := range s.hosts {
		if b.alive(s.now) && !b.Drained && b.Rules[w.Rulebook] == w.Rules {
			return true
		}
	}
	return false
}

// deaf records whether a mailbox could not be read.
func (c *Counts) deaf(mailbox string, is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unread == nil {
		c.unread = map[string]bool{}
	}
	c.unread[mailbox] = is
}

// off records whether the host's clock is too far from the engine's.
func (c *Counts) off(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.far = is
}

// unarchived records how many worlds the archive lacks.
func (c *Counts) unarchived(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lacking = n
}

// archiveFails records whether the archive fails.
func (c *Counts) archiveFails(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failing = is
}

// Write prints all counts in the format of Prometheus. The lock is not kept while writing, so that a slow reader
// blocks nobody.
func (c *Counts) Write(w io.Writer) { _, _ = w.Write(c.text()) }

func (c *Counts) text() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := &bytes.Buffer{}
	one := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"worlds", "gauge", "Worlds of the fleet.", c.worlds},
		{"worlds_stopped", "gauge", "Worlds that stand still: the journal has lost what it had confirmed.", c.stopped},
		{"worlds_unreadable", "gauge", "Worlds that wait: something of them in the register or the journal is damaged.",
			c.torn},
		{"worlds_without_host", "gauge", "Worlds whose rules no host that is there has.", c.behind},
		{"turns_due", "gauge", "Worlds whose deadline has passed.", c.due},
		{"deadline_lag_seconds", "gauge", "How long ago the oldest of these deadlines was.", c.lag.Seconds()},
		{"outbox_letters", "gauge", "Letters that wait.", c.waiting},
		{"outbox_age_seconds", "gauge", "How long the oldest of them has waited.", c.oldest.Seconds()},
		{"mails_taken_total", "counter", "Mails that this host has taken in.", c.mails.Load()},
		{"mails_astray_total", "counter", "Mails that are for no world.", c.astray.Load()},
		{"turns_resolved_total", "counter", "Turns that this host has resolved.", c.turns.Load()},
		{"letters_sent_total", "counter", "Letters that this host has sent.", c.sent.Load()},
		{"appends_fenced_total", "counter", "Changes of this host that another one was before.", c.fenced.Load()},
		{"archived_total", "counter", "Copies that this host has put into the archive.", c.archived.Load()},
		{"archive_waiting", "gauge", "Worlds that are to be copied into the archive.", c.lacking},
		{"archive_failing", "gauge", "1: the archive could not be written.", one(c.failing)},
		{"journal_up", "gauge", "1: the journal answers.", one(c.ready())},
		{"last_look_seconds", "gauge", "How long ago this host last saw what the journal has.", prometheus(c.age())},
		{"clock_off", "gauge", "1: this host's clock is too far from the engine's, it resolves no turns.", one(c.far)},
	} {
		fmt.Fprintf(w, "# HELP weltentor_%s %s\n# TYPE weltentor_%s %s\nweltentor_%s %v\n", m.name, m.help, m.name,
			m.kind, m.name, m.value)
	}
	fmt.Fprintf(w, "# HELP weltentor_append_seconds How long the journal takes to confirm a change.\n"+
		"# TYPE weltentor_append_seconds summary\nweltentor_append_seconds_sum %v\nweltentor_append_seconds_count %d\n",
		c.took.Seconds(), c.appends)
	fmt.Fprint(w, "# HELP weltentor_mailbox_unread 1: the mailbox could not be read.\n"+
		"# TYPE weltentor_mailbox_unread gauge\n")
	for _, name := range slices.Sorted(maps.Keys(c.unread)) {
		fmt.Fprintf(w, "weltentor_mailbox_unread{mailbox=%q} %d\n", name, one(c.unread[name]))
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
func (c *Counts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/metrics":
	case "/healthz":
		fmt.Fprintln(w, "ok")
		return
	case "/readyz":
		if !c.Ready() {
			http.Error(w, "the journal does not answer", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
		return
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	c.Write(w)
}

// Timed returns a journal that counts its appends.
func (c *Counts) Timed(j entry.Journal) entry.Journal { return &timed{j, c} }

type timed struct {
	entry.Journal
	count *Counts
}

// Append calls the journal's Append and counts it.
func (t *timed) Append(ctx context.Context, world string, prev entry.Position, e entry.Entry) (entry.Position, error) {
	began := time.Now()
	at, err := t.Journal.Append(ctx, world, prev, e)
	t.count.appended(time.Since(began))
	return at, err
}
