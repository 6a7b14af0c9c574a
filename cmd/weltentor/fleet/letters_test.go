//go:build fleet

package fleet_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/mailer/imap"
	"weltentor/resolve/store/disk"
)

// master gives a world's game master an address, before the world joins the fleet.
func (c *convoy) master(world string) string {
	c.Helper()
	path, address := filepath.Join(c.home, world, disk.SettingsName), "gm-"+world+"@demo.test"
	text, err := os.ReadFile(path)
	if err != nil {
		c.Fatal(err)
	}
	with := strings.Replace(string(text), "\nmail = \"\"", "\nmail = \""+address+"\"", 1)
	if with == string(text) {
		c.Fatal("no gm.mail")
	}
	if err := os.WriteFile(path, []byte(with), 0o600); err != nil {
		c.Fatal(err)
	}
	if err := c.post.AddUser(address, stage.Password); err != nil {
		c.Fatal(err)
	}
	return address
}

// alarms returns the letters to an address that ask for attention.
func (c *convoy) alarms(address string) (out []stage.Letter) {
	for _, l := range c.to(address) {
		if strings.Contains(l.Subject, "nicht lesbar") || strings.Contains(l.Subject, "wartet auf das Postfach") ||
			strings.Contains(l.Subject, "angenommen werden") || strings.Contains(l.Subject, "[Weltentor]") {
			out = append(out, l)
		}
	}
	return out
}

// hearsNothing is a worker that looks for mailboxes where nothing listens.
type hearsNothing struct {
	hosts.Worker
	asked *sync.Map // by world: when it was told last that its mailbox cannot be read
}

func (n hearsNothing) Unread(ctx context.Context, s fleet.Stay, since time.Time, why error) error {
	err := n.Worker.Unread(ctx, s, since, why)
	n.asked.Store(s.World, s.Now)
	return err
}

func (n hearsNothing) Inbox(ctx context.Context, mailbox string) (imap.Config, error) {
	config, err := n.Worker.Inbox(ctx, mailbox)
	config.Addr = "127.0.0.1:1"
	return config, err
}

// A mailbox that cannot be read for three hours is reported once to the game master of each world and to the operator.
// When it can be read again all goes on, and nobody gets a letter.
func TestTheFleetsDeadMailboxIsTold(t *testing.T) {
	c := newConvoy(t, "north", "south")
	masters := []string{c.master("north"), c.master("south")}
	c.embark()
	c.start("one")
	c.quiet(1)
	c.end("one")
	view, deaf := c.views(), c.make("deaf")
	asked := &sync.Map{}
	deaf.Worker = hearsNothing{deaf.Worker, asked}
	c.launch("deaf", deaf)
	c.eventually("it is noticed", func() bool { return view().Unread["main"].Why != "" })
	if code, out := c.fleet("fleet", "status"); code != complaint.ExitNo ||
		!strings.Contains(out, "The mailbox main cannot be read since 20") ||
		!strings.Contains(out, "127.0.0.1:1: ") {
		t.Errorf("exit %d, %s", code, out)
	}
	c.jump(2*time.Hour + 50*time.Minute)
	since := view().Unread["main"].Since
	heard := func() bool { // since the hour of the trouble began that it is now
		for _, name := range c.worlds {
			if at, is := asked.Load(name); !is || at.(time.Time).Before(since.Add(c.now().Sub(since).Truncate(time.Hour))) {
				return false
			}
		}
		return true
	}
	c.eventually("it was looked at again", heard)
	for _, who := range append(masters, operator) {
		if n := len(c.alarms(who)); n != 0 {
			t.Errorf("%s has %d letters too soon", who, n)
		}
	}
	c.jump(20 * time.Minute)
	c.eventually("all know", func() bool {
		return len(c.alarms(masters[0])) == 1 && len(c.alarms(masters[1])) == 1 && len(c.alarms(operator)) == 1
	})
	when := since.UTC().Format("2006-01-02 15:04 UTC")
	text := c.alarms(masters[1])[0].Body
	for _, want := range []string{"Das Postfach des Spiels ist seit ", "nicht lesbar. Zuletzt:",
		"south: das Postfach bei " + c.post.IMAP() + " ist nicht lesbar: "} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if text := c.alarms(operator)[0].Body; !strings.Contains(text, when) || !strings.Contains(text, "main") {
		t.Errorf("%s is not in\n%s", when, text)
	}
	for range 3 { // not again within a day
		c.jump(4 * time.Hour)
		c.eventually("it was looked at again", heard)
	}
	c.end("deaf")
	c.start("one")
	c.eventually("it is well again", func() bool { return len(view().Unread) == 0 })
	c.mail("north", 1)
	c.quiet(1)
	c.jump(12 * time.Hour)
	c.quiet(2)
	c.stop()
	for _, who := range append(masters, operator) {
		if n := len(c.alarms(who)); n != 1 {
			t.Errorf("%s has %d letters, want one", who, n)
		}
	}
	if v := c.view(); len(v.Unread) > 0 {
		t.Error(v.Unread)
	}
	c.done("fleet", "verify")
}

// refusing is a worker whose world cannot take its mail.
type refusing struct {
	hosts.Worker
	is *atomic.Bool
}

func (r refusing) Take(ctx context.Context, s fleet.Stay, mails map[fleet.Mail]string) (bool, error) {
	if r.is.Load() && s.World == "north" {
		return false, errors.New("this mail burns the hand")
	}
	return r.Worker.Take(ctx, s, mails)
}

// Mail that a world cannot take for three hours is told to its game master, once; status says it at once. The
// other world goes on; the turn can be forced; and what is not in the inbox any more is not waited for.
func TestTheFleetsStuckMailIsTold(t *testing.T) {
	c := newConvoy(t, "north", "south")
	master := c.master("north")
	c.embark()
	view := c.views()
	var is atomic.Bool
	is.Store(true)
	h := c.make("one")
	h.Worker = refusing{h.Worker, &is}
	c.launch("one", h)
	c.eventually("the first reports leave", func() bool { return len(c.post.Letters()) >= 4 })
	c.mail("north", 1)
	c.mail("south", 1)
	c.eventually("it is noticed", func() bool { return view().Worlds["north"].Stuck != nil })
	if code, out := c.fleet("fleet", "status"); code != complaint.ExitNo || !strings.Contains(out, "  takes no mail since 20") ||
		!strings.Contains(out, ": this mail burns the hand\n") {
		t.Errorf("exit %d, %s", code, out)
	}
	c.jump(25 * time.Hour)
	c.eventually("the game master knows", func() bool { return len(c.alarms(master)) > 0 })
	text := strings.Join(strings.Fields(c.alarms(master)[0].Body), " ")
	for _, want := range []string{"Das Spiel hat seit ", " Mails, die es nicht aufnehmen kann. Zuletzt: this mail " +
		"burns the hand Sie liegen im Ordner INBOX, und der Zug wartet auf sie.", "turn north --force`"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	c.eventually("the other world goes on", func() bool { return view().Worlds["south"].Turn == 2 })
	if w := view().Worlds["north"]; w.Turn != 1 || !w.Stuck.Told {
		t.Errorf("%+v", w)
	}
	c.done("turn", "north", "--force", "--yes")
	c.eventually("it is forced", func() bool { return view().Worlds["north"].Turn == 2 })
	is.Store(false)
	needs(t, c.host.Tables.List(t.Context(), "main", tables.Mail{Mail: fleet.Mail{Validity: 1, UID: 4711}, World: "north"})) // it was moved away
	c.eventually("all is taken", func() bool {
		w := view().Worlds["north"]
		return w.Mails == 0 && w.Stuck == nil && w.Waiting == 0
	})
	c.stop()
	if n := len(c.alarms(master)); n != 1 {
		t.Errorf("%d letters, want one", n)
	}
	c.done("fleet", "verify")
}

// Worlds that read the same mailbox must all say that they share it. One that does not is refused, with what to write
// where.
func TestTheFleetsMailboxIsShared(t *testing.T) {
	c := newConvoy(t, "north", "south")
	write := func(world, from, to string) {
		t.Helper()
		path := filepath.Join(c.home, world, disk.SettingsName)
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), from) {
			t.Fatalf("no %q: %v", from, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), from, to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const yes, no = "\nshared = true\n", "\nshared = false\n"
	north, south := filepath.Join(c.home, "north"), filepath.Join(c.home, "south")
	write("north", yes, no)
	write("south", yes, no)
	c.done("fleet", "add", north) // alone it may
	c.refused("south: north reads the mailbox main as well. In the world.toml of south write `shared = true` below "+
		"[imap], and an address of its own, such as `address = \"game+south@example.org\"`", "fleet", "add", south)
	write("south", no, yes)
	c.refused("south: north reads the mailbox main too, and does not share it. Print its settings with "+
		"`weltentor fleet settings north > north.toml`", "fleet", "add", south)
	if _, marked, err := disk.Marked(south); marked || err != nil {
		t.Error("a refused world is marked", err)
	}
	file := filepath.Join(c.home, "north.toml") // as the sentence says
	settings := c.done("fleet", "settings", "north")
	if err := os.WriteFile(file, []byte(strings.Replace(settings, no, yes, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	c.done("fleet", "settings", "north", file)
	c.done("fleet", "add", south)
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	c.refused("north: south reads the mailbox main as well", "fleet", "settings", "north", file)
}
