package suite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// lostAnswers: if the answer is lost, the outcome of Append is open, and Head tells the truth.
func lostAnswers(t testing.TB, at Place) {
	p := NewProxy(t, at.Address)
	e, straight, log := at.Open(t, Opening{Via: p.Address}), at.Open(t, Opening{}), space("answers")
	prev := add(t, e, log, 0, "begin")
	want, stored := []uint64{prev}, 0
	for i := range 6 {
		lost := p.Lost()
		p.LoseNext()
		ctx, end := context.WithTimeout(context.Background(), patience/3)
		n, err := e.Append(ctx, log, prev, []byte(fmt.Sprint("lost ", i)), []byte{byte(i)})
		end()
		if p.Lost() == lost {
			t.Fatalf("round %d: no answer was lost; append gave %v", i, err)
		}
		if err == nil { // the lost answer was to another question: whether an idle connection is alive
			prev = n
			want = append(want, n)
			continue
		}
		tellsNothing(t, fmt.Sprintf("round %d", i), err)
		if h := last(t, straight, log); h.Number != prev {
			if string(h.Head) != fmt.Sprint("lost ", i) {
				t.Fatalf("round %d: the head is %s", i, h.Head)
			}
			stored++
			prev = h.Number
			want = append(want, prev)
		}
		// The engine reconnects on its own, and sees the same head.
		prev = appended(t, e, log, prev, fmt.Sprint("after ", i))
		want = append(want, prev)
	}
	if stored == 0 {
		t.Error("of six entries whose answer was lost none was stored: the answers lost were others")
	}
	inOrder(t, "after lost answers", all(t, straight, log, 0), want)
}

// appended appends as a host does that does not know whether its entry is there: it asks for the head.
func appended(t testing.TB, e engine.Log, log string, prev uint64, text string) (number uint64) {
	t.Helper()
	eventually(t, "the engine takes appends again", func() bool {
		ctx, end := context.WithTimeout(context.Background(), patience/3)
		defer end()
		n, err := e.Append(ctx, log, prev, []byte(text), nil)
		if err == nil {
			number = n
			return true
		}
		h, err := e.Head(ctx, log)
		if err == nil && h.Number != prev {
			if string(h.Head) != text {
				t.Fatalf("the head of %s is %s, want %s", log, h.Head, text)
			}
			number = h.Number
		}
		return number != 0
	})
	return number
}

// deadNetwork: if nothing comes through, calls end with their context.
func deadNetwork(t testing.TB, at Place) {
	p := NewProxy(t, at.Address)
	e, log := at.Open(t, Opening{Via: p.Address}), space("dead")
	prev := add(t, e, log, 0, "begin")
	p.Still(true)
	for what, do := range map[string]func(context.Context) error{
		"append": func(ctx context.Context) error {
			_, err := e.Append(ctx, log, prev, []byte("dead"), nil)
			return err
		},
		"head": func(ctx context.Context) error {
			_, err := e.Head(ctx, log)
			return err
		},
		"take": func(ctx context.Context) error {
			_, err := e.Take(ctx, log, "one", ages)
			return err
		},
		"now": func(ctx context.Context) error {
			_, err := e.Now(ctx)
			return err
		},
	} {
		ctx, end := context.WithTimeout(context.Background(), time.Second)
		done := make(chan error, 1)
		go func() { done <- do(ctx) }()
		select {
		case err := <-done:
			tellsNothing(t, what+" on a dead network", err)
			if errors.Is(err, engine.ErrTaken) {
				t.Errorf("%s on a dead network: %v", what, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s waits on a dead network though its time is over", what)
		}
		end()
	}
	p.Cut()
	p.Still(false)
	h := engine.Entry{}
	eventually(t, "the engine answers again", func() bool {
		ctx, end := context.WithTimeout(context.Background(), patience/3)
		defer end()
		var err error
		h, err = e.Head(ctx, log)
		return err == nil
	})
	if h.Number != prev && string(h.Head) != "dead" {
		t.Errorf("after a dead network the head is %d of %s", h.Number, h.Head)
	}
}
