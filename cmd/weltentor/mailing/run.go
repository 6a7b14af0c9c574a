package mailing

import (
	"cmp"
	"context"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/notify"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
)

// Rests is how long Run rests.
type Rests struct {
	Look  time.Duration // at most between two rounds
	Again time.Duration // after a connection was lost, and between two questions to a server without IDLE
	Waker *Waker        // nil: nothing but mail and time begins a round
}

// lockedTime is when Run comes back to a world in which another command is at work.
const lockedTime = 5 * time.Second

// stay is what Run keeps of a mailbox and its worlds from one round to the next. It is nil for cron.
type stay struct {
	*service
	dirs []string
	line *imap.Line        // nil: these worlds read no mailbox
	said map[string]string // by folder: why its world is not served
	next time.Time         // when there is something to do if no mail comes; zero: nothing is planned
	late atomic.Int64      // Unix time by which it will have shown that it works
}

// service is one call of Run.
type service struct {
	call  *call.Call
	rests Rests
	tell  *notify.Settings
	round time.Duration // no round takes longer
	mu    sync.Mutex
	posts map[string]*sync.Mutex // by account: who holds it sends by it
}

// Run serves worlds until the call's context ends, and then finishes the letter in hand. Each mailbox has one
// connection for all its worlds. A round, the same as cron's, begins when a mail has come, when a world has something
// to do, such as at a deadline, and after a while. Trouble in one mailbox does not delay the others. tell may be nil.
func Run(c *call.Call, dirs []string, tell *notify.Settings, r Rests) error {
	worlds, own, one := foldersOf(dirs), *c, &sync.Mutex{}
	own.Voice = &call.Voice{Book: c.Voice.Book, Out: &alone{one, c.Voice.Out}, Err: &alone{one, c.Voice.Err}}
	own.Seen = false // what it does is for a log
	s := &service{call: &own, rests: r, tell: tell, round: 5 * time.Minute, posts: map[string]*sync.Mutex{}}
	var wrong []error
	for _, f := range worlds {
		if f.err == nil {
			first := own // nobody speaks yet
			first.Voice = &call.Voice{Book: c.Voice.Book}
			w, err := folder.OpenWith(&first, f.dir, f.settings)
			if f.err = err; err == nil {
				if why := w.Still(); why != nil { // a copy, or a fleet's
					f.err = why
				}
			}
		}
		if f.err != nil {
			wrong = append(wrong, f.err)
			continue
		}
		limit, _ := time.ParseDuration(f.settings.Limit)
		s.round += 2 * limit // another mailbox may send by its account
	}
	if len(wrong) == len(worlds) {
		return wrong[0]
	}
	var stays []*stay
	for _, row := range inRows(worlds, func(i int, f given) string { return cmp.Or(f.mailbox(), strconv.Itoa(i)) }) {
		st := &stay{service: s, said: map[string]string{}}
		for _, i := range row {
			st.dirs = append(st.dirs, dirs[i])
		}
		if f := worlds[row[0]]; f.mailbox() != "" {
			st.line = &imap.Line{Inbox: f.settings.IMAP.Inbox, Every: r.Again}
		}
		st.lasts(s.round)
		stays = append(stays, st)
	}
	c.Voice.Say("runs", phrase.Num("worlds", len(worlds)), phrase.Num("mailboxes", len(inboxes(worlds))))
	var busy sync.WaitGroup
	for _, st := range stays {
		busy.Go(st.serve)
	}
	ended := make(chan struct{})
	go func() { busy.Wait(); close(ended) }()
	s.supervised(stays, ended)
	c.Voice.Say("run-ends")
	return nil
}

// serve serves the worlds of a mailbox until the context ends.
func (st *stay) serve() {
	for st.call.Ctx.Err() == nil {
		st.next = time.Time{}
		st.lasts(st.round)
		worlds, row := foldersOf(st.dirs), []int{}
		for i := range worlds {
			worlds[i].stay, worlds[i].notify, row = st, st.tell, append(row, i)
		}
		again := st.rests.Again
		if slices.Contains(serve(st.call, worlds, [][]int{row}, 1), complaint.ExitUsage) {
			again = st.rests.Look // such as a wrong password, which a server must not be asked about each minute
		}
		st.rest(again)
	}
	if st.line != nil {
		st.line.Close(context.WithoutCancel(st.call.Ctx))
	}
}

// rest waits for the next round. Without a connection it comes after a time.
func (st *stay) rest(again time.Duration) {
	wait := st.rests.Look
	if !st.next.IsZero() {
		wait = min(wait, st.next.Sub(st.call.Now()))
	}
	st.lasts(wait + 5*time.Minute)
	ctx, cancel := context.WithTimeout(st.call.Ctx, wait)
	defer cancel()
	defer st.rests.Waker.rests(st, cancel)()
	began := time.Now()
	if st.line.Wait(ctx) == nil {
		return
	}
	select { // a server that hangs up must not get one login after the other
	case <-time.After(again - time.Since(began)):
	case <-ctx.Done():
	}
}

// lasts says when the next sign of life comes at the latest.
func (st *stay) lasts(d time.Duration) { st.late.Store(time.Now().Add(d).Unix()) }

// plan makes the next round come at a time, if that is not zero, or before.
func (st *stay) plan(at time.Time) {
	if st != nil && !at.IsZero() && (st.next.IsZero() || at.Before(st.next)) {
		st.next = at
	}
}

// fresh reports whether it was not yet said why a world is not served. For cron it always is.
func (st *stay) fresh(dir string, err error) bool {
	if st == nil {
		return true
	}
	was := st.said[dir]
	st.said[dir] = err.Error()
	return was != err.Error()
}

// served forgets what was said about a world.
func (st *stay) served(dir string) {
	if st != nil {
		delete(st.said, dir)
	}
}

// kept is the line of a mailbox; nil: each poll logs in.
func (st *stay) kept() *imap.Line {
	if st == nil {
		return nil
	}
	return st.line
}

// alone keeps an account from getting letters over several connections, until free is called.
func (st *stay) alone(account string) (free func()) {
	if st == nil {
		return func() {}
	}
	st.mu.Lock()
	post := st.posts[account]
	if post == nil {
		post = &sync.Mutex{}
		st.posts[account] = post
	}
	st.mu.Unlock()
	post.Lock()
	return post.Unlock
}

// supervised tells systemd that the service is there, and that it works, until it has ended (sd_notify(3)). If a
// mailbox gives no sign of life any more, systemd hears no more of it and starts the service again.
func (s *service) supervised(stays []*stay, ended <-chan struct{}) {
	s.notify("READY=1")
	usec, _ := strconv.Atoi(s.call.Env("WATCHDOG_USEC"))
	every := time.NewTicker(cmp.Or(time.Duration(usec)*time.Microsecond/2, time.Hour))
	defer every.Stop()
	told := s.call.Ctx.Done()
	for {
		select {
		case <-ended:
			return
		case <-told:
			s.notify("STOPPING=1")
			told = nil
		case now := <-every.C:
			alive := true
			for _, st := range stays {
				alive = alive && now.Unix() <= st.late.Load()
			}
			if alive {
				s.notify("WATCHDOG=1")
			}
		}
	}
}

// notify sends a state to systemd, if it waits for any.
func (s *service) notify(state string) {
	socket := s.call.Env("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	if c, err := net.Dial("unixgram", socket); err == nil {
		_, _ = c.Write([]byte(state))
		c.Close()
	}
}
