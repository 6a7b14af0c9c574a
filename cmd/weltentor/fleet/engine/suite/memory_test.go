package suite

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// faults are the ways in which an engine can be wrong. The suite finds each.
type faults struct {
	noFence, lateFence, forgets, doubles, stale, trimsAll, dropAnew, foreign, noGrace, old, stolen, blind,
	revisions, names, sizes, shares, wrongTime, lossy, fencesStored bool
}

// memory is an engine in one process, to try the suite without a server.
type memory struct {
	mu       sync.Mutex
	wrong    faults
	logs     map[string][]engine.Entry
	tops     map[string]uint64
	parts    map[string]map[string]part
	leases   map[string]*lease
	values   map[string]value
	revision uint64
	calls    int
}

type part struct {
	data []byte
	at   time.Time
}

type value struct {
	data     []byte
	revision uint64
}

func newMemory(wrong faults) *memory {
	return &memory{wrong: wrong, logs: map[string][]engine.Entry{}, tops: map[string]uint64{},
		parts: map[string]map[string]part{}, leases: map[string]*lease{}, values: map[string]value{}}
}

// opened is a memory as one host has opened it.
type opened struct {
	*memory
	later  time.Duration
	closed bool
}

func (o *opened) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	return nil
}

// begin locks the memory, unless the call is refused.
func (o *opened) begin(ctx context.Context, refused error) (func(), error) {
	if refused != nil {
		return nil, refused
	}
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return nil, errors.New("closed")
	}
	if err := ctx.Err(); err != nil {
		o.mu.Unlock()
		return nil, err
	}
	o.calls++
	return o.mu.Unlock, nil
}

func (o *opened) name(name string) error {
	if o.wrong.names {
		return nil
	}
	return engine.CheckName(name)
}

func (o *opened) entry(head, data []byte) error {
	if o.wrong.sizes {
		return nil
	}
	return engine.CheckEntry(head, data)
}

func (o *opened) Head(ctx context.Context, log string) (engine.Entry, error) {
	end, err := o.begin(ctx, o.name(log))
	if err != nil {
		return engine.Entry{}, err
	}
	defer end()
	l := o.logs[log]
	if o.wrong.stale && len(l) > 1 && o.calls%5 == 0 {
		l = l[:len(l)-1]
	}
	if len(l) == 0 {
		return engine.Entry{}, nil
	}
	top := l[len(l)-1]
	top.Data = nil
	return top, nil
}

func (o *opened) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	end, err := o.begin(ctx, errors.Join(o.name(log), o.entry(head, data)))
	if err != nil {
		return 0, err
	}
	defer end()
	var top uint64
	if l := o.logs[log]; len(l) > 0 {
		top = l[len(l)-1].Number
	}
	fence := prev != top
	if o.wrong.lateFence {
		fence = prev != top && prev+1 != top
	}
	if fence && !o.wrong.noFence {
		return 0, engine.ErrFenced
	}
	o.tops[log]++
	e := engine.Entry{Log: log, Number: o.tops[log], At: time.Now(), Head: slices.Clone(head), Data: slices.Clone(data)}
	if o.wrong.shares {
		e.Data = data
	}
	if o.wrong.wrongTime {
		e.At = e.At.Add(-time.Hour)
	}
	if !o.wrong.forgets || o.calls%7 != 0 {
		o.logs[log] = append(o.logs[log], e)
	}
	if o.wrong.lossy && o.calls%3 == 0 {
		return 0, errors.New("the answer is lost")
	}
	if o.wrong.fencesStored && o.calls%5 == 0 {
		return 0, engine.ErrFenced
	}
	if o.wrong.doubles && o.calls%5 == 0 {
		o.tops[log]++
		e.Number = o.tops[log]
		o.logs[log] = append(o.logs[log], e)
		return e.Number, nil
	}
	return e.Number, nil
}

func (o *opened) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		end, err := o.begin(ctx, o.name(log))
		if err != nil {
			yield(engine.Entry{}, err)
			return
		}
		l := slices.Clone(o.logs[log])
		end()
		for _, e := range l {
			if e.Number >= from && !yield(e, nil) {
				return
			}
		}
	}
}

func (o *opened) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		end, err := o.begin(ctx, engine.CheckPrefix(prefix))
		if err != nil {
			yield(engine.Entry{}, err)
			return
		}
		names := slices.Sorted(maps.Keys(o.logs))
		end()
		for _, name := range names {
			h, err := o.Head(ctx, name)
			inside := strings.HasPrefix(name, prefix)
			if o.wrong.foreign {
				inside = strings.Contains(name+"/", prefix+"/")
			}
			if inside && h.Number > 0 && !yield(h, err) {
				return
			}
		}
	}
}

func (o *opened) Trim(ctx context.Context, log string, before uint64) error {
	end, err := o.begin(ctx, o.name(log))
	if err != nil {
		return err
	}
	defer end()
	l := o.logs[log]
	for len(l) > 0 && l[0].Number < before && (len(l) > 1 || o.wrong.trimsAll) {
		l = l[1:]
	}
	o.logs[log] = l
	return nil
}

func (o *opened) Drop(ctx context.Context, log string) error {
	end, err := o.begin(ctx, o.name(log))
	if err != nil {
		return err
	}
	defer end()
	delete(o.logs, log)
	delete(o.parts, log)
	if o.wrong.dropAnew {
		delete(o.tops, log)
	}
	return nil
}

func (o *opened) PutPart(ctx context.Context, log, sum string, data []byte) error {
	end, err := o.begin(ctx, errors.Join(o.name(log), engine.CheckPart(sum, data)))
	if err != nil {
		return err
	}
	defer end()
	if o.parts[log] == nil {
		o.parts[log] = map[string]part{}
	}
	if _, there := o.parts[log][sum]; there && o.wrong.old {
		return nil
	}
	o.parts[log][sum] = part{slices.Clone(data), time.Now().Add(o.later)}
	return nil
}

func (o *opened) Part(ctx context.Context, log, sum string) ([]byte, error) {
	end, err := o.begin(ctx, errors.Join(o.name(log), engine.CheckSum(sum)))
	if err != nil {
		return nil, err
	}
	defer end()
	p, there := o.parts[log][sum]
	if !there {
		return nil, engine.ErrNone
	}
	return p.data, nil
}

func (o *opened) KeepParts(ctx context.Context, log string, only map[string]bool) error {
	end, err := o.begin(ctx, o.name(log))
	if err != nil {
		return err
	}
	defer end()
	maps.DeleteFunc(o.parts[log], func(sum string, p part) bool {
		return !only[sum] && (o.wrong.noGrace || time.Now().Add(o.later).Sub(p.at) > engine.Grace)
	})
	return nil
}

func (o *opened) Now(context.Context) (time.Time, error) { return time.Now(), nil }

// lease is a lease of a memory.
type lease struct {
	in           *memory
	name, holder string
	until        time.Time
}

func (o *opened) Take(ctx context.Context, name, holder string, ttl time.Duration) (engine.Lease, error) {
	if ttl <= 0 {
		return nil, engine.ErrRefused
	}
	end, err := o.begin(ctx, errors.Join(o.name(name), engine.CheckHolder(holder)))
	if err != nil {
		return nil, err
	}
	defer end()
	was := o.leases[name]
	if was != nil && was.holder != holder && (time.Now().Before(was.until)) && !o.wrong.blind {
		return nil, engine.ErrTaken
	}
	l := &lease{o.memory, name, holder, time.Now().Add(ttl)}
	o.leases[name] = l
	return l, nil
}

func (o *opened) Holders(ctx context.Context, prefix string) (map[string]string, error) {
	end, err := o.begin(ctx, engine.CheckPrefix(prefix))
	if err != nil {
		return nil, err
	}
	defer end()
	out := map[string]string{}
	for name, l := range o.leases {
		if strings.HasPrefix(name, prefix) && time.Now().Before(l.until) {
			out[name] = l.holder
		}
	}
	return out, nil
}

func (l *lease) Renew(_ context.Context, ttl time.Duration) error {
	l.in.mu.Lock()
	defer l.in.mu.Unlock()
	has := l.in.leases[l.name]
	if (has == nil || has.holder != l.holder || !time.Now().Before(has.until)) && !l.in.wrong.stolen {
		return engine.ErrLost
	}
	l.until = time.Now().Add(ttl)
	l.in.leases[l.name] = l
	return nil
}

func (l *lease) Release(context.Context) error {
	l.in.mu.Lock()
	defer l.in.mu.Unlock()
	if has := l.in.leases[l.name]; has != nil && has.holder == l.holder {
		delete(l.in.leases, l.name)
	}
	return nil
}

func (o *opened) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	end, err := o.begin(ctx, o.name(key))
	if err != nil {
		return nil, 0, err
	}
	defer end()
	v := o.values[key]
	return v.data, v.revision, nil
}

func (o *opened) Put(ctx context.Context, key string, data []byte, prev uint64) (uint64, error) {
	end, err := o.begin(ctx, errors.Join(o.name(key), engine.CheckSize("a value", data, engine.MaxData)))
	if err != nil {
		return 0, err
	}
	defer end()
	if o.values[key].revision != prev {
		return 0, engine.ErrFenced
	}
	o.revision++
	if data == nil {
		delete(o.values, key)
		return o.revision, nil
	}
	n := o.revision
	if o.wrong.revisions {
		n = prev + 1
	}
	o.values[key] = value{slices.Clone(data), n}
	return n, nil
}

func (o *opened) All(ctx context.Context, prefix string) (map[string][]byte, error) {
	end, err := o.begin(ctx, engine.CheckPrefix(prefix))
	if err != nil {
		return nil, err
	}
	defer end()
	out := map[string][]byte{}
	for key, v := range o.values {
		if strings.HasPrefix(key, prefix) {
			out[key] = v.data
		}
	}
	return out, nil
}

func inMemory(wrong faults) Place {
	m := newMemory(wrong)
	return Place{Open: func(t testing.TB, how Opening) engine.Engine { return &opened{memory: m, later: how.Later} }}
}
