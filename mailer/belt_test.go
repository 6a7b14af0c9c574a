package mailer

import (
	"errors"
	"slices"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// A belt has one mail under way, never two, and brings them in their order.
func TestBelt(t *testing.T) {
	let := make(chan error)
	b := &belt{left: []listed{{uid: 1}, {uid: 2}, {uid: 3}}, under: make(chan arrival, 1),
		fetch: func(l listed) arrival { return arrival{uid: l.uid, err: <-let} }}
	if b.over() {
		t.Fatal("it is over before it began")
	}
	if _, ok := b.next(false); ok || b.over() || len(b.left) != 2 {
		t.Fatalf("a mail came that was not let through, or %d are left", len(b.left))
	}
	b.ask()
	if len(b.left) != 2 {
		t.Fatal("two mails are under way")
	}
	let <- nil
	if a, ok := b.next(true); !ok || a.uid != 1 || len(b.left) != 1 || !b.underWay {
		t.Fatalf("first %d, %v; %d left", a.uid, ok, len(b.left))
	}
	let <- nil
	b.land()
	b.land() // waits for nothing
	if b.over() || b.underWay || len(b.arrived) != 1 {
		t.Fatal("a mail that has landed is lost")
	}
	if a, ok := b.next(false); !ok || a.uid != 2 || len(b.left) != 0 || b.over() {
		t.Fatalf("second %d, %v; %d left", a.uid, ok, len(b.left))
	}
	let <- nil
	if a, ok := b.next(true); !ok || a.uid != 3 || !b.over() {
		t.Fatalf("third %d, %v, over %v", a.uid, ok, b.over())
	}
	if _, ok := b.next(true); ok {
		t.Error("a fourth came")
	}
}

// Behind a mail that could not be fetched none is asked for.
func TestBeltStops(t *testing.T) {
	broken := errors.New("cut")
	b := &belt{left: []listed{{uid: 1}, {uid: 2}}, under: make(chan arrival, 1),
		fetch: func(l listed) arrival { return arrival{uid: l.uid, err: broken} }}
	if a, ok := b.next(true); !ok || !errors.Is(a.err, broken) || !b.over() || b.underWay {
		t.Errorf("%v, %v, over %v", a.err, ok, b.over())
	}
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
		if got := lowest(&imap.SearchData{All: c.set}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := lowest(&imap.SearchData{All: imap.UIDSet{{Start: 3, Stop: 4294967295}}}); len(got) != maxPoll ||
		got[0] != 3 || got[maxPoll-1] != maxPoll+2 {
		t.Errorf("%d of all mails", len(got))
	}
	if got := lowest(&imap.SearchData{}); got != nil {
		t.Errorf("%v of no answer", got)
	}
}
