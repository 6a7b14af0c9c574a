package mailer_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/wire"
)

// marked is the game's mailbox as a world of this name reads it.
func marked(s *mailertest.Server, world string) imap.Config {
	c := inbox(s)
	c.Mark = imap.Mark{World: "id" + world, Name: world, Address: game, Subject: world + " reads INBOX",
		Text: "Größe\n", At: time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)}
	return c
}

// polls reads the mailbox, and remembers what the poll returns about the mark.
func polls(t *testing.T, c *imap.Config) (mails int, err error) {
	t.Helper()
	p, err := pollEach(t.Context(), *c, func(imap.Fetched) (imap.Verdict, error) {
		mails++
		return imap.Processed, nil
	})
	if p.Mark != (imap.MarkKnown{}) {
		c.Mark.Known = p.Mark
	}
	return mails, err
}

// keeper is a connection to the game's mailbox by another program.
func keeper(t *testing.T, s *mailertest.Server) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(s.IMAP(), nil)
	if err == nil {
		err = c.Login(game, secret).Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// live lists the marks in the folder that are not deleted, as "UID world inbox".
func live(t *testing.T, s *mailertest.Server) (out []string) {
	t.Helper()
	c := keeper(t, s)
	if _, err := c.Select("Processed", nil).Wait(); err != nil {
		return nil
	}
	found, err := c.UIDSearch(&goimap.SearchCriteria{NotFlag: []goimap.Flag{goimap.FlagDeleted},
		Header: []goimap.SearchCriteriaHeaderField{{Key: "X-Weltentor-World"}}}, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	for _, uid := range found.AllUIDs() {
		got, err := c.Fetch(goimap.UIDSetNum(uid),
			&goimap.FetchOptions{BodySection: []*goimap.FetchItemBodySection{{Peek: true}}}).Collect()
		if err != nil || len(got) != 1 {
			t.Fatal(got, err)
		}
		raw := string(got[0].BodySection[0].Bytes)
		field := func(name string) string {
			return regexp.MustCompile(`(?m)^` + name + `: (.*)\r$`).FindStringSubmatch(raw)[1]
		}
		out = append(out, fmt.Sprint(uid, " ", field("X-Weltentor-World"), " ", field("X-Weltentor-Inbox")))
	}
	return out
}

func wantLive(t *testing.T, s *mailertest.Server, what string, want ...string) {
	t.Helper()
	if got := live(t, s); strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s: marks %q, want %q", what, got, want)
	}
}

// wantShared checks that a poll was refused because of another world.
func wantShared(t *testing.T, what string, err error, name string) {
	t.Helper()
	var shared *imap.SharedError
	if !errors.As(err, &shared) || shared.Name != name || shared.Inbox != "INBOX" || shared.Folder != "Processed" ||
		wire.TroubleOf(err) != "" {
		t.Errorf("%s: %+v, %v", what, shared, err)
	}
}

// put appends a mail to the folder, as somebody would move or save one there.
func put(t *testing.T, s *mailertest.Server, raw string) {
	t.Helper()
	cmd := keeper(t, s).Append("Processed", int64(len(raw)), nil)
	if _, err := cmd.Write([]byte(raw)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

func markOf(world, inbox string, more ...string) string {
	return strings.Join(append(more, "From: "+game, "X-Weltentor-World: id"+world, "X-Weltentor-Name: "+world,
		"X-Weltentor-Inbox: "+inbox), "\r\n") + "\r\n\r\nmine\r\n"
}

// The first world that reads an inbox puts its mark into the folder, which is made for it. A second one is refused,
// takes no mail and leaves nothing. The first one continues.
func TestASecondWorldIsRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two, again := marked(s, "one"), marked(s, "two"), marked(s, "one")
	deliver(t, s, 2)
	if n, err := polls(t, &one); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	deliver(t, s, 1)
	for range 2 {
		n, err := polls(t, &two)
		if n != 0 {
			t.Error("the second world took a mail")
		}
		wantShared(t, "the second world", err, "one")
	}
	if n, err := polls(t, &again); n != 1 || err != nil { // elsewhere, with a store that knows nothing about the mark
		t.Error(n, err)
	}
	if n, err := polls(t, &one); n != 0 || err != nil {
		t.Error(n, err)
	}
	wantLive(t, s, "in the end", "1 idone INBOX")
	counts(t, s, 0, 4, 0) // three mails and the mark

	two.Inbox = "Two"
	if err := keeper(t, s).Create("Two", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := polls(t, &two); err != nil {
		t.Errorf("with an inbox of its own: %v", err)
	}
	wantLive(t, s, "two inboxes", "1 idone INBOX", "5 idtwo Two")
	for _, c := range []*imap.Config{&one, &two} {
		if _, err := polls(t, c); err != nil {
			t.Error(err)
		}
	}
}

// Deleting a mark, if only by a flag, frees the inbox for another world. The world whose mark was deleted puts it
// there again if it still reads the inbox.
func TestADeletedMark(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one, two := marked(s, "one"), marked(s, "two")
		polls(t, &one)
		remove := func(uid goimap.UID) {
			c := keeper(t, s)
			if _, err := c.Select("Processed", nil).Wait(); err != nil {
				t.Fatal(err)
			}
			if err := c.Store(goimap.UIDSetNum(uid),
				&goimap.StoreFlags{Op: goimap.StoreFlagsAdd, Flags: []goimap.Flag{goimap.FlagDeleted}}, nil).Close(); err !=
				nil {
				t.Fatal(err)
			}
			if !o.NoPlus {
				if err := c.Expunge().Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		remove(1)
		if !o.NoPlus { // a flag alone changes nothing that a poll sees before a mail comes
			if _, err := polls(t, &one); err != nil {
				t.Fatal(err)
			}
			wantLive(t, s, "put there again", "2 idone INBOX")
			remove(2)
		}
		if _, err := polls(t, &two); err != nil {
			t.Errorf("the inbox is free: %v", err)
		}
		_, err := polls(t, &one)
		wantShared(t, "the first world, after that", err, "two")
	}
}

// A folder that was made again is another one, however similar its numbers are.
func TestAMarkInAFolderMadeAnew(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	polls(t, &one)
	polls(t, &one)
	c := keeper(t, s)
	if err := c.Delete("Processed").Wait(); err != nil {
		t.Fatal(err)
	}
	if err := c.Create("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	put(t, s, markOf("two", "INBOX"))
	_, err := polls(t, &one)
	wantShared(t, "in the new folder", err, "two")
}

// If two worlds come at the same moment, the one with the later mark removes it again, even if it was killed before it
// could.
func TestTwoMarksAtOnce(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one, two := marked(s, "one"), marked(s, "two")
		if err := keeper(t, s).Create("Processed", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		put(t, s, markOf("one", "inbox"))
		put(t, s, markOf("two", "INBOX"))
		if _, err := polls(t, &one); err != nil {
			t.Error(err)
		}
		_, err := polls(t, &two)
		wantShared(t, "the later", err, "one")
		wantLive(t, s, "one is left", "1 idone inbox")
		if all, _ := s.Count(game, "Processed"); all != 1 && !o.NoPlus {
			t.Errorf("%d mails are in the folder, want the mark alone", all)
		}
		if _, err := polls(t, &one); err != nil {
			t.Error(err)
		}
	}
}

// Anybody can send a mail that looks like a mark. One that a mail server delivered is not a mark.
func TestAMarkThatWasMailed(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := keeper(t, s).Create("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"Received: from evil.example", "Return-Path: <evil@evil.example>",
		"Delivered-To: " + game} {
		put(t, s, markOf("evil", "INBOX", by))
	}
	one := marked(s, "one")
	if _, err := polls(t, &one); err != nil {
		t.Error(err)
	}
	if one.Mark.Known.Mine != 4 {
		t.Errorf("%+v", one.Mark.Known)
	}
}

// A world that changes its inbox removes the mark for the old one.
func TestAMarkForAnotherInbox(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := marked(s, "one"), marked(s, "two")
	polls(t, &one)
	if err := keeper(t, s).Create("Größe", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	one.Inbox = "Größe"
	for range 3 {
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := polls(t, &two); err != nil {
		t.Errorf("the old inbox is free: %v", err)
	}
	wantLive(t, s, "both", "2 idone =?utf-8?q?Gr=C3=B6=C3=9Fe?=", "3 idtwo INBOX")
}

// A mark is found in a large folder, too.
func TestAMarkAmongManyMails(t *testing.T) {
	s := provider(t, mailertest.Options{})
	c := keeper(t, s)
	if err := c.Create("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	raw := "From: ute@post.example\r\n\r\nx\r\n"
	for range 5010 {
		cmd := c.Append("Processed", int64(len(raw)), nil)
		cmd.Write([]byte(raw))
		cmd.Close()
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	put(t, s, markOf("two", "INBOX"))
	one := marked(s, "one")
	one.Timeout = time.Minute // 5,000 mails on a busy machine
	_, err := polls(t, &one)
	wantShared(t, "the last of 5,011", err, "two")
}

// line is a server behind a line that counts commands, may change them, and may cut the connection. It cuts before the
// command with a number reaches the server, or after the server has answered it.
type line struct {
	net.Listener
	mu       sync.Mutex
	commands []string
	cut      int // the number, from 1 on; 0: never
	after    bool
	change   func(string) string
}

var tagged = regexp.MustCompile(`^T[0-9]+ (UID )?[A-Z]+`)

func tap(t *testing.T, s *mailertest.Server) *line {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{Listener: ln}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			go l.serve(client, s.IMAP())
		}
	}()
	return l
}

func (l *line) serve(client net.Conn, to string) {
	server, err := net.Dial("tcp", to)
	if err != nil {
		client.Close()
		return
	}
	defer client.Close()
	defer server.Close()
	dying := make(chan string, 1)
	go func() {
		defer client.Close()
		tag := ""
		for r := bufio.NewReader(server); ; {
			said, err := r.ReadString('\n')
			select {
			case tag = <-dying:
			default:
			}
			if err != nil || tag != "" && strings.HasPrefix(said, tag+" ") {
				return
			}
			if _, err := client.Write([]byte(said)); err != nil {
				return
			}
		}
	}()
	for r := bufio.NewReader(client); ; {
		said, err := r.ReadString('\n')
		if err != nil {
			return
		}
		l.mu.Lock()
		if words := tagged.FindString(said); words != "" {
			tag, name, _ := strings.Cut(words, " ")
			l.commands = append(l.commands, name)
			if l.cut == len(l.commands) {
				if !l.after {
					l.mu.Unlock()
					return
				}
				dying <- tag
			}
		}
		if l.change != nil {
			said = l.change(said)
		}
		l.mu.Unlock()
		if _, err := server.Write([]byte(said)); err != nil {
			return
		}
	}
}

// said returns the commands since the last call.
func (l *line) said() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.commands
	l.commands = nil
	return out
}

// A poll that finds nothing new asks how the folder with the mark stands, and reads it only if that has changed. Only
// then it looks for folders that are missing.
func TestAMarkCostsOneCommand(t *testing.T) {
	s := provider(t, mailertest.Options{})
	l := tap(t, s)
	one := marked(s, "one")
	one.Addr = l.Addr().String()
	deliver(t, s, 3)
	polls(t, &one) // puts the mark there, and moves mails beside it
	for _, c := range []struct {
		name   string
		change bool
		want   string
	}{
		{"idle", false, "LOGIN SELECT STATUS LOGOUT"},
		{"after a mail was put there", true, "LOGIN SELECT STATUS EXAMINE UID FETCH CREATE SELECT LOGOUT"},
		{"idle again", false, "LOGIN SELECT STATUS LOGOUT"},
	} {
		if c.change {
			put(t, s, "From: ute@post.example\r\n\r\nx\r\n")
		}
		l.said()
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(l.said(), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The connection is cut at any command, before it or before its answer. In the end the first world has one mark and
// the second none, and the second has taken no mail.
func TestAMarkCutOff(t *testing.T) {
	for _, first := range []bool{true, false} {
		for _, after := range []bool{false, true} {
			cuts := 0
			for n := 1; ; n++ {
				s := provider(t, mailertest.Options{})
				l := tap(t, s)
				one, two := marked(s, "one"), marked(s, "two")
				victim := &one
				if !first { // both put their marks at the same moment
					victim = &two
					if _, err := polls(t, &one); err != nil {
						t.Fatal(err)
					}
					put(t, s, markOf("two", "INBOX"))
				}
				l.cut, l.after = n, after
				victim.Addr = l.Addr().String()
				_, err := polls(t, victim)
				reached := len(l.said()) >= n
				if !reached {
					break
				}
				cuts++
				if first && err == nil && n < 7 {
					t.Errorf("cut at %d, after %v: not noticed", n, after)
				}
				l.cut = 0
				deliver(t, s, 1)
				if first {
					if got, err := polls(t, &one); got != 1 || err != nil {
						t.Errorf("cut at %d, after %v: %d mails, %v", n, after, got, err)
					}
					deliver(t, s, 1)
				}
				got, err := polls(t, &two)
				wantShared(t, fmt.Sprint("cut at ", n), err, "one")
				if got != 0 {
					t.Errorf("cut at %d: the second world took a mail", n)
				}
				if got, err := polls(t, &one); got != 1 || err != nil {
					t.Errorf("cut at %d: %d mails, %v", n, got, err)
				}
				wantLive(t, s, fmt.Sprintf("cut at %d, after %v", n, after), "1 idone INBOX")
			}
			if cuts < 5 {
				t.Errorf("cut off only %d times", cuts)
			}
		}
	}
}

// A server that accepts the mark and does not show it gets one, not one more each time, and the mailbox is still read.
func TestAServerThatShowsNoMark(t *testing.T) {
	s := provider(t, mailertest.Options{})
	l := tap(t, s)
	l.change = func(said string) string {
		return regexp.MustCompile(`(?i)FIELDS \("?X-Weltentor-World"?\)`).ReplaceAllString(said, "FIELDS (X-Nobody)")
	}
	one := marked(s, "one")
	one.Addr = l.Addr().String()
	for range 3 {
		deliver(t, s, 1)
		if n, err := polls(t, &one); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	wantLive(t, s, "after three polls", "1 idone INBOX")
	if !one.Mark.Known.Mute {
		t.Errorf("%+v", one.Mark.Known)
	}
}
