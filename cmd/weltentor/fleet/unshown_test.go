//go:build fleet

package fleet_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/mailer/mailertest"
)

// A mail whose body, or even whose head, the server does not show holds up a turn that is due, as on one machine: for an
// hour, and the orders count if the server shows them before.
func TestTheFleetsUnshownMailHoldsATurnForAnHour(t *testing.T) {
	for name, hides := range map[string]func(command string) bool{
		"the body": func(command string) bool { return strings.Contains(command, "BODY.PEEK[]") },
		"all of it": func(command string) bool {
			return strings.Contains(command, "BODY.PEEK[]") || strings.Contains(command, "BODY.PEEK[HEADER]")
		},
	} {
		for again, shows := range map[string]bool{"for an hour": true, "for ever": false} {
			t.Run(name+" "+again, func(t *testing.T) {
				c, box := scripted(t)
				box.Change(func() {
					box.Answer = func(k *mailertest.Talk) bool {
						hidden := k.Folder == "INBOX" && k.Is("FETCH 1 ") && hides(k.Command)
						if hidden {
							k.Says("NO FETCH Server error while fetching messages")
						}
						return hidden
					}
				})
				c.jump(24*time.Hour - 10*time.Minute)
				box.Deliver(c.letter("north", 1), c.now())
				time.Sleep(3 * time.Second) // it is tried
				c.jump(20 * time.Minute)
				if c.comes(6*time.Second, 2) {
					t.Fatal("the turn did not wait")
				}
				if shows {
					box.Change(func() { box.Answer = nil })
				}
				c.jump(70 * time.Minute)
				c.quiet(2)
				c.stop()
				counts := strings.Contains(c.done("log", "north"), "a letter with orders is taken")
				if counts != shows {
					t.Errorf("the orders count: %v, want %v", counts, shows)
				}
				if n := len(box.Mails("INBOX")); n != 0 {
					t.Errorf("%d mails are left in the inbox", n)
				}
			})
		}
	}
}

// scripted is a fleet of one host with one world, whose mailbox answers as a script says.
func scripted(t *testing.T) (c *convoy, box *mailertest.Script) {
	c = unfounded(t, "north")
	box = &mailertest.Script{Caps: "MOVE UIDPLUS"}
	needs(t, box.Start())
	t.Cleanup(func() { box.Close() })
	c.imap = box.Addr()
	c.shares(server.Start(t))
	c.found("north")
	c.embark()
	c.start("one")
	c.quiet(1)
	return c, box
}

// A mail whose head the server does not show could be for any world of the mailbox. One that came before a deadline is not
// put aside in the hour before it, however long it was tried: its orders count if the server shows them in time.
func TestAHiddenMailIsKeptForADeadline(t *testing.T) {
	c, box := scripted(t)
	box.Change(func() {
		box.Answer = func(k *mailertest.Talk) bool {
			hidden := k.Folder == "INBOX" && k.Is("FETCH 1 ") &&
				(strings.Contains(k.Command, "BODY.PEEK[]") || strings.Contains(k.Command, "BODY.PEEK[HEADER]"))
			if hidden {
				k.Says("NO FETCH Server error while fetching messages")
			}
			return hidden
		}
	})
	c.jump(24*time.Hour - 90*time.Minute)
	box.Deliver(c.letter("north", 1), c.now())
	for range 4 { // until 10 minutes before the deadline, with a mail that has the mailbox listed
		time.Sleep(3 * time.Second)
		c.jump(20 * time.Minute)
		box.Deliver("From: spam@example.net\r\nTo: x@example.net\r\nSubject: x\r\n\r\nx\r\n", c.now())
	}
	time.Sleep(3 * time.Second)
	box.Change(func() { box.Answer = nil })
	c.jump(30 * time.Minute)
	c.quiet(2)
	c.stop()
	if !strings.Contains(c.done("log", "north"), "a letter with orders is taken") {
		t.Error("the orders do not count")
	}
}
