//go:build fleet

package nats

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// Member is a server as the leader of a stream sees it.
type Member struct {
	Host    string
	Stream  string // logs, parts, values
	Leader  bool
	Current bool   // it has all there is; if two have, a third may be lost
	Behind  uint64 // messages it lacks
}

// Members tells which servers keep which stream, and how well. A server whose data were lost
// is as good as any other once it is current in all of them.
func (e *Engine) Members(ctx context.Context) (members []Member, err error) {
	for _, stream := range []string{logs, parts, values} {
		var info *jetstream.StreamInfo
		err := e.patiently(ctx, "the stream "+stream, func(ctx context.Context) (bool, error) {
			// What the leader says of a server that it has not heard from since is old: after a
			// new message a server that lacks it is behind.
			if _, err := e.barriers[stream].pass(ctx); err != nil {
				return true, err
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
		members = append(members, Member{Host: info.Cluster.Leader, Stream: stream[len("wt-"):], Leader: true,
			Current: true})
		for _, p := range info.Cluster.Replicas {
			members = append(members, Member{Host: p.Name, Stream: stream[len("wt-"):],
				Current: p.Current && !p.Offline, Behind: p.Lag})
		}
	}
	return members, nil
}
