package imap

import (
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// each is a fetcher that fetches one mail at a time.
func each(fetch func(listed) arrival) fetcher {
	return func(lot []listed, arrives func(arrival)) bool {
		for _, mail := range lot {
			a := fetch(mail)
			if arrives(a); a.Err != nil {
				return false
			}
		}
		return true
	}
}

// A belt fetches one mail at a time and brings them in their order. It does not wait for a mail if something is ready.
func TestBelt(t *testing.T) {
	let, busy := make(chan error), atomic.Int32{}
	b := newBelt([]listed{{uid: 1}, {uid: 2}, {uid: 3}}, each(func(l listed) arrival {
		if busy.Add(1) > 1 {
			t.Error("two mails are under way")
		}
		defer busy.Add(-1)
		return arrival{uid: l.uid, Err: <-let}
	}))
	defer b.stop()
	ready := make(chan struct{})
	close(ready)
	if b.over() {
		t.Fatal("it is over before it began")
	}
	b.ask()
	if got := b.Next(ready); len(got) > 0 || b.over() || b.coming != 3 {
		t.Fatalf("%d mails came that were not let through, or %d are coming", len(got), b.coming)
	}
	for want := imap.UID(1); want <= 3; want++ {
		let <- nil
		if got := b.Next(nil); len(got) != 1 || got[0].uid != want || b.over() != (want == 3) {
			t.Fatalf("mail %d: %+v, over %v", want, got, b.over())
		}
	}
	if got := b.Next(ready); len(got) > 0 {
		t.Error("a fourth came")
	}
}

// After a mail that could not be fetched, none is fetched.
func TestBeltStops(t *testing.T) {
	broken := errors.New("cut")
	fetched := 0
	b := newBelt([]listed{{uid: 1}, {uid: 2}}, each(func(l listed) arrival {
		fetched++
		return arrival{uid: l.uid, Err: broken}
	}))
	b.ask()
	if got := b.Next(nil); len(got) != 1 || !errors.Is(got[0].Err, broken) || !b.over() {
		t.Errorf("%+v, over %v", got, b.over())
	}
	b.stop()
	if fetched != 1 {
		t.Errorf("%d mails were fetched", fetched)
	}
}

// No more mails are asked for than may be in memory: many small ones, or four large ones. Commits make room. As long as
// enough mails for another commit are there, those that would fill a little room are not asked for.
func TestBeltHasRoom(t *testing.T) {
	for name, c := range map[string]struct {
		size        int64
		room, freed int
	}{
		"10 KB":                     {10 << 10, 48, 16},
		"100 KB":                    {100 << 10, 20, 5},
		"5 MB":                      {5 << 20, 4, 1},
		"nothing, as a server says": {0, 48, 16},
	} {
		b := newBelt(slices.Repeat([]listed{{Size: c.size}}, 100), each(func(l listed) arrival {
			return arrival{Fetched: Fetched{Size: l.Size}}
		}))
		b.ask()
		if b.ahead != c.room {
			t.Errorf("%s: %d mails are asked for, want %d", name, b.ahead, c.room)
		}
		for came := 0; came < c.room; came += len(b.Next(nil)) {
		}
		b.ask()
		if b.ahead != c.room {
			t.Errorf("%s: %d mails wait, want %d", name, b.ahead, c.room)
		}
		for n := range c.freed {
			if b.coming > 0 {
				t.Errorf("%s: %d mails are asked for after %d were committed", name, b.coming, n)
			}
			b.done(c.size)
			b.ask()
		}
		if b.coming != c.freed {
			t.Errorf("%s: %d mails are asked for after %[3]d were committed", name, b.coming, c.freed)
		}
		b.stop()
	}
}

// A mail counts with the octets that came, whatever the server says.
func TestBeltCountsWhatCame(t *testing.T) {
	b := newBelt([]listed{{}, {}}, each(func(listed) arrival {
		return arrival{Fetched: Fetched{Raw: make([]byte, 7)}}
	}))
	b.ask()
	for came := 0; came < 2; came += len(b.Next(nil)) {
	}
	if b.octets != 14 {
		t.Errorf("%d octets, want 14", b.octets)
	}
	b.done(7)
	if b.octets != 7 || b.ahead != 1 {
		t.Errorf("%d octets of %d mails, want 7 of one", b.octets, b.ahead)
	}
	b.stop()
}

// The lowest mails of a set come first, each once, and no more than a poll takes.
func TestLowest(t *testing.T) {
	for name, c := range map[string]struct {
		set  imap.UIDSet
		want []imap.UID
	}{
		"none":        {nil, nil},
		"in order":    {imap.UIDSet{{Start: 7, Stop: 8}, {Start: 2, Stop: 3}}, []imap.UID{2, 3, 7, 8}},
		"twice":       {imap.UIDSet{{Start: 2, Stop: 4}, {Start: 3, Stop: 5}}, []imap.UID{2, 3, 4, 5}},
		"backwards":   {imap.UIDSet{{Start: 5, Stop: 2}}, nil},
		"without end": {imap.UIDSet{{Start: 5, Stop: 0}, {Start: 0, Stop: 4}}, nil},
		"the highest": {imap.UIDSet{{Start: 4294967294, Stop: 4294967295}}, []imap.UID{4294967294, 4294967295}},
	} {
		if got, more := lowest(&imap.SearchData{All: c.set}); !slices.Equal(got, c.want) || more {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got, more := lowest(&imap.SearchData{All: imap.UIDSet{{Start: 3, Stop: 4294967295}}}); len(got) != maxPoll ||
		got[0] != 3 || got[maxPoll-1] != maxPoll+2 || !more {
		t.Errorf("%d of all mails, more: %v", len(got), more)
	}
	for last, want := range map[imap.UID]bool{maxPoll: false, maxPoll + 1: true} {
		if _, more := lowest(&imap.SearchData{All: imap.UIDSet{{Start: 1, Stop: last}}}); more != want {
			t.Errorf("more than %d: %v", last, more)
		}
	}
	if got, more := lowest(&imap.SearchData{}); got != nil || more {
		t.Errorf("%v of no answer", got)
	}
}

// A command waits for the current fetch, and the next fetch waits for the command, since there is one connection.
func TestAlone(t *testing.T) {
	begun, let := make(chan struct{}, 2), make(chan struct{}, 2)
	var busy atomic.Bool
	b := newBelt([]listed{{uid: 1}, {uid: 2}}, each(func(l listed) arrival {
		busy.Store(true)
		defer busy.Store(false)
		begun <- struct{}{}
		<-let
		return arrival{uid: l.uid}
	}))
	defer b.stop()
	b.ask()
	<-begun
	let <- struct{}{}
	let <- struct{}{}
	if err := (&Poll{belt: b}).alone(func() error {
		for range 1000 {
			if runtime.Gosched(); busy.Load() {
				return errors.New("a fetch is under way")
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if err := (&Poll{}).alone(func() error { return nil }); err != nil {
		t.Error(err)
	}
}
