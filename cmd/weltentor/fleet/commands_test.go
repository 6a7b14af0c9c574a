//go:build fleet

package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store/disk"
)

// refused runs a command that must end with 2 and say why.
func (c *convoy) refused(says string, args ...string) {
	c.Helper()
	if code, out := c.fleet(args...); code != complaint.ExitUsage || !strings.Contains(out, says) {
		c.Errorf("%v: exit %d, want %q in\n%s", args, code, says, out)
	}
}

// Every ordinary command works on a world of the fleet by its name, and another host sees what it did; those that the hosts do by themselves are refused.
func TestTheFleetsWorldsTakeEveryCommand(t *testing.T) {
	c := newConvoy(t, "north").embark()
	home := t.TempDir()
	for name, text := range map[string]string{"orders.txt": "$N\n#M\nhallo\n#E\n", "news.txt": "Hallo.\n",
		"list.csv": "name,player,mail\nNeuland,Nora,nora@demo.test\n"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	later := time.Now().Add(72 * time.Hour).UTC().Format(time.RFC3339)
	cases := map[string]struct {
		more string
		code int
		says string
	}{
		"status": {"", 0, "Turn 1"}, "orders": {"1", 0, "no orders"}, "report": {"1", 0, "Moorland"},
		"map": {"1 --output HOME/map.png", 0, ""}, "page": {"1 --output HOME/page.json", 0, ""},
		"public": {"", complaint.ExitNo, "public"}, "publish": {"--output HOME/game.gz", complaint.ExitUsage, "still runs"}, "questions": {"", 0, ""}, "answer": {"9 --file HOME/news.txt", complaint.ExitUsage, ""},
		"log": {"", 0, ""}, "tables": {"", 0, ""}, "verify": {"", 0, ""}, "backup": {"HOME/backup.db", 0, "copy"},
		"realm list": {"", 0, "Moorland"}, "realm export": {"1", 0, ""}, "outbox": {"", 0, "1"},
		"realm add":    {"--by-hand --name Third --player Y --mail y@demo.test", 0, "$I 3"},
		"realm import": {"HOME/list.csv", 0, "1"}, "realm pay": {"1 5", 0, ""},
		"realm mail": {"1 anna2@demo.test", 0, ""}, "realm passwd": {"1", 0, "$I 1"},
		"realm free": {"2 --yes", 0, ""}, "realm pause": {"1 1", 0, ""}, "realm mute": {"1", 0, ""}, "realm bot": {"1", 0, ""},
		"realm drop": {"1", complaint.ExitUsage, ""}, "realm accept": {"1", complaint.ExitUsage, ""},
		"realm forget": {"2 --former 1 --why x --yes", 0, ""}, "submit": {"1 HOME/orders.txt", 0, "0 errors"},
		"check": {"1 HOME/orders.txt", 0, "0 errors"},
		"turn":  {"--force --yes", 0, "1"}, "undo": {"--turn 1 --yes --why x", 0, "1"}, "redo": {"", 0, "1"}, "pause": {"--yes", 0, ""},
		"deadline": {later, 0, ""}, "closing": {"--now --yes --why x", 0, ""},
		"edit": {"set realm 1 treasury 100 --why x", 0, ""},
		"tell": {"1 --file HOME/news.txt", 0, ""}, "doctor": {"--wait 1", complaint.ExitNo, ""},
		"restore": {"HOME/backup.db --yes", 0, "turn"},
	}
	order := []string{"backup", "realm add", "realm import", "submit", "edit", "deadline", "turn", "undo", "redo",
		"restore", "pause", "tell", "closing"}
	// Some look at a file with the eyes of a world.
	mail := filepath.Join(home, "mail.eml")
	if err := os.WriteFile(mail, []byte("From: anna@demo.test\r\n\r\n"+c.lines["north"][0]+"\r\n$R\r\n"+
		"K.M 1 5 0 0\r\n$E\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := c.done("read", mail, "--world", "north"); !strings.Contains(out, "\nK.M 1 5 0 0\n") {
		t.Error(out)
	}
	orders := filepath.Join(home, "orders.txt")
	if out := c.done("check", orders, "--world", "north", "--realm", "1"); !strings.Contains(out, "0 errors") {
		t.Error(out)
	}
	c.refused("the fleet has no world west", "read", mail, "--world", "west")
	all := clitest.Worldly()
	slices.SortStableFunc(all, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	for _, path := range all {
		if strings.HasPrefix(path, "fleet ") {
			continue
		}
		args := append(strings.Fields(path), "north")
		k := cases[path] // none: it needs nothing but the world
		if slices.Contains(cli.ByHosts, path) {
			c.refused("`weltentor fleet run`", args...)
			continue
		}
		args = append(args, strings.Fields(strings.ReplaceAll(k.more, "HOME", home))...)
		code, out := c.fleet(args...)
		for _, hint := range strings.Split(out, "`") {
			if slices.Contains(cli.ByHosts, strings.TrimPrefix(hint, "weltentor ")) {
				t.Errorf("%v names %s, which is not for worlds of a fleet: %s", args, hint, out)
			}
			if strings.HasPrefix(hint, "weltentor ") && strings.Contains(hint, " north") &&
				!strings.HasPrefix(hint, "weltentor --fleet "+c.config("shore")+" ") {
				t.Errorf("%v names a command that does not find the world: %s", args, hint)
			}
		}
		if strings.Contains(out, os.TempDir()+"/weltentor-") {
			t.Errorf("%v names a temporary folder:\n%s", args, out)
		}
		if code != k.code || !strings.Contains(out, k.says) {
			t.Errorf("%v: exit %d, want %d and %q:\n%s", args, code, k.code, k.says, out)
		}
	}
	// What another host has of it is the same.
	other := func(args ...string) string {
		_, out := c.sh(append([]string{"--fleet", c.config("other")}, args...)...)
		return out
	}
	if a, b := c.done("realm", "list", "north"), other("realm", "list", "north"); a != b {
		t.Errorf("one host has\n%s\nand another\n%s", a, b)
	}
	if out := c.done("fleet", "verify"); !strings.Contains(out, "north") {
		t.Error(out)
	}
}

// What cannot be is refused, with what to write instead, and nothing changes.
func TestTheFleetsCommandsRefuse(t *testing.T) {
	c := newConvoy(t, "north", "south")
	north, south := filepath.Join(c.home, "north"), filepath.Join(c.home, "south")
	if out := c.done("fleet", "status"); !strings.Contains(out, "weltentor fleet add DIR") {
		t.Error(out)
	}
	c.refused("choose another name", "fleet", "export", "north", north)
	c.refused("no world nowhere", "fleet", "export", "nowhere", filepath.Join(c.home, "x"))
	c.refused("no world north", "realm", "list", "north")
	c.refused("no world here", "fleet", "add", filepath.Join(c.home, "nothing"))
	c.refused("--as NAME", "fleet", "add", north, "--as", "North Pole")
	c.refused("no world north", "fleet", "remove", "north")
	c.refused("no host north", "fleet", "drain", "north")
	toml, err := os.ReadFile(filepath.Join(south, disk.SettingsName))
	if err != nil {
		t.Fatal(err)
	}
	change := func(from, to string) {
		text := strings.Replace(string(toml), from, to, 1)
		if text == string(toml) && from != "" {
			t.Fatalf("no %q", from)
		}
		if err := os.WriteFile(filepath.Join(south, disk.SettingsName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.done("fleet", "add", north)
	if code, out := c.sh("backup", north, filepath.Join(c.home, "old.db")); code != complaint.ExitDone ||
		!strings.Contains(out, "goes on there. What is here is its state from before") {
		t.Errorf("a copy of the old state: exit %d, %s", code, out)
	}
	if _, out := c.sh("doctor", north, "--wait", "1"); strings.Contains(out, "crontab") {
		t.Errorf("the doctor wants a cron: %s", out)
	}
	c.refused("no world North", "status", "North")
	change(`inbox = "INBOX"`, `inbox = "Other"`)
	c.refused("no [[mailbox]] has host", "fleet", "add", south)
	change(`address = "game+south@demo.test"`, `address = "game+north@demo.test"`)
	c.refused("game+north@demo.test is also of north", "fleet", "add", south)
	change("", "")
	c.refused("already has a world north", "fleet", "add", south, "--as", "north")
	if _, marked, err := disk.Marked(south); marked || err != nil {
		t.Error("a refused world is marked", err)
	}
	c.done("fleet", "add", south)
	c.refused("went to the fleet on ", "fleet", "add", south, "--as", "west")
	c.refused("is also of south, in the mailbox main", "fleet", "add", south, "--as", "west", "--yes")
	c.refused("add --yes", "fleet", "remove", "south")
	c.refused("--fleet goes with commands that name one world", "check", filepath.Join(c.home, "x"))
	out := filepath.Join(c.home, "out")
	c.done("fleet", "export", "south", out)
	c.refused("no world south", "status", "south")
	c.refused("went to the fleet on ", "fleet", "add", south) // what is there is old
	c.done("fleet", "add", out, "--as", "south")
	c.done("fleet", "remove", "south", "--yes")
	c.refused("went to the fleet on ", "fleet", "add", south)
	c.done("fleet", "add", south, "--yes")
	if code, out := c.sh("fleet", "status"); code != complaint.ExitUsage ||
		!strings.Contains(out, "fleet.toml: there is no such file") {
		t.Errorf("exit %d, %s", code, out)
	}
}

// What a person must correct is no outage: a service manager is not to try it again for ever.
func TestTheFleetsServerRefuses(t *testing.T) {
	c := newConvoy(t, "north")
	file := c.config("shore")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func() error{
		"password authentication failed": func() error {
			return os.WriteFile(filepath.Join(filepath.Dir(file), "db"), []byte("another one"), 0o600)
		},
		`database "nowhere" does not exist`: func() error {
			return os.WriteFile(file, bytes.Replace(raw, []byte("/postgres\"\n"), []byte("/nowhere\"\n"), 1), 0o600)
		},
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		code, out := c.sh("--fleet", file, "fleet", "status")
		if code != complaint.ExitUsage || !strings.Contains(out, what) || strings.Contains(out, "later") {
			t.Errorf("exit %d, want 2 and %s:\n%s", code, what, out)
		}
		if err := errors.Join(os.WriteFile(file, raw, 0o600), os.WriteFile(filepath.Join(filepath.Dir(file), "db"),
			[]byte(server.Password), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	c.db.Kill()
	code, out := c.sh("--fleet", file, "fleet", "status")
	if code != complaint.ExitLater || !strings.Contains(out, "Try again later") {
		t.Errorf("exit %d, want 75:\n%s", code, out)
	}
}

// Settings are in the database, and every host has the last ones.
func TestTheFleetsSettings(t *testing.T) {
	c := newConvoy(t, "north").embark()
	toml := c.done("fleet", "settings", "north")
	raw, err := os.ReadFile(filepath.Join(c.home, "north", disk.SettingsName))
	if err != nil || toml != string(raw) {
		t.Fatalf("%v\n%s", err, toml)
	}
	file := filepath.Join(c.home, "new.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Replace(toml, "deadline = ", "dedline = ", 1))
	c.refused("dedline", "fleet", "settings", "north", file)
	write(strings.Replace(toml, `name = "north"`, `name = "Nordland"`, 1))
	c.done("fleet", "settings", "north", file)
	for _, host := range []string{"shore", "other"} {
		_, out := c.sh("--fleet", c.config(host), "status", "north")
		if !strings.Contains(out, "Nordland") {
			t.Errorf("%s: %s", host, out)
		}
	}
	c.start("one")
	c.mail("north", 1)
	c.quiet(1)
	got := c.to("anna@demo.test")
	if len(got) != 2 || !slices.ContainsFunc(got, func(l stage.Letter) bool {
		return strings.HasPrefix(l.Subject, "[Nordland Z1]")
	}) {
		t.Errorf("%d letters", len(got))
	}
}

// A turn waits for a host with its rules. A host with other rules leaves it alone until the world is upgraded, or no
// host has the old rules any more.
func TestTheFleetsRules(t *testing.T) {
	c := newConvoy(t, "north").embark()
	rulebook, rules := "", 0
	for _, w := range c.view().Worlds {
		rulebook, rules = w.Rulebook, w.Rules
	}
	raise := func(to int) {
		t.Helper()
		c.sql(`update weltentor.world set about = jsonb_set(about, '{rules}', to_jsonb($1::int)), next_due = '-infinity'`, to)
		needs(t, c.host.Tables.Wake(t.Context()))
	}
	raise(rules + 1)
	one := c.start("one")
	c.eventually("its letters leave all the same", func() bool { return len(c.post.Letters()) == 2 })
	c.jump(25 * time.Hour)
	c.eventually("it is seen", func() bool {
		return strings.Contains(one.metrics(), "weltentor_worlds_without_host 1\n")
	})
	time.Sleep(time.Second)
	if w := c.view().Worlds["north"]; w.Turn != 1 || w.State != "rules" {
		t.Errorf("%+v", w)
	}
	if out := c.done("fleet", "status"); !strings.Contains(out, fmt.Sprintf("waits for a host with version %d of %s",
		rules+1, rulebook)) {
		t.Error(out)
	}
	c.refused("use a newer one", "fleet", "upgrade", "north")
	raise(rules)
	c.quiet(2)
	if out := c.done("fleet", "upgrade", "north"); !strings.Contains(out, "already") {
		t.Error(out)
	}
	raise(rules - 1)
	c.jump(25 * time.Hour) // since then no host with the old rules has been there
	c.quiet(3)
	if w := c.view().Worlds["north"]; w.Rules != rules {
		t.Errorf("%+v", w)
	}
	c.stop()
	c.holds()
}

// A drained host ends. If a supervisor starts it again, it is there but takes no work until it is asked back.
func TestTheFleetsHostIsDrained(t *testing.T) {
	c := newConvoy(t, "north").embark()
	one := c.start("one")
	c.quiet(1)
	if out := c.done("fleet", "status"); !strings.Contains(out, "one: at work\n") {
		t.Error(out)
	}
	c.done("fleet", "drain", "one")
	select {
	case err := <-one.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	delete(c.hosts, "one")
	code, out := c.fleet("fleet", "status", "--json")
	if code != complaint.ExitNo || !strings.Contains(out, `"state": "drained"`) {
		t.Errorf("exit %d, %s", code, out)
	}
	code, out = c.fleet("fleet", "status")
	if code != complaint.ExitNo || !strings.Contains(out, "No host is at work: ") || strings.Contains(out, "fleet upgrade") {
		t.Errorf("exit %d, %s", code, out)
	}
	waits := make(chan bool, 2)
	again := c.make("one")
	again.Waits = func(is bool) { waits <- is }
	c.launch("one", again)
	said := func(want bool) func() bool {
		return func() bool {
			select {
			case is := <-waits:
				return is == want
			default:
				return false
			}
		}
	}
	c.eventually("it waits", said(true))
	c.mail("north", 1)
	view := c.views()
	c.eventually("it is there", func() bool { return view().Hosts["one"].State == "idle" })
	c.jump(time.Minute)
	c.eventually("it is still there", func() bool { return c.now().Sub(view().Hosts["one"].At) < 10*time.Second })
	code, out = c.fleet("fleet", "status")
	if code != complaint.ExitNo || !strings.Contains(out, "one: is there, and takes no work\n  drained; ") {
		t.Errorf("exit %d, %s", code, out)
	}
	c.end("one")
	if h := view().Hosts["one"]; h.State != "drained" || !h.Aside || c.inbox() != 1 {
		t.Errorf("%+v, %d mails in the inbox", h, c.inbox())
	}
	again = c.make("one")
	again.Waits = func(is bool) { waits <- is }
	c.launch("one", again)
	c.eventually("it waits again", said(true))
	c.done("fleet", "drain", "one", "--back")
	c.eventually("it works", said(false))
	c.quiet(1)
	if out := c.done("fleet", "status"); !strings.Contains(out, "one: at work\nnorth") {
		t.Error(out)
	}
	var v fleet.View
	if err := json.Unmarshal([]byte(c.done("fleet", "status", "--json")), &v); err != nil ||
		v.Worlds["north"].Turn != 1 {
		t.Error(v, err)
	}
	c.stop()
}

// Mails for no world of a shared mailbox are put aside, and the host says so once. The operator gets one letter a day
// about all that have come.
func TestTheFleetsStrayMail(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.start("one")
	c.quiet(1)
	all := 0
	strays := func(n int) {
		t.Helper()
		for range n {
			all++
			raw := fmt.Appendf(nil, "From: x@demo.test\r\nTo: game@demo.test\r\nSubject: hallo\r\n"+
				"Message-ID: <%d@y>\r\n\r\nHallo\r\n", all)
			if err := c.post.Deliver(stage.GameAddress, raw); err != nil {
				t.Fatal(err)
			}
		}
		c.eventually("they are put aside", func() bool {
			return left(c.post.Count(stage.GameAddress, "Weltentor-Quarantine")) == all
		})
	}
	strays(1)
	c.eventually("the operator knows", func() bool { return len(c.to(operator)) == 1 })
	strays(20)
	c.jump(2 * time.Hour)
	strays(3)
	c.quiet(1)
	if letters := c.to(operator); len(letters) != 1 || !strings.Contains(letters[0].Body, " 1 Mail angekommen") {
		t.Fatalf("%+v", letters)
	}
	c.jump(23 * time.Hour)
	c.eventually("the operator knows of the others", func() bool { return len(c.to(operator)) == 2 })
	c.stop()
	if letters := c.to(operator); !strings.Contains(letters[1].Body, " 23 Mails angekommen") ||
		!strings.Contains(letters[1].Body, "Weltentor-Quarantine") {
		t.Errorf("%+v", letters)
	}
	kinds := map[string]bool{}
	for _, l := range c.told.lines {
		if strings.Contains(l, "for no world") {
			kinds[l] = true
		}
	}
	if len(kinds) != 1 {
		t.Error(c.told.lines)
	}
}

// A club has only that many turns resolved at once.
func TestTheFleetsClubs(t *testing.T) {
	c := newConvoy(t, "north", "south", "west").embark()
	path := c.config("one")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\n[[club]]\nname = \"all\"\nworlds = [\"*\"]\nturns = 1\n"...),
		0o600); err != nil {
		t.Fatal(err)
	}
	h := c.make("one")
	h.Config.Turns = 3
	at := &atOnce{Worker: h.Worker}
	h.Worker = at
	c.launch("one", h)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	if at.most != 1 {
		t.Errorf("%d turns at once, want one", at.most)
	}
}

// atOnce counts how many worlds are asked for their turn at once.
type atOnce struct {
	hosts.Worker
	mu        sync.Mutex
	now, most int
}

func (a *atOnce) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	a.mu.Lock()
	a.now++
	a.most = max(a.most, a.now)
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		a.now--
		a.mu.Unlock()
	}()
	time.Sleep(20 * time.Millisecond)
	return a.Worker.Advance(ctx, s)
}

// `add` that was killed before the world counted, and a folder that was exported and added again.
func TestTheFleetsWorldsComeAgain(t *testing.T) {
	c := newConvoy(t, "north").embark()
	north := filepath.Join(c.home, "north")
	c.sql("update weltentor.world set about = '{}'")
	c.refused("no world north", "status", "north")
	c.done("fleet", "add", north, "--yes")
	c.start("one")
	c.mail("north", 1)
	c.quiet(1)
	c.end("one")
	again := filepath.Join(c.home, "exported")
	c.done("fleet", "export", "north", again)
	c.done("fleet", "add", again, "--as", "north")
	c.start("one")
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	c.holds()
}

// Of two worlds that at once want the same address, one is refused.
func TestTheFleetsRollIsWrittenByOneAtATime(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	files := map[string]string{}
	for _, world := range c.worlds {
		files[world] = filepath.Join(c.home, world+".toml")
		text := c.done("fleet", "settings", world)
		same := strings.ReplaceAll(text, "game+"+world+"@", "game+same@")
		if same == text {
			t.Fatal(text)
		}
		if err := os.WriteFile(files[world], []byte(same), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	codes := make(chan int)
	for _, world := range c.worlds {
		go func() {
			code, _ := c.fleet("fleet", "settings", world, files[world])
			codes <- code
		}()
	}
	if one, other := <-codes, <-codes; min(one, other) != 0 || max(one, other) != complaint.ExitUsage {
		t.Errorf("exits %d and %d, want 0 and %d", one, other, complaint.ExitUsage)
	}
}
