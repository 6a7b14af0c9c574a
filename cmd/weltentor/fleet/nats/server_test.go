//go:build fleet

package nats

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
)

// secret is the fleets' of these tests.
const secret = "a secret that must not be read"

// heap is a log of many goroutines.
type heap struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (h *heap) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.Write(p)
}

func (h *heap) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.String()
}

// saying writes what a server says, with the time.
func saying(to io.Writer) func(level, text string) {
	return func(level, text string) {
		fmt.Fprintf(to, "%s NATS %s: %s\n", time.Now().UTC().Format(time.RFC3339), level, text)
	}
}

// fleet is some servers in this process.
type fleet struct {
	t       testing.TB
	configs []Config
	servers []*Server
	lines   *heap
}

// founded starts a fleet of one or three hosts.
func founded(t testing.TB, n int, change ...func(*Config)) *fleet {
	t.Helper()
	f := laid(t, n, change...)
	for i := range f.servers {
		f.start(i)
	}
	return f
}

// laid is a fleet whose servers are not started.
func laid(t testing.TB, n int, change ...func(*Config)) *fleet {
	t.Helper()
	f := &fleet{t: t, servers: make([]*Server, n), lines: &heap{}}
	var hosts []Host
	for i := range n {
		hosts = append(hosts, Host{Name: fmt.Sprint("host-", i+1), Routes: ports.Address(t),
			Clients: ports.Address(t)})
	}
	folder := t.TempDir()
	for i := range n {
		c := Config{Name: hosts[i].Name, Hosts: append([]Host(nil), hosts...), Secret: secret, Log: saying(f.lines),
			Folder: filepath.Join(folder, hosts[i].Name)}
		for _, do := range change {
			do(&c)
		}
		f.configs = append(f.configs, c)
	}
	t.Cleanup(func() {
		for i := range f.servers {
			f.stop(i)
		}
		if t.Failed() {
			lines := strings.Split(f.lines.String(), "\n")
			t.Logf("the servers' last lines:\n%s", strings.Join(lines[max(0, len(lines)-60):], "\n"))
		}
	})
	return f
}

func (f *fleet) start(i int) {
	f.t.Helper()
	s, err := Start(context.Background(), f.configs[i])
	if err != nil {
		f.t.Fatal(err)
	}
	f.servers[i] = s
}

func (f *fleet) stop(i int) {
	if f.servers[i] != nil {
		if err := f.servers[i].Close(); err != nil {
			f.t.Error(err)
		}
		f.servers[i] = nil
	}
}

// engine is one of a host's own process.
func (f *fleet) engine(i int) *Engine {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	e, err := f.servers[i].Engine(ctx)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { e.Close() })
	return e
}

// beside is an engine of a process beside a host's, by an address if one is given.
func (f *fleet) beside(t testing.TB, i int, via string, later time.Duration) *Engine {
	t.Helper()
	c := f.configs[i]
	if via != "" {
		c.Hosts = append([]Host(nil), c.Hosts...)
		for j := range c.Hosts {
			c.Hosts[j].Clients = ""
		}
		c.Hosts[i].Clients = via
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	e, err := Connect(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	e.later = later
	t.Cleanup(func() { e.Close() })
	return e
}

// place is a fleet as the suite of all engines wants it: each opening is at another host.
func (f *fleet) place() suite.Place {
	next := 0
	return suite.Place{
		Address: f.configs[0].Hosts[0].Clients,
		Open: func(t testing.TB, how suite.Opening) engine.Engine {
			t.Helper()
			at := 0
			if how.Via == "" {
				at = next % len(f.configs)
				next++
			}
			return f.beside(t, at, how.Via, how.Later)
		},
	}
}

// TestSuiteOne: one server for trying out keeps what each engine promises.
func TestSuiteOne(t *testing.T) {
	suite.Run(t, founded(t, 1).place())
}

// TestSuiteThree: so do three.
func TestSuiteThree(t *testing.T) {
	suite.Run(t, founded(t, 3).place())
}
