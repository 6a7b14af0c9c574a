//go:build fleet

package hosts

import (
	"context"
	"time"
)

// Some worlds take long: they are large, or the server of their mail hangs. They must not keep the others waiting. So
// they have places of their own, and the tables remember which they are (tables.Gist.Slow).

// slowTime is how long mails or a turn may take before their world counts as slow.
const slowTime = 5 * time.Second

// places bound how much is done at once. Whatever is done has taken one.
type places chan struct{}

// take waits for a place, and returns what gives it back; nil: the context has ended. What is not done after slowTime
// goes over to a slow place as soon as one is free, if there are any, so that something else may begin here.
func (p places) take(ctx context.Context, slow places) (back func()) {
	select {
	case p <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	done := make(chan struct{})
	go func() {
		t := time.NewTimer(slowTime)
		defer t.Stop()
		var over places // nil: none is free
		for {
			select {
			case <-done:
				<-p
				return
			case <-t.C:
				over = slow
			case over <- struct{}{}:
				<-p
				<-done
				<-slow
				return
			}
		}
	}()
	return func() { close(done) }
}
