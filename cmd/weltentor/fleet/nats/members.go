//go:build fleet

package nats

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"weltentor/cmd/weltentor/fleet/engine"
)

var _ engine.Members = (*Engine)(nil)

// Members tells how well each host's server keeps all streams. One is as good as its worst, and leads if it
// leads the logs.
func (e *Engine) Members(ctx context.Context) ([]engine.Member, error) {
	replicas, err := e.replicas(ctx)
	if err != nil {
		return nil, err
	}
	members := make([]engine.Member, len(e.config.Hosts))
	for i, h := range e.config.Hosts {
		m := &members[i]
		*m = engine.Member{Name: h.Name, State: engine.Current}
		for _, stream := range streams {
			at := slices.IndexFunc(replicas, func(r replica) bool { return r.Host == h.Name && r.Stream == stream })
			if at < 0 { // the leader has not heard of it since it began
				m.State = engine.Away
				continue
			}
			r := replicas[at]
			switch m.Behind += r.Behind; {
			case r.Offline || m.State == engine.Away:
				m.State = engine.Away
				if r.Offline && r.Seen.After(m.Seen) {
					m.Seen = r.Seen
				}
			case !r.Current:
				m.State = engine.Behind
			case r.Leader && stream == logs && m.State == engine.Current:
				m.State = engine.Leader
			}
		}
		if m.State == engine.Away {
			m.Behind = 0 // what was said last
		}
	}
	return members, nil
}

// streams are all that the servers keep.
var streams = []string{logs, parts, values}

// replica is a server as the leader of a stream sees it.
type replica struct {
	Host    string
	Stream  string
	Leader  bool
	Current bool      // it has all there is; if two have, a third may be lost
	Offline bool      // nobody hears of it
	Behind  uint64    // messages it lacks
	Seen    time.Time // when the leader last heard of it, by this machine's clock; zero: not since it leads
}

// A follower is behind for a moment after each message. One that is not current is looked at again, so often.
const (
	looks     = 20
	lookAgain = 100 * time.Millisecond
)

// replicas tells which servers keep which stream, and how well. A server whose data were lost
// is as good as any other once it is current in all of them.
func (e *Engine) replicas(ctx context.Context) (replicas []replica, err error) {
	for _, stream := range streams {
		// What the leader says of a server that it has not heard from since is old: after a
		// new message a server that lacks it is behind, until it has been seen to have all.
		now, err := e.seats(ctx, stream, true)
		for n := 1; err == nil && n < looks && slices.ContainsFunc(now, replica.late); n++ {
			time.Sleep(lookAgain)
			var then []replica
			then, err = e.seats(ctx, stream, false)
			for i := range then {
				was := slices.IndexFunc(now, func(r replica) bool { return r.Host == then[i].Host && r.Current })
				if was >= 0 && then[i].late() {
					then[i] = now[was]
				}
			}
			now = then
		}
		if err != nil {
			return nil, err
		}
		replicas = append(replicas, now...)
	}
	return replicas, nil
}

// late tells of a server that is heard of and lacks something.
func (r replica) late() bool { return !r.Offline && !r.Current }

// seats are the servers of a stream as its leader sees them, after a message of ours if that is asked for.
func (e *Engine) seats(ctx context.Context, stream string, pass bool) (all []replica, err error) {
	var info *jetstream.StreamInfo
	err = e.patiently(ctx, "the stream "+stream, func(ctx context.Context) (bool, error) {
		if pass {
			if _, err := e.barriers[stream].pass(ctx); err != nil {
				return true, err
			}
		}
		s, err := e.js.Stream(ctx, stream)
		if err != nil {
			return true, err
		}
		info = s.CachedInfo()
		if info.Cluster == nil || info.Cluster.Leader == "" {
			if e.config.replicas() > 1 {
				return true, errors.New("it has no leader")
			}
			info.Cluster = &jetstream.ClusterInfo{Leader: e.config.Name}
		}
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	all = append(all, replica{Host: info.Cluster.Leader, Stream: stream, Leader: true, Current: true})
	for _, p := range info.Cluster.Replicas {
		r := replica{Host: p.Name, Stream: stream, Current: p.Current && !p.Offline && p.Lag == 0, Offline: p.Offline,
			Behind: p.Lag}
		if p.Active > 0 {
			r.Seen = e.config.now().Add(-p.Active)
		}
		all = append(all, r)
	}
	return all, nil
}
