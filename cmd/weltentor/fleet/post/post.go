// Package post is the log of a mailbox: rows for the mails that were listed go in. Which mail is for which world comes
// out, and until when the mailbox was read to its end. It has no mail in it: that stays on the mail server. The hosts
// of a fleet keep it.
package post

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Row is one mail, or a barrier.
type Row struct {
	Validity uint32 `json:"v,omitempty"` // the mailbox's UIDVALIDITY
	UID      uint32 `json:"u,omitempty"`
	Sum      string `json:"h,omitempty"` // SHA-256 of the raw mail, in hex
	World    string `json:"w,omitempty"`

	// Barrier says that all mail was listed that had come by then.
	Barrier time.Time `json:"b,omitzero"`
	// Except are worlds for which it says nothing, since nobody could tell which mail was for them.
	Except string `json:"x,omitempty"` // their names, with spaces between
}

// says reports whether a barrier counts for a world.
func (r Row) says(world string) bool { return !slices.Contains(strings.Fields(r.Except), world) }

// Mail is how the mail server identifies it.
type Mail struct{ Validity, UID uint32 }

// ErrRow says that the log is damaged at a row, and that nobody can read on.
var ErrRow = errors.New("this is no row")

// LogOf is the name of a mailbox's log.
func LogOf(mailbox string) string { return "mail/" + mailbox }

// Placed is a row with its number.
type Placed struct {
	At uint64
	Row
}

// Book is what one host has read of a mailbox's log. Several goroutines may use it.
type Book struct {
	log  engine.Log
	name string

	reading  sync.Mutex // only one reads on at a time
	mu       sync.Mutex
	last     uint64
	begins   uint64              // rows before it are forgotten
	trimmed  uint64              // rows before it were dropped from the log by this host
	known    map[Mail]Placed     // the last row of each
	rows     map[string][]Placed // by world, in order
	forgot   map[string]uint64   // by world: rows up to it are not in memory any more
	barriers []Placed            // in order; their times grow, unless a clock was wrong
}

// Open makes the book of a mailbox without reading anything yet.
func Open(log engine.Log, mailbox string) *Book {
	return &Book{log: log, name: LogOf(mailbox), known: map[Mail]Placed{}, rows: map[string][]Placed{},
		forgot: map[string]uint64{}}
}

// mostBarriers is how many are kept in memory; a turn that waits longer goes by a later one.
const mostBarriers = 1000

// Follow reads on to the end of the log.
func (b *Book) Follow(ctx context.Context) error {
	b.reading.Lock()
	defer b.reading.Unlock()
	for e, err := range b.log.Read(ctx, b.name, b.Last()+1) {
		if err != nil {
			return fmt.Errorf("the log of the mailbox: %w", err)
		}
		if err := b.note(e.Number, e.Head); err != nil {
			return err
		}
	}
	return nil
}

func (b *Book) note(at uint64, head []byte) error {
	var r Row
	if err := json.Unmarshal(head, &r); err != nil {
		return fmt.Errorf("%s, row %d: %w: %w", b.name, at, ErrRow, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if at <= b.last {
		return nil
	}
	b.last = at
	if r.Barrier.IsZero() {
		b.known[Mail{r.Validity, r.UID}] = Placed{at, r}
		b.rows[r.World] = append(b.rows[r.World], Placed{at, r})
		return nil
	}
	if b.barriers = append(b.barriers, Placed{at, r}); len(b.barriers) > mostBarriers {
		b.barriers = slices.Delete(b.barriers, 0, len(b.barriers)-mostBarriers)
	}
	return nil
}

// Last is the number of the last row that was read.
func (b *Book) Last() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

// Row is the last row of a mail.
func (b *Book) Row(m Mail) (row Placed, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	row, known = b.known[m]
	return row, known
}

// For returns the rows of a world behind the last one that it has taken.
func (b *Book) For(world string, taken uint64) (out []Placed) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows[world] {
		if r.At > taken {
			out = append(out, r)
		}
	}
	return out
}

// Until is the latest time, up to the present, by which a world has all of its mail. It goes by the rows, up to one, that
// the world has taken, and is zero if there is no such time. A barrier of the future, from while a clock was wrong, does
// not count.
func (b *Book) Until(world string, taken uint64, present time.Time) (t time.Time) {
	next := uint64(math.MaxUint64)
	if left := b.For(world, taken); len(left) > 0 {
		next = left[0].At
	}
	return b.latest(present, func(p Placed) bool { return p.At < next && p.says(world) })
}

// latest is the time of the latest barrier that some accepts, up to the present.
func (b *Book) latest(present time.Time, some func(Placed) bool) (t time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.barriers {
		if some(p) && p.Barrier.After(t) && !p.Barrier.After(present) {
			t = p.Barrier
		}
	}
	return t
}

// ReadFor is when the mailbox was last read to its end for a world, up to the present.
func (b *Book) ReadFor(world string, present time.Time) time.Time {
	return b.Until(world, math.MaxUint64, present)
}

// Read is when the mailbox was last read to its end, as far as the log says, up to the present.
func (b *Book) Read(present time.Time) time.Time {
	return b.latest(present, func(Placed) bool { return true })
}

// Changed reports whether a mail was listed after the last barrier.
func (b *Book) Changed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.barriers) == 0 || b.barriers[len(b.barriers)-1].At < b.last
}

// Enter adds a mail to the log, unless it is there for that world.
func (b *Book) Enter(ctx context.Context, r Row) error {
	return b.add(ctx, r, func() bool {
		was, known := b.Row(Mail{r.Validity, r.UID})
		return known && was.Row == r
	})
}

// apart is how far the times of two hosts that write barriers at one moment may differ.
const apart = time.Minute

// Bar records that all mail was listed that had come by a time, except for some worlds.
func (b *Book) Bar(ctx context.Context, t time.Time, except ...string) error {
	r := Row{Barrier: t.UTC(), Except: strings.Join(except, " ")}
	return b.add(ctx, r, func() bool { return !b.Read(t.Add(apart)).Before(t) })
}

// add appends a row behind all that was read, unless another host has done it meanwhile.
func (b *Book) add(ctx context.Context, r Row, done func() bool) error {
	head, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for tries := 0; !done(); tries++ {
		at, err := b.log.Append(ctx, b.name, b.Last(), head, nil)
		if err == nil {
			return b.note(at, head)
		}
		if !errors.Is(err, engine.ErrFenced) || tries > 20 {
			return fmt.Errorf("the log of the mailbox: %w", err)
		}
		if err := b.Follow(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Before is the number of the last barrier that is older than a time, and 0 if there is none.
func (b *Book) Before(t time.Time) (at uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.barriers {
		if p.Barrier.Before(t) {
			at = p.At
		}
	}
	return at
}

// Begins returns the number of the row before which everything is forgotten, and the one before which this host has
// dropped rows from the log.
func (b *Book) Begins() (begins, trimmed uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.begins, b.trimmed
}

// Trimmed records that this host has dropped the log's rows before a number.
func (b *Book) Trimmed(before uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trimmed = max(b.trimmed, before)
}

// Shorten drops from memory what lies before a number: all worlds have taken it.
func (b *Book) Shorten(before uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begins = max(b.begins, before)
	b.barriers = slices.DeleteFunc(b.barriers, func(p Placed) bool { return p.At < before })
	maps.DeleteFunc(b.known, func(_ Mail, p Placed) bool { return p.At < before }) // their worlds know them
}

// Forget drops from memory what a world has taken, but keeps which mails are known. It returns false if it has dropped
// rows that the world, which was taken back since, needs again: the log must be read again.
func (b *Book) Forget(world string, taken uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if taken < b.forgot[world] {
		return false
	}
	b.forgot[world] = taken
	b.rows[world] = slices.DeleteFunc(b.rows[world], func(r Placed) bool { return r.At <= taken })
	return true
}

// SumOf identifies a mail by its content.
func SumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
