//go:build fleet

package fleet_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/worlds"
)

// turnpike is before a mail server: while it is shut, nothing comes through.
type turnpike struct {
	sync.RWMutex
	to   string
	addr string
}

func newTurnpike(b *testing.B, to string) *turnpike {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	g := &turnpike{to: to, addr: l.Addr().String()}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go g.pass(client)
		}
	}()
	return g
}

func (g *turnpike) pass(client net.Conn) {
	defer client.Close()
	g.RLock() // waits while it is shut
	server, err := net.Dial("tcp", g.to)
	g.RUnlock()
	if err != nil {
		return
	}
	defer server.Close()
	go io.Copy(server, client)
	io.Copy(client, server)
}

// holder waits until another host than but holds something of a kind, and returns its name.
func (f *squadron) holder(kind, but string) (host string, after time.Duration) {
	f.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		all, err := f.Tables.Holders(f.Context(), kind)
		if err != nil {
			continue
		}
		for _, host := range all {
			if host != but && f.running[host] != nil {
				return host, time.Since(begun)
			}
		}
	}
	f.Fatalf("nobody takes a %s\n%s%s", kind, f.said["one"], f.said["two"])
	return "", 0
}

// BenchmarkTakeover kills a host while it has a mailbox, or an account and a world, in hand. It measures how long it
// takes until the other host has them. A round is one kill of each kind.
func BenchmarkTakeover(b *testing.B) {
	p := newPort(b)
	imap, smtp := newTurnpike(b, p.imap), newTurnpike(b, p.accounts[0])
	p.imap, p.accounts = imap.addr, []string{smtp.addr}
	f := p.fleet()
	defer f.end()
	dirs := p.lay(1, time.Now().AddDate(0, 0, 1), true)
	f.join(dirs)
	rights := []string{tables.OfMailbox, tables.OfAccount, tables.OfWorld}
	sums, worst, rounds := map[string]time.Duration{}, map[string]time.Duration{}, 0
	note := func(right string, took time.Duration) {
		b.Logf("%s after %v", right, took.Round(10*time.Millisecond))
		sums[right] += took
		worst[right] = max(worst[right], took)
	}
	for b.Loop() {
		rounds++
		imap.Lock()
		host, _ := f.holder(tables.OfMailbox, "")
		f.kill(host)
		_, took := f.holder(tables.OfMailbox, host)
		note(tables.OfMailbox, took)
		imap.Unlock()
		f.again(host)

		smtp.Lock()
		var said bytes.Buffer
		text := strings.NewReader(fmt.Sprint("Halt ", rounds))
		file := filepath.Join(f.dir, "one", "fleet.toml")
		if code := cli.Run(b.Context(), []string{"--lang", "en", "--fleet", file, "tell", filepath.Base(dirs[0]),
			"1", "--file", "-"}, text, &said, &said, clitest.NoEnv, worlds.Rulebooks()); code != 0 {
			b.Fatal(code, said.String())
		}
		host, _ = f.holder(tables.OfAccount, "")
		f.holder(tables.OfWorld, "")
		f.kill(host)
		killed := time.Now()
		f.holder(tables.OfAccount, host)
		note(tables.OfAccount, time.Since(killed))
		f.holder(tables.OfWorld, host)
		note(tables.OfWorld, time.Since(killed))
		smtp.Unlock()
		f.again(host)
	}
	for _, right := range rights {
		b.ReportMetric(sums[right].Seconds()/float64(rounds), right+"-s")
		b.ReportMetric(worst[right].Seconds(), right+"-most-s")
	}
	b.ReportMetric(0, "ns/op")
}

// again has a host that was killed work again, and waits until it does.
func (f *squadron) again(host string) {
	f.Helper()
	f.start(host)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if c, err := net.Dial("tcp", f.metrics[host]); err == nil {
			c.Close()
			return
		}
	}
	f.Fatalf("%s does not come again\n%s", host, f.said[host])
}
