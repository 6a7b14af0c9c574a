//go:build fleet

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/charter"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/harbor"
	"weltentor/cmd/weltentor/fleet/journal"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds"
)

// convoy is a fleet of a test: a database, a mail provider, worlds whose players write to one
// mailbox, and hosts. All go by one clock that can be put forward.
type convoy struct {
	*testing.T
	home   string
	db     *server.Server
	post   *mailertest.Server
	jumped atomic.Int64 // nanoseconds that the clock is ahead
	worlds []string
	lines  map[string][]string // of identity, by world and realm
	mails  int
	mailed map[string]int // by world
	hosts  map[string]*crewed
	told   *grumble
	around func(host string, e engine.Engine) engine.Engine

	journal, section string // of fleet.toml
	engine           func(*charter.Charter) (engine.Engine, error)
}

// crewed is a host that runs.
type crewed struct {
	*fleet.Host
	end  context.CancelFunc
	done chan error
}

// grumble is what hosts complain of.
type grumble struct {
	sync.Mutex
	lines []string
}

func (l *grumble) add(line string) {
	l.Lock()
	defer l.Unlock()
	l.lines = append(l.lines, line)
}

// ahead is an engine whose clock is put forward.
type ahead struct {
	engine.Engine
	c *convoy
}

func (e ahead) Now(ctx context.Context) (time.Time, error) {
	now, err := e.Engine.Now(ctx)
	return now.Add(time.Duration(e.c.jumped.Load())), err
}

func (c *convoy) now() time.Time { return time.Now().Add(time.Duration(c.jumped.Load())) }

// newConvoy is a fleet over PostgreSQL, with worlds of two realms each in folders of their own.
func newConvoy(t *testing.T, names ...string) *convoy {
	t.Helper()
	c := unfounded(t, names...)
	c.db = server.Start(t)
	c.journal = charter.OfPostgres
	c.section = fmt.Sprintf("[postgres]\nurl = \"postgres://weltentor@%s/postgres\"\npassword_file = \"db\"\n",
		c.db.Address)
	c.engine = func(ch *charter.Charter) (engine.Engine, error) {
		return postgres.Open(c.Context(), postgres.Settings{URL: ch.Postgres.URL, Password: secret})
	}
	c.shift(harbor.Engines)
	c.foundAll()
	return c
}

// secret is what hosts prove themselves by, to the engine.
const secret = server.Password

// unfounded is a fleet without an engine and without worlds.
func unfounded(t *testing.T, names ...string) *convoy {
	t.Helper()
	c := &convoy{T: t, home: t.TempDir(), worlds: names, lines: map[string][]string{}, hosts: map[string]*crewed{},
		mailed: map[string]int{}, told: &grumble{}}
	var err error
	if c.post, err = mailertest.Start(mailertest.Options{Time: c.now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.post.Close() })
	for _, user := range []string{stage.GameAddress, "anna@demo.test", "bob@demo.test", "ops@demo.test"} {
		if err := c.post.AddUser(user, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// shift has commands go by the fleet's clock.
func (c *convoy) shift(engines map[string]harbor.Reach) {
	was := engines[c.journal]
	engines[c.journal] = func(ctx context.Context, ch *charter.Charter, env func(string) string,
		host bool) (engine.Engine, error) {
		e, err := was(ctx, ch, env, host)
		return ahead{e, c}, err
	}
	c.Cleanup(func() { engines[c.journal] = was })
}

func (c *convoy) foundAll() {
	c.Helper()
	c.charter("shore")
	for _, name := range c.worlds {
		c.found(name)
	}
}

// charter writes the fleet.toml of a host, and gives its path.
func (c *convoy) charter(host string) string {
	c.Helper()
	dir := filepath.Join(c.home, host)
	path := filepath.Join(dir, "fleet.toml")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	at := func(addr string) string {
		h, port, err := net.SplitHostPort(addr)
		if err != nil {
			c.Fatal(err)
		}
		return fmt.Sprintf("host = %q\nport = %s\ntls = \"plain\"\nuser = %q\npassword_file = \"mail\"\n", h, port,
			stage.GameAddress)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		c.Fatal(err)
	}
	own := host
	if c.journal == charter.OfNATS {
		own = "shore" // NATS has one server here, by whose name all come
	}
	for name, text := range map[string]string{"mail": stage.Password, "db": secret,
		"fleet.toml": fmt.Sprintf("host = %q\njournal = %q\noperator = \"ops@demo.test\"\npoll = 1\n"+
			"archive = \"archive\"\nmetrics = \"\"\n\n%s\n[[mailbox]]\nname = \"main\"\n%s\n[[account]]\n"+
			"name = \"post\"\n%s", own, c.journal, c.section, at(c.post.IMAP()), at(c.post.SMTP()))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			c.Fatal(err)
		}
	}
	return path
}

// sh runs a command at the fleet's time, without --fleet.
func (c *convoy) sh(args ...string) (code int, out string) {
	c.Helper()
	var o, e bytes.Buffer
	code = run(c.Context(), append([]string{"--lang", "en"}, args...), strings.NewReader(""), &o, &e, noEnv,
		worlds.Rulebooks())
	return code, o.String() + e.String()
}

// fleet runs a command with the fleet's settings.
func (c *convoy) fleet(args ...string) (code int, out string) {
	c.Helper()
	return c.sh(append([]string{"--fleet", c.charter("shore")}, args...)...)
}

func (c *convoy) done(args ...string) string {
	c.Helper()
	code, out := c.fleet(args...)
	if code != 0 {
		c.Fatalf("%v: exit %d\n%s", args, code, out)
	}
	return out
}

// found makes a world in a folder of its own.
func (c *convoy) found(name string) {
	c.Helper()
	p := stage.NewProbe(c, c.now(), inProcess(worlds.Rulebooks()...))
	p.Dir = filepath.Join(c.home, name)
	p.Done("new", p.Dir, "--seed", fmt.Sprintf("%x", name), "--size", "40x30")
	p.Settle("game+"+name+"@demo.test", "", stage.ServersAt(c.post.IMAP(), c.post.SMTP()), map[string]string{
		"name": fmt.Sprintf("%q", name), "deadline": `"1 day"`, "zone": `"UTC"`,
		"imap.shared": "true", "imap.user": fmt.Sprintf("%q", stage.GameAddress),
		"smtp.user": fmt.Sprintf("%q", stage.GameAddress)})
	for i, player := range []string{"anna", "bob"} {
		c.lines[name] = append(c.lines[name], strings.TrimSpace(p.Done("realm", "add", p.Dir, "--name",
			[]string{"Moorland", "Fenmark"}[i], "--player", player, "--mail", player+"@demo.test",
			"--player-lang", "de")))
	}
}

// mail puts a player's orders into the mailbox.
func (c *convoy) mail(world string, realm int) {
	c.Helper()
	c.mails++
	c.mailed[world]++
	from := []string{"anna", "bob"}[realm-1] + "@demo.test"
	raw := fmt.Sprintf("From: %s\r\nTo: game+%s@demo.test\r\nSubject: Zug\r\nDate: %s\r\n"+
		"Message-ID: <m%d@player.test>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n%s\r\n$R\r\nK.M 1 %d 0 0\r\n$E\r\n", from,
		world, c.now().Format(time.RFC1123Z), c.mails, c.lines[world][realm-1], 1000+c.mails)
	if err := c.post.Deliver(stage.GameAddress, []byte(raw)); err != nil {
		c.Fatal(err)
	}
}

// reach is the fleet as a host of that name sees it.
func (c *convoy) reach(host string) *fleet.Fleet {
	c.Helper()
	ch, err := charter.Read(c.charter(host))
	if err != nil {
		c.Fatal(err)
	}
	ch.Host = host
	e, err := c.engine(ch)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { e.Close() })
	var of engine.Engine = ahead{e, c}
	if c.around != nil {
		of = c.around(host, of)
	}
	j := journal.Journal{Engine: of}
	return &fleet.Fleet{Charter: ch, Engine: of, Journal: j, Trim: j.Trim, Lease: 3 * time.Second}
}

// make is a host that does not work yet.
func (c *convoy) make(host string) *crewed {
	c.Helper()
	f := c.reach(host)
	own := &call{ctx: c.Context(), in: strings.NewReader(""), out: &bytes.Buffer{}, raw: &bytes.Buffer{}, env: noEnv,
		books: worlds.Rulebooks(), voice: newVoice(phrase.En, terminal.Plain(&bytes.Buffer{}),
			terminal.Plain(&bytes.Buffer{}))}
	h := &crewed{done: make(chan error, 1)}
	h.Host = &fleet.Host{Fleet: f, Crew: crew{own, f}, Program: "test", Clock: c.now, Every: 50 * time.Millisecond,
		Tell: func(world string, err error) { c.told.add(host + ": " + world + ": " + err.Error()) }}
	return h
}

// launch has it work.
func (c *convoy) launch(host string, h *crewed) {
	ctx, end := context.WithCancel(c.Context())
	h.end = end
	go func() { h.done <- h.Host.Run(ctx) }()
	c.hosts[host] = h
}

// start has a host work.
func (c *convoy) start(host string) *crewed {
	c.Helper()
	h := c.make(host)
	c.launch(host, h)
	return h
}

// stop ends all hosts.
func (c *convoy) stop() {
	c.Helper()
	for name, h := range c.hosts {
		h.end()
		if err := <-h.done; err != nil && !errors.Is(err, context.Canceled) {
			c.Errorf("%s: %v", name, err)
		}
	}
	clear(c.hosts)
}

// quiet waits until no letter waits, and no mail.
func (c *convoy) quiet(turn int) {
	c.Helper()
	if c.comes(90*time.Second, turn) {
		return
	}
	c.told.Lock()
	defer c.told.Unlock()
	v, err := c.reach("shore").View(c.Context())
	raw, _ := json.MarshalIndent(v, "", " ")
	c.Fatalf("no end of turn %d: %v\n%s\n%s", turn, err, raw, strings.Join(c.told.lines, "\n"))
}

// comes tells whether a turn begins within a time, and all is quiet in it.
func (c *convoy) comes(within time.Duration, turn int) bool {
	c.Helper()
	f := c.reach("shore")
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		v, err := f.View(c.Context())
		if err != nil {
			c.Fatal(err)
		}
		quiet := len(v.Worlds) == len(c.worlds) && left(c.post.Count(stage.GameAddress, "INBOX")) == 0
		for _, w := range v.Worlds {
			quiet = quiet && w.Waiting == 0 && w.Mails == 0 && w.Turn == turn
		}
		if quiet {
			return true
		}
	}
	return false
}

// left are the mails that nobody has put away.
func left(all, deleted int) int { return all - deleted }

// letters are the Message-IDs that the mail server got, with all bytes that came under each.
func (c *convoy) letters() map[string][]string {
	c.Helper()
	ids := map[string][]string{}
	for _, l := range c.post.Letters() {
		id := stage.OpenLetter(c, l.Raw).ID
		if !slices.Contains(ids[id], string(l.Raw)) {
			ids[id] = append(ids[id], string(l.Raw))
		}
	}
	return ids
}

func TestAFleetPlays(t *testing.T) { newConvoy(t, "north", "south", "west").plays() }

// plays is two hosts that play a turn of three worlds, which then go on in folders of their own.
func (c *convoy) plays() {
	c.Helper()
	c.embark()
	if code, out := c.sh("cron", filepath.Join(c.home, "north")); code != exitUsage ||
		!strings.Contains(out, "weltentor fleet run") {
		c.Errorf("cron: exit %d, %s", code, out)
	}
	c.start("one")
	c.start("two")
	c.quiet(1)
	for _, name := range c.worlds {
		c.mail(name, 1)
		c.mail(name, 2)
	}
	c.quiet(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.stop()
	c.holds()
	if len(c.told.lines) > 0 {
		c.Errorf("the hosts complain:\n%s", strings.Join(c.told.lines, "\n"))
	}
	if n := len(c.letters()); n != 18 {
		c.Errorf("%d letters, want each player's first report, receipt and report, six times", n)
	}
	c.onward("north")
}

// onward: a folder that was exported is a world like others, whose cron goes on.
func (c *convoy) onward(name string) {
	c.Helper()
	p := stage.NewProbe(c, c.now(), inProcess(worlds.Rulebooks()...))
	p.Dir, p.Now = filepath.Join(c.home, name+"-again"), p.Now.Add(time.Minute)
	if code, out, errs := p.Run("cron", p.Dir); code != 0 {
		c.Errorf("cron: exit %d, %s%s", code, out, errs)
	}
	p.Now = p.Now.Add(25 * time.Hour)
	code, out, errs := p.Run("turn", p.Dir)
	if code != 0 || !strings.Contains(out, "2") {
		c.Errorf("turn: exit %d, %s%s", code, out, errs)
	}
}

// holds: nothing is wrong with the fleet, whatever has happened to it.
func (c *convoy) holds() {
	c.Helper()
	for _, fault := range c.faults() {
		c.Error(fault)
	}
}

// faults are what must not be: a world that does not replay, as the fleet has it or in a folder of its
// own; a mail without a receipt; a letter that is not sent; one that came and that no outbox knows, or
// the other way round; one that came with several contents.
func (c *convoy) faults() (out []string) {
	c.Helper()
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if code, said := c.fleet("fleet", "verify"); code != 0 {
		wrong("verify: exit %d, %s", code, said)
	}
	came, sent := c.letters(), map[string]bool{}
	for id, bytes := range came {
		if len(bytes) > 1 {
			wrong("%s came with %d contents", id, len(bytes))
		}
	}
	for _, name := range c.worlds {
		dir := filepath.Join(c.home, name+"-again")
		if code, said := c.fleet("fleet", "export", name, dir); code != 0 {
			wrong("export: exit %d, %s", code, said)
			continue
		}
		if code, said := c.sh("verify", dir); code != 0 {
			wrong("%s: verify: exit %d, %s", name, code, said)
			continue
		}
		receipts := 0
		for _, row := range c.outbox(dir) {
			switch {
			case row.State != resolve.Sent:
				wrong("%s: letter %d to %s is %s", name, row.ID, row.To, row.State)
			case sent[row.MessageID]:
				wrong("%s: two letters are %s", name, row.MessageID)
			}
			sent[row.MessageID] = true
			if row.Kind == "receipt" {
				receipts++
			}
		}
		if receipts != c.mailed[name] {
			wrong("%s: %d mails and %d receipts", name, c.mailed[name], receipts)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(came)) {
		if !sent[id] && !strings.HasPrefix(id, "<stopped.") {
			wrong("%s came, and no world knows of it", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(sent)) {
		if came[id] == nil {
			wrong("%s is sent, and never came", id)
		}
	}
	return out
}

// outbox lists all letters of a world.
func (c *convoy) outbox(dir string) (rows []resolve.OutboxRow) {
	c.Helper()
	_, out := c.sh("outbox", dir, "--json")
	if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) == 0 {
		c.Fatalf("%v\n%s", err, out)
	}
	return rows
}
