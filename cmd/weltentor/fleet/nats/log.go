//go:build fleet

package nats

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Append adds an entry. The leader refuses it if another is the last of the log's subject; it
// answers when two of three servers have it on their disks.
func (e *Engine) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	if err := errors.Join(engine.CheckName(log), engine.CheckEntry(head, data)); err != nil {
		return 0, err
	}
	m := client.NewMsg(subject(roomLog, log))
	m.Header.Set(headerHead, base64.StdEncoding.EncodeToString(head))
	m.Header.Set(headerPrev, strconv.FormatUint(prev, 10))
	m.Data = data
	return e.replace(ctx, logs, m, prev)
}

// replace stores a message if the last of its subject is `prev`, 0 for none; ErrFenced.
//
// A refusal is believed if it names a later message: numbers grow, so that one stays true. One
// that names an earlier message comes of a leader that is none any more, and one that names
// none of another message under way, which may come to nothing: then the last one is asked for.
func (e *Engine) replace(ctx context.Context, stream string, m *client.Msg, prev uint64) (number uint64, err error) {
	err = e.trying(ctx, "write "+m.Subject, once, func(ctx context.Context) (bool, error) {
		ack, err := e.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(prev),
			jetstream.WithRetryAttempts(0))
		if err == nil {
			number = ack.Sequence
			return false, nil
		}
		last, refused := wrongLast(err)
		if !refused {
			return unheard(err), err
		}
		if last <= prev {
			now, err := e.last(ctx, stream, m.Subject)
			if err != nil {
				return true, err
			}
			if now.number == prev {
				return true, fmt.Errorf("behind %d, another message is under way", prev)
			}
			last = now.number
		}
		return false, fmt.Errorf("%w: the last is %d, not %d", engine.ErrFenced, last, prev)
	})
	return number, err
}

// Head asks for the last message, by a read that is linearizable: see last.
func (e *Engine) Head(ctx context.Context, log string) (engine.Entry, error) {
	if err := engine.CheckName(log); err != nil {
		return engine.Entry{}, err
	}
	var m message
	err := e.patiently(ctx, "head of "+log, func(ctx context.Context) (bool, error) {
		var err error
		m, err = e.last(ctx, logs, subject(roomLog, log))
		return err != nil, err
	})
	if err != nil || m.number == 0 {
		return engine.Entry{}, err
	}
	m.data = nil
	return m.entry()
}

// entry is a message of the logs as what it was made of.
func (m message) entry() (engine.Entry, error) {
	head, err := base64.StdEncoding.DecodeString(m.header.Get(headerHead))
	if err != nil {
		return engine.Entry{}, fmt.Errorf("the message %d: its head: %w", m.number, err)
	}
	return engine.Entry{Log: named(roomLog, m.subject), Number: m.number, At: m.at, Head: head, Data: m.data}, nil
}

// Read asks for the head first, and gives all up to it. Any server may give the entries before
// it: they do not change. Each names the one before, so that one which is missing is noticed.
func (e *Engine) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		head, err := e.Head(ctx, log)
		if err != nil {
			yield(engine.Entry{}, err)
			return
		}
		before := uint64(0)
		for next := max(from, 1); next <= head.Number; {
			var found []message
			err := e.patiently(ctx, "read "+log, func(ctx context.Context) (bool, error) {
				found, err = e.some(ctx, logs, subject(roomLog, log), next)
				if err == nil {
					err = unbroken(found, before)
				}
				if err == nil && len(found) == 0 {
					return e.dropped(ctx, log, head.Number)
				}
				return err != nil, err
			})
			if err != nil {
				yield(engine.Entry{}, err)
				return
			}
			for _, m := range found {
				if m.number > head.Number {
					return
				}
				entry, err := m.entry()
				if !yield(entry, err) || err != nil {
					return
				}
				before, next = m.number, m.number+1
			}
		}
	}
}

// dropped tells why entries up to a number are not there: a server is behind, which passes,
// or somebody has dropped the log.
func (e *Engine) dropped(ctx context.Context, log string, number uint64) (again bool, err error) {
	now, err := e.last(ctx, logs, subject(roomLog, log))
	if err != nil {
		return true, err
	}
	if now.number < number {
		return false, fmt.Errorf("the log ended at %d, and now at %d: it was dropped meanwhile", number, now.number)
	}
	return true, errors.New("a server is behind")
}

// unbroken tells whether each message names the one before it. `before` is the one before the
// first, 0 if that is not known.
func unbroken(found []message, before uint64) error {
	for _, m := range found {
		prev, err := strconv.ParseUint(m.header.Get(headerPrev), 10, 64)
		if err != nil {
			return fmt.Errorf("the message %d: the number before it: %w", m.number, err)
		}
		if before != 0 && prev != before {
			return fmt.Errorf("the message %d comes behind %d, and %d was read before it: a server has lost some",
				m.number, prev, before)
		}
		before = m.number
	}
	return nil
}

// Heads gives the last entries of all logs as they were at one moment after it was called.
func (e *Engine) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		err := engine.CheckPrefix(prefix)
		var found map[string]message
		if err == nil {
			found, err = e.lasts(ctx, logs, below(roomLog, prefix), true)
		}
		if err != nil {
			yield(engine.Entry{}, err)
			return
		}
		for _, m := range found {
			entry, err := m.entry()
			if err == nil && !strings.HasPrefix(entry.Log, prefix) {
				continue
			}
			if !yield(entry, err) || err != nil {
				return
			}
		}
	}
}

// Trim drops entries before a number, never the last one.
func (e *Engine) Trim(ctx context.Context, log string, before uint64) error {
	head, err := e.Head(ctx, log)
	if err != nil || head.Number == 0 || before == 0 {
		return err
	}
	return e.purge(ctx, logs, subject(roomLog, log), min(before, head.Number))
}

// Drop removes a log with its parts. Numbers are the stream's, so they go on.
func (e *Engine) Drop(ctx context.Context, log string) error {
	head, err := e.Head(ctx, log)
	if err != nil {
		return err
	}
	if head.Number != 0 {
		if err := e.purge(ctx, logs, subject(roomLog, log), head.Number+1); err != nil {
			return err
		}
	}
	return e.purge(ctx, parts, partRoom(log)+">", 0)
}

// purge drops the messages of a subject before a number, 0 for all. Doing it twice is doing
// it once.
func (e *Engine) purge(ctx context.Context, stream, filter string, before uint64) error {
	return e.patiently(ctx, "drop "+filter, func(ctx context.Context) (bool, error) {
		s, err := e.js.Stream(ctx, stream)
		if err == nil {
			opts := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(filter)}
			if before > 0 {
				opts = append(opts, jetstream.WithPurgeSequence(before))
			}
			err = s.Purge(ctx, opts...)
		}
		return err != nil, err
	})
}
