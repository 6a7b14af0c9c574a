//go:build fleet

package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// mute is an engine that does not answer who renews a right, until it is told to.
type mute struct {
	engine.Engine
	speaks <-chan struct{}
}

type muteLease struct {
	engine.Lease
	speaks <-chan struct{}
}

func (e mute) Take(ctx context.Context, name, holder string, ttl time.Duration) (engine.Lease, error) {
	l, err := e.Engine.Take(ctx, name, holder, ttl)
	return muteLease{l, e.speaks}, err
}

func (l muteLease) Renew(ctx context.Context, ttl time.Duration) error {
	select {
	case <-l.speaks:
	case <-ctx.Done():
		return ctx.Err()
	}
	return l.Lease.Renew(ctx, ttl)
}

// Who has a right is stopped when it ends, though the engine does not answer who renews it.
func TestAFleetsRightEnds(t *testing.T) {
	c := newConvoy(t)
	speaks := make(chan struct{})
	c.around = func(_ string, e engine.Engine) engine.Engine { return mute{e, speaks} }
	err := c.reach("one").Hold(t.Context(), "post", func(ctx context.Context) error {
		select {
		case <-ctx.Done():
		case <-time.After(30 * time.Second):
			close(speaks)
			t.Error("it goes on though the right has ended")
		}
		return ctx.Err()
	})
	if !errors.Is(err, engine.ErrLost) {
		t.Error(err)
	}
}

// What panics under a right gives it back.
func TestAFleetsRightIsGivenBack(t *testing.T) {
	c := newConvoy(t)
	one, two := c.reach("one"), c.reach("two")
	func() {
		defer func() {
			if r := recover(); r != "a fault of ours" {
				t.Error(r)
			}
		}()
		_ = one.Hold(t.Context(), "post", func(context.Context) error { panic("a fault of ours") })
	}()
	if err := two.Hold(t.Context(), "post", func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
}
