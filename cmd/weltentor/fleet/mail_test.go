//go:build fleet

package fleet_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

// ordinary runs a command of one host on a world that is in a folder of its own.
func (c *convoy) ordinary(command, dir string) {
	c.Helper()
	p := stage.NewProbe(c, c.now(), clitest.InProcess(worlds.Rulebooks()...))
	p.Dir = filepath.Join(c.home, dir)
	if code, out, errs := p.Run(command, p.Dir); code != 0 {
		c.Errorf("%s: exit %d, %s%s", command, code, out, errs)
	}
}

// inbox is how many mails wait in the inbox.
func (c *convoy) inbox() int { return left(c.post.Count(stage.GameAddress, "INBOX")) }

// answered counts the letters to an address with these words in the subject.
func (c *convoy) answered(from, subject string) (n int) {
	for _, l := range c.to(from) {
		if strings.Contains(l.Subject, subject) {
			n++
		}
	}
	return n
}

// A fleet takes no mail of a world that reads the same mailbox and is not in the fleet: not before it comes
// there, nor when it has left. The mail waits in the inbox for that world's own poll.
func TestTheFleetsNeighbourKeepsItsMail(t *testing.T) {
	c := newConvoy(t, "north", "south")
	for _, name := range c.worlds { // each has been served by cron
		c.ordinary("cron", name)
	}
	c.done("fleet", "add", filepath.Join(c.home, "north"))
	c.start("one")
	c.mail("south", 1)
	c.mail("north", 1)
	c.eventually("north has its mail", func() bool {
		return c.inbox() == 1 && c.answered("anna@demo.test", "[north Z1]") == 1
	})
	c.mail("north", 2)
	c.eventually("north has its next mail", func() bool { return c.answered("bob@demo.test", "[north Z1]") == 1 })
	if n := c.inbox(); n != 1 {
		t.Errorf("%d mails in the inbox, want that for south", n)
	}
	c.ordinary("poll", "south")
	if n := c.inbox(); n != 0 {
		t.Errorf("south has left %d mails", n)
	}
	c.done("fleet", "add", filepath.Join(c.home, "south"))
	c.mail("south", 2)
	c.eventually("south has its mail", func() bool {
		return c.inbox() == 0 && c.answered("bob@demo.test", "[south Z1]") == 1
	})
	c.done("fleet", "export", "south", filepath.Join(c.home, "south-again"))
	c.mail("south", 1)
	c.mail("north", 1)
	c.eventually("north has its mail", func() bool {
		return c.inbox() == 1 && c.answered("anna@demo.test", "[north Z1]") == 2
	})
	c.ordinary("poll", "south-again")
	if n := c.inbox(); n != 0 {
		t.Errorf("south has left %d mails", n)
	}
	c.stop()
	if n := left(c.post.Count(stage.GameAddress, "Weltentor-Quarantine")); n != 0 {
		t.Errorf("%d mails were put aside", n)
	}
	if !slices.ContainsFunc(c.told.lines, func(l string) bool {
		return strings.Contains(l, "mails for south stay in the inbox: it is not in the fleet")
	}) {
		t.Error(c.told.lines)
	}
}

// A world that is dropped and comes back from an old copy reads its own mails again, and not those of
// worlds that have not come back yet.
func TestTheFleetsWorldThatComesBackReadsItsOwnMail(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	file, again := filepath.Join(c.home, "backup.db"), filepath.Join(c.home, "again")
	c.done("backup", "north", file)
	c.start("one")
	c.mail("south", 1)
	c.mail("north", 1)
	c.quiet(1)
	c.end("one")
	for _, name := range c.worlds {
		c.done("fleet", "remove", name, "--yes")
	}
	toml, err := os.ReadFile(filepath.Join(c.home, "north", disk.SettingsName))
	if err := errors.Join(err, os.Mkdir(again, 0o700),
		os.WriteFile(filepath.Join(again, disk.SettingsName), toml, 0o600)); err != nil {
		t.Fatal(err)
	}
	if code, out := c.sh("restore", again, file, "--yes"); code != 0 {
		t.Fatal(code, out)
	}
	c.done("fleet", "add", again, "--as", "north")
	before := len(c.to("anna@demo.test"))
	c.start("one")
	c.mail("north", 2)
	c.eventually("north has its next mail", func() bool {
		return c.inbox() == 0 && c.answered("bob@demo.test", "[north Z1] Befehle") == 1
	})
	c.stop()
	for _, l := range c.to("anna@demo.test")[before:] {
		if !strings.HasPrefix(l.Subject, "[north Z") && !strings.HasPrefix(l.Subject, "[north] Willkommen") || strings.Contains(l.Subject, "NICHT") {
			t.Errorf("anna has %s", l.Subject)
		}
	}
}

// What a world has taken of one mailbox says nothing of another one that it reads from then on.
func TestTheFleetsWorldsCountTheRowsOfEachMailbox(t *testing.T) {
	c := newConvoy(t, "north").embark()
	path := c.config("shore")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, box, _ := strings.Cut(string(text), "[[mailbox]]\nname = \"main\"\n")
	box, _, _ = strings.Cut(box, "[[account]]")
	if err := os.WriteFile(path, append(text, "\n[[mailbox]]\nname = \"other\"\ninbox = \"Other\"\n"+box...),
		0o600); err != nil {
		t.Fatal(err)
	}
	c.start("one")
	c.mail("north", 1)
	c.quiet(1)
	c.end("one")
	needs(t, c.host.Tables.List(t.Context(), "other", tables.Mail{Mail: fleet.Mail{Validity: 1, UID: 1}, World: "north"}))
	file := filepath.Join(c.home, "new.toml")
	toml := strings.Replace(c.done("fleet", "settings", "north"), "inbox = \"INBOX\"", "inbox = \"Other\"", 1)
	if err := os.WriteFile(file, []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
	c.done("fleet", "settings", "north", file)
	if w := c.view().Worlds["north"]; w.Mailbox != "other" || w.Mails != 1 {
		t.Errorf("%+v", w)
	}
}

// A mail for no world that the server does not move is reported, and delays no turn.
func TestTheFleetsMailThatStays(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.imap = unmoving(t, c.imap, "Weltentor-Quarantine")
	if err := c.post.Deliver(stage.GameAddress, []byte("From: x@demo.test\r\nTo: game@demo.test\r\nSubject: hallo\r\n"+
		"Message-ID: <x@y>\r\n\r\nHallo\r\n")); err != nil {
		t.Fatal(err)
	}
	c.mail("north", 1)
	c.start("one")
	view := c.views()
	c.eventually("the mail is told of", func() bool {
		c.told.Lock()
		defer c.told.Unlock()
		return slices.ContainsFunc(c.told.lines, func(l string) bool { return strings.Contains(l, "move of mail") })
	})
	c.jump(25 * time.Hour)
	c.eventually("the turns are resolved", func() bool {
		v := view()
		return v.Worlds["north"].Turn == 2 && v.Worlds["south"].Turn == 2
	})
	c.stop()
}

// settled is a fleet of two worlds, north and south, whose host has ended when it had taken a mail for north; and the
// row of the next mail, which is for a world.
func settled(t *testing.T, world string) (*convoy, tables.Mail) {
	t.Helper()
	c := newConvoy(t, "north", "south").embark()
	c.mail("north", 1)
	c.start("one")
	c.quiet(1)
	c.stop()
	mails, err := c.host.Tables.Mails(t.Context(), "main")
	if err != nil || len(mails) != 1 || mails[0].World != "north" {
		t.Fatal(mails, err)
	}
	next := tables.Mail{Mail: fleet.Mail{Validity: mails[0].Validity, UID: mails[0].UID + 1}, Sum: "another", World: world}
	needs(t, c.host.Tables.List(t.Context(), "main", next))
	return c, next
}

// A mail server that was reset reuses a number that is known already, of a mail that another world has taken. The mail
// that is there now goes to its world.
func TestTheFleetsNumbersThatComeAgain(t *testing.T) {
	c, next := settled(t, "south")
	south, err := c.host.Tables.World(t.Context(), "south")
	needs(t, err)
	needs(t, c.host.Tables.Take(t.Context(), south, []tables.Mail{next}))
	c.mail("north", 2)
	c.start("one")
	c.quiet(1)
	c.stop()
	if n := c.answered("bob@demo.test", "[north Z1] Befehle"); n != 1 {
		t.Errorf("bob has %d receipts of north", n)
	}
	c.holds()
}

// A number can be given again before its world has taken the mail that was sorted under it: what is there then goes to
// its own world, once. One of the same world is taken, whatever has changed in it.
func TestTheFleetsMailThatIsAnother(t *testing.T) {
	for what, sorted := range map[string]string{"of another world": "south", "of the same": "north"} {
		t.Run(what, func(t *testing.T) {
			c, _ := settled(t, sorted)
			c.mail("north", 2)
			c.start("one")
			c.eventually("it was fetched", func() bool {
				mails, err := c.host.Tables.Mails(t.Context(), "main")
				needs(t, err)
				return !slices.ContainsFunc(mails, func(m tables.Mail) bool { return m.Sum == "another" && !m.Taken })
			})
			c.mail("south", 1) // so that the mailbox is listed again
			c.quiet(1)
			c.stop()
			for _, l := range c.to("bob@demo.test") {
				if strings.Contains(l.Subject, "NICHT") || strings.HasPrefix(l.Subject, "[south Z1] B") {
					t.Errorf("bob has %s", l.Subject)
				}
			}
			if n := c.answered("bob@demo.test", "[north Z1] Befehle"); n != 1 {
				t.Errorf("bob has %d receipts of north", n)
			}
			c.holds()
		})
	}
}

// unmoving is the address of a mail server that moves no mail to a folder.
func unmoving(t *testing.T, to, folder string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				server, err := net.Dial("tcp", to)
				if err != nil {
					return
				}
				defer server.Close()
				go io.Copy(client, server)
				for lines := bufio.NewScanner(client); lines.Scan(); {
					if tag, command, _ := strings.Cut(lines.Text(), " "); strings.HasPrefix(command, "UID MOVE ") &&
						strings.Contains(command, folder) {
						fmt.Fprintf(client, "%s NO not there\r\n", tag)
					} else {
						fmt.Fprintf(server, "%s\r\n", lines.Text())
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}
