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

// ErrFenced says that a write did not name what is there as `prev`.
var ErrFenced = errors.New("somebody else has written")

// ErrTaken says that another holder has a lease, ErrLost that a lease was held and is lost.
var (
	ErrTaken = errors.New("somebody else holds it")
	ErrLost  = errors.New("the lease has ended")
)

// ErrSettings says that a person must correct the settings of the engine or of its server: waiting does not help.
var ErrSettings = errors.New("the settings of the journal are wrong")

// Unfit makes an error one of ErrSettings. Its text stays as it is.
func Unfit(err error) error { return unfit{err} }

type unfit struct{ error }

func (u unfit) Is(target error) bool { return target == ErrSettings }
func (u unfit) Unwrap() error        { return u.error }

// ErrAway says that an engine cannot be reached now, or does not answer. Later it may.
var ErrAway = errors.New("the journal cannot be reached")

// Unreached makes an error one of ErrAway. Its text stays as it is.
func Unreached(err error) error { return unreached{err} }

type unreached struct{ error }

func (u unreached) Is(target error) bool { return target == ErrAway }
func (u unreached) Unwrap() error        { return u.error }

// ErrNone says that a part is not there.
var ErrNone = errors.New("it is not there")

// Entry is one entry of a log.
type Entry struct {
	Log    string
	Number uint64    // above 0 and growing within its log; some may be left out
	At     time.Time // when it was stored, by the engine's clock
	Head   []byte    // at most MaxHead
	Data   []byte    // at most MaxData; empty if only heads were asked for
}

// What an entry and a part may hold at most, in bytes.
const (
	MaxHead = 4 << 10
	MaxData = 512 << 10
	MaxPart = 8 << 20
)

// Grace is the age at which a part may be dropped.
const Grace = time.Hour

// Log keeps named logs. A name has words of lower-case letters, digits and `-`, joined by `/`.
type Log interface {
	// Head returns the last entry without data, and the zero Entry if there is none.
	Head(ctx context.Context, log string) (Entry, error)
	// Append adds an entry behind `prev`, which is 0 for the first, and returns its number. It returns ErrFenced if
	// `prev` is not the last entry. A nil error means that the entry is as durable as the engine makes it. Any other
	// error leaves it open whether the entry is there.
	Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error)
	// Read yields the entries from a number on, up to the last that is there when it begins.
	Read(ctx context.Context, log string, from uint64) iter.Seq2[Entry, error]
}

// Heads returns the last entry of each log whose name begins with a prefix, without data.
type Heads interface {
	Heads(ctx context.Context, prefix string) iter.Seq2[Entry, error]
}

// Trimmer drops entries before a number; the last one stays, and numbers go on counting from it. Drop removes a whole
// log with its parts. It can begin anew behind 0, with numbers above those it had, so that a host that still knows
// these is fenced.
type Trimmer interface {
	Trim(ctx context.Context, log string, before uint64) error
	Drop(ctx context.Context, log string) error
}

// Parts keeps what is too large for an entry, by log and by the SHA-256 of its content in hex. Putting a part twice is
// the same as putting it once, and makes it young again. KeepParts drops all parts of a log but those named. It keeps
// those younger than Grace by the engine's clock, since their entry may be under way.
type Parts interface {
	PutPart(ctx context.Context, log, sum string, data []byte) error
	Part(ctx context.Context, log, sum string) ([]byte, error) // ErrNone
	KeepParts(ctx context.Context, log string, only map[string]bool) error
}

// Leases are rights that end by themselves, after a second at the least. They only save work that two would do twice.
// What protects is the fence of the logs.
type Leases interface {
	// Take takes a lease for a time, or returns ErrTaken if another holder has it. Its holder may take it again.
	Take(ctx context.Context, name, holder string, ttl time.Duration) (Lease, error)
	// Holders returns who has the leases whose names begin with a prefix.
	Holders(ctx context.Context, prefix string) (map[string]string, error)
}

// Lease is a lease that is held. Renew makes it last that long from now, or returns ErrLost.
type Lease interface {
	Renew(ctx context.Context, ttl time.Duration) error
	Release(ctx context.Context) error
}

// Register keeps small values, of at most MaxData, with revisions that grow.
type Register interface {
	// Get returns a value and its revision, which is 0 if there is none.
	Get(ctx context.Context, key string) (value []byte, revision uint64, err error)
	// Put replaces the value of a revision, 0 for none, or returns ErrFenced. A nil value removes it.
	Put(ctx context.Context, key string, value []byte, prev uint64) (uint64, error)
	// All returns the values whose keys begin with a prefix.
	All(ctx context.Context, prefix string) (map[string][]byte, error)
}

// Clock is the engine's time, by which deadlines go.
type Clock interface {
	Now(ctx context.Context) (time.Time, error)
}

// Engine is all of these.
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
