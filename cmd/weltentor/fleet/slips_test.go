//go:build fleet

package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
)

// The database's clock is an hour ahead for seconds. What hosts write meanwhile of the mailbox brings no turn before its
// deadline, and keeps no mail away.
func TestTheFleetsClockSlips(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.start("one")
	c.quiet(1)
	c.jump(23*time.Hour + 30*time.Minute) // half an hour before the deadline
	off := func(is int) func() bool {
		return func() bool { return strings.Contains(h.metrics(), fmt.Sprintf("\nweltentor_clock_off %d\n", is)) }
	}
	c.eventually("the host is right", off(0))
	needs(t, c.shows(c.forward()+time.Hour))
	c.eventually("the host is off", off(1))
	c.mail("north", 1)
	c.eventually("a mail is taken", func() bool { return c.inbox() == 0 })
	time.Sleep(2 * time.Second) // the end of the mailbox is noted
	needs(t, c.shows(c.forward()))
	c.eventually("the host is right again", off(0))
	c.mail("north", 2)
	c.eventually("another mail is taken", func() bool { return c.inbox() == 0 })
	time.Sleep(2 * time.Second) // its turn is looked at
	if w := c.view().Worlds["north"]; w.Turn != 1 || w.Stuck != nil {
		t.Errorf("before the deadline: turn %d, %+v", w.Turn, w.Stuck)
	}
	c.jump(31 * time.Minute)
	c.eventually("the turn comes by its deadline", func() bool { return c.view().Worlds["north"].Turn == 2 })
	c.stop()
}

// Two worlds of a mailbox have one address, as no command lets them: their mails wait, which status says, and a third
// world goes on.
func TestTheFleetsWorldsClash(t *testing.T) {
	c := newConvoy(t, "north", "south", "west").embark()
	c.start("one")
	c.quiet(1)
	swap := func(from, to string) {
		t.Helper()
		c.sql(`update weltentor.world set about = replace(about::text, $1, $2)::jsonb where name = 'south'`, from, to)
	}
	swap("game+south@", "game+north@")
	for _, name := range c.worlds {
		c.mail(name, 1)
	}
	c.jump(25 * time.Hour)
	c.eventually("the third goes on", func() bool { return c.view().Worlds["west"].Turn == 2 && c.inbox() == 2 })
	code, said := c.fleet("fleet", "status")
	if code != complaint.ExitNo || strings.Count(said, "game+north@demo.test is of north and of south") != 2 {
		t.Errorf("status: exit %d\n%s", code, said)
	}
	if turn := c.view().Worlds["north"].Turn; turn != 1 {
		t.Errorf("turn %d without its mails", turn)
	}
	swap("game+north@", "game+south@")
	c.eventually("all go on", func() bool {
		v := c.view()
		return c.inbox() == 0 && v.Worlds["north"].Turn == 2 && v.Worlds["south"].Turn == 2 && v.Well()
	})
	c.stop()
}

// voiceless is a worker that cannot send the letters of one world.
type voiceless struct {
	hosts.Worker
	tries atomic.Int64
}

func (m *voiceless) Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (int, error) {
	if s.World == "bad" {
		m.tries.Add(1)
		return 0, errors.New("no key")
	}
	return m.Worker.Send(ctx, s, permit)
}

// A world that cannot send delays no other of its account, and is not tried again for each of its letters.
func TestSendingGoesOnForOthers(t *testing.T) {
	c := newConvoy(t, "good", "bad").embark()
	h := c.make("one")
	m := &voiceless{Worker: h.Worker}
	h.Worker = m
	c.launch("one", h)
	c.mail("bad", 1)
	c.eventually("it cannot send", func() bool { return m.tries.Load() > 0 })
	for range 4 {
		before := c.received("good")
		c.mail("good", 1)
		c.eventually("a receipt of the other", func() bool { return c.received("good") > before })
	}
	if n := m.tries.Load(); n > 3 { // when it came, when it was looked at, and when its mail was taken
		t.Errorf("it was tried %d times within seconds", n)
	}
	c.stop()
}

// What somebody writes into the database as a world's settings runs nothing on a host.
func TestTheFleetsSettingsRunNothing(t *testing.T) {
	c := newConvoy(t, "north").embark()
	proof := filepath.Join(t.TempDir(), "proof")
	toml := c.done("fleet", "settings", "north")
	at := strings.Index(toml, "[smtp]")
	end := at + 1 + strings.Index(toml[at+1:]+"\n[", "\n[")
	c.sql("update weltentor.world set settings = $1", toml[:at]+"[smtp]\nhost = \"127.0.0.1\"\nport = 9\n"+
		"tls = \"plain\"\nuser = \"nobody\"\nauth = \"xoauth2\"\n"+
		"token_command = [\"/bin/sh\", \"-c\", \"id > "+proof+"\"]\n"+
		toml[min(end, len(toml)):])
	c.start("one")
	c.mail("north", 1)
	c.quiet(1) // the receipt leaves by the account that the fleet has
	if _, err := os.Stat(proof); err == nil {
		t.Error("it has run what the database says")
	}
	c.stop()
}
