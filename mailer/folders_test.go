package mailer_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/wire"
)

// A server may refuse to make a folder without saying why. If it lists the folder, the folder is there. Otherwise a
// person must look.
func TestFolderThatIsThere(t *testing.T) {
	for name, c := range map[string]struct {
		create, list string // answers; "": OK
		want         wire.Trouble
	}{
		"made":               {"", "", ""},
		"says that it is":    {"NO [ALREADYEXISTS] x", "NO x", ""},
		"is listed":          {"NO x", `* LIST () "/" "P"`, ""},
		"is not listed":      {"NO x", "", wire.Missing},
		"no list":            {"NO x", "NO x", wire.Down}, // throttled, for example
		"listed and refused": {"NO [CANNOT] x", `* LIST () "/" "P"`, ""},
		"not understood":     {"BAD x", `* LIST () "/" "P"`, wire.Down},
	} {
		addr := server(t, func(c2 net.Conn) {
			answerIMAP(c2, func(tag, command string) bool {
				answer := ""
				switch {
				case strings.HasPrefix(command, "CREATE"):
					answer = c.create
				case strings.HasPrefix(command, "LIST"):
					answer = c.list
				}
				if strings.HasPrefix(answer, "* ") {
					fmt.Fprint(c2, answer+"\r\n")
					return false // OK follows
				}
				if answer != "" {
					fmt.Fprintf(c2, "%s %s\r\n", tag, answer)
				}
				return answer != ""
			})
		})
		_, err := pollEach(t.Context(),
			imap.Config{Addr: addr, TLS: wire.Plain, Processed: "P", Quarantine: "Q",
				Timeout: 20 * time.Second}, take)
		if (err == nil) != (c.want == "") || wire.TroubleOf(err) != c.want {
			t.Errorf("%s: %v, trouble %q, want %q", name, err, wire.TroubleOf(err), c.want)
		}
		if err != nil && !strings.Contains(err.Error(), "imap "+addr+": ") {
			t.Errorf("%s: %v does not name the server", name, err)
		}
	}
}

// between passes on what client and server say, except for the client's lines that it answers itself. It records those
// that move mails.
type between struct {
	to     string
	answer func(connection int, command string) (string, bool) // "" and true: none, ever
	mu     sync.Mutex
	moves  []string
	number int
}

func (b *between) speak(c net.Conn) {
	b.mu.Lock()
	b.number++
	number := b.number
	b.mu.Unlock()
	to, err := net.Dial("tcp", b.to)
	if err != nil {
		return
	}
	defer to.Close()
	go io.Copy(c, to)
	for lines := bufio.NewScanner(c); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		if move, ok := strings.CutPrefix(command, "UID MOVE "); ok {
			b.mu.Lock()
			b.moves = append(b.moves, strings.Fields(move)[0])
			b.mu.Unlock()
		}
		if answer, own := b.answer(number, command); !own {
			fmt.Fprintf(to, "%s\r\n", lines.Text())
		} else if answer != "" {
			fmt.Fprintf(c, "%s %s\r\n", tag, answer)
		}
	}
}

// Mails that the server does not move are reported. The inbox was still read to its end, unless reading it ended with
// an error.
func TestMailsThatStay(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 2)
	in := inbox(s)
	in.Addr = server(t, (&between{to: s.IMAP(), answer: func(_ int, command string) (string, bool) {
		return "NO not here", strings.HasPrefix(command, "UID MOVE ")
	}}).speak)
	p, err := pollEach(t.Context(), in, take)
	if err == nil || !strings.Contains(err.Error(), "move of mail 1") || p.Processed != 2 || !p.Whole {
		t.Errorf("%+v, %v", p, err)
	}
	in.Addr = server(t, (&between{to: s.IMAP(), answer: func(_ int, command string) (string, bool) {
		return "NO not now", strings.HasPrefix(command, "UID FETCH ")
	}}).speak)
	if p, err := pollEach(t.Context(), in, take); err == nil || p.Whole {
		t.Errorf("%+v, %v", p, err)
	}
}

// If a server moves only one mail at a time, each mail is tried alone once, after its lot was refused. It is not tried
// again with the next lot.
func TestLotThatIsRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 52)
	b := &between{to: s.IMAP(), answer: func(_ int, command string) (string, bool) {
		set, ok := strings.CutPrefix(command, "UID MOVE ")
		return "NO one at a time", ok && strings.ContainsAny(strings.Fields(set)[0], ",:")
	}}
	in := inbox(s)
	in.Addr = server(t, b.speak)
	p, err := pollEach(t.Context(), in, take)
	if err != nil || p.Processed != 52 {
		t.Fatalf("%+v, %v", p, err)
	}
	counts(t, s, 0, 52, 0)
	want := []string{"1:50"}
	for i := 1; i <= 50; i++ {
		want = append(want, fmt.Sprint(i))
	}
	if want = append(want, "51:52", "51", "52"); fmt.Sprint(b.moves) != fmt.Sprint(want) {
		t.Errorf("moves %v, want %v", b.moves, want)
	}
}

// When the time ends while a lot is moved, its mails are moved over a new connection.
func TestMoveCutShort(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 51)
	ctx, cancel := context.WithCancel(t.Context())
	b := &between{to: s.IMAP(), answer: func(connection int, command string) (string, bool) {
		if connection > 1 || !strings.HasPrefix(command, "UID MOVE ") {
			return "", false
		}
		cancel()
		return "", true
	}}
	in := inbox(s)
	in.Addr = server(t, b.speak)
	if p, err := pollEach(ctx, in, take); !errors.Is(err, context.Canceled) || p.Processed != 50 {
		t.Errorf("%+v, error %v, want that it was cancelled", p, err)
	}
	counts(t, s, 1, 50, 0)
	if fmt.Sprint(b.moves) != "[1:50 1:50]" {
		t.Errorf("moves %v", b.moves)
	}
}
