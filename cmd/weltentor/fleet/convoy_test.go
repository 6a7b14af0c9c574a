//go:build fleet

package fleet_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/store/postgres"
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
	boxes  map[string]string   // users of the worlds' mailboxes; the game's if none is named
	lines  map[string][]string // of identity, by world and realm
	mails  int
	mailed map[string][]put // by world
	hosts  map[string]*running
	told   *grumble
	clock  string        // file that says how far all clocks are put forward
	pool   *pgxpool.Pool // of the test
	host   *hosts.Host   // that does not work: the test looks through it; nil: there is no database yet

	imap, smtp string // addresses

	by func(args ...string) (code int, out string) // runs commands with the fleet's settings; nil: this process
}

// put is a mail that was put into a mailbox.
type put struct {
	id  string
	sum [sha256.Size]byte
}

// running is a host that runs.
type running struct {
	*hosts.Host
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

// forward is how far the clock is put forward.
func (c *convoy) forward() time.Duration { return time.Duration(c.jumped.Load()) }

func (c *convoy) now() time.Time { return time.Now().Add(c.forward()) }

// jump puts all clocks forward. A host sleeps by the time that passes, not by what a clock shows, so it is woken.
func (c *convoy) jump(by time.Duration) {
	c.Helper()
	needs(c, c.jumps(by))
}

func (c *convoy) jumps(by time.Duration) error {
	c.jumped.Add(int64(by))
	c.set(c.clock, c.forward())
	if c.host == nil {
		return nil
	}
	if _, err := c.pool.Exec(c.Context(), "delete from weltentor.hold where by = ''"); err != nil { // rests are over
		return err
	}
	return c.shows(c.forward())
}

// shows makes the database's clock, and no other, be so far ahead.
func (c *convoy) shows(ahead time.Duration) error {
	_, err := c.pool.Exec(c.Context(), fmt.Sprintf(`create or replace function weltentor.present() returns timestamptz
		language sql stable as 'select now() + interval ''%d microseconds'''`, ahead.Microseconds()))
	return cmp.Or(err, c.host.Tables.Wake(c.Context()))
}

// sql changes the database as nobody may.
func (c *convoy) sql(statement string, args ...any) {
	c.Helper()
	_, err := c.pool.Exec(c.Context(), statement, args...)
	needs(c, err)
}

// newConvoy is a fleet over PostgreSQL, with worlds of two realms each in folders of their own.
func newConvoy(t *testing.T, names ...string) *convoy {
	t.Helper()
	c := unfounded(t, names...)
	c.shares(server.Start(t))
	for _, name := range c.worlds {
		c.found(name)
	}
	return c
}

// shares has the fleet share a database.
func (c *convoy) shares(db *server.Server) {
	c.Helper()
	c.db = db
	var err error
	c.pool, err = tables.Database{URL: db.URL()}.Pool(c.Context())
	needs(c, err)
	c.Cleanup(c.pool.Close)
	c.host = c.reach("shore")
	needs(c, c.shows(c.forward()))
}

// postgresAt is how fleet.toml names a database.
func postgresAt(address string) string {
	return fmt.Sprintf("[postgres]\nurl = \"postgres://weltentor@%s/postgres\"\npassword_file = \"db\"\n", address)
}

// secret is what hosts prove themselves by, to the engine.
const secret = server.Password

// unfounded is a fleet without a database and without worlds.
func unfounded(t *testing.T, names ...string) *convoy {
	t.Helper()
	c := &convoy{T: t, home: t.TempDir(), worlds: names, lines: map[string][]string{}, hosts: map[string]*running{},
		mailed: map[string][]put{}, boxes: map[string]string{}, told: &grumble{}}
	c.clock = filepath.Join(c.home, "clock")
	c.set(c.clock, 0)
	var err error
	if c.post, err = mailertest.Start(mailertest.Options{Time: c.now}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.post.Close() })
	c.imap, c.smtp = c.post.IMAP(), c.post.SMTP()
	for _, user := range []string{stage.GameAddress, "anna@demo.test", "bob@demo.test", operator} {
		if err := c.post.AddUser(user, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func needs(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// config writes the fleet.toml of a host, and returns its path.
func (c *convoy) config(host string) string {
	c.Helper()
	dir := filepath.Join(c.home, host)
	path := filepath.Join(dir, "fleet.toml")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		c.Fatal(err)
	}
	c.furnish(dir, fmt.Sprintf("host = %q\nmetrics = \"\"\n", host), postgresAt(c.db.Address))
	return path
}

// furnish writes the fleet.toml of a host into its folder, from what is its own and how it comes to the database, and the
// files with passwords.
func (c *convoy) furnish(dir, own, section string) {
	c.Helper()
	at := func(addr, user string) string {
		h, port, err := net.SplitHostPort(addr)
		if err != nil {
			c.Fatal(err)
		}
		return fmt.Sprintf("host = %q\nport = %s\ntls = \"plain\"\nuser = %q\npassword_file = \"mail\"\n", h, port,
			user)
	}
	text := own + fmt.Sprintf("operator = %q\npoll = 1\n\n%s\n", operator, section)
	for user, name := range c.users() {
		text += fmt.Sprintf("[[mailbox]]\nname = %q\n%s\n", name, at(c.imap, user))
	}
	text += "[[account]]\nname = \"post\"\n" + at(c.smtp, stage.GameAddress)
	for name, text := range map[string]string{"mail": stage.Password, "db": secret, "fleet.toml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			c.Fatal(err)
		}
	}
}

// users returns the users of the mailboxes, with their names in fleet.toml.
func (c *convoy) users() map[string]string {
	users := map[string]string{stage.GameAddress: "main"}
	for world, user := range c.boxes {
		users[user] = world
	}
	return users
}

// box is the user of a world's mailbox.
func (c *convoy) box(world string) string { return cmp.Or(c.boxes[world], stage.GameAddress) }

// sh runs a command at the fleet's time, without --fleet.
func (c *convoy) sh(args ...string) (code int, out string) {
	c.Helper()
	var o, e bytes.Buffer
	code = cli.Run(c.Context(), append([]string{"--lang", "en"}, args...), strings.NewReader(""), &o, &e, clitest.NoEnv,
		worlds.Rulebooks())
	return code, o.String() + e.String()
}

// fleet runs a command with the fleet's settings.
func (c *convoy) fleet(args ...string) (code int, out string) {
	c.Helper()
	if c.by != nil {
		return c.by(args...)
	}
	return c.sh(append([]string{"--fleet", c.config("shore")}, args...)...)
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
	p := stage.NewProbe(c, c.now(), clitest.InProcess(worlds.Rulebooks()...))
	p.Dir = filepath.Join(c.home, name)
	p.Done("new", p.Dir, "--seed", fmt.Sprintf("%x", name), "--size", "40x30")
	p.Settle("game+"+name+"@demo.test", "", stage.ServersAt(c.imap, c.smtp), map[string]string{
		"name": fmt.Sprintf("%q", name), "deadline": `"1 day"`, "zone": `"UTC"`,
		"imap.shared": "true", "imap.user": fmt.Sprintf("%q", c.box(name)),
		"smtp.user": fmt.Sprintf("%q", stage.GameAddress)})
	for i, player := range []string{"anna", "bob"} {
		c.lines[name] = append(c.lines[name], strings.TrimSpace(p.Done("realm", "add", "--by-hand", p.Dir, "--name",
			[]string{"Moorland", "Fenmark"}[i], "--player", player, "--mail", player+"@demo.test",
			"--player-lang", "de")))
	}
}

// letter is the next mail of a player, with orders.
func (c *convoy) letter(world string, realm int) string {
	c.mails++
	from := []string{"anna", "bob"}[realm-1] + "@demo.test"
	return fmt.Sprintf("From: %s\r\nTo: game+%s@demo.test\r\nSubject: Zug\r\nDate: %s\r\n"+
		"Message-ID: <m%d@player.test>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n%s\r\n$R\r\nK.M 1 %d 0 0\r\n$E\r\n", from,
		world, c.now().Format(time.RFC1123Z), c.mails, c.lines[world][realm-1], 1000+c.mails)
}

// mail puts a player's orders into the mailbox.
func (c *convoy) mail(world string, realm int) {
	c.Helper()
	raw := c.letter(world, realm)
	if err := c.post.Deliver(c.box(world), []byte(raw)); err != nil {
		c.Fatal(err)
	}
	sum := sha256.Sum256([]byte(raw))
	c.mailed[world] = append(c.mailed[world], put{fmt.Sprintf("<m%d@player.test>", c.mails), sum})
}

// reach is a host of that name that does not work.
func (c *convoy) reach(host string) *hosts.Host {
	c.Helper()
	h, leave, err := hostOf(c.Context(), c.config(host), c.now)
	needs(c, err)
	c.Cleanup(leave)
	h.Tell = func(world string, err error) { c.told.add(host + ": " + world + ": " + err.Error()) }
	return h
}

// hostOf is a host by its fleet.toml.
func hostOf(ctx context.Context, file string, clock func() time.Time) (h *hosts.Host, leave func(), err error) {
	ch, err := config.Read(file)
	if err != nil {
		return nil, nil, err
	}
	pool, err := tables.Database{URL: ch.Postgres.URL, Password: secret, Connections: 24}.Pool(ctx)
	if err != nil {
		return nil, nil, err
	}
	records, err := postgres.Open(ctx, pool, 0)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	var said bytes.Buffer
	own := &call.Call{Ctx: ctx, In: strings.NewReader(""), Out: &said, Raw: &said, Env: clitest.NoEnv,
		Books: worlds.Rulebooks(),
		Voice: call.NewVoice("en", &said, &said)}
	h = &hosts.Host{Config: ch, Tables: tables.New(pool, ch.Host), Worlds: records, Program: "test", Clock: clock}
	h.Worker = worker.Worker{Call: own, Config: ch, Worlds: func(ctx context.Context) (map[string]fleet.Entered, error) {
		all, err := h.Tables.Worlds(ctx)
		return hosts.EnteredOf(all), err
	}}
	return h, pool.Close, nil
}

// make is a host that does not work yet.
func (c *convoy) make(host string) *running {
	c.Helper()
	return &running{Host: c.reach(host), done: make(chan error, 1)}
}

// launch has it work.
func (c *convoy) launch(host string, h *running) {
	ctx, end := context.WithCancel(c.Context())
	h.end = end
	go func() { h.done <- h.Host.Run(ctx) }()
	c.hosts[host] = h
}

// start has a host work.
func (c *convoy) start(host string) *running {
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
	if c.comes(3*time.Minute, turn) {
		return
	}
	c.told.Lock()
	defer c.told.Unlock()
	v, err := hosts.View(c.Context(), c.host.Tables)
	raw, _ := json.MarshalIndent(v, "", " ")
	c.Fatalf("no end of turn %d: %v\n%s\n%s", turn, err, raw, strings.Join(c.told.lines, "\n"))
}

// comes reports whether a turn begins within a time, with nothing left to do.
func (c *convoy) comes(within time.Duration, turn int) bool {
	c.Helper()
	view := c.views()
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if c.rests(view, func(w fleet.WorldView) bool { return w.Turn == turn }) {
			return true
		}
	}
	return false
}

// rests reports whether no mail and no letter is under way, and each world is as it must be. It looks for worlds that
// have changed after the inboxes, and at the fleet after that: otherwise it could miss a mail that was taken in between.
func (c *convoy) rests(view func() *fleet.View, is func(fleet.WorldView) bool) bool {
	for user := range c.users() {
		if left(c.post.Count(user, "INBOX")) > 0 {
			return false
		}
	}
	all, err := c.host.Tables.Worlds(c.Context())
	for _, w := range all {
		if w.Changed {
			return false
		}
	}
	v := view()
	if v == nil || err != nil {
		return false
	}
	quiet := len(v.Worlds) == len(c.worlds)
	for _, w := range v.Worlds {
		quiet = quiet && w.Waiting == 0 && w.Mails == 0 && is(w)
	}
	return quiet
}

// left is the number of mails that were not put away.
func left(all, deleted int) int { return all - deleted }

func TestAFleetPlays(t *testing.T) { newConvoy(t, "north", "south", "west").plays() }

// plays is two hosts that play a turn of three worlds, which then go on in folders of their own.
func (c *convoy) plays() {
	c.Helper()
	c.embark()
	if code, out := c.sh("cron", filepath.Join(c.home, "north")); code != complaint.ExitUsage ||
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
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	c.holds()
	if len(c.told.lines) > 0 {
		c.Errorf("the hosts complain:\n%s", strings.Join(c.told.lines, "\n"))
	}
	if n := len(c.ledger().came); n != 18 {
		c.Errorf("%d letters, want each player's first report, receipt and report, six times", n)
	}
	c.onward("north")
}

// onward: a folder that was exported is a world like others, and its cron goes on.
func (c *convoy) onward(name string) {
	c.Helper()
	p := stage.NewProbe(c, c.now(), clitest.InProcess(worlds.Rulebooks()...))
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

// views shows the fleet time and again.
func (c *convoy) views() func() *fleet.View {
	return func() *fleet.View {
		c.Helper()
		v, err := hosts.View(c.Context(), c.host.Tables)
		needs(c, err)
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

// to returns the letters to an address.
func (c *convoy) to(address string) (out []stage.Letter) {
	for _, l := range c.post.Letters() {
		if l.To == address {
			out = append(out, stage.OpenLetter(c, l.Raw))
		}
	}
	return out
}

// asks is an answer of a host to its supervisor, or to Prometheus.
func (h *running) asks(path string) (code int, text string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

// metrics are what Prometheus is told.
func (h *running) metrics() string {
	_, text := h.asks("/metrics")
	return text
}
