//go:build fleet

package nats

import (
	"context"
	"crypto/rand"
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
	m.Data = data
	return e.replace(ctx, logs, m, prev)
}

// replace stores a message if the last of its subject is `prev`, 0 for none; ErrFenced.
//
// A refusal alone says little. While one leader follows another both may be asked, for a message
// goes to all who take themselves for one: then one refuses what the other has stored. Or it
// is refused because another message is under way, which may come to nothing. So after a
// refusal the log itself is asked, which has one message behind `prev` at most.
func (e *Engine) replace(ctx context.Context, stream string, m *client.Msg, prev uint64) (number uint64, err error) {
	m.Header.Set(headerID, rand.Text())
	m.Header.Set(headerPrev, strconv.FormatUint(prev, 10))
	err = e.trying(ctx, "write "+m.Subject, once, func(ctx context.Context) (bool, error) {
		ack, err := e.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(prev),
			jetstream.WithRetryAttempts(0))
		if err == nil {
			number = ack.Sequence
			return false, nil
		}
		if !refused(err) {
			return unheard(err), err
		}
		number, err = e.behind(ctx, stream, m, prev)
		return err != nil && !errors.Is(err, engine.ErrFenced), err
	})
	return number, err
}

// behind tells whether a message is the one behind `prev`, and its number; ErrFenced if another
// is. Any other error says that there is none yet: the message may be sent again.
func (e *Engine) behind(ctx context.Context, stream string, m *client.Msg, prev uint64) (uint64, error) {
	last, err := e.last(ctx, stream, m.Subject)
	if err != nil {
		return 0, err
	}
	if last.number == prev {
		return 0, fmt.Errorf("behind %d, another message is under way", prev)
	}
	if last.number > prev {
		found, err := e.some(ctx, stream, m.Subject, prev+1, 1)
		if err == nil && len(found) == 0 {
			err = errors.New("a server is behind")
		}
		if err != nil {
			return 0, err
		}
		if found[0].header.Get(headerID) == m.Header.Get(headerID) {
			return found[0].number, nil
		}
	}
	return 0, fmt.Errorf("%w: the last is %d, not %d", engine.ErrFenced, last.number, prev)
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
				found, err = e.some(ctx, logs, subject(roomLog, log), next, atOnce)
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
		opts := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(filter)}
		if before > 0 {
			opts = append(opts, jetstream.WithPurgeSequence(before))
		}
		err := e.streams[stream].Purge(ctx, opts...)
		return err != nil, err
	})
}
