//go:build fleet

package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// message is one of a stream.
type message struct {
	subject string
	number  uint64
	at      time.Time
	header  client.Header
	data    []byte
}

// barrier makes reads linearizable. JetStream answers reads from what a server has, and a
// server that lags, or a leader that does not know yet that it is none any more, has too little.
// A written message is answered only by a leader with a majority, in the stream's one order. So
// before a read one is written, and what is read must have it: an answer that has it has all
// that was confirmed before. Reads that wait at the same time share one.
type barrier struct {
	e      *Engine
	stream string
	mu     sync.Mutex
	next   *wave
	turn   chan struct{} // one is under way
}

// wave are those who wait for the same message.
type wave struct {
	done   chan struct{}
	number uint64
	err    error
}

func newBarrier(e *Engine, stream string) *barrier {
	return &barrier{e: e, stream: stream, turn: make(chan struct{}, 1)}
}

// pass gives the number of a message that was written after it was called.
func (b *barrier) pass(ctx context.Context) (uint64, error) {
	b.mu.Lock()
	w := b.next
	if w == nil {
		w = &wave{done: make(chan struct{})}
		b.next = w
		go b.write(w)
	}
	b.mu.Unlock()
	select {
	case <-w.done:
		return w.number, w.err
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// write is for all who came while it waited for the one before.
func (b *barrier) write(w *wave) {
	defer close(w.done)
	b.turn <- struct{}{}
	defer func() { <-b.turn }()
	b.mu.Lock()
	b.next = nil
	b.mu.Unlock()
	ctx, cancel := b.e.line.attempt(context.Background(), once)
	defer cancel()
	m := client.NewMsg(barrierOf(b.stream))
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	ack, err := b.e.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
	if err != nil {
		w.err = err
		return
	}
	w.number = ack.Sequence
}

// last gives the last message of a subject, number 0 if there is none. It is linearizable: the
// answer has a barrier's message that was written after the call.
func (e *Engine) last(ctx context.Context, stream, subject string) (message, error) {
	found, err := e.latest(ctx, stream, subject)
	if err != nil {
		return message{}, err
	}
	return found[subject], nil
}

// latest gives the last messages of subjects, at most some hundred, as last does.
func (e *Engine) latest(ctx context.Context, stream string, subjects ...string) (map[string]message, error) {
	wanted, err := e.barriers[stream].pass(ctx)
	if err != nil {
		return nil, err
	}
	ask := request{Last: append(subjects, barrierOf(stream))}
	for wait := time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		answers, whole, err := e.direct(ctx, stream, ask)
		if err != nil {
			return nil, err
		}
		found := map[string]message{}
		for _, m := range answers {
			found[m.subject] = m
		}
		if whole && found[barrierOf(stream)].number >= wanted {
			delete(found, barrierOf(stream))
			return found, nil
		}
		select {
		case <-time.After(wait): // the server that answered is behind
		case <-ctx.Done():
			return nil, fmt.Errorf("no server has message %d of %s: %w", wanted, stream, context.Cause(ctx))
		}
	}
}

// much is how many bytes are read at once, and some how many messages.
const (
	much   = 4 << 20
	atOnce = 256
)

// some gives messages of a subject from a number on, at most so many. It may have fewer than
// there are: a server answers from what it has.
func (e *Engine) some(ctx context.Context, stream, subject string, from uint64, most int) ([]message, error) {
	found, _, err := e.direct(ctx, stream, request{Seq: from, Next: subject, Batch: most, Bytes: much})
	return found, err
}

// request is what direct asks for: the last messages of subjects, or those of one from a number on.
type request struct {
	Last  []string `json:"multi_last,omitempty"`
	Seq   uint64   `json:"seq,omitempty"`
	Next  string   `json:"next_by_subj,omitempty"`
	Batch int      `json:"batch,omitempty"`
	Bytes int      `json:"max_bytes,omitempty"`
}

// direct asks any server for messages. It gives what came in order, and whether that is all. Of last messages
// errMany says that it is not.
func (e *Engine) direct(ctx context.Context, stream string, ask request) (found []message, whole bool, err error) {
	asked, err := json.Marshal(ask)
	if err != nil {
		return nil, false, err
	}
	inbox := e.conn.NewInbox()
	sub, err := e.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, false, err
	}
	defer sub.Unsubscribe()
	if err := e.conn.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, asked); err != nil {
		return nil, false, err
	}
	before := "0"
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, false, err
		}
		switch status := m.Header.Get("Status"); status {
		case "":
		case "413":
			return nil, false, errMany
		case "204": // the end
			if left := m.Header.Get("Nats-Num-Pending"); left != "0" && ask.Last != nil {
				return nil, false, errMany
			}
			return found, m.Header.Get("Nats-Last-Sequence") == before, nil
		case "404":
			return nil, true, nil
		default:
			return nil, false, fmt.Errorf("read %s: %s %s", stream, status, m.Header.Get("Description"))
		}
		one, err := read(m)
		if err != nil {
			return nil, false, err
		}
		if m.Header.Get("Nats-Last-Sequence") != before {
			return found, false, nil // one was lost on the way
		}
		before = m.Header.Get("Nats-Sequence")
		found = append(found, one)
	}
}

// errMany is of more messages than a server gives at once.
var errMany = errors.New("there are more than are sent at once")

// read is an answer to direct as a message.
func read(m *client.Msg) (message, error) {
	number, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		return message{}, fmt.Errorf("an answer without a number: %w", err)
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get("Nats-Time-Stamp"))
	if err != nil {
		return message{}, fmt.Errorf("an answer without a time: %w", err)
	}
	return message{subject: m.Header.Get("Nats-Subject"), number: number, at: at, header: m.Header, data: m.Data}, nil
}

// lasts gives the last message of each subject of a filter, with or without its content, as
// last does. They may be any number.
func (e *Engine) lasts(ctx context.Context, stream, filter string, bare bool) (found map[string]message, err error) {
	err = e.patiently(ctx, "read "+filter, func(ctx context.Context) (bool, error) {
		if !bare { // a few are sent without a consumer, on which the servers would have to agree
			if found, err = e.latest(ctx, stream, filter); !errors.Is(err, errMany) {
				return err != nil, err
			}
		}
		wanted, err := e.barriers[stream].pass(ctx)
		if err == nil {
			found, err = e.listen(ctx, stream, filter, bare, wanted)
		}
		return err != nil, err
	})
	return found, err
}

// listen has a server send the last messages and what comes after them, until the barrier has
// come: then they are those of that moment.
func (e *Engine) listen(ctx context.Context, stream, filter string, bare bool, wanted uint64) (map[string]message,
	error) {
	consumer, err := e.js.CreateConsumer(ctx, stream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, AckPolicy: jetstream.AckNonePolicy, HeadersOnly: bare,
		FilterSubjects: []string{filter, barrierOf(stream)}, MemoryStorage: true, Replicas: 1,
		InactiveThreshold: 2 * once,
	})
	if err != nil {
		return nil, err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = e.js.DeleteConsumer(ctx, stream, consumer.CachedInfo().Name) // if it fails, it ends by itself
	}()
	found, expected := map[string]message{}, uint64(1)
	for {
		batch, err := consumer.Fetch(atOnce, jetstream.FetchContext(ctx))
		if err != nil {
			return nil, err
		}
		for m := range batch.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				return nil, err
			}
			if meta.Sequence.Consumer != expected {
				return nil, errors.New("an answer was lost on the way")
			}
			expected++
			if m.Subject() == barrierOf(stream) {
				if meta.Sequence.Stream >= wanted {
					return found, nil
				}
				continue // an older one, of a server that is behind
			}
			found[m.Subject()] = message{subject: m.Subject(), number: meta.Sequence.Stream, at: meta.Timestamp,
				header: m.Headers(), data: m.Data()}
		}
		if err := batch.Error(); err != nil {
			return nil, err
		}
	}
}
