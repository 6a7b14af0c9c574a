package fleet

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/config"
)

// A club that may have one turn at a time takes only one hand. Its worlds go on one after the other, without another
// look.
func TestAClubTakesOneHand(t *testing.T) {
	h := &Host{Fleet: &Fleet{Config: &config.Config{Clubs: []config.Club{
		{Name: "berlin", Worlds: []string{"berlin-*"}, Turns: 1},
		{Name: "hamburg", Worlds: []string{"hamburg-*"}, Turns: 1}}}},
		shares: map[string]int{}, wake: make(chan struct{}, 1)}
	var berlin sync.Mutex
	var done []string
	hamburg := make(chan struct{})
	turn := func(_ context.Context, _ *seen, name string) time.Duration {
		if name == "hamburg-1" {
			close(hamburg)
			return 0
		}
		if !berlin.TryLock() {
			t.Error("two of berlin's turns at once")
			return 0
		}
		defer berlin.Unlock()
		select {
		case <-hamburg: // its world's turn is being resolved at the same time as the first of these
		case <-time.After(20 * time.Second):
			t.Error("hamburg waits for berlin")
		}
		done = append(done, name)
		return 0
	}
	due := func(*seen) []string { return []string{"berlin-1", "berlin-2", "berlin-3", "berlin-4", "hamburg-1"} }
	l := newLoop(2, due, turn)
	l.share, l.unshare = h.share, h.unshare
	var hands sync.WaitGroup
	h.dispatch(t.Context(), l, &seen{began: time.Now()}, &hands)
	hands.Wait()
	if want := due(nil)[:4]; !slices.Equal(done, want) {
		t.Errorf("one look brought %v, want %v", done, want)
	}
	if h.shares["berlin"] != 0 || h.shares["hamburg"] != 0 {
		t.Errorf("nothing is under way, and the clubs have %v", h.shares)
	}
}

// A hand that finds nothing to do does not make the host look sooner.
func TestAHandThatDoesNothingWakesNobody(t *testing.T) {
	h := &Host{wake: make(chan struct{}, 1)}
	due := func(*seen) []string { return []string{"north"} }
	l := newLoop(1, due, func(context.Context, *seen, string) time.Duration { return time.Hour })
	for look, wakes := range []int{1, 0} { // the second time it rests
		var hands sync.WaitGroup
		h.dispatch(t.Context(), l, &seen{began: time.Now()}, &hands)
		hands.Wait()
		if len(h.wake) != wakes {
			t.Errorf("look %d: it is woken %d times, want %d", look, len(h.wake), wakes)
		}
		for range len(h.wake) {
			<-h.wake
		}
	}
}
