//go:build fleet

package nats

import (
	"context"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// TestMembers: one server leads and the others have all there is. One that ends is away, since about when it
// ended; one that comes back has all again.
func TestMembers(t *testing.T) {
	f := founded(t, 3)
	e := f.beside(t, 0, "", 0)
	filled(t, e, "world/a", 3)
	settled(t, e, 3)
	leads := -1
	members, err := e.Members(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range members {
		switch {
		case m.Name != f.configs[i].Name || m.State != engine.Leader && m.State != engine.Current:
			t.Errorf("%+v", m)
		case m.State == engine.Leader && leads < 0:
			leads = i
		case m.State == engine.Leader:
			t.Errorf("two lead: %+v", members)
		}
	}
	if leads < 0 {
		t.Fatalf("nobody leads: %+v", members)
	}
	gone, before := (leads+1)%3, time.Now()
	f.stop(gone)
	for end := time.Now().Add(3 * patience); members[gone].State != engine.Away; time.Sleep(100 * time.Millisecond) {
		if members, err = e.Members(t.Context()); err != nil || time.Now().After(end) {
			t.Fatalf("%+v, %v", members, err)
		}
	}
	for i, m := range members {
		if m.Well() != (i != gone) {
			t.Errorf("%+v", m)
		}
	}
	if m := members[gone]; m.Seen.Before(before.Add(-time.Minute)) || m.Seen.After(time.Now()) || m.Behind != 0 {
		t.Errorf("%+v", m)
	}
	f.start(gone)
	settled(t, e, 3)
}

// TestMembersAtWork: followers are behind for a moment after each message, which nobody need look after.
func TestMembersAtWork(t *testing.T) {
	f := founded(t, 3)
	e, other := f.beside(t, 0, "", 0), f.beside(t, 1, "", 0)
	settled(t, e, 3)
	ended := make(chan int)
	over, end := context.WithCancel(t.Context())
	go func() {
		n, prev := 0, uint64(0)
		for ; over.Err() == nil; n++ {
			at, err := other.Append(over, "world/a", prev, []byte("{}"), []byte(strings.Repeat("data ", 2000)))
			if err != nil {
				break
			}
			prev = at
		}
		ended <- n
	}()
	for range 20 {
		members, err := e.Members(t.Context())
		if err != nil || len(members) != 3 {
			t.Fatalf("%+v, %v", members, err)
		}
		for _, m := range members {
			if !m.Well() {
				t.Errorf("%+v", m)
			}
		}
	}
	end()
	if n := <-ended; n == 0 {
		t.Error("nothing was written meanwhile")
	}
}

// TestMembersOfOne: a server alone leads.
func TestMembersOfOne(t *testing.T) {
	members, err := founded(t, 1).engine(0).Members(t.Context())
	if err != nil || len(members) != 1 || members[0].State != engine.Leader {
		t.Errorf("%+v, %v", members, err)
	}
}
