package mailing_test

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// between stands before a mail server. let is asked of each chunk that the client (asks) or the server says, and whether
// it is passed on; it may take its time.
func between(t *testing.T, server string, let func(asks bool, chunk string) bool) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	stage.Must(t, err)
	t.Cleanup(func() { l.Close() })
	pass := func(from, to net.Conn, asks bool) {
		defer from.Close()
		defer to.Close()
		for buf := make([]byte, 64<<10); ; {
			n, err := from.Read(buf)
			if err != nil {
				return
			}
			if let(asks, string(buf[:n])) {
				_, _ = to.Write(buf[:n])
			}
		}
	}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			behind, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				return
			}
			go pass(client, behind, true)
			go pass(behind, client, false)
		}
	}()
	return l.Addr().String()
}

// freezes stands before a mail server. Once the client has said a word, no answer gets through any more, on any
// connection, and none is closed. frozen reports whether that has happened, or only DONE is awaited.
func freezes(t *testing.T, server, word string) (addr string, frozen func() bool) {
	var ice, idle atomic.Bool
	return between(t, server, func(asks bool, chunk string) bool {
		if !asks && word == "DONE" && (strings.HasPrefix(chunk, "+ ") || strings.Contains(chunk, "\n+ ")) {
			idle.Store(true)
		}
		if asks && strings.Contains(chunk, word) {
			ice.Store(true)
		}
		return asks || !ice.Load()
	}), func() bool { return ice.Load() || idle.Load() }
}

// endsWithin tells the service to end, and fails unless it does in five seconds.
func endsWithin(t *testing.T, w *attended) {
	t.Helper()
	began := time.Now()
	w.stop()
	select {
	case err := <-w.done:
		if w.done <- nil; err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Errorf("it has not ended after %s", time.Since(began))
		w.end()
	}
}

// Told to end while it reads, the service ends within five seconds, at whatever command the server falls silent. Letters
// that were taken then come again and are known.
func TestRunEndsWhileAServerIsSilent(t *testing.T) {
	t.Parallel()
	for _, word := range []string{" LOGIN ", " CREATE ", " SELECT ", " STATUS ", " FETCH ", " BODY.PEEK", " MOVE ", " IDLE", "DONE"} {
		t.Run(strings.TrimSpace(word), func(t *testing.T) {
			t.Parallel()
			d := clitest.NewTable(t)
			identity := d.Join()
			d.Done("cron", d.Dir)
			d.Mail("one", identity+clitest.Recruits)
			imap, frozen := freezes(t, d.Post.IMAP(), word)
			d.SettleAt(imap, d.Post.SMTP(), nil)
			w := runs(d, idly, nil, d.Dir)
			until(t, word, frozen)
			endsWithin(t, w)
			d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
			d.Now = d.Now.Add(2 * time.Hour)
			d.Run("cron", d.Dir)
			if n := len(d.Letters(clitest.Player)); n != 2 { // the first letter and one receipt
				t.Errorf("%d letters", n)
			}
		})
	}
}

// A letter that a server has whole when the service is told to end is finished, if the answer comes soon. Otherwise it
// is sent again, with the same Message-ID.
func TestALetterIsFinishedAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]time.Duration{"soon": time.Second, "never": time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := clitest.NewTable(t)
			identity := d.Join()
			d.Done("cron", d.Dir)
			before := len(sentTo(d))
			d.Mail("one", identity+clitest.Recruits)
			smtp, dotted := answersLate(t, d.Post.SMTP(), late)
			d.SettleAt(d.Post.IMAP(), smtp, nil)
			w := runs(d, idly, nil, d.Dir)
			until(t, "the end of a letter", dotted)
			endsWithin(t, w)
			d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
			d.Now = d.Now.Add(2 * time.Hour)
			d.Run("cron", d.Dir)
			got := sentTo(d)[before:]
			if want := map[string]int{"soon": 1, "never": 2}[name]; len(got) != want {
				t.Fatalf("%d letters, want %d", len(got), want)
			}
			if first, last := idOf(got[0]), idOf(got[len(got)-1]); first == "" || first != last {
				t.Errorf("one letter has the Message-IDs %q and %q", first, last)
			}
		})
	}
}

// sentTo lists what the server has accepted for the player.
func sentTo(d *clitest.Table) (raw []string) {
	for _, l := range d.Post.Letters() {
		if l.To == clitest.Player {
			raw = append(raw, string(l.Raw))
		}
	}
	return raw
}

// idOf is the Message-ID of a letter.
func idOf(raw string) string {
	_, rest, _ := strings.Cut(strings.ToLower(raw), "\nmessage-id:")
	id, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(id)
}

// answersLate stands before an SMTP server: what it says to the final dot of a letter comes later.
func answersLate(t *testing.T, server string, late time.Duration) (addr string, dotted func() bool) {
	var dot atomic.Bool
	return between(t, server, func(asks bool, chunk string) bool {
		if asks && strings.HasSuffix(chunk, "\r\n.\r\n") {
			dot.Store(true)
		}
		if asks || !dot.Load() {
			return true
		}
		select {
		case <-time.After(late):
			return true
		case <-t.Context().Done():
			return false
		}
	}), dot.Load
}
