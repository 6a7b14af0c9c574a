package worldtest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/storetest"
	"weltentor/resolve/world"
)

// Berlin is the zone of the tests' worlds.
var Berlin = func() *time.Location {
	z, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return z
}()

// Day0 is a Monday: Friday's deadline is more than half a week away.
var Day0 = time.Date(2026, 11, 23, 12, 0, 0, 0, Berlin)

// Drawn is a source of passwords that are the same in every run.
type Drawn struct{ n uint64 }

func (d *Drawn) Read(b []byte) (int, error) {
	for i := range b {
		s := sha256.Sum256(binary.BigEndian.AppendUint64(nil, d.n))
		d.n++
		b[i] = s[0]
	}
	return len(b), nil
}

// RenderPlain renders a letter so that a test can read it.
func RenderPlain(d outbox.Draft) ([]byte, error) { return json.Marshal(d) }

// Settings are those of a test's world, unless it changes them.
func Settings() world.Settings {
	return world.Settings{Name: "Bovistan", Address: "spiel@example.org", Zone: Berlin, Masters: []string{"leiter@example.org"},
		Deadline: chronicle.Deadline{Weekday: time.Friday, Hour: 18}, Lang: phrase.De, Render: RenderPlain,
		Random: &Drawn{}, Elsewhere: storetest.Elsewhere,
		Book: Rules("§1.1 The rules.\n"),
		Rule: func(string, phrase.Lang, string) string { return "" }}
}

// Steps sets what becomes of players who miss turns.
func Steps(lines ...string) func(*world.Settings) {
	return func(s *world.Settings) { s.Missed, _ = deadlines.ReadSteps(lines) }
}

// What is in a world's directory, and how large a page of its store is.
const (
	BackupsName = "backups"
	LockName    = "lock"
	PageSize    = 4096
)

// Paged is a program with pages of a version.
func Paged(version string) func(string) (string, func() []byte) {
	return func(of string) (string, func() []byte) {
		return version, func() []byte {
			return fmt.Appendf(nil, "<p>%s, page %s\n%s</script>\n", of, version, outbox.DataPlace)
		}
	}
}

// ErrNoLuck is the error of Failing.
var ErrNoLuck = errors.New("no luck")

// Failing is a source of random bytes that has none.
type Failing struct{}

func (Failing) Read([]byte) (int, error) { return 0, ErrNoLuck }

// Rules are these rules, for whatever rulebook.
func Rules(text string) func(string, phrase.Lang) func() string {
	return func(string, phrase.Lang) func() string { return func() string { return text } }
}
