package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// network is what one subscriber has: an address of IPv4, or a /56 of IPv6.
type network = netip.Prefix

// networkOf is the network of an address with a port.
func networkOf(addr string) network {
	at, _ := netip.ParseAddrPort(addr)
	return masked(at.Addr())
}

func masked(ip netip.Addr) network {
	ip, bits := ip.Unmap().WithZone(""), 56
	if ip.Is4() {
		bits = 32
	}
	p, _ := ip.Prefix(bits)
	return p
}

// network is who asks. What a proxy says counts only if there is one, and it is on this machine. Of several addresses the
// last is the one that it has added; those before it are the client's own words.
func (s *Server) network(r *http.Request) network {
	at := networkOf(r.RemoteAddr)
	if !s.behind || !at.Addr().IsLoopback() {
		return at
	}
	said := r.Header.Values("X-Forwarded-For")
	if len(said) == 0 {
		return at
	}
	last := said[len(said)-1]
	if ip, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])); err == nil {
		return masked(ip)
	}
	return at
}

// meter lets each network ask so often in a time, with some at once. It knows no more than mostMetered of them; when it
// is full, all begin anew.
type meter struct {
	mu     sync.Mutex
	each   float64 // of a second
	burst  float64
	filled map[network]bucket
}

type bucket struct {
	left float64
	at   time.Time
}

const mostMetered = 50_000

func newMeter(most int, in time.Duration, burst int) *meter {
	return &meter{each: float64(most) / in.Seconds(), burst: float64(burst), filled: map[network]bucket{}}
}

// allow counts a request of a network, and reports whether it is within the limit.
func (m *meter) allow(of network, now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, known := m.filled[of]
	if !known {
		if len(m.filled) >= mostMetered {
			clear(m.filled)
		}
		b = bucket{m.burst, now}
	}
	b.left = min(m.burst, b.left+max(0, now.Sub(b.at).Seconds())*m.each)
	b.at = now
	ok := b.left >= 1
	if ok {
		b.left--
	}
	m.filled[of] = b
	return ok
}

const (
	mostOpen  = 512 // connections
	mostOfOne = 24  // of one network
)

// few is a listener that lets one network have so many connections at a time. Further ones are closed at once. A proxy on
// this machine may have all that there are.
type few struct {
	net.Listener
	behind bool
	mu     sync.Mutex
	all    int
	open   map[network]int
}

// Accept waits for the next connection of a network that has not too many.
func (f *few) Accept() (net.Conn, error) {
	for {
		c, err := f.Listener.Accept()
		if err != nil {
			return nil, err
		}
		of := networkOf(c.RemoteAddr().String())
		f.mu.Lock()
		ok := f.all < mostOpen && (f.behind && of.Addr().IsLoopback() || f.open[of] < mostOfOne)
		if ok {
			f.open[of]++
			f.all++
		}
		f.mu.Unlock()
		if ok {
			return &counted{Conn: c, gone: sync.OnceFunc(func() { f.gone(of) })}, nil
		}
		_ = c.Close()
	}
}

func (f *few) gone(of network) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all--
	if f.open[of]--; f.open[of] == 0 {
		delete(f.open, of)
	}
}

// counted is a connection that says when it ends.
type counted struct {
	net.Conn
	gone func()
}

// Close ends the connection.
func (c *counted) Close() error {
	c.gone()
	return c.Conn.Close()
}
