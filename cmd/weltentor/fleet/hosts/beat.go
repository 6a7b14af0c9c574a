//go:build fleet

package hosts

import (
	"context"
	"regexp"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/orders/phrase"
)

// beatTime is how often a host says that it is there.
const beatTime = 4 * time.Second

// farOff is how much a host's clock may differ from the database's.
const farOff = time.Minute

// beat says that the host is there, and returns whether it is to take no work.
func (h *Host) beat(ctx context.Context, state string) (aside bool, err error) {
	before := h.Clock()
	now, err := h.Tables.Now(ctx)
	if err != nil {
		return false, err
	}
	after := h.Clock()
	ahead := before.Add(after.Sub(before) / 2).Sub(now)
	h.isAhead(ahead)
	aside, was, err := h.Tables.Beat(ctx, tables.Member{Host: h.Config.Host, Rules: h.Worker.Rules(),
		About: tables.Beat{Since: h.since, Ahead: ahead.Seconds(), Program: h.Program, State: state}})
	if err != nil {
		return false, err
	}
	if h.beaten && !was.About.Since.Equal(h.since) && was.About.State == tables.Works && now.Sub(was.Seen) < 2*beatTime {
		h.tell("", complaint.Usage("fleet-twin", phrase.Str("file", h.Config.File), phrase.Str("host", h.Config.Host)))
	}
	h.beaten = true
	return aside, nil
}

// isAhead records how far this machine's clock is ahead of the database's. Whichever of them has slipped, no turn may be
// resolved meanwhile.
func (h *Host) isAhead(by time.Duration) { h.Count.off.Store(by.Abs() > farOff) }

// beats says that the host is there until the context ends, or the host is drained.
func (h *Host) beats(ctx context.Context, drained func()) {
	woken, off := h.waker()
	defer off()
	for n := 0; ctx.Err() == nil; n++ {
		aside, err := h.beat(ctx, tables.Works)
		if aside {
			drained()
			return
		}
		if err == nil && n%8 == 7 {
			err = h.Tables.Raise(ctx, h.Worker.Rules(), h.since)
		}
		if err == nil {
			err = h.troubled(ctx)
		}
		h.tell("", err)
		began := time.Now()
		pause(ctx, woken, beatTime)
		pause(ctx, nil, min(beatTime/4, beatTime-time.Since(began))) // whoever drains it wakes it, as many others do
	}
}

// await waits as long as the host is drained, and shows the others that it is there. It returns false if the host is
// told to end.
func (h *Host) await(ctx context.Context) bool {
	for waits := false; ; {
		state := tables.Works
		if waits {
			state = tables.Waits
		}
		aside, err := h.beat(ctx, state)
		if err == nil && aside != waits {
			if waits = aside; h.Waits != nil {
				h.Waits(waits)
			}
			if waits {
				continue
			}
		}
		if h.Count.look(err == nil); err == nil && !aside {
			return true
		}
		h.tell("", err)
		if pause(ctx, nil, beatTime/4); ctx.Err() != nil {
			h.leave(ctx)
			return false
		}
	}
}

// leave says that the host is gone. If that fails, the others notice a little later.
func (h *Host) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), beatTime)
	defer cancel()
	_, _ = h.beat(ctx, tables.Ended)
}

// patterns turns patterns of names, as in fleet.toml, into those of the database.
func patterns(names []string) (out []string) {
	for _, name := range names {
		p := regexp.QuoteMeta(name)
		p = strings.NewReplacer(`\*`, `.*`, `\?`, `.`, `\[`, `[`, `\]`, `]`).Replace(p)
		out = append(out, "^"+p+"$")
	}
	return out
}
