package e2e

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tap is between a command and a mail server. It passes on line by line what they say, and reports each step of the
// protocol before it passes on the line.
type tap struct {
	ln     net.Listener
	server string
	read   func() protocol
	at     func(steps []string, pass func() error) error
	open   atomic.Int64 // connections
}

// protocol names the steps of a connection by its lines. It is called for one line at a time.
type protocol interface {
	client(line string) []string
	server(line string) []string
}

// errCut ends a connection without passing the line on.
var errCut = errors.New("the connection is cut")

func newTap(t *testing.T, server string, read func() protocol, at func([]string, func() error) error) *tap {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &tap{ln: ln, server: server, read: read, at: at}
	go p.serve()
	t.Cleanup(func() { ln.Close() })
	return p
}

func (p *tap) addr() string { return p.ln.Addr().String() }

func (p *tap) serve() {
	for {
		c, err := p.ln.Accept()
		if err != nil {
			return
		}
		p.open.Add(1)
		go func() {
			defer p.open.Add(-1)
			p.connect(c)
		}()
	}
}

// connect serves one connection until both sides have hung up. Then the server has seen everything that was passed on.
func (p *tap) connect(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer server.Close()
	var mu sync.Mutex
	talk := p.read()
	cut := func() { client.Close(); server.Close() }
	var both sync.WaitGroup
	both.Go(func() { p.pass(&mu, client, server, talk.client, cut) })
	both.Go(func() { p.pass(&mu, server, client, talk.server, cut) })
	both.Wait()
}

// pass passes on what one side says. If that side hangs up, the other is told; what the other still says is read to
// the end.
func (p *tap) pass(mu *sync.Mutex, from, to net.Conn, name func(string) []string, cut func()) {
	r := bufio.NewReaderSize(from, 1<<16)
	deaf := false
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			mu.Lock()
			steps := name(strings.TrimRight(line, "\r\n"))
			mu.Unlock()
			write := func() error {
				if !deaf {
					_, err := io.WriteString(to, line)
					deaf = err != nil
				}
				return nil
			}
			if p.at(steps, write) != nil {
				cut()
				return
			}
		}
		if err != nil {
			to.(*net.TCPConn).CloseWrite()
			return
		}
	}
}

// imapSteps: "fetch" is the end of a server's answer with a mail. "committed" is the first command that cannot come
// before the mail is committed: a FETCH of the 48th mail after it, since that many are fetched ahead, or any other
// command. "move asked" and "move" are the command and its answer, also in a server without MOVE.
type imapSteps struct {
	asked   map[string]string // by tag
	coming  bool              // a mail has begun to come
	fetched int               // and perhaps not committed yet
}

func newIMAPSteps() protocol { return &imapSteps{asked: map[string]string{}} }

func (s *imapSteps) client(line string) (steps []string) {
	tag, command, _ := strings.Cut(line, " ")
	ahead := 0
	// Looking for marks does not count.
	if strings.HasPrefix(command, "UID FETCH ") && strings.Contains(command, "BODY") &&
		!strings.Contains(command, "[HEADER") {
		ahead = 48 - named(strings.Fields(command)[2])
		s.asked[tag] = "fetch"
	}
	for ; s.fetched > ahead; s.fetched-- {
		steps = append(steps, "committed")
	}
	for verb, step := range map[string]string{"UID MOVE ": "move", "UID COPY ": "copy", "UID STORE ": "delete",
		"UID EXPUNGE ": "expunge"} {
		if strings.HasPrefix(command, verb) {
			s.asked[tag] = step
			steps = append(steps, step+" asked")
		}
	}
	return steps
}

// named is how many mails a set of UIDs names.
func named(set string) (n int) {
	for _, part := range strings.Split(set, ",") {
		first, last, is := strings.Cut(part, ":")
		if n++; is {
			a, _ := strconv.Atoi(first)
			b, _ := strconv.Atoi(last)
			n += b - a
		}
	}
	return n
}

func (s *imapSteps) server(line string) (steps []string) {
	tag, answer, _ := strings.Cut(line, " ")
	step := s.asked[tag]
	body := tag == "*" && strings.Contains(answer, " FETCH (") && strings.Contains(answer, "BODY[]")
	if s.coming && (body || step == "fetch") {
		s.fetched, s.coming = s.fetched+1, false
		steps = append(steps, "fetch")
	}
	s.coming = s.coming || body
	if step == "" || !strings.HasPrefix(answer, "OK") {
		return steps
	}
	if delete(s.asked, tag); step != "fetch" {
		steps = append(steps, step)
	}
	return steps
}

// smtpSteps: "render" is the greeting, since the letter is rendered before the server is called. MAIL, RCPT and DATA
// are the server's answers to them. "body" is the tenth line of a letter, "dot" its last line, and "yes" the answer to
// that. "QUIT" comes when what became of all letters was recorded.
type smtpSteps struct {
	commands []string // that await an answer
	lines    int      // of the present letter
	body     bool
}

func newSMTPSteps() protocol { return &smtpSteps{commands: []string{"render"}} }

func (s *smtpSteps) client(line string) (steps []string) {
	if s.body {
		switch s.lines++; {
		case line == ".":
			s.body, s.commands = false, append(s.commands, "yes")
			return []string{"dot"}
		case s.lines == 10:
			return []string{"body"}
		}
		return nil
	}
	command, _, _ := strings.Cut(line, " ")
	if s.commands = append(s.commands, command); command == "QUIT" {
		return []string{command}
	}
	return nil
}

func (s *smtpSteps) server(line string) []string {
	if len(line) < 4 || line[3] != ' ' || len(s.commands) == 0 {
		return nil
	}
	step := s.commands[0]
	s.commands = s.commands[1:]
	if line[0] != '2' && line[0] != '3' {
		return nil
	}
	switch step {
	case "render", "MAIL", "RCPT", "yes":
	case "DATA":
		s.body, s.lines = true, 0
	default:
		return nil
	}
	return []string{step}
}
