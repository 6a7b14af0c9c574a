package mailer

import (
	"errors"
	"net"
	"sync/atomic"
)

// How many octets a server may send in answer to one command. The libraries keep
// a line in memory until it ends.
const (
	fewOctets  = 1 << 20 // most commands; a greeting
	manyOctets = 4 << 20 // lists
)

var errFlood = errors.New("the server sends more than was asked for")

// guarded is a connection on which no more is read than was allowed last.
type guarded struct {
	net.Conn
	left atomic.Int64
}

func guard(c net.Conn) *guarded {
	g := &guarded{Conn: c}
	g.allow(fewOctets)
	return g
}

// allow gives the next answer its octets; what is left of earlier ones is gone.
func (g *guarded) allow(octets int64) { g.left.Store(octets) }

// Read fails when the octets allowed are used up.
func (g *guarded) Read(p []byte) (int, error) {
	left := g.left.Load()
	if left <= 0 {
		return 0, errFlood
	}
	n, err := g.Conn.Read(p[:min(int64(len(p)), left)])
	g.left.Add(-int64(n))
	return n, err
}
