// Package suite tests whether an engine of a fleet keeps the promises of package engine: a way to open the engine goes
// in, and tests run. Only tests import it.
package suite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Place is where an engine runs in a test.
type Place struct {
	// Open opens the engine once more, as another host would. It is closed with the test.
	Open func(t testing.TB, how Opening) engine.Engine
	// Address is the server's HOST:PORT, so that a proxy can be put before it; "" for an engine without a server.
	Address string
	// Restart kills the server at once, as a crash does, and starts it again. It returns when the process exists,
	// which need not answer yet. It is nil for an engine without a server.
	Restart func(t testing.TB)
}

// Opening is how an engine is opened in a test.
type Opening struct {
	Via   string        // the address of a proxy; "": the server itself
	Later time.Duration // how far into the future the ages of parts are computed
}

// Promise is one promise that an engine must keep.
type Promise struct {
	Name string
	Hold func(t testing.TB, at Place)
	// Needs reports whether the promise can be tested at a place; nil: everywhere.
	Needs func(at Place) bool
}

// Promises returns all promises.
func Promises() []Promise {
	proxy := func(at Place) bool { return at.Address != "" }
	restart := func(at Place) bool { return at.Restart != nil }
	return []Promise{
		{"Fence", fence, nil},
		{"FenceAtOnce", fenceAtOnce, nil},
		{"Numbers", numbers, nil},
		{"Content", content, nil},
		{"At", storedAt, nil},
		{"Read", read, nil},
		{"ReadWhileWriting", readWhileWriting, nil},
		{"Heads", heads, nil},
		{"Trim", trim, nil},
		{"Drop", drop, nil},
		{"Parts", parts, nil},
		{"KeepParts", keepParts, nil},
		{"KeepPartsYoungAgain", keepPartsYoungAgain, nil},
		{"Leases", leases, nil},
		{"LeasesAtOnce", leasesAtOnce, nil},
		{"LeasesRenewed", leasesRenewed, nil},
		{"LeasesLost", leasesLost, nil},
		{"Register", register, nil},
		{"RegisterAtOnce", registerAtOnce, nil},
		{"RegisterRevisions", registerRevisions, nil},
		{"RegisterAcross", registerAcross, nil},
		{"Clock", clock, nil},
		{"HostileNames", hostileNames, nil},
		{"HostileSizes", hostileSizes, nil},
		{"Ended", ended, nil},
		{"Closed", closed, nil},
		{"Histories", histories, nil},
		{"LostAnswers", lostAnswers, proxy},
		{"DeadNetwork", deadNetwork, proxy},
		{"HistoriesLostAnswers", historiesLostAnswers, proxy},
		{"HistoriesKilled", historiesKilled, restart},
	}
}

// Run tests an engine for all promises, one after the other.
func Run(t *testing.T, at Place) {
	for _, p := range Promises() {
		if p.Needs == nil || p.Needs(at) {
			t.Run(p.Name, func(t *testing.T) { p.Hold(t, at) })
		}
	}
}

// patience is how long a test waits for something that must happen.
const patience = 90 * time.Second

var spaces atomic.Int64

// space returns a prefix for names that no other test uses.
func space(what string) string {
	return fmt.Sprintf("%s/%x-%x", what, time.Now().UnixNano(), spaces.Add(1))
}

// within makes a context that ends when waiting is of no use any more.
func within(t testing.TB) context.Context {
	ctx, end := context.WithTimeout(context.Background(), patience)
	t.Cleanup(end)
	return ctx
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// is compares errors by what they wrap; nil means no error.
func is(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

// add appends an entry and returns its number.
func add(t testing.TB, e engine.Log, log string, prev uint64, text string) uint64 {
	t.Helper()
	n, err := e.Append(within(t), log, prev, []byte("head "+text), []byte("data "+text))
	if err != nil {
		t.Fatalf("append to %s behind %d: %v", log, prev, err)
	}
	return n
}

// filled appends some entries and returns their numbers.
func filled(t testing.TB, e engine.Log, log string, n int) []uint64 {
	t.Helper()
	numbers := make([]uint64, n)
	prev := uint64(0)
	for i := range numbers {
		numbers[i] = add(t, e, log, prev, fmt.Sprint(i))
		prev = numbers[i]
	}
	return numbers
}

// all reads a log from a number on.
func all(t testing.TB, e engine.Log, log string, from uint64) (entries []engine.Entry) {
	t.Helper()
	for entry, err := range e.Read(within(t), log, from) {
		if err != nil {
			t.Fatalf("read %s from %d: %v", log, from, err)
		}
		entries = append(entries, entry)
	}
	return entries
}

// last returns the head of a log.
func last(t testing.TB, e engine.Log, log string) engine.Entry {
	t.Helper()
	h, err := e.Head(within(t), log)
	if err != nil {
		t.Fatalf("head of %s: %v", log, err)
	}
	return h
}

// topmost returns the heads of the logs with a prefix, by name, and fails if a log comes twice.
func topmost(t testing.TB, e engine.Heads, prefix string) map[string]engine.Entry {
	t.Helper()
	out := map[string]engine.Entry{}
	for entry, err := range e.Heads(within(t), prefix) {
		if err != nil {
			t.Fatalf("heads of %q: %v", prefix, err)
		}
		if _, twice := out[entry.Log]; twice {
			t.Errorf("heads of %q have %s twice", prefix, entry.Log)
		}
		out[entry.Log] = entry
	}
	return out
}

// inOrder compares the numbers of entries.
func inOrder(t testing.TB, what string, entries []engine.Entry, want []uint64) {
	t.Helper()
	var got []uint64
	for _, e := range entries {
		got = append(got, e.Number)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: entries %v, want %v", what, got, want)
	}
}

// same compares bytes.
func same(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %.60q (%d bytes), want %.60q (%d bytes)", what, got, len(got), want, len(want))
	}
}

// sumOf is the SHA-256 of content in hex.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sized makes content of that size in which no two parts are alike.
func sized(n int, seed string) []byte {
	out := make([]byte, 0, n+sha256.Size)
	for block := sha256.Sum256([]byte(seed)); len(out) < n; block = sha256.Sum256(block[:]) {
		out = append(out, block[:]...)
	}
	return out[:n]
}

// every returns all 256 bytes.
func every() []byte {
	out := make([]byte, 256)
	for i := range out {
		out[i] = byte(i)
	}
	return out
}

// eventually asks until the answer is yes.
func eventually(t testing.TB, what string, yes func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !yes(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v still not: %s", patience, what)
		}
	}
}

// atOnce runs do with numbers from 0 on, all at once, and returns their errors.
func atOnce(n int, do func(i int) error) []error {
	errs, begin := make([]error, n), make(chan struct{})
	done := make(chan struct{}, n)
	for i := range n {
		go func() {
			defer func() { done <- struct{}{} }()
			<-begin
			errs[i] = do(i)
		}()
	}
	close(begin)
	for range n {
		<-done
	}
	return errs
}

// oneWins returns who had no error, and fails unless all others have the given one.
func oneWins(t testing.TB, what string, errs []error, others error) int {
	t.Helper()
	winner := -1
	for i, err := range errs {
		switch {
		case err == nil && winner >= 0:
			t.Errorf("%s: %d and %d have both won", what, winner, i)
		case err == nil:
			winner = i
		case !errors.Is(err, others):
			t.Errorf("%s: %d has error %v, want %v", what, i, err, others)
		}
	}
	if winner < 0 {
		t.Fatalf("%s: nobody has won: %v", what, errs)
	}
	return winner
}

// long makes a name of that many bytes.
func long(n int) string { return strings.Repeat("a", n) }
