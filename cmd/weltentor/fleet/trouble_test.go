//go:build fleet

package fleet_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet/server"
)

// A host whose clock is two minutes ahead resolves no turns, and says so; another one does.
func TestAFleetGoesByTheEnginesClock(t *testing.T) {
	c := newConvoy(t, "north").embark()
	off := c.make("one")
	off.Clock = func() time.Time { return c.now().Add(2 * time.Minute) }
	c.launch("one", off)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.eventually("it has seen that the turn is due", func() bool {
		return strings.Contains(off.metrics(), "\nweltentor_turns_due 1\n")
	})
	view := c.views()
	c.eventually("it says so", func() bool { return view().Hosts["one"].State == "off" })
	time.Sleep(time.Second)
	if w := view().Worlds["north"]; w.Turn != 1 || !strings.Contains(off.metrics(), "\nweltentor_clock_off 1\n") {
		t.Errorf("%+v\n%s", w, off.metrics())
	}
	if out := c.done("fleet", "status"); !strings.Contains(out, "one: at work, but its clock is off by 120 s") {
		t.Error(out)
	}
	c.start("two")
	c.quiet(2)
	c.stop()
	c.holds()
}

// An account sends as many letters in an hour as it may, of all its worlds together.
func TestAFleetKeepsAnAccountsLimit(t *testing.T) {
	c := newConvoy(t, "north", "south", "west").embark()
	now := c.now() // no hour ends while four letters leave, and are looked for
	c.jump(now.Truncate(time.Hour).Add(time.Hour).Sub(now))
	for _, host := range []string{"one", "two"} {
		h := c.make(host)
		h.Config.Accounts[0].PerHour = 4
		c.launch(host, h)
	}
	c.eventually("four letters", func() bool { return len(c.post.Letters()) >= 4 })
	time.Sleep(time.Second)
	if n := len(c.post.Letters()); n != 4 {
		t.Errorf("%d letters, want 4", n)
	}
	c.jump(time.Hour)
	c.quiet(1)
	if n := len(c.post.Letters()); n != 6 {
		t.Errorf("%d letters, want 6", n)
	}
	// Two of that hour have left, though more were counted before they did: two answers more may.
	for _, world := range c.worlds {
		c.mail(world, 1)
	}
	c.eventually("eight letters", func() bool { return len(c.post.Letters()) >= 8 })
	time.Sleep(time.Second)
	if n := len(c.post.Letters()); n != 8 {
		t.Errorf("%d letters, want 8", n)
	}
	c.jump(time.Hour)
	c.quiet(1)
	c.stop()
	c.holds()
}

// A host that is stopped for longer than its leases last, and goes on then.
func TestAFleetsHostSleeps(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	for turn := 1; turn <= 3; turn++ {
		cmd := c.process(fmt.Sprintf("sleeper-%d", turn), errand{})
		for _, name := range c.worlds {
			c.mail(name, 1)
			c.mail(name, 2)
		}
		time.Sleep(time.Duration(200+300*turn) * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		h := c.start("heir")
		c.quiet(turn)
		c.jump(25 * time.Hour)
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		c.quiet(turn + 1)
		ended(cmd, time.Second)
		h.end()
		<-h.done
		delete(c.hosts, "heir")
	}
	c.holds()
}

// The database dies and comes back: nothing leaves meanwhile, and then the fleet goes on.
func TestAFleetWaitsForItsDatabase(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.start("one")
	c.quiet(1)
	c.db.Kill()
	c.mail("north", 1)
	before := len(c.post.Letters())
	if code, out := c.fleet("turn", "south"); code != complaint.ExitLater || !strings.Contains(out, "nothing was changed") {
		t.Errorf("exit %d, %s", code, out)
	}
	time.Sleep(time.Second)
	if n := len(c.post.Letters()); n != before {
		t.Errorf("%d letters left without the database", n-before)
	}
	c.db.Up(t)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	c.holds()
}

// rows are all rows that the database has, as texts and bytes.
func (c *convoy) rows() (all [][]byte) {
	c.Helper()
	names, err := c.pool.Query(c.Context(), "select tablename from pg_tables where schemaname = 'weltentor'")
	needs(c, err)
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	needs(c, err)
	for _, table := range tables {
		rows, err := c.pool.Query(c.Context(), "select * from weltentor."+table)
		needs(c, err)
		for rows.Next() {
			for _, value := range rows.RawValues() {
				all = append(all, bytes.Clone(value))
			}
		}
		needs(c, rows.Err())
	}
	return all
}

// count counts how often a text is in bytes, including what is packed in them.
func count(all [][]byte, text string) (n int) {
	for _, raw := range all {
		unpacked(raw, func(b []byte) { n += bytes.Count(b, []byte(text)) })
	}
	return n
}

// No password is in what leaves a host: not in the database, nor in what hosts say.
func TestAFleetKeepsNoPasswords(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	c.mail("north", 1)
	c.mail("north", 2)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	all := append(c.rows(), []byte(strings.Join(c.told.lines, "\n")))
	if n := count(all, "anna@demo.test"); n == 0 {
		t.Errorf("of %d values none has a player's address", len(all))
	}
	packer, err := zstd.NewWriter(nil)
	needs(t, err)
	for _, secret := range []string{strings.Fields(c.lines["north"][0])[2], strings.Fields(c.lines["north"][1])[2],
		stage.Password + "\n", server.Password} {
		if n := count(all, secret); n > 0 {
			t.Errorf("%q was found %d times", secret, n)
		}
		inner := packer.EncodeAll([]byte("one of "+secret), nil)
		if n := count([][]byte{packer.EncodeAll(append([]byte("bytes "), inner...), nil)}, secret); n == 0 {
			t.Errorf("a planted %q was not found", secret)
		}
	}
}

// unpacked shows bytes, and all that is packed in them.
func unpacked(raw []byte, show func([]byte)) {
	show(raw)
	magic := []byte{0x28, 0xB5, 0x2F, 0xFD}
	for at := bytes.Index(raw, magic); at >= 0; {
		d, err := zstd.NewReader(bytes.NewReader(raw[at:]), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return
		}
		var b bytes.Buffer
		_, err = b.ReadFrom(d)
		d.Close()
		if b.Len() > 0 && (err == nil || errors.Is(err, zstd.ErrMagicMismatch)) {
			unpacked(b.Bytes(), show)
		}
		next := bytes.Index(raw[at+4:], magic)
		if next < 0 {
			return
		}
		at += 4 + next
	}
}

// A turn that is resolved by hand comes after the mailbox was last read to its end. No host takes that for a wrong
// clock.
func TestAFleetsTurnIsForced(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	c.launch("one", h)
	c.mail("north", 1)
	c.quiet(1)
	c.jump(2 * time.Minute)
	c.done("turn", "north", "--force")
	c.quiet(2)
	time.Sleep(time.Second) // some looks
	c.told.Lock()
	if said := strings.Join(c.told.lines, "\n"); strings.Contains(said, "clock") {
		t.Error(said)
	}
	c.told.Unlock()
	c.jump(25 * time.Hour)
	c.quiet(3)
	c.stop()
	c.holds()
}

// What was forgotten is in no value of the database any more.
func TestAFleetForgets(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	c.mail("north", 2)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	if n := count(c.rows(), "bob@demo.test"); n == 0 {
		t.Fatal("the address was never there")
	}
	c.done("realm", "forget", "north", "2", "--why", "his wish", "--yes")
	c.start("one")
	c.quiet(2)
	c.stop()
	all := c.rows()
	if n := count(all, "bob@demo.test"); n > 0 {
		t.Errorf("the address is there %d times", n)
	}
	if n := count(all, "anna@demo.test"); n == 0 {
		t.Error("the other player is gone as well")
	}
	c.done("fleet", "verify")
}
