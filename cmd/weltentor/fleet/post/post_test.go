package post

import (
	"context"
	"iter"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// rows is a log that is held in memory, and its fence.
type rows struct{ all []engine.Entry }

func (r *rows) Head(context.Context, string) (engine.Entry, error) { return engine.Entry{}, nil }

func (r *rows) Append(_ context.Context, log string, prev uint64, head, _ []byte) (uint64, error) {
	if prev != uint64(len(r.all)) {
		return 0, engine.ErrFenced
	}
	r.all = append(r.all, engine.Entry{Log: log, Number: prev + 1, Head: head})
	return prev + 1, nil
}

func (r *rows) Read(_ context.Context, _ string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for _, e := range r.all {
			if e.Number >= from && !yield(e, nil) {
				return
			}
		}
	}
}

// Until is the barrier behind which a world has no mail left, whoever wrote it.
func TestUntil(t *testing.T) {
	log := &rows{}
	a, b := Open(log, "main"), Open(log, "main")
	ctx, at := t.Context(), func(minute int) time.Time { return time.Date(2027, 3, 5, 20, minute, 0, 0, time.UTC) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(a.Bar(ctx, at(0)))                                      // 1
	must(b.Enter(ctx, Row{Validity: 1, UID: 7, World: "north"})) // 2
	must(a.Enter(ctx, Row{Validity: 1, UID: 7, World: "north"})) // is there
	must(a.Enter(ctx, Row{Validity: 1, UID: 8, World: "south"})) // 3
	must(b.Bar(ctx, at(5)))                                      // 4
	must(a.Bar(ctx, at(4)))                                      // a later one is there
	must(a.Enter(ctx, Row{Validity: 2, UID: 7, World: "north"})) // 5, another mailbox of that name
	must(a.Bar(ctx, at(9)))                                      // 6
	must(b.Follow(ctx))
	if len(log.all) != 6 {
		t.Fatalf("%d rows, want 6", len(log.all))
	}
	for _, c := range []struct {
		world string
		taken uint64
		want  time.Time
		mails int
	}{
		{"north", 0, at(0), 2}, {"north", 2, at(5), 1}, {"north", 5, at(9), 0},
		{"south", 0, at(0), 1}, {"south", 3, at(9), 0}, {"west", 0, at(9), 0},
	} {
		for name, book := range map[string]*Book{"a": a, "b": b} {
			if got, mails := book.Until(c.world, c.taken, at(9)), book.For(c.world, c.taken); !got.Equal(c.want) ||
				len(mails) != c.mails {
				t.Errorf("%s: %s that has taken %d: until %v, %d mails; want %v, %d", name, c.world, c.taken, got,
					len(mails), c.want, c.mails)
			}
		}
	}
	if a.Before(at(5)) != 1 || a.Before(at(6)) != 4 || a.Changed() || !Open(log, "main").Changed() {
		t.Error("barriers before a time")
	}
	a.Forget("north", 2)
	if row, known := a.Row(Mail{1, 7}); len(a.For("north", 0)) != 1 || !known || row.At != 2 {
		t.Error("what was taken is not known any more")
	}
	a.Shorten(4)
	begins, trimmed := a.Begins()
	if got := a.Until("west", 0, at(9)); !got.Equal(at(9)) || begins != 4 || trimmed != 0 {
		t.Errorf("%v, %d, %d", got, begins, trimmed)
	}
	if _, known := a.Row(Mail{1, 8}); known {
		t.Error("a row that was dropped is known")
	}
	if _, known := a.Row(Mail{2, 7}); !known {
		t.Error("a row that is there is not known")
	}
}

// A mail has one row a world and content: another mail may come to its number, and a mail to another world.
func TestRowsOfOneNumber(t *testing.T) {
	log := &rows{}
	b := Open(log, "main")
	for _, r := range []Row{{UID: 7, Sum: "a", World: "north"}, {UID: 7, Sum: "b", World: "north"},
		{UID: 7, Sum: "b", World: "north"}, {UID: 7, Sum: "b", World: "south"}} {
		if err := b.Enter(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if row, _ := b.Row(Mail{UID: 7}); len(log.all) != 3 || len(b.For("north", 0)) != 2 || row.World != "south" {
		t.Errorf("%d rows, the last %+v", len(log.all), row)
	}
}

// A barrier of the future, written while a clock was an hour ahead, lets nobody take the mailbox for read, and keeps
// none of the present away.
func TestABarrierOfTheFuture(t *testing.T) {
	b := Open(&rows{}, "main")
	at := func(minute int) time.Time { return time.Date(2027, 3, 5, 20, minute, 0, 0, time.UTC) }
	for _, minute := range []int{0, 60, 5} {
		if err := b.Bar(t.Context(), at(minute)); err != nil {
			t.Fatal(err)
		}
	}
	for present, want := range map[time.Time]time.Time{at(1): at(0), at(5): at(5), at(59): at(5), at(60): at(60)} {
		until, read, of := b.Until("north", 0, present), b.Read(present), b.ReadFor("north", present)
		if !until.Equal(want) || !read.Equal(want) || !of.Equal(want) {
			t.Errorf("at %v until %v, read %v and %v, want %v", present, until, read, of, want)
		}
	}
}
