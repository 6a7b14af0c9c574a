package mailer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/wire"
)

// scripted starts a scripted server with three letters in its inbox.
func scripted(t *testing.T, s *mailertest.Script) imap.Config {
	t.Helper()
	s.Caps = "MOVE UIDPLUS IDLE"
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for n := range 3 {
		s.Deliver(string(letter(n)), time.Date(2026, 2, 3, 10, n, 0, 0, time.UTC))
	}
	return imap.Config{Addr: s.Addr(), TLS: wire.Plain, User: game, Password: secret, Processed: "Processed",
		Quarantine: "Quarantine", Timeout: 5 * time.Second}
}

// second shows the second letter in another way, and the others plainly.
func second(show func(parts []string) []string) func(*mailertest.Talk, *mailertest.Scripted, []string) string {
	return func(c *mailertest.Talk, m *mailertest.Scripted, parts []string) string {
		if c.Folder == "INBOX" && m.UID == 2 {
			parts = show(slices.Clone(parts))
		}
		return strings.Join(parts, " ")
	}
}

// replaced replaces a part of a FETCH answer; "": it is left out.
func replaced(name, with string) func([]string) []string {
	return func(parts []string) []string {
		for i, p := range parts {
			if strings.HasPrefix(p, name+" ") {
				if parts[i] = with; with == "" {
					return slices.Delete(parts, i, i+1)
				}
			}
		}
		return parts
	}
}

func each(show func([]string) []string) func(*mailertest.Talk, *mailertest.Scripted, []string) string {
	return func(_ *mailertest.Talk, _ *mailertest.Scripted, parts []string) string {
		return strings.Join(show(slices.Clone(parts)), " ")
	}
}

// Answers that are legal, or common, and that the library refuses. All letters are read, in their order. Only what the
// server cannot say of one is missing.
func TestAnswersThatTheLibraryRefuses(t *testing.T) {
	t.Parallel()
	date := func(d string) func([]string) []string { return replaced("INTERNALDATE", "INTERNALDATE "+d) }
	size := func(d string) func([]string) []string { return replaced("RFC822.SIZE", "RFC822.SIZE "+d) }
	reversed := func(parts []string) []string { slices.Reverse(parts); return parts }
	for name, c := range map[string]struct {
		script *mailertest.Script
		came   string // when the second letter came; "": as it is; "?": unknown
	}{
		"UID behind the body": {script: &mailertest.Script{Show: each(reversed)}},
		"the day 0":           {&mailertest.Script{Show: second(date(`"00-Jan-0000 00:00:00 +0000"`))}, "?"},
		"no date":             {&mailertest.Script{Show: second(date("NIL"))}, "?"},
		"date missing":        {&mailertest.Script{Show: second(replaced("INTERNALDATE", ""))}, "?"},
		"date of a head":      {&mailertest.Script{Show: second(date(`"Tue, 3 Feb 2026 12:07:00 +0100"`))}, "11:07"},
		"blank in a list":     {script: &mailertest.Script{Show: each(func(p []string) []string { return append(p, "") })}},
		"blanks between":      {script: &mailertest.Script{Show: each(func(p []string) []string { return slices.Insert(p, 1, "") })}},
		"unasked parts":       {script: &mailertest.Script{Show: each(func(p []string) []string { return append(p, `X-GM-LABELS ("a (b" \Sent)`, "EMAILID (M6)") })}},
		"no size":             {script: &mailertest.Script{Show: second(size("NIL"))}},
		"size missing":        {script: &mailertest.Script{Show: second(replaced("RFC822.SIZE", ""))}},
		"size zero":           {script: &mailertest.Script{Show: second(size("0"))}},
		"size too small":      {script: &mailertest.Script{Show: second(size("7"))}},
		"size too large":      {script: &mailertest.Script{Show: second(size("70000"))}},
		"reversed":            {script: &mailertest.Script{Show: each(reversed)}},
		"literal8": {script: &mailertest.Script{Show: each(func(p []string) []string {
			for i := range p {
				p[i] = strings.Replace(p[i], " {", " ~{", 1)
			}
			return p
		})}},
		"greeting": {script: &mailertest.Script{Greeting: "* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS ] here"}},
		"login": {script: &mailertest.Script{Answer: func(c *mailertest.Talk) bool {
			if c.Is("LOGIN") {
				c.Says("OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS  ] in")
			}
			return c.Is("LOGIN")
		}}},
		"unknown line": {script: &mailertest.Script{Answer: func(c *mailertest.Talk) bool {
			fmt.Fprint(c, "* XLIST (\\HasNoChildren) \"/\" {5}\r\nINBOX ()\r\n* 3 XEXISTS\r\n* VANISHED (EARLIER) 41:116\r\n")
			return false
		}}},
		"stale counts": {script: &mailertest.Script{Answer: func(c *mailertest.Talk) bool {
			if c.Is("FETCH") {
				fmt.Fprint(c, "* 99 EXISTS\r\n* 0 RECENT\r\n* 3 EXISTS\r\n")
			}
			return false
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := scripted(t, c.script)
			var got []string
			p, err := pollEach(t.Context(), config, func(f imap.Fetched) (imap.Verdict, error) {
				at := f.Arrived.UTC().Format("15:04")
				if f.Arrived.IsZero() {
					at = "?"
				}
				if string(f.Raw) != string(letter(int(f.UID)-1)) || f.Empty || f.TooBig {
					t.Errorf("mail %d: %+v", f.UID, f)
				}
				got = append(got, at)
				return imap.Processed, nil
			})
			want := []string{"10:00", "10:01", "10:02"}
			if c.came != "" {
				want[1] = c.came
			}
			if err != nil || !slices.Equal(got, want) || !p.Whole || p.Processed != 3 {
				t.Errorf("%v, want %v: %+v, %v", got, want, p, err)
			}
			if in, done := c.script.Mails("INBOX"), c.script.Mails("Processed"); len(in) != 0 || len(done) != 3 {
				t.Errorf("%d in the inbox, %d read", len(in), len(done))
			}
		})
	}
}

// answering answers commands that begin with these words, so often.
func answering(times int, answers map[string]string) func(*mailertest.Talk) bool {
	return func(c *mailertest.Talk) bool {
		for words, answer := range answers {
			if times != 0 && strings.HasPrefix(c.Command, words) {
				times--
				c.Says(answer)
				return true
			}
		}
		return false
	}
}

// A server that is throttled refuses to open a folder, too. That is not a folder that is missing, nor a wrong login.
func TestARefusalIsToldAsWhatItIs(t *testing.T) {
	t.Parallel()
	const throttled = "NO Request is throttled. Suggested Backoff Time: 299496 milliseconds"
	for name, c := range map[string]struct {
		answers map[string]string
		want    wire.Trouble
		later   bool // the folders are there
	}{
		"inbox":             {map[string]string{"SELECT INBOX": throttled}, wire.Down, false},
		"inbox, and LIST":   {map[string]string{"SELECT INBOX": throttled, "LIST": throttled}, wire.Down, false},
		"read mails":        {map[string]string{"EXAMINE": throttled, "CREATE": throttled}, wire.Down, true},
		"a folder, by name": {map[string]string{"CREATE": throttled, "LIST": throttled}, wire.Down, false},
		"no inbox":          {map[string]string{"SELECT INBOX": "NO [NONEXISTENT] none"}, wire.Missing, false},
		"not allowed":       {map[string]string{"SELECT INBOX": "NO [NOPERM] not yours"}, wire.Missing, false},
		"no folder":         {map[string]string{"CREATE": "NO no children here"}, wire.Missing, false},
		"login, Gmail":      {map[string]string{"LOGIN": "NO [OVERQUOTA] Account exceeded bandwidth limits."}, wire.Down, false},
		"login":             {map[string]string{"LOGIN": "NO [AUTHENTICATIONFAILED] wrong"}, wire.Login, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &mailertest.Script{}
			config := scripted(t, s)
			config.Mark = imap.Mark{World: "w", Address: game, At: time.Now()}
			take := func(imap.Fetched) (imap.Verdict, error) { return imap.Processed, nil }
			if c.later {
				if _, err := pollEach(t.Context(), config, take); err != nil {
					t.Error(err)
				}
			}
			s.Change(func() { s.Answer = answering(-1, c.answers) })
			_, err := pollEach(t.Context(), config, take)
			if got := wire.TroubleOf(err); got != c.want {
				t.Errorf("%q, want %q: %v", got, c.want, err)
			}
		})
	}
}

// A server refuses to list all mails because of one. The others are read, and it as well, without size and date.
func TestAListThatOneMailSpoils(t *testing.T) {
	t.Parallel()
	s := &mailertest.Script{}
	s.Answer = func(c *mailertest.Talk) bool {
		spoilt := strings.Contains(c.Command, "RFC822.SIZE") && (c.Is("FETCH 1:3 ") || c.Is("FETCH 1:* ") || c.Is("FETCH 2 "))
		if spoilt {
			c.Says("NO The requested message could not be converted to an RFC-822 compatible format.")
		}
		return spoilt
	}
	var got []uint32
	p, err := pollEach(t.Context(), scripted(t, s), func(f imap.Fetched) (imap.Verdict, error) {
		if got = append(got, f.UID); f.Arrived.IsZero() != (f.UID == 2) || len(f.Raw) == 0 {
			t.Errorf("%+v", f)
		}
		return imap.Processed, nil
	})
	if fmt.Sprint(got) != "[1 2 3]" || err != nil || p.Processed != 3 {
		t.Errorf("%v: %+v, %v", got, p, err)
	}
}

// The connection is cut, or the server falls silent, in the middle of a letter. It is no letter, and comes again.
func TestCutInTheMiddleOfALetter(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"cut": false, "silence": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &mailertest.Script{}
			config, once := scripted(t, s), true
			config.Timeout = 300 * time.Millisecond
			s.Change(func() {
				s.Answer = func(c *mailertest.Talk) bool {
					if !once || !c.Is("FETCH 1:3 (UID BODY") {
						return false
					}
					once = false
					fmt.Fprint(c, "* 2 FETCH (UID 2 BODY[]<0> {140}\r\nFrom: Ute <")
					if silent {
						time.Sleep(time.Second)
					}
					c.Close()
					return true
				}
			})
			var got []uint32
			take := func(f imap.Fetched) (imap.Verdict, error) {
				got = append(got, f.UID)
				return imap.Processed, nil
			}
			if _, err := pollEach(t.Context(), config, take); wire.TroubleOf(err) != wire.Down {
				t.Errorf("%v", err)
			}
			config.Timeout = 5 * time.Second
			if _, err := pollEach(t.Context(), config, take); err != nil {
				t.Error(err)
			}
			slices.Sort(got)
			if got = slices.Compact(got); fmt.Sprint(got) != "[1 2 3]" || len(s.Mails("INBOX")) != 0 {
				t.Errorf("%v, and %d in the inbox", got, len(s.Mails("INBOX")))
			}
		})
	}
}

// What a server says of a move, or does not, costs no letter: the code before its OK, the code without an OK, a refusal.
func TestMovesThatAreSaidOddly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string // to a MOVE; "": it is cut
		left   int
	}{
		"COPYUID, then cut": {"", 0}, "refused": {"NO [CANNOT] not this one", 3}, "COPYUID in OK": {"OK [COPYUID 1 1:3 1:3] done", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, once := &mailertest.Script{}, true
			s.Answer = func(k *mailertest.Talk) bool {
				if !k.Is("MOVE") || !once && c.answer == "" {
					return false
				}
				if once = false; c.answer != "" {
					k.Says(c.answer)
					return true
				}
				fmt.Fprint(k, "* OK [COPYUID 1 1:3 1:3] moved\r\n")
				k.Close()
				return true
			}
			config, known := scripted(t, s), map[string]int{}
			for range 2 {
				_, _ = pollEach(t.Context(), config, func(f imap.Fetched) (imap.Verdict, error) {
					known[string(f.Raw)]++
					return imap.Processed, nil
				})
			}
			if len(known) != 3 || len(s.Mails("INBOX")) != c.left {
				t.Errorf("%d letters, %d in the inbox", len(known), len(s.Mails("INBOX")))
			}
		})
	}
}

// A server gives other numbers to its mails, twice. Each is read once all the same.
func TestNumbersThatChangeTwice(t *testing.T) {
	t.Parallel()
	s := &mailertest.Script{}
	config := scripted(t, s)
	config.Mark = imap.Mark{World: "w", Address: game, At: time.Now()}
	read := 0
	for range 3 {
		p, err := pollEach(t.Context(), config, func(imap.Fetched) (imap.Verdict, error) {
			read++
			return imap.Processed, nil
		})
		if err != nil || !p.Whole {
			t.Errorf("%+v, %v", p, err)
		}
		config.Mark.Known = p.Mark
		s.Renumber("INBOX")
		s.Renumber("Processed")
		s.Deliver(string(letter(read)), time.Now())
	}
	marks := 0
	for _, m := range s.Mails("Processed") {
		marks += strings.Count(m.Raw, "X-Weltentor-World: ")
	}
	if read != 5 || marks != 1 { // three, and one before each further poll
		t.Errorf("%d letters, %d marks", read, marks)
	}
}

// A server that ends each IDLE after a moment is asked again, and no letter is missed.
func TestGoodbyeInIDLE(t *testing.T) {
	t.Parallel()
	s := &mailertest.Script{}
	config := scripted(t, s)
	line := &imap.Line{Inbox: "INBOX", Every: time.Second}
	config.Line = line
	defer line.Close(t.Context())
	s.Change(func() {
		s.Answer = func(c *mailertest.Talk) bool {
			if c.Is("IDLE") {
				fmt.Fprint(c, "+ waiting\r\n")
				time.Sleep(30 * time.Millisecond)
				fmt.Fprint(c, "* BYE I am busy\r\n")
				c.Close()
			}
			return c.Is("IDLE")
		}
	})
	read := 0
	for n := range 3 {
		if _, err := pollEach(t.Context(), config, func(imap.Fetched) (imap.Verdict, error) {
			read++
			return imap.Processed, nil
		}); err != nil {
			t.Error(err)
		}
		_ = line.Wait(t.Context()) // finds that mails have come
		if err := line.Wait(t.Context()); err == nil {
			t.Error("the connection is kept")
		}
		s.Deliver(string(letter(3+n)), time.Now())
	}
	if read != 5 {
		t.Errorf("%d letters", read)
	}
}
