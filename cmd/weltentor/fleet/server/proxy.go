package server

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Proxy is between an engine and its server, and breaks what goes through it.
type Proxy struct {
	Address string
	server  string
	mu      sync.Mutex
	changed *sync.Cond
	lose    bool // the next answer is lost, and its connection breaks
	lost    int  // number of answers that were lost
	still   bool // nothing goes through
	open    map[net.Conn]bool
	closed  bool

	strikes *strike // what is done when a request comes by; nil: nothing

	word    string        // a request with this word loses its answer; "": none does
	kept    bool          // the request itself is lost
	refuse  time.Duration // how long connections are then refused
	refused time.Time     // connections are refused until then
}

// NewProxy starts a proxy on the loopback address, for the duration of the test.
func NewProxy(t testing.TB, server string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &Proxy{Address: l.Addr().String(), server: server, open: map[net.Conn]bool{}}
	p.changed = sync.NewCond(&p.mu)
	t.Cleanup(func() {
		l.Close()
		p.mu.Lock()
		p.closed, p.still = true, false
		p.changed.Broadcast()
		p.mu.Unlock()
		p.Cut()
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

// LoseNext loses the next answer: the request reaches the server, the answer does not come back, and the connection
// breaks.
func (p *Proxy) LoseNext() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = true
}

// When is the moment at which something is done about a request.
type When int

// The moments: before the server gets it, after that, and when its answer is here, which is lost.
const (
	Before When = iota
	After
	Answered
)

// strike is what is done when the next request with a word comes by.
type strike struct {
	word string
	when When
	do   func()
	met  net.Conn // the client whose answer is awaited; nil: none
}

// Strike does something when the next request with a word comes by. If that is Answered, its connection breaks.
func (p *Proxy) Strike(word string, when When, do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strikes = &strike{word: word, when: when, do: do}
}

// struck does what Strike announced, if this is the moment, and reports whether the connection is to break.
func (p *Proxy) struck(client net.Conn, bytes []byte, when When) bool {
	p.mu.Lock()
	s := p.strikes
	switch {
	case s == nil:
	case when == Answered:
		if s.met != client {
			s = nil
		}
	case !strings.Contains(string(bytes), s.word):
		s = nil
	case s.when == Answered && when == After:
		s.met, s = client, nil
	case s.when != when:
		s = nil
	}
	if s != nil {
		p.strikes = nil
	}
	p.mu.Unlock()
	if s == nil {
		return false
	}
	s.do()
	return s.when == Answered
}

// Swallow loses the answer to the next request that has a word, or with `kept` the request itself. Then it ends all
// connections, and refuses new ones for a while.
func (p *Proxy) Swallow(word string, kept bool, refuse time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.word, p.kept, p.refuse = word, kept, refuse
}

// Admit lets connections in again.
func (p *Proxy) Admit() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = time.Time{}
}

// swallow does what Swallow announced. The caller must hold mu.
func (p *Proxy) swallow() {
	p.word, p.refused = "", time.Now().Add(p.refuse)
	p.lost++
	for c := range p.open {
		c.Close()
	}
}

// Lost is how many answers were lost.
func (p *Proxy) Lost() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

// Still stops everything that goes through, or lets it go on. Connections stay.
func (p *Proxy) Still(still bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.still = still
	p.changed.Broadcast()
}

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

// serve passes the bytes of a connection on, both ways.
func (p *Proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		client.Close()
		return
	}
	p.mu.Lock()
	p.open[client], p.open[server] = true, true
	if p.closed || time.Now().Before(p.refused) {
		client.Close()
	}
	p.mu.Unlock()
	var asked, swallows bool // since the last answer; guarded by mu
	done := make(chan struct{})
	pass := func(to, from net.Conn, answers bool) {
		defer func() {
			client.Close()
			server.Close()
			done <- struct{}{}
		}()
		buf := make([]byte, 64<<10)
		for {
			n, err := from.Read(buf)
			if n > 0 && p.swallows(buf[:n], answers, &swallows) {
				return
			}
			if n > 0 && p.struck(client, buf[:n], map[bool]When{false: Before, true: Answered}[answers]) {
				return
			}
			if n > 0 && p.through(answers, &asked) {
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
			} else if n > 0 {
				return
			}
			if n > 0 && !answers {
				p.struck(client, buf[:n], After)
			}
			if err != nil {
				return
			}
		}
	}
	go pass(server, client, false)
	go pass(client, server, true)
	<-done
	<-done
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, client)
	delete(p.open, server)
}

// swallows reports whether bytes are lost: those of a request with the word, or of the answer to it.
func (p *Proxy) swallows(bytes []byte, answers bool, met *bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !answers && p.word != "" && strings.Contains(string(bytes), p.word) {
		*met = true
		if p.kept {
			p.swallow()
			return true
		}
	}
	if answers && *met {
		p.swallow()
		return true
	}
	return false
}

// through waits while the proxy is still, and reports whether bytes are passed on. The answer that is to be lost is
// not, if there was a request before it.
func (p *Proxy) through(answers bool, asked *bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.still {
		p.changed.Wait()
	}
	if !answers {
		*asked = p.lose || *asked
		return true
	}
	if p.lose && *asked {
		p.lose = false
		p.lost++
		return false
	}
	*asked = false
	return true
}
