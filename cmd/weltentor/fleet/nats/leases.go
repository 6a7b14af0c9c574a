//go:build fleet

package nats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"

	"weltentor/cmd/weltentor/fleet/engine"
)

// lease is a message that says who holds it and until when, by the time of most hosts. NATS's
// own times to live would go by the clock of one server.
type lease struct {
	e            *Engine
	name, holder string
	token        string // of this taking: who takes it anew has another
	mu           sync.Mutex
	number       uint64 // of its last message that we know of
	unsure       bool   // whether there is a later one: an answer was lost
}

// Take writes who holds it, behind what was there if that has ended.
func (e *Engine) Take(ctx context.Context, name, holder string, ttl time.Duration) (engine.Lease, error) {
	if err := errors.Join(engine.CheckName(name), engine.CheckHolder(holder), checkTTL(ttl)); err != nil {
		return nil, err
	}
	l := &lease{e: e, name: name, holder: holder, token: rand.Text()}
	now, err := e.Now(ctx)
	if err != nil {
		return nil, err
	}
	// Mostly nobody has it, and who had it has given it back: so there is nothing to be read before.
	if err := l.write(ctx, 0, now.Add(ttl)); err == nil || !errors.Is(err, engine.ErrFenced) {
		return l, err
	}
	is, err := l.now(ctx)
	if err != nil {
		return nil, err
	}
	if is.runs(now) && string(is.data) != holder {
		return nil, fmt.Errorf("%w: %s is %s's", engine.ErrTaken, name, is.data)
	}
	switch err := l.write(ctx, is.number, now.Add(ttl)); {
	case errors.Is(err, engine.ErrFenced):
		return nil, fmt.Errorf("%w: %s was taken at this moment", engine.ErrTaken, name)
	case err != nil:
		return nil, err
	}
	return l, nil
}

func checkTTL(ttl time.Duration) error {
	if ttl <= 0 {
		return fmt.Errorf("%w: a lease for %v", engine.ErrRefused, ttl)
	}
	return nil
}

// now is the lease's last message.
func (l *lease) now(ctx context.Context) (m message, err error) {
	err = l.e.patiently(ctx, "lease "+l.name, func(ctx context.Context) (bool, error) {
		var err error
		m, err = l.e.last(ctx, values, subject(roomLease, l.name))
		return err != nil, err
	})
	return m, err
}

// runs tells whether a lease has not ended.
func (m message) runs(now time.Time) bool {
	until, err := time.Parse(time.RFC3339Nano, m.header.Get(headerUntil))
	return m.number != 0 && err == nil && now.Before(until)
}

// write says who holds it from now on.
func (l *lease) write(ctx context.Context, prev uint64, until time.Time) error {
	m := client.NewMsg(subject(roomLease, l.name))
	m.Header.Set(headerToken, l.token)
	m.Header.Set(headerUntil, until.Format(time.RFC3339Nano))
	m.Data = []byte(l.holder)
	number, err := l.e.replace(ctx, values, m, prev)
	if l.unsure = err != nil; err == nil {
		l.number = number
	}
	return err
}

// Renew writes a later end. If the answer to a renewal was lost, the next one finds it there.
func (l *lease) Renew(ctx context.Context, ttl time.Duration) error {
	if err := checkTTL(ttl); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now, err := l.e.Now(ctx)
	if err != nil {
		return err
	}
	is, err := l.now(ctx)
	if err != nil {
		return err
	}
	if !is.runs(now) || is.header.Get(headerToken) != l.token {
		return fmt.Errorf("%w: %s of %s", engine.ErrLost, l.name, l.holder)
	}
	if err := l.write(ctx, is.number, now.Add(ttl)); errors.Is(err, engine.ErrFenced) {
		return fmt.Errorf("%w: %s of %s", engine.ErrLost, l.name, l.holder)
	} else if err != nil {
		return err
	}
	return nil
}

// Release removes what we have written, and nothing that came after it.
func (l *lease) Release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unsure {
		is, err := l.now(ctx)
		if err != nil || is.number == 0 || is.header.Get(headerToken) != l.token {
			return err
		}
		l.number = is.number
	}
	return l.e.purge(ctx, values, subject(roomLease, l.name), l.number+1)
}

// Holders gives who holds what at one moment.
func (e *Engine) Holders(ctx context.Context, prefix string) (map[string]string, error) {
	if err := engine.CheckPrefix(prefix); err != nil {
		return nil, err
	}
	now, err := e.Now(ctx)
	if err != nil {
		return nil, err
	}
	found, err := e.lasts(ctx, values, below(roomLease, prefix), false)
	if err != nil {
		return nil, err
	}
	holders := map[string]string{}
	for subject, m := range found {
		if name := named(roomLease, subject); strings.HasPrefix(name, prefix) && m.runs(now) {
			holders[name] = string(m.data)
		}
	}
	return holders, nil
}
