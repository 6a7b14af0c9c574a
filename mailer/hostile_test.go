package mailer_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// server listens on loopback and serves each connection with speak.
func server(t *testing.T, speak func(net.Conn)) (addr string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				speak(c)
			}()
		}
	}()
	return ln.Addr().String()
}

// memory returns how much memory f allocates in all.
func memory(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// flood writes a line that never ends, up to 64 MB, and counts what is read.
func flood(c net.Conn, sent *atomic.Int64) {
	some := bytes.Repeat([]byte("x"), 1<<16)
	for sent.Load() < 64<<20 {
		n, err := c.Write(some)
		sent.Add(int64(n))
		if err != nil {
			return
		}
	}
}

// The connection to a server that sends a line without an end is closed after a megabyte, whenever it does so. The
// network may buffer a few more.
func TestEndlessLines(t *testing.T) {
	for name, ends := range map[string]string{"greeting": "", "login": "LOGIN", "list": "UID FETCH"} {
		var sent atomic.Int64
		addr := server(t, func(c net.Conn) {
			if ends == "" {
				fmt.Fprint(c, "* OK ")
				flood(c, &sent)
				return
			}
			answerIMAP(c, func(tag, command string) bool {
				if strings.HasPrefix(command, ends) {
					fmt.Fprint(c, "* OK ")
					flood(c, &sent)
					return true
				}
				return false
			})
		})
		got := memory(func() {
			_, err := pollEach(t.Context(),
				imap.Config{Addr: addr, TLS: wire.Plain, Processed: "P", Quarantine: "Q",
					Timeout: 20 * time.Second}, nil)
			if err == nil || wire.TroubleOf(err) != wire.Down {
				t.Errorf("imap %s: %v", name, err)
			}
		})
		if n := sent.Load(); n == 0 || n > 24<<20 || got > 64<<20 {
			t.Errorf("imap %s: %d MB were taken, %d MB of memory", name, n>>20, got>>20)
		}
	}
	var sent atomic.Int64
	addr := server(t, func(c net.Conn) { fmt.Fprint(c, "220-"); flood(c, &sent) })
	got := memory(func() {
		o := sender(t, smtp.Config{Addr: addr, TLS: wire.Plain, Timeout: 20 * time.Second}).Send(t.Context(),
			"", player, letter(1))
		if o.Result != smtp.Temporary || !o.ServerDown() {
			t.Errorf("smtp: %v", o)
		}
	})
	if n := sent.Load(); n == 0 || n > 24<<20 || got > 64<<20 {
		t.Errorf("smtp: %d MB were taken, %d MB of memory", n>>20, got>>20)
	}
}

// answerIMAP is a server that says OK to everything that own does not answer.
func answerIMAP(c net.Conn, own func(tag, command string) bool) {
	fmt.Fprint(c, "* OK [CAPABILITY IMAP4rev1 ESEARCH MOVE UIDPLUS] ready\r\n")
	r := bufio.NewReader(c)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		tag, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		if own(tag, command) {
			continue
		}
		switch {
		case strings.HasPrefix(command, "CAPABILITY"):
			fmt.Fprint(c, "* CAPABILITY IMAP4rev1 ESEARCH MOVE UIDPLUS\r\n")
		case strings.HasPrefix(command, "SELECT"):
			fmt.Fprint(c, "* 3 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n")
		}
		fmt.Fprintf(c, "%s OK done\r\n", tag)
	}
}

// The result of a search is never expanded in full just because a server says so.
func TestHugeSearch(t *testing.T) {
	for _, set := range []string{"1:4294967294", "1:4294967295,7:4294967290", "4294967295:1", "1:*", "*"} {
		addr := server(t, func(c net.Conn) {
			answerIMAP(c, func(tag, command string) bool {
				if strings.HasPrefix(command, "UID SEARCH") {
					fmt.Fprintf(c, "* ESEARCH (TAG \"%s\") UID ALL %s\r\n%s OK done\r\n", tag, set, tag)
					return true
				}
				return false
			})
		})
		got := memory(func() {
			// It may be an error or nothing that the set makes no sense, but it must come soon.
			_, err := pollEach(t.Context(),
				imap.Config{Addr: addr, TLS: wire.Plain, Processed: "P", Quarantine: "Q",
					Timeout: 20 * time.Second},
				func(imap.Fetched) (imap.Verdict, error) { return imap.Keep, nil })
			if err != nil && wire.TroubleOf(err) != wire.Down {
				t.Errorf("%s: %v", set, err)
			}
		})
		if got > 64<<20 {
			t.Errorf("%s: %d MB", set, got>>20)
		}
	}
}

// When the time of a poll is up, what was committed is still moved.
func TestPollOutOfTime(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 5)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := pollEach(ctx, inbox(s), func(imap.Fetched) (imap.Verdict, error) {
		if n++; n == 3 {
			cancel()
		}
		return imap.Processed, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the cancelled context", err)
	}
	counts(t, s, 2, 3, 0)
}

// ending is a context whose time is up when its channel is closed.
type ending struct {
	context.Context
	over chan struct{}
}

func (e ending) Done() <-chan struct{} { return e.over }

func (e ending) Err() error {
	select {
	case <-e.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// The same is true if time is up while a mail is fetched, which costs the connection.
func TestPollCutShort(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 5)
	end, judged, n := ending{t.Context(), make(chan struct{})}, make(chan struct{}), 0
	var connections atomic.Int32
	addr := server(t, func(c net.Conn) {
		first := connections.Add(1) == 1
		to, err := net.Dial("tcp", s.IMAP())
		if err != nil {
			t.Error(err)
			return
		}
		defer to.Close()
		go io.Copy(to, c)
		r := bufio.NewReader(to)
		for {
			line, err := r.ReadString('\n')
			cut := first && strings.HasPrefix(line, "* 4 FETCH (UID 4 BODY")
			if cut {
				<-judged // the three before it; the fourth mail never comes
				close(end.over)
			}
			if err != nil || cut {
				io.Copy(io.Discard, to)
				return
			}
			fmt.Fprint(c, line)
		}
	})
	in := inbox(s)
	in.Addr = addr
	if _, err := pollEach(end, in, func(imap.Fetched) (imap.Verdict, error) {
		if n++; n == 3 {
			close(judged)
		}
		return imap.Processed, nil
	}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the deadline", err)
	}
	counts(t, s, 2, 3, 0)
}
