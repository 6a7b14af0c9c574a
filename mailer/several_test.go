package mailer_test

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// several are senders side by side.
func several(t *testing.T, c smtp.Config) *smtp.Several {
	t.Helper()
	s, err := smtp.NewSeveral(c, smtp.MostConnections)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// letters are letters to these, from the game.
func letters(to ...string) (all []smtp.Letter) {
	for n, a := range to {
		all = append(all, smtp.Letter{From: game, To: a, Raw: letter(n)})
	}
	return all
}

// wantDelivered checks that all letters were delivered.
func wantDelivered(t *testing.T, what string, outcomes []smtp.Outcome, want int) {
	t.Helper()
	n := 0
	for _, o := range outcomes {
		if o.Result == smtp.Delivered {
			n++
		}
	}
	if n != want || len(outcomes) != want {
		t.Errorf("%s: %+v", what, outcomes)
	}
}

// Four letters to four players leave over four connections. Those to one player leave over one, in their order. For
// three letters no connection is made.
func TestLettersSideBySide(t *testing.T) {
	t.Parallel()
	s := provider(t, mailertest.Options{})
	players := []string{"a@post.example", "b@post.example", "c@post.example", "d@post.example"}
	for _, p := range players {
		if err := s.AddUser(p, secret); err != nil {
			t.Fatal(err)
		}
	}
	away := outbox(s)
	away.Addr = far(t, s.SMTP()).Addr().String() // nearer, one connection may have sent all before another is there
	post := several(t, away)
	for _, c := range []struct {
		to   []string
		want int // connections that are there then
	}{
		{players[:3], 1},
		{[]string{"a@post.example", "A@post.example", "a@post.example", "a@post.example"}, 1},
		{[]string{"a@post.example", "a@post.example", "b@post.example", "a@post.example"}, 2},
		{players, 4},
		{slices.Concat(players, players), 4},
	} {
		before := len(s.Letters())
		wantDelivered(t, fmt.Sprint(c.to), post.Send(t.Context(), letters(c.to...)), len(c.to))
		if n := s.Connections(); n != c.want {
			t.Errorf("%v: %d connections, want %d", c.to, n, c.want)
		}
		last := map[string]int{}
		for _, l := range s.Letters()[before:] {
			var n int
			at := strings.Index(string(l.Raw), "Subject: Zug ")
			fmt.Sscanf(string(l.Raw[at:]), "Subject: Zug %d", &n)
			if was, is := last[l.To]; is && n < was {
				t.Errorf("%v: letter %d to %s leaves behind letter %d", c.to, n, l.To, was)
			}
			last[l.To] = n
		}
	}
}

// crowded is a server that lets a client have so many connections. Another one is refused in the greeting, or at MAIL.
func crowded(t *testing.T, most int32, at string) (c smtp.Config, refused *atomic.Int32) {
	t.Helper()
	var open atomic.Int32
	refused = &atomic.Int32{}
	addr := server(t, func(c net.Conn) {
		defer open.Add(-1)
		over := open.Add(1) > most
		if over && at == "" {
			refused.Add(1)
			fmt.Fprint(c, "421 4.7.0 Too many connections\r\n")
			return
		}
		answerSMTP(c, func(line string) (string, bool) {
			if over && strings.HasPrefix(line, at) {
				refused.Add(1)
				return "421 4.7.0 Too many connections", true
			}
			return "", false
		})
	})
	return smtp.Config{Addr: addr, TLS: wire.Plain}, refused
}

// answerSMTP is a server that says yes to everything that own does not answer.
func answerSMTP(c net.Conn, own func(line string) (string, bool)) {
	fmt.Fprint(c, "220 here\r\n")
	r, body := bufio.NewReader(c), false
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		answer, is := "", false
		if !body || line == "." {
			answer, is = own(line)
		}
		switch {
		case is:
		case body && line != ".":
			continue
		case strings.HasPrefix(line, "EHLO"):
			answer = "250-here\r\n250 PIPELINING"
		case line == "DATA":
			answer = "354 go on"
		default:
			answer = "250 yes"
		}
		body = strings.HasPrefix(answer, "354")
		fmt.Fprint(c, answer+"\r\n")
		if strings.HasPrefix(answer, "421") {
			return
		}
	}
}

// A server that refuses another connection lowers their number. No letter counts that as an attempt, and it is not asked
// again.
func TestTooManyConnections(t *testing.T) {
	for _, at := range []string{"", "MAIL"} {
		c, refused := crowded(t, 2, at)
		post := several(t, c)
		to := []string{"a@x.example", "b@x.example", "c@x.example", "d@x.example"}
		for n := 0; refused.Load() == 0 && n < 100; n++ { // the first two connections may be quick enough for all
			wantDelivered(t, "the first", post.Send(t.Context(), letters(to...)), 4)
		}
		was := refused.Load()
		wantDelivered(t, "the second", post.Send(t.Context(), letters(to...)), 4)
		if was == 0 || refused.Load() != was {
			t.Errorf("%q: refused %d times, then %d", at, was, refused.Load()-was)
		}
	}
}

// If the server is down, one letter learns it, and the others are not tried.
func TestNoConnectionAtAll(t *testing.T) {
	c, _ := crowded(t, 0, "")
	got := several(t, c).Send(t.Context(), letters("a@x.example", "b@x.example", "c@x.example", "d@x.example"))
	if !got[0].ServerDown() || got[0].Code != 421 || got[1].Result+got[2].Result+got[3].Result != "" {
		t.Errorf("%+v", got)
	}
}

// A recipient is refused, and the server goes on to DATA all the same: it gets the bare dot, and the next letter leaves
// over the same connection. What it says instead of 354 changes nothing.
func TestARefusedRecipientBeforeDATA(t *testing.T) {
	for _, data := range []string{"354 go on", "554 no valid recipients", "503 RCPT first"} {
		var mu sync.Mutex
		var said []string
		addr := server(t, func(c net.Conn) {
			bad := false
			answerSMTP(c, func(line string) (string, bool) {
				mu.Lock()
				said = append(said, strings.Fields(line + " x")[0])
				mu.Unlock()
				switch {
				case strings.HasPrefix(line, "RCPT"):
					bad = strings.Contains(line, "bad@")
					return "550 5.1.1 nobody", bad
				case line == "DATA" && bad:
					return data, true
				case line == "." && bad:
					bad = false
					return "554 no valid recipients", true
				}
				return "", false
			})
		})
		post := several(t, smtp.Config{Addr: addr, TLS: wire.Plain})
		got := post.Send(t.Context(), letters("bad@x.example", "good@x.example"))
		if o := got[0]; o.Result != smtp.Permanent || o.Stage != smtp.StageRcpt || o.Code != 550 ||
			got[1].Result != smtp.Delivered {
			t.Errorf("%s: %+v", data, got)
		}
		want := "EHLO MAIL RCPT DATA . RSET MAIL RCPT DATA ."
		if data[0] == '5' {
			want = "EHLO MAIL RCPT DATA RSET MAIL RCPT DATA ."
		}
		mu.Lock()
		if all := strings.Join(said, " "); all != want {
			t.Errorf("%s: %q, want %q", data, all, want)
		}
		mu.Unlock()
	}
}

// A sender is refused, and the server would have the letter all the same: it gets nothing, not even an empty one.
func TestARefusedSenderBeforeDATA(t *testing.T) {
	dots := atomic.Int32{}
	addr := server(t, func(c net.Conn) {
		answerSMTP(c, func(line string) (string, bool) {
			if line == "." {
				dots.Add(1)
			}
			return "451 not now", strings.HasPrefix(line, "MAIL")
		})
	})
	o := sender(t, smtp.Config{Addr: addr, TLS: wire.Plain}).Send(t.Context(), game, player, letter(1))
	if o.Result != smtp.Temporary || o.Stage != smtp.StageMail || o.Code != 451 || dots.Load() != 0 {
		t.Errorf("%+v, %d dots", o, dots.Load())
	}
}
