package smtp

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// MostConnections is how many connections to one account hand over letters side by side.
const MostConnections = 4

// Letter is a rendered letter to one address. If From is "", its sender is the null sender.
type Letter struct {
	From, To string
	Raw      []byte
}

// Several hands over letters side by side, over several connections to one account. It is for one goroutine.
type Several struct {
	c    Config
	most int // as many connections as the server has let us have
	all  []*Sender
}

// NewSeveral makes such a sender without connecting yet.
func NewSeveral(c Config, most int) (*Several, error) {
	first, err := NewSender(c)
	return &Several{c: c, most: most, all: []*Sender{first}}, err
}

// Send hands over letters, and returns the outcome of each, as Sender.Send does. Those to one recipient go over one
// connection, in their order. The outcome of a letter that was not tried has no result: the server was down before its
// turn came, or the time was up.
//
// More than one connection is made only if there are as many letters as there may be connections: for fewer, one is as
// quick. If the server refuses one while it has let us have another, it wants fewer. That is no attempt to send, the
// letters go over the others, and no more are made.
func (s *Several) Send(ctx context.Context, letters []Letter) []Outcome {
	r := &round{letters: letters, outcomes: make([]Outcome, len(letters))}
	if len(letters) == 0 {
		return r.outcomes
	}
	lines := 1
	if r.sort(); len(letters) >= MostConnections {
		lines = min(s.most, len(r.left))
	}
	if lines == 1 {
		r.left = [][]int{slices.Concat(r.left...)}
		slices.Sort(r.left[0])
	}
	if lines > 1 {
		if o := s.all[0].ready(ctx); o.Result != Delivered {
			r.outcomes[0] = o
			return r.outcomes
		}
	}
	var busy sync.WaitGroup
	refused := make([]bool, lines)
	for i := 1; i < lines; i++ {
		if i == len(s.all) {
			more, _ := NewSender(s.c) // its configuration is as good as the first one's
			s.all = append(s.all, more)
		}
		line := s.all[i]
		busy.Go(func() { refused[i] = r.work(ctx, line, true) })
	}
	r.work(ctx, s.all[0], false)
	busy.Wait()
	r.work(ctx, s.all[0], false) // what others have given back
	s.learn(refused)
	return r.outcomes
}

// learn keeps to the connections that are there if one was refused, and notes on all whether the server accepts the null
// sender.
func (s *Several) learn(refused []bool) {
	if slices.Contains(refused, true) {
		first := s.all[0]
		s.all = slices.DeleteFunc(s.all, func(line *Sender) bool { return line.client == nil && line != first })
		s.most = len(s.all)
	}
	for _, line := range s.all {
		s.c.NoNull = s.c.NoNull || line.NoNull
	}
	for _, line := range s.all {
		line.NoNull = s.c.NoNull
	}
}

// Close says goodbye on all connections.
func (s *Several) Close() {
	var busy sync.WaitGroup
	for _, line := range s.all {
		busy.Go(func() { _ = line.Close() })
	}
	busy.Wait()
}

// round are letters that are handed over side by side.
type round struct {
	letters  []Letter
	outcomes []Outcome

	mu   sync.Mutex
	left [][]int // letters that nobody has taken yet, those to one recipient together
	over bool    // the server is down, or the time is up
}

// sort puts the letters to one recipient together.
func (r *round) sort() {
	at := map[string]int{}
	for i, l := range r.letters {
		to := strings.ToLower(l.To)
		n, is := at[to]
		if !is {
			n = len(r.left)
			at[to], r.left = n, append(r.left, nil)
		}
		r.left[n] = append(r.left[n], i)
	}
}

// take returns the next letters to one recipient; nil: there are none.
func (r *round) take() (some []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || len(r.left) == 0 {
		return nil
	}
	some, r.left = r.left[0], r.left[1:]
	return some
}

// work hands over letters on one connection until there are none. If the connection is spare, and the server does not
// let us have it, the letters are given back, and it was refused.
func (r *round) work(ctx context.Context, line *Sender, spare bool) (refused bool) {
	for {
		some := r.take()
		for k, i := range some {
			fresh, l := line.client == nil, r.letters[i]
			o := line.Send(ctx, l.From, l.To, l.Raw)
			if spare && fresh && ctx.Err() == nil && o.unwanted() {
				r.mu.Lock()
				r.left = append(r.left, some[k:])
				r.mu.Unlock()
				return true
			}
			r.outcomes[i] = o
			if o.ServerDown() || ctx.Err() != nil {
				r.mu.Lock()
				r.over = true
				r.mu.Unlock()
				return false
			}
		}
		if some == nil {
			return false
		}
	}
}

// unwanted reports whether the server did not serve a new connection at all.
func (o Outcome) unwanted() bool {
	return o.ServerDown() && o.Stage != StageMail || o.Stage == StageMail && (o.Code == 421 || o.Code == 0)
}
