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
	lost    int  // number of answers that were lost
	still   bool // nothing goes through
	open    map[net.Conn]bool
	closed  bool

	strikes *strike   // what is done when a request comes by; nil: nothing
	refused time.Time // connections are refused until then
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

// When is the moment at which something is done about a request.
type When int

// The moments: before the server gets it, after that, and when its answer is here.
const (
	Before When = iota
	After
	Answered
)

// strike is what is done when the next request with a word comes by.
type strike struct {
	word   string
	when   When
	do     func()
	breaks bool              // what comes by then is lost, and its connection breaks
	met    map[net.Conn]bool // the clients whose answers are awaited
}

func (p *Proxy) await(s strike) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.met = map[net.Conn]bool{}
	p.strikes = &s
}

// Strike does something when the next request with a word comes by. If that is Answered, its answer is lost.
func (p *Proxy) Strike(word string, when When, do func()) {
	p.await(strike{word: word, when: when, do: do, breaks: when == Answered})
}

// LoseNext loses the next answer: the request reaches the server, the answer does not come back, and the connection
// breaks.
func (p *Proxy) LoseNext() {
	p.await(strike{when: Answered, breaks: true, do: func() {
		p.mu.Lock()
		p.lost++
		p.mu.Unlock()
	}})
}

// Swallow loses the answer to the next request that has a word, or with `kept` the request itself. Then it ends all
// connections, and refuses new ones for a while.
func (p *Proxy) Swallow(word string, kept bool, refuse time.Duration) {
	p.await(strike{word: word, when: map[bool]When{false: Answered, true: Before}[kept], breaks: true, do: func() {
		p.mu.Lock()
		p.refused, p.lost = time.Now().Add(refuse), p.lost+1
		p.mu.Unlock()
		p.Cut()
	}})
}

// struck does what is awaited, if this is the moment, and reports whether the connection is to break.
func (p *Proxy) struck(client net.Conn, bytes []byte, when When) bool {
	p.mu.Lock()
	s := p.strikes
	has := s != nil && when != Answered && strings.Contains(string(bytes), s.word)
	is := s != nil && s.when == when && (has || s.met[client])
	if has && s.when == Answered {
		s.met[client] = true
	}
	if is {
		p.strikes = nil
	}
	p.mu.Unlock()
	if !is {
		return false
	}
	s.do()
	return s.breaks
}

// Admit lets connections in again.
func (p *Proxy) Admit() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = time.Time{}
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
	done := make(chan struct{})
	pass := func(to, from net.Conn, came When) {
		defer func() {
			client.Close()
			server.Close()
			done <- struct{}{}
		}()
		buf := make([]byte, 64<<10)
		for {
			n, err := from.Read(buf)
			if n > 0 {
				if p.struck(client, buf[:n], came) {
					return
				}
				p.flows()
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
				if came == Before {
					p.struck(client, buf[:n], After)
				}
			}
			if err != nil {
				return
			}
		}
	}
	go pass(server, client, Before)
	go pass(client, server, Answered)
	<-done
	<-done
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, client)
	delete(p.open, server)
}

// flows waits while the proxy is still.
func (p *Proxy) flows() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.still {
		p.changed.Wait()
	}
}
