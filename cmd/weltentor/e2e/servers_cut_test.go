//go:build servers

package e2e

import (
	"io"
	"net"
	"strconv"
	"sync"
	"testing"
)

// cutter is between the game and a server, and cuts a connection after so many bytes in one direction. It cannot read
// them, since they are under TLS.
type cutter struct {
	ln net.Listener
	to string

	mu   sync.Mutex
	next cut
	cuts int
}

// cut says when the next connection is cut, and what happens then. The zero value cuts nothing.
type cut struct {
	fromServer, fromGame int64 // in bytes
	then                 func()
}

func newCutter(t *testing.T, port int) *cutter {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{ln: ln, to: "127.0.0.1:" + strconv.Itoa(port)}
	go c.serve()
	t.Cleanup(func() { ln.Close() })
	return c
}

func (c *cutter) port() string { return strconv.Itoa(c.ln.Addr().(*net.TCPAddr).Port) }

// arm makes the next connection be cut.
func (c *cutter) arm(next cut) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = next
}

// count is how many connections were cut.
func (c *cutter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cuts
}

func (c *cutter) serve() {
	for {
		game, err := c.ln.Accept()
		if err != nil {
			return
		}
		go c.connect(game)
	}
}

func (c *cutter) connect(game net.Conn) {
	defer game.Close()
	server, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer server.Close()
	c.mu.Lock()
	plan := c.next
	c.mu.Unlock()
	var both sync.WaitGroup
	pass := func(from, to net.Conn, octets int64) {
		if octets == 0 {
			io.Copy(to, from)
			to.(*net.TCPConn).CloseWrite()
			return
		}
		n, _ := io.CopyN(to, from, octets)
		if n < octets {
			to.(*net.TCPConn).CloseWrite()
			return
		}
		c.mu.Lock()
		first := c.next.fromGame+c.next.fromServer > 0
		if first {
			c.cuts++
			c.next = cut{}
		}
		c.mu.Unlock()
		if first && plan.then != nil {
			plan.then()
		}
		server.Close()
		game.Close()
	}
	both.Go(func() { pass(game, server, plan.fromGame) })
	both.Go(func() { pass(server, game, plan.fromServer) })
	both.Wait()
}
