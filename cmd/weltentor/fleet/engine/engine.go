// Package engine says what a fleet asks of the system that keeps its truth: logs that are fenced, leases that end by
// themselves, small values with revisions, and a clock. The engine over PostgreSQL, in a folder beside it, keeps these
// promises, and a suite of tests holds it to them. The hosts of a fleet call it.
package engine

import (
	"context"
	"errors"
	"iter"
	"time"
)

// ErrFenced is of a write whose `prev` is not what is there.
var ErrFenced = errors.New("somebody else has written")

// ErrTaken is of a lease that another holder has; ErrLost of one that was held and is not
// any more.
var (
	ErrTaken = errors.New("somebody else holds it")
	ErrLost  = errors.New("the lease has ended")
)

// ErrSettings is of settings of the engine, or of its server, that a person must correct: it is no use to wait.
var ErrSettings = errors.New("the settings of the journal are wrong")

// Unfit makes an error one of ErrSettings. Its text stays as it is.
func Unfit(err error) error { return unfit{err} }

type unfit struct{ error }

func (u unfit) Is(target error) bool { return target == ErrSettings }
func (u unfit) Unwrap() error        { return u.error }

// ErrAway is of an engine that cannot be reached now, or does not answer: it may later.
var ErrAway = errors.New("the journal cannot be reached")

// Unreached makes an error one of ErrAway. Its text stays as it is.
func Unreached(err error) error { return unreached{err} }

type unreached struct{ error }

func (u unreached) Is(target error) bool { return target == ErrAway }
func (u unreached) Unwrap() error        { return u.error }

// ErrNone is of a part that is not there.
var ErrNone = errors.New("it is not there")

// Entry is one of a log.
type Entry struct {
	Log    string
	Number uint64    // above 0 and growing within its log; some may be left out
	At     time.Time // when it was stored, by the engine's clock
	Head   []byte    // at most MaxHead
	Data   []byte    // at most MaxData; empty where only heads were asked for
}

// What an entry and a part may hold, in bytes.
const (
	MaxHead = 4 << 10
	MaxData = 512 << 10
	MaxPart = 8 << 20
)

// Grace is how old a part must be to be dropped.
const Grace = time.Hour

// Log keeps named logs. A name has words of lower-case letters, digits and `-`, put
// together with `/`.
type Log interface {
	// Head gives the last entry, without data; the zero Entry if there is none.
	Head(ctx context.Context, log string) (Entry, error)
	// Append adds an entry behind `prev`, 0 for the first, and gives its number. ErrFenced
	// if `prev` is not the last. Confirmed means: as durable as the engine makes it. Any
	// other error tells nothing.
	Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error)
	// Read gives the entries from a number on, as far as there are some when it begins.
	Read(ctx context.Context, log string, from uint64) iter.Seq2[Entry, error]
}

// Heads gives the last entry of each log whose name begins so, without data.
type Heads interface {
	Heads(ctx context.Context, prefix string) iter.Seq2[Entry, error]
}

// Trimmer drops entries before a number; the last one stays, and its number goes on
// counting. Drop removes a whole log with its parts; it can begin anew behind 0, with numbers
// above those it had, so that who still knows these is fenced.
type Trimmer interface {
	Trim(ctx context.Context, log string, before uint64) error
	Drop(ctx context.Context, log string) error
}

// Parts keeps what is too large for an entry, by log and by the SHA-256 of its content in
// hex. Putting it twice is putting it once, and makes it young again. KeepParts drops all parts
// of a log but those named, and none that is younger than Grace by the engine's clock, for it
// may be of an entry that is under way.
type Parts interface {
	PutPart(ctx context.Context, log, sum string, data []byte) error
	Part(ctx context.Context, log, sum string) ([]byte, error) // ErrNone
	KeepParts(ctx context.Context, log string, only map[string]bool) error
}

// Leases are rights that end by themselves, after a second at the least. They spare work that two would do twice, and
// protect nothing: that is the logs' fence.
type Leases interface {
	// Take gives a right for a time; ErrTaken if another holder has it. Who has it may take
	// it anew.
	Take(ctx context.Context, name, holder string, ttl time.Duration) (Lease, error)
	// Holders tells who has the rights whose names begin so.
	Holders(ctx context.Context, prefix string) (map[string]string, error)
}

// Lease is a right that is held. Renew makes it last that long from now; ErrLost.
type Lease interface {
	Renew(ctx context.Context, ttl time.Duration) error
	Release(ctx context.Context) error
}

// Register keeps small values, of at most MaxData, with revisions that grow.
type Register interface {
	// Get gives a value and its revision; 0 if there is none.
	Get(ctx context.Context, key string) (value []byte, revision uint64, err error)
	// Put stores a value in place of that of a revision, 0 for none; ErrFenced. A nil value
	// removes it.
	Put(ctx context.Context, key string, value []byte, prev uint64) (uint64, error)
	// All gives the values whose keys begin so.
	All(ctx context.Context, prefix string) (map[string][]byte, error)
}

// Clock tells the engine's time, by which deadlines are.
type Clock interface {
	Now(ctx context.Context) (time.Time, error)
}

// Engine is all of it.
type Engine interface {
	Log
	Heads
	Trimmer
	Parts
	Leases
	Register
	Clock
	Close() error
}
