package mailertest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Script is an IMAP server on the loopback address that says lines as a test writes them, legal or not. It has one
// user, whose login always succeeds, and answers plainly whatever the test does not answer itself. Its fields are set
// before it starts, or with Change.
type Script struct {
	Caps     string                                                 // what it can do, besides IMAP4rev1
	Greeting string                                                 // "": a plain one
	Answer   func(c *Talk) bool                                     // answers a command itself, or returns false
	Show     func(c *Talk, m *Scripted, parts []string) (is string) // what is between the parentheses of a FETCH; nil: parts

	listener net.Listener
	mu       sync.Mutex
	folders  map[string][]*Scripted
	validity map[string]uint32
	last     map[string]uint32 // UID of the last mail that came, by folder
	said     []string
}

// Scripted is a mail of a Script.
type Scripted struct {
	UID     uint32
	Raw     string
	Date    string // INTERNALDATE, as it stands in the answer
	Size    string // RFC822.SIZE
	Deleted bool
}

// Talk is a command that came over a connection.
type Talk struct {
	net.Conn
	Tag, Command string // the command as it came, without the tag
	Folder       string // that is open
	r            *bufio.Reader
	s            *Script
}

// Start starts the server.
func (s *Script) Start() (err error) {
	s.folders, s.validity, s.last = map[string][]*Scripted{"INBOX": nil}, map[string]uint32{}, map[string]uint32{}
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	go func() {
		for {
			c, err := s.listener.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return nil
}

// Close stops it.
func (s *Script) Close() error { return s.listener.Close() }

// Addr is its address, host:port.
func (s *Script) Addr() string { return s.listener.Addr().String() }

// Change changes the server while it runs.
func (s *Script) Change(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Deliver puts a mail into the inbox.
func (s *Script) Deliver(raw string, at time.Time) *Scripted {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put("INBOX", raw, at)
}

func (s *Script) put(folder, raw string, at time.Time) *Scripted {
	s.last[folder]++
	m := &Scripted{UID: s.last[folder], Raw: raw, Date: at.Format(`"_2-Jan-2006 15:04:05 -0700"`), Size: strconv.Itoa(len(raw))}
	s.folders[folder] = append(s.folders[folder], m)
	return m
}

// Mails lists the mails of a folder that are not marked as deleted.
func (s *Script) Mails(folder string) (all []Scripted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.folders[folder] {
		if !m.Deleted {
			all = append(all, *m)
		}
	}
	return all
}

// Renumber gives a folder another UIDVALIDITY.
func (s *Script) Renumber(folder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.validity[folder]++
}

// Said lists the commands since the last call.
func (s *Script) Said() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, s.said = s.said, nil
	return all
}

func (s *Script) serve(conn net.Conn) {
	defer conn.Close()
	c := &Talk{Conn: conn, r: bufio.NewReader(conn), s: s}
	s.mu.Lock()
	greeting := s.Greeting
	s.mu.Unlock()
	if greeting == "" {
		greeting = "* OK [CAPABILITY IMAP4rev1 " + s.Caps + "] here"
	}
	fmt.Fprint(c, greeting+"\r\n")
	for {
		line, err := c.r.ReadString('\n')
		if err != nil {
			return
		}
		c.Tag, c.Command, _ = strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		s.mu.Lock()
		s.said = append(s.said, c.Command)
		answer := s.Answer
		s.mu.Unlock()
		if (answer == nil || !answer(c)) && !s.plainly(c) {
			return
		}
	}
}

// Says writes lines, and then the end of the command.
func (c *Talk) Says(end string, lines ...string) {
	for _, l := range lines {
		fmt.Fprint(c, l+"\r\n")
	}
	fmt.Fprint(c, c.Tag+" "+end+"\r\n")
}

// Names reports whether the command is about a mail, by its UID.
func (c *Talk) Names(uid uint32) bool {
	words := arguments(c.Command)
	if len(words) < 3 || !strings.EqualFold(words[0], "UID") {
		return false
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return slices.ContainsFunc(c.s.those(c, words[2]), func(m *Scripted) bool { return m.UID == uid })
}

// Plainly answers the command as the server does of its own.
func (c *Talk) Plainly() { c.s.plainly(c) }

// Is reports whether the command begins with these words, or is one of UIDs with them.
func (c *Talk) Is(words string) bool {
	return strings.HasPrefix(strings.TrimPrefix(strings.ToUpper(c.Command), "UID "), words)
}

// plainly answers a command. It returns false at the end of the connection.
func (s *Script) plainly(c *Talk) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	words := arguments(c.Command)
	switch {
	case c.Is("CAPABILITY"):
		c.Says("OK done", "* CAPABILITY IMAP4rev1 "+s.Caps)
	case c.Is("LOGOUT"):
		c.Says("OK bye", "* BYE bye")
		return false
	case c.Is("LOGIN"):
		c.Says("OK [CAPABILITY IMAP4rev1 " + s.Caps + "] in")
	case c.Is("CREATE"):
		if _, is := s.folders[words[1]]; is {
			c.Says("NO [ALREADYEXISTS] there is one")
			break
		}
		s.folders[words[1]] = nil
		c.Says("OK done")
	case c.Is("LIST"):
		var lines []string
		for name := range s.folders {
			if words[2] == "*" || words[2] == name {
				lines = append(lines, `* LIST () "/" "`+name+`"`)
			}
		}
		c.Says("OK done", lines...)
	case c.Is("SELECT"), c.Is("EXAMINE"):
		s.open(c, words[1])
	case c.Is("SEARCH"):
		found := "* SEARCH"
		for _, m := range s.folders[c.Folder] {
			if !m.Deleted {
				found += fmt.Sprint(" ", m.UID)
			}
		}
		c.Says("OK done", found)
	case c.Is("FETCH"):
		s.fetch(c)
	case c.Is("MOVE"), c.Is("COPY"):
		for _, m := range s.those(c, words[2]) {
			s.put(words[3], m.Raw, time.Time{}).Date = m.Date
			m.Deleted = m.Deleted || c.Is("MOVE")
		}
		s.expunge(c, c.Is("MOVE"))
	case c.Is("STORE"):
		for _, m := range s.those(c, words[2]) {
			m.Deleted = true
		}
		c.Says("OK done")
	case c.Is("EXPUNGE"):
		s.expunge(c, true)
	case c.Is("APPEND"):
		return s.add(c, words)
	case c.Is("IDLE"):
		fmt.Fprint(c, "+ waiting\r\n")
		s.mu.Unlock()
		_, err := c.r.ReadString('\n')
		s.mu.Lock()
		c.Says("OK done")
		return err == nil
	default:
		c.Says("OK done")
	}
	return true
}

func (s *Script) open(c *Talk, folder string) {
	mails, is := s.folders[folder]
	if !is {
		c.Says("NO there is none")
		return
	}
	c.Folder = folder
	c.Says("OK done", fmt.Sprintf("* %d EXISTS", len(mails)), fmt.Sprintf("* OK [UIDVALIDITY %d] x", 1+s.validity[folder]),
		fmt.Sprintf("* OK [UIDNEXT %d] x", 1+s.last[folder]))
}

// expunge ends a command, perhaps after dropping mails that are marked as deleted.
func (s *Script) expunge(c *Talk, drop bool) {
	var lines []string
	if drop {
		all := s.folders[c.Folder]
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Deleted {
				lines, all = append(lines, fmt.Sprintf("* %d EXPUNGE", i+1)), slices.Delete(slices.Clone(all), i, i+1)
			}
		}
		s.folders[c.Folder] = all
	}
	c.Says("OK done", lines...)
}

// add takes a mail for a folder.
func (s *Script) add(c *Talk, words []string) bool {
	size, err := strconv.Atoi(strings.Trim(words[len(words)-1], "{+}"))
	if err != nil {
		c.Says("BAD how long?")
		return true
	}
	fmt.Fprint(c, "+ go on\r\n")
	raw := make([]byte, size)
	if _, err := io.ReadFull(c.r, raw); err != nil {
		return false
	}
	if _, err := c.r.ReadString('\n'); err != nil {
		return false
	}
	m := s.put(words[1], string(raw), time.Now())
	c.Says(fmt.Sprintf("OK [APPENDUID %d %d] done", 1+s.validity[words[1]], m.UID))
	return true
}

// those are the mails of a set.
func (s *Script) those(c *Talk, set string) (all []*Scripted) {
	for i, m := range s.folders[c.Folder] {
		n := m.UID
		if !strings.HasPrefix(strings.ToUpper(c.Command), "UID") {
			n = uint32(i + 1)
		}
		for _, r := range strings.Split(set, ",") {
			from, to, is := strings.Cut(r, ":")
			if !is {
				to = from
			}
			a, _ := strconv.ParseUint(from, 10, 32)
			b, _ := strconv.ParseUint(strings.Replace(to, "*", "4294967295", 1), 10, 32)
			if uint64(n) >= a && uint64(n) <= b {
				all = append(all, m)
				break
			}
		}
	}
	return all
}

func (s *Script) fetch(c *Talk) {
	words := arguments(c.Command)
	at := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, "FETCH") })
	var lines []string
	for _, m := range s.those(c, words[at+1]) {
		seq := 1 + slices.Index(s.folders[c.Folder], m)
		parts := m.parts(strings.ToUpper(c.Command))
		text := strings.Join(parts, " ")
		if s.Show != nil {
			text = s.Show(c, m, parts)
		}
		lines = append(lines, fmt.Sprintf("* %d FETCH (%s)", seq, text))
	}
	c.Says("OK done", lines...)
}

// parts are the parts of a mail that a command wants, in the order in which most servers say them.
func (m *Scripted) parts(command string) (parts []string) {
	add := func(word, value string) {
		if strings.Contains(command, word) {
			parts = append(parts, word+" "+value)
		}
	}
	parts = append(parts, fmt.Sprintf("UID %d", m.UID))
	add("RFC822.SIZE", m.Size)
	add("INTERNALDATE", m.Date)
	flags := "()"
	if m.Deleted {
		flags = `(\Deleted)`
	}
	add("FLAGS", flags)
	head, body := m.Raw, ""
	if h, b, is := strings.Cut(m.Raw, "\r\n\r\n"); is {
		head, body = h+"\r\n\r\n", b
	}
	_, section, is := strings.Cut(command, "BODY.PEEK[")
	section, partial, _ := strings.Cut(section, "]")
	show, name := head, "BODY["+section+"]"
	switch {
	case !is:
		return parts
	case section == "":
		show = head + body
	case strings.HasPrefix(section, "HEADER.FIELDS"):
		_, field, _ := strings.Cut(strings.Trim(section, "()"), "(")
		show = ""
		for line := range bytes.Lines([]byte(head)) {
			if strings.HasPrefix(strings.ToUpper(string(line)), strings.Trim(field, `"()`)+":") {
				show += string(line)
			}
		}
		show += "\r\n"
	}
	if strings.HasPrefix(partial, "<0.") {
		most, _ := strconv.Atoi(strings.TrimRight(partial[3:], ">)"))
		show, name = show[:min(most, len(show))], name+"<0>"
	}
	return append(parts, fmt.Sprintf("%s {%d}\r\n%s", name, len(show), show))
}

// arguments splits a command into words. Quoted ones lose their quotes.
func arguments(command string) (words []string) {
	for rest := strings.TrimSpace(command); rest != ""; rest = strings.TrimLeft(rest, " ") {
		word := ""
		if rest[0] == '"' {
			word, rest, _ = strings.Cut(rest[1:], `"`)
		} else {
			word, rest, _ = strings.Cut(rest, " ")
		}
		words = append(words, word)
	}
	return words
}
