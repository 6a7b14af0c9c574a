//go:build fleet

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store/disk"
)

// embark adds all worlds to the fleet.
func (c *convoy) embark() *convoy {
	c.Helper()
	for _, name := range c.worlds {
		c.done("fleet", "add", filepath.Join(c.home, name))
	}
	return c
}

// end ends one host.
func (c *convoy) end(host string) {
	c.Helper()
	h := c.hosts[host]
	h.end()
	if err := <-h.done; err != nil {
		c.Fatal(err)
	}
	delete(c.hosts, host)
}

// view is the fleet now.
func (c *convoy) view() *fleet.View {
	c.Helper()
	return c.views()()
}

// views shows the fleet time and again, over one connection.
func (c *convoy) views() func() *fleet.View {
	c.Helper()
	f := c.reach("shore")
	return func() *fleet.View {
		c.Helper()
		v, err := f.View(c.Context())
		if err != nil {
			c.Fatal(err)
		}
		return v
	}
}

// eventually waits for something.
func (c *convoy) eventually(what string, is func() bool) {
	c.Helper()
	for end := time.Now().Add(3 * time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			c.told.Lock()
			defer c.told.Unlock()
			c.Fatalf("no end of: %s\n%s", what, strings.Join(c.told.lines, "\n"))
		}
	}
}

// metrics are what Prometheus is told.
func (h *running) metrics() string {
	var b bytes.Buffer
	h.Count.Write(&b)
	return b.String()
}

// forgetful is an engine that has lost the last entries of a log.
type forgetful struct {
	engine.Engine
	log  string
	upto *atomic.Uint64 // 0: it has lost nothing
}

func (e forgetful) lost(x engine.Entry) bool {
	return e.upto.Load() > 0 && x.Log == e.log && x.Number > e.upto.Load()
}

func (e forgetful) Head(ctx context.Context, log string) (engine.Entry, error) {
	x, err := e.Engine.Head(ctx, log)
	if !e.lost(x) {
		return x, err
	}
	for y, err := range e.Read(ctx, log, 1) {
		if err != nil {
			return x, err
		}
		x = y
	}
	return x, nil
}

func (e forgetful) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range e.Engine.Heads(ctx, prefix) {
			if err == nil && e.lost(x) {
				x, err = e.Head(ctx, x.Log)
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

func (e forgetful) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range e.Engine.Read(ctx, log, from) {
			if err == nil && e.lost(x) || !yield(x, err) {
				return
			}
		}
	}
}

// An engine has lost what it had confirmed. The world stands still on all hosts, even on one without a copy of it. The
// others go on, and the operator is told once.
func TestAFleetStopsAWorldThatIsBehind(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	var upto atomic.Uint64
	c.around = func(_ string, e engine.Engine) engine.Engine { return forgetful{e, "world/north", &upto} }
	c.start("one")
	c.quiet(1)
	c.end("one")
	head, err := c.reach("shore").Engine.Head(t.Context(), "world/north")
	if err != nil || head.Number < 3 {
		t.Fatal(head.Number, err)
	}
	upto.Store(head.Number - 1)
	one := c.start("one")
	c.eventually("it is there again", func() bool { return c.view().Hosts["one"].State == "well" })
	two := c.start("two") // which would otherwise name itself before the other has said how far its copy goes
	c.mail("north", 1)
	c.mail("south", 1)
	view := c.views()
	c.eventually("it is noticed", func() bool { return view().Worlds["north"].State == "stopped" })
	// The first letter waits until both hosts have said how far their copies go. If the clock jumped before, they would
	// not wait.
	c.eventually("the operator knows", func() bool { return len(c.to("ops@demo.test")) > 0 })
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the other world goes on", func() bool {
		w := view().Worlds["south"]
		return w.Turn == 2 && w.Waiting == 0
	})
	if w := view().Worlds["north"]; w.Turn != 1 || !strings.Contains(w.Why, "north") {
		t.Errorf("%+v", w)
	}
	for host, h := range map[string]*running{"one": one, "two": two} {
		if !strings.Contains(h.metrics(), "\nweltentor_worlds_stopped 1\n") {
			t.Errorf("%s: %s", host, h.metrics())
		}
	}
	if code, out := c.fleet("turn", "north", "--force", "--yes"); code != fault.ExitUsage ||
		!strings.Contains(out, "north stands still on all hosts") {
		t.Errorf("a command: exit %d, %s", code, out)
	}
	if code, out := c.fleet("fleet", "verify"); code != fault.ExitNo || !strings.Contains(out, "north stands still") {
		t.Errorf("verify: exit %d, %s", code, out)
	}
	c.stop()
	letters := c.to("ops@demo.test")
	if len(letters) != 1 || !strings.Contains(letters[0].Body, "north") || !strings.Contains(letters[0].Body, "one") {
		t.Errorf("%d letters: %+v", len(letters), letters)
	}
	if n := left(c.post.Count(stage.GameAddress, "INBOX")); n != 1 {
		t.Errorf("%d mails wait in the inbox, want that of the world that stands still", n)
	}
}

// to returns the letters to an address.
func (c *convoy) to(address string) (out []stage.Letter) {
	for _, l := range c.post.Letters() {
		if l.To == address {
			out = append(out, stage.OpenLetter(c, l.Raw))
		}
	}
	return out
}

// A host whose clock is two minutes ahead resolves no turns, and says so; another one does.
func TestAFleetGoesByTheEnginesClock(t *testing.T) {
	c := newConvoy(t, "north").embark()
	off := c.make("one")
	off.Clock = func() time.Time { return c.now().Add(2 * time.Minute) }
	c.launch("one", off)
	c.quiet(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("it has seen that the turn is due", func() bool {
		return strings.Contains(off.metrics(), "\nweltentor_turns_due 1\n")
	})
	view := c.views()
	c.eventually("it says so", func() bool { return view().Hosts["one"].State == "off" })
	time.Sleep(time.Second) // twenty looks
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
	c.jumped.Add(int64(now.Truncate(time.Hour).Add(time.Hour).Sub(now)))
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
	c.jumped.Add(int64(time.Hour))
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
	c.jumped.Add(int64(time.Hour))
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
		c.jumped.Add(int64(25 * time.Hour))
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
func TestAFleetWaitsForItsJournal(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.start("one")
	c.quiet(1)
	c.db.Kill()
	c.mail("north", 1)
	before := len(c.post.Letters())
	if code, out := c.fleet("turn", "south"); code != fault.ExitLater || !strings.Contains(out, "nothing was changed") {
		t.Errorf("exit %d, %s", code, out)
	}
	time.Sleep(time.Second)
	if n := len(c.post.Letters()); n != before {
		t.Errorf("%d letters left without the journal", n-before)
	}
	c.db.Up(t)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.stop()
	c.holds()
}

// No password is in what leaves a host: not in the journal, nor in the archive, nor in what hosts say.
func TestAFleetKeepsNoPasswords(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	c.mail("north", 1)
	c.mail("north", 2)
	c.quiet(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.eventually("the archive has a copy", func() bool { return len(c.archived("one", "north")) > 0 })
	c.stop()
	f := c.reach("shore")
	var all [][]byte
	for p, err := range f.Journal.Read(t.Context(), "north", 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Pages)
	}
	for _, log := range []string{"world/north", "mail/main"} {
		for e, err := range f.Engine.Read(t.Context(), log, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e.Head, e.Data)
		}
	}
	register, err := f.Engine.All(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range register {
		all = append(all, value)
	}
	for _, file := range c.archived("one", "north") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, raw)
	}
	all = append(all, []byte(strings.Join(c.told.lines, "\n")))
	planted := "planted-" + c.lines["north"][0]
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	inner := packer.EncodeAll([]byte("one of "+planted), nil)
	all = append(all, packer.EncodeAll(append([]byte("pages "), inner...), nil))
	found := map[string]int{}
	seen, secrets := 0, []string{strings.Fields(c.lines["north"][0])[2], strings.Fields(c.lines["north"][1])[2],
		stage.Password + "\n", "Sesam-oeffne-dich"}
	for _, raw := range all {
		unpacked(raw, func(b []byte) {
			seen++
			for _, secret := range secrets {
				found[secret] += bytes.Count(bytes.ReplaceAll(b, []byte(planted), nil), []byte(secret))
			}
			found[planted] += bytes.Count(b, []byte(planted))
		})
	}
	if found[planted] == 0 || seen < 20 {
		t.Errorf("the planted password was found %d times, in %d texts", found[planted], seen)
	}
	delete(found, planted)
	for secret, n := range found {
		if n > 0 {
			t.Errorf("%q was found %d times", secret, n)
		}
	}
}

// archived are the copies of a world in a host's archive.
func (c *convoy) archived(host, world string) []string {
	files, _ := filepath.Glob(filepath.Join(c.home, host, "archive", world, "*.db"))
	return files
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

// A copy of the archive is a world that can be restored.
func TestAFleetsArchive(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	c.quiet(1)
	c.eventually("the archive has a copy", func() bool { return len(c.archived("one", "north")) > 0 })
	c.stop()
	dir := filepath.Join(c.home, "again")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	toml, err := os.ReadFile(filepath.Join(c.home, "north", disk.SettingsName))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(c.archived("one", "north")[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{disk.SettingsName: toml, disk.FileName: raw} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, out := c.sh("verify", dir); code != 0 {
		t.Errorf("exit %d, %s", code, out)
	}
	if code, out := c.sh("realm", "list", dir); code != 0 || !strings.Contains(out, "Moorland") {
		t.Errorf("exit %d, %s", code, out)
	}
}

// A turn that is resolved by hand comes after the mailbox was last read to its end. No host takes that for a wrong
// clock.
func TestAFleetsTurnIsForced(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	h.Look = 200 * time.Millisecond
	c.launch("one", h)
	c.mail("north", 1)
	c.quiet(1)
	c.jumped.Add(int64(2 * time.Minute))
	c.done("turn", "north", "--force")
	c.quiet(2)
	time.Sleep(time.Second) // some looks
	c.told.Lock()
	if said := strings.Join(c.told.lines, "\n"); strings.Contains(said, "clock") {
		t.Error(said)
	}
	c.told.Unlock()
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(3)
	c.stop()
	c.holds()
}
