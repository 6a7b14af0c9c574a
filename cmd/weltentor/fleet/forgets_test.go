package fleet

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/resolve/store/entry"
)

// frail is an engine that can be down, with one log.
type frail struct {
	engine.Engine
	down   bool
	values map[string][]byte
	log    []engine.Entry
}

var errDown = errors.New("the engine is down")

func (f *frail) fails() error {
	if f.down {
		return errDown
	}
	return nil
}

func (f *frail) Take(context.Context, string, string, time.Duration) (engine.Lease, error) {
	return granted{}, f.fails()
}

func (f *frail) Get(_ context.Context, key string) ([]byte, uint64, error) {
	if _, is := f.values[key]; !is {
		return nil, 0, f.fails()
	}
	return f.values[key], 1, f.fails()
}

func (f *frail) Put(_ context.Context, key string, value []byte, _ uint64) (uint64, error) {
	if f.down {
		return 0, errDown
	}
	if value == nil {
		delete(f.values, key)
	} else {
		f.values[key] = value
	}
	return 1, nil
}

func (f *frail) Append(_ context.Context, _ string, prev uint64, head, _ []byte) (uint64, error) {
	f.log = append(f.log, engine.Entry{Number: prev + 1, Head: head})
	return prev + 1, nil
}

func (f *frail) Read(_ context.Context, _ string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for _, e := range f.log {
			if e.Number >= from && !yield(e, nil) {
				return
			}
		}
	}
}

type granted struct{}

func (granted) Renew(context.Context, time.Duration) error { return nil }
func (granted) Release(context.Context) error              { return nil }

// forgetful is a host with such an engine. It looks at one world, which has nothing due.
func forgetful() (h *Host, e *frail, s *seen) {
	e = &frail{values: map[string][]byte{}}
	h = &Host{Fleet: &Fleet{Engine: e, Config: &config.Config{Host: "one"}}, Worker: versed{}, Every: time.Second,
		Look: 5 * time.Minute, busy: map[string]bool{}, nudged: map[string]bool{}, looked: map[string]time.Time{},
		trimmed: map[string]uint64{}, again: map[string]time.Time{}, books: map[string]*post.Book{}}
	w := &world{name: "north", Entered: Entered{Rulebook: "chess", Rules: 2}, entry: entry.Entry{Whole: true}, at: 7}
	s = &seen{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), worlds: map[string]*world{"north": w},
		order: []string{"north"}}
	return h, e, s
}

// A mail has come, and the world is in hand for its receipt. Its turn is looked at right afterwards, not in five
// minutes.
func TestANudgeWaitsForTheWorld(t *testing.T) {
	h, _, s := forgetful()
	h.busy["north"], h.nudged["north"], h.looked["north"] = true, true, s.now
	if rest := h.turn(t.Context(), s, "north"); rest != h.Every {
		t.Errorf("it rests for %v", rest)
	}
	if due := h.turned(s); len(due) != 1 {
		t.Error("nobody looks at its turn any more")
	}
}

// If asking for the lease to look fails, the world was not looked at, by this host or another.
func TestALookThatFailsIsNone(t *testing.T) {
	h, e, s := forgetful()
	e.down = true
	if rest := h.turn(t.Context(), s, "north"); rest != retryTime {
		t.Errorf("it rests for %v", rest)
	}
	if due := h.turned(s); len(due) != 1 {
		t.Error("nobody looks at its turn any more")
	}
}

// What could not be dropped from a journal is dropped later.
func TestATrimThatFailsIsTriedAgain(t *testing.T) {
	h, _, s := forgetful()
	failing, trims := true, 0
	h.Trim = func(context.Context, string, time.Time) error {
		trims++
		if failing {
			return errDown
		}
		return nil
	}
	for range 2 {
		h.keep(t.Context(), s, "north")
	}
	failing = false
	for range 2 {
		if len(h.kept(s)) > 0 {
			h.keep(t.Context(), s, "north")
		}
	}
	if trims != 3 {
		t.Errorf("%d tries, want two that fail and one", trims)
	}
}

// The register learns that an archive works again, even if it was away at that moment.
func TestTheRegisterHearsThatTheArchiveIsWell(t *testing.T) {
	h, e, s := forgetful()
	h.keeping = keeping{copies: map[string][]archive.Copy{}, wrong: map[string]error{}}
	key := archiveKey + "one"
	for _, c := range []struct {
		why  error
		down bool
		says bool // that it fails
	}{{nil, false, false}, {errDown, false, true}, {nil, true, true}, {nil, false, false}, {errDown, true, false},
		{errDown, false, true}, {nil, false, false}} {
		e.down = c.down
		_ = h.noteArchive(t.Context(), s.now, c.why)
		if _, says := e.values[key]; says != c.says {
			t.Errorf("%+v: the register says that it fails: %v", c, says)
		}
	}
}

// A host that took none of a mailbox's mails forgets them too, once their worlds have taken them.
func TestRowsThatWereTakenAreForgotten(t *testing.T) {
	h, _, s := forgetful()
	w, book := s.worlds["north"], h.book("main")
	w.Mailbox = "main"
	for uid := range uint32(10) {
		if err := book.Enter(t.Context(), post.Row{UID: uid + 1, Sum: "sum", World: "north"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.Bar(t.Context(), s.now.Add(-2*keepTime)); err != nil {
		t.Fatal(err)
	}
	w.taken = 4
	h.forget(s, "main")
	begins, _ := book.Begins()
	if left := book.For("north", 0); len(left) != 6 || begins != 5 {
		t.Errorf("%d rows are left, want 6; known from %d on, want 5", len(left), begins)
	}
	w.taken, w.ill = 10, errDown // whether it has is unknown
	h.forget(s, "main")
	if left := book.For("north", 0); len(left) != 6 {
		t.Errorf("%d rows are left of a world that cannot be read, want 6", len(left))
	}
	w.ill = nil
	h.forget(s, "main")
	begins, _ = book.Begins()
	if left := book.For("north", 0); len(left) != 0 || begins != 11 {
		t.Errorf("%d rows are left, want none; known from %d on, want 11", len(left), begins)
	}
	w.taken = 0 // it left the fleet and came back: its rows are read again
	h.forget(s, "main")
	if book = h.book("main"); book.Follow(t.Context()) != nil || len(book.For("north", 0)) != 10 {
		t.Errorf("%d rows are known of a world that came back, want 10", len(book.For("north", 0)))
	}
}

// A world that has taken more rows than there are waits, since what it lacks is unknown.
func TestRowsThatThereAreNot(t *testing.T) {
	_, _, s := forgetful()
	w := s.worlds["north"]
	w.Mailbox, w.taken = "main", 7
	if s.doubt("main", 7); w.ill != nil || w.stopped != nil {
		t.Errorf("it has taken all, and waits: %v", w.ill)
	}
	s.doubt("other", 6)
	if s.doubt("main", 6); !errors.Is(w.ill, ErrValue) || w.stopped == nil || !w.stopped.At.IsZero() {
		t.Errorf("it has taken more than there is, and goes on: %v", w.ill)
	}
}
