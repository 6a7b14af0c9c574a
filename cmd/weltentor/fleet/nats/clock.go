//go:build fleet

package nats

import (
	"context"
	"fmt"
	"slices"
	"time"

	client "github.com/nats-io/nats.go"
)

// The engine's time is what most hosts have. The time of one server, such as the leader that
// stamps the messages, would move all deadlines if that one's clock is wrong.
const (
	askTime  = "wt.time"
	agreeing = time.Second     // two hosts whose clocks are this close are enough
	waiting  = 2 * time.Second // for a third if two are not
)

// now is this host's time.
func (c Config) now() time.Time {
	if c.Clock != nil {
		return c.Clock()
	}
	return time.Now()
}

// tellTime answers all who ask for the time with this host's.
func (s *Server) tellTime() (*client.Conn, error) {
	conn, err := dial(s.config, client.InProcessServer(s))
	if err != nil {
		return nil, err
	}
	_, err = conn.Subscribe(askTime, func(m *client.Msg) {
		answer := client.NewMsg(m.Reply)
		answer.Header.Set(headerHost, s.config.Name)
		answer.Data = []byte(s.config.now().UTC().Format(time.RFC3339Nano))
		_ = m.RespondMsg(answer)
	})
	if err == nil {
		err = conn.FlushTimeout(patience)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// Now gives the time of most hosts: of two that agree the earlier, of three the middle one.
func (e *Engine) Now(ctx context.Context) (time.Time, error) {
	var found time.Time
	err := e.patiently(ctx, "the time", func(ctx context.Context) (bool, error) {
		var err error
		found, err = e.askHosts(ctx)
		return err != nil, err
	})
	return found, err
}

// askHosts asks once.
func (e *Engine) askHosts(ctx context.Context) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, waiting)
	defer cancel()
	inbox := e.conn.NewInbox()
	sub, err := e.conn.SubscribeSync(inbox)
	if err != nil {
		return time.Time{}, err
	}
	defer sub.Unsubscribe()
	if err := e.conn.PublishRequest(askTime, inbox, nil); err != nil {
		return time.Time{}, err
	}
	times := map[string]time.Time{}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return time.Time{}, fmt.Errorf("of %d hosts %d have told the time, and they differ or are too few: %w",
				len(e.config.Hosts), len(times), err)
		}
		at, err := time.Parse(time.RFC3339Nano, string(m.Data))
		if err != nil {
			continue // the server's own answer that nobody is there to answer
		}
		times[m.Header.Get(headerHost)] = at
		if at, ok := most(times, len(e.config.Hosts)); ok {
			return at, nil
		}
	}
}

// most is the time that most of the hosts have, if these are enough to say.
func most(times map[string]time.Time, hosts int) (time.Time, bool) {
	var all []time.Time
	for _, t := range times {
		all = append(all, t)
	}
	slices.SortFunc(all, time.Time.Compare)
	switch {
	case hosts == 1 && len(all) == 1:
		return all[0], true
	case hosts == 3 && len(all) == 2 && all[1].Sub(all[0]) <= agreeing:
		return all[0], true
	case hosts == 3 && len(all) == 3:
		return all[1], true
	}
	return time.Time{}, false
}
