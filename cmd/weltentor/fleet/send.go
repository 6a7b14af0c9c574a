package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
)

// errLimited says that an account has sent as many letters in this hour as it may.
var errLimited = errors.New("the account has sent as many letters as it may in an hour")

// Sent counts an account's letters within one hour.
type Sent struct {
	Hour  time.Time `json:"hour"`
	Count int       `json:"count"`
}

// outgoing sends letters.
type outgoing struct {
	*Host

	rests map[string]time.Time // by world that cannot send: when it is tried again, by this machine's clock
}

// giveWay is how long letters give way to a rush of turns. So letters of the first turns do not slow down the others,
// and do not wait for the last of thousands.
const giveWay = 30 * time.Second

// rush reports whether more turns are due than this host has hands for. Only worlds whose deadline has just passed
// count, so one that waits for something else soon does not. Great worlds never count.
func (o outgoing) rush(s *seen) bool {
	n := 0
	for _, w := range s.worlds {
		if w.stopped != nil || w.gist.Held > 0 || w.entry.Size >= great || !w.due(s) || !o.plays(w) ||
			s.now.Sub(w.gist.Deadline) >= giveWay {
			continue
		}
		if _, ready := o.ready(s, w); ready {
			n++
		}
		if n > o.turners() {
			return true
		}
	}
	return false
}

// waiting returns the worlds of an account whose letters may leave, those that have waited longest first. In a rush
// young letters wait.
func (o outgoing) waiting(s *seen, account string, rush bool) (out []string) {
	now := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range s.order {
		w := s.worlds[name]
		if w.Account == account && w.stopped == nil && w.gist.Waiting > 0 && !w.gist.Due.After(s.now) &&
			!(rush && s.now.Sub(w.gist.Oldest) < giveWay) && !o.rests[name].After(now) {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return s.worlds[a].gist.Oldest.Compare(s.worlds[b].gist.Oldest)
	})
	return out
}

// accounts returns the accounts by which letters may leave now.
func (o outgoing) accounts(s *seen) (out []string) {
	rush := o.rush(s)
	for _, a := range o.Config.Accounts {
		o.mu.Lock()
		full := o.full[a.Name]
		o.mu.Unlock()
		if !full.After(s.now) && len(o.waiting(s, a.Name, rush)) > 0 {
			out = append(out, a.Name)
		}
	}
	return out
}

// send empties the outboxes of the worlds of an account, one after the other: one host at a time.
func (o outgoing) send(ctx context.Context, s *seen, account string) time.Duration {
	rest := time.Duration(0)
	err := o.Hold(ctx, "send/"+account, func(ctx context.Context) error {
		p := o.permits(account)
		defer p.giveBack(ctx)
		for _, name := range o.waiting(s, account, o.rush(s)) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			had, err := o.with(ctx, name, func(ctx context.Context, stay Stay) error {
				n, err := o.Worker.Send(ctx, stay, p.take)
				o.Count.sent.Add(uint64(n))
				return err
			})
			switch {
			case errors.Is(err, errLimited):
				return err
			case err != nil:
				o.tell(name, err)
				o.rested(name) // the other worlds of the account go on
			case !had:
				rest = max(rest, o.Every)
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, engine.ErrTaken):
		return o.Every
	case errors.Is(err, errLimited):
		o.mu.Lock()
		o.full[account] = s.now.Truncate(time.Hour).Add(time.Hour)
		o.mu.Unlock()
	case err != nil:
		o.tell("", fmt.Errorf("account %s: %w", account, err))
		return retryTime
	}
	return max(rest, o.Every)
}

// rested makes a world that cannot send wait for a while.
func (o outgoing) rested(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.rests, func(_ string, until time.Time) bool { return !until.After(time.Now()) })
	o.rests[name] = time.Now().Add(retryTime)
}

// permits lets letters of an account leave. They are counted before they leave, several at once, since each count is a
// change of the register.
type permits struct {
	*Host
	account string
	most    int       // letters an hour; 0: no limit
	hour    time.Time // that they were counted in
	left    int
	until   time.Time // the end of that hour, by this machine's clock
}

// permitsAtOnce is how many letters are counted at once.
const permitsAtOnce = 16

func (h *Host) permits(account string) *permits {
	p := &permits{Host: h, account: account}
	if a := h.Config.Account(account); a != nil {
		p.most = a.PerHour
	}
	return p
}

// take lets one letter leave. The error is errLimited if it must wait for the next hour.
func (p *permits) take(ctx context.Context) error {
	if p.most == 0 {
		return nil
	}
	if p.left == 0 || !time.Now().Before(p.until) {
		if err := p.count(ctx); err != nil {
			return err
		}
	}
	p.left--
	return nil
}

// count counts some more letters of the account.
func (p *permits) count(ctx context.Context) error {
	asked := time.Now()
	now, err := p.Now(ctx)
	if err != nil {
		return err
	}
	key := accountKey + p.account
	p.hour, p.left = now.UTC().Truncate(time.Hour), 0
	p.until = asked.Add(p.hour.Add(time.Hour).Sub(now))
	more := 0
	err = change(ctx, p.Roll(), key, func(v *Sent) bool {
		if !v.Hour.Equal(p.hour) {
			*v = Sent{Hour: p.hour}
		}
		more = max(0, min(permitsAtOnce, p.most-v.Count))
		v.Count += more
		return more > 0
	})
	if errors.Is(err, ErrValue) { // all that it may send may have left
		p.tell("", err)
		err = note(ctx, p.Roll(), key, func(v *Sent) bool { *v = Sent{Hour: p.hour, Count: p.most}; return true })
	}
	if err != nil {
		return err
	}
	if more == 0 {
		return errLimited
	}
	p.left = more
	return nil
}

// giveBack subtracts the letters that were counted and did not leave. If that fails, fewer letters leave in this hour.
func (p *permits) giveBack(ctx context.Context) {
	if p.left == 0 {
		return
	}
	err := change(ctx, p.Roll(), accountKey+p.account, func(v *Sent) bool {
		same := v.Hour.Equal(p.hour)
		v.Count -= p.left
		return same
	})
	p.tell("", err)
}

// untold returns the worlds that stand still for which the operator is still to be told, or this host's copy to be
// reported.
func (h *Host) untold(s *seen) (out []string) {
	for _, name := range s.order {
		why := s.worlds[name].stopped
		if why == nil || why.At.IsZero() { // it stands still only for whoever cannot read it
			continue
		}
		if _, said := why.Copies[h.Config.Host]; !said || !why.Told {
			out = append(out, name)
		}
	}
	return out
}

// alarm records how far this host's copy of a stopped world goes. When all hosts that are there have done so, it tells
// the operator.
func (h *Host) alarm(ctx context.Context, s *seen, name string) time.Duration {
	at, err := h.reached(s.worlds[name])
	if err == nil {
		err = h.Roll().has(ctx, name, h.Config.Host, at)
	}
	if err != nil {
		h.tell(name, err)
	}
	waits := false
	err = h.Hold(ctx, "tell/"+name, func(ctx context.Context) error {
		why, _, err := get[Stopped](ctx, h.Roll(), stoppedKey+name)
		if err != nil || why.Told || why.Why == "" {
			return err
		}
		for host, b := range s.hosts {
			_, said := why.Copies[host]
			waits = waits || !said && b.alive(s.now) && !b.Drained && s.now.Sub(why.At) < 4*leaseTime
		}
		if waits {
			return nil
		}
		if err := h.Worker.Alarm(ctx, name, why); err != nil {
			return err
		}
		return h.Roll().told(ctx, name)
	})
	if err != nil && !errors.Is(err, engine.ErrTaken) {
		h.tell(name, err)
	}
	if waits {
		return h.Every
	}
	return retryTime
}

// reached is how far this host's copy of a world goes. It is 0 if there is none, or only one from before the world
// last joined the fleet.
func (h *Host) reached(w *world) (entry.Position, error) {
	dir := h.Folder(w.name)
	if m, _, err := disk.Marked(dir); err != nil || !m.Since.Equal(w.Since) {
		return 0, err
	}
	return entry.Reached(dir)
}
