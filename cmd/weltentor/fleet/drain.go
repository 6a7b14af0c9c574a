package fleet

import (
	"context"
	"errors"
	"time"
)

// await waits as long as the host is drained, and shows the others that it is there. It returns false if the host is
// told to end.
func await(ctx context.Context, h *Host) bool {
	key, waits := h.Config.Host, false
	for {
		drained, now, err := false, time.Time{}, error(nil)
		drained, _, err = get[bool](ctx, h.Roll(), drainKey+key)
		if err == nil && !drained || errors.Is(err, ErrValue) {
			if waits && h.Waits != nil {
				h.Waits(false)
			}
			return true
		}
		if !waits && err == nil && h.Waits != nil {
			h.Waits(true)
		}
		if waits = waits || err == nil; err == nil {
			now, err = h.Now(ctx)
		}
		if err == nil {
			err = note(ctx, h.Roll(), hostKey+key, func(v *Beat) bool {
				stale := !v.Idle || !v.Since.Equal(h.since) || v.age(now) >= h.leaseTime()/3
				*v = Beat{At: now, Since: h.since, Program: h.Program, Drained: true, Idle: true}
				return stale
			})
		}
		h.Count.look(err == nil)
		h.tell("", err)
		if h.pause(ctx, 0); ctx.Err() != nil {
			if waits {
				h.leave(ctx)
			}
			return false
		}
	}
}
