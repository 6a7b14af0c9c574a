//go:build fleet

package fleet_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// port is where the worlds of a measurement are served from: one plain cron, or a fleet whose hosts are
// processes of the program as it is built. Mail servers are in this process.
type port struct {
	*testing.B
	home     string
	program  string // with the fleet
	post     *mailertest.Server
	imap     string
	accounts []string // SMTP servers that throw away what they get
	taken    *atomic.Int64
	boxes    int // mailboxes of worlds
}

// realmsDue is how many realms a world of a measurement has; each gets a report.
const realmsDue = 4

func newPort(b *testing.B) *port {
	b.Helper()
	home, err := os.MkdirTemp("", "weltentor-port-") // not b.TempDir: its names grow with the benchmark's
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(home) })
	p := &port{B: b, home: home, program: filepath.Join(home, "weltentor"), taken: &atomic.Int64{}}
	build := exec.Command("go", "build", "-tags", "fleet", "-ldflags", "-s -w", "-o", p.program,
		"weltentor/cmd/weltentor")
	out, err := build.CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	if p.post, err = mailertest.Start(mailertest.Options{Time: time.Now}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.post.Close() })
	p.imap = p.post.IMAP()
	if err := p.post.AddUser(fleetBox, stage.Password); err != nil {
		b.Fatal(err)
	}
	for range 4 {
		p.accounts = append(p.accounts, p.sink())
	}
	return p
}

// sink is an SMTP server that counts letters.
func (p *port) sink() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		p.Fatal(err)
	}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return counted{p.taken}, nil }))
	s.Domain, s.ErrorLog = "localhost", log.New(io.Discard, "", 0)
	go s.Serve(l)
	p.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// counted is a session whose letters are counted.
type counted struct{ *atomic.Int64 }

func (counted) Reset() {}

func (counted) Logout() error { return nil }

func (counted) Mail(string, *smtp.MailOptions) error { return nil }

func (counted) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (c counted) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	c.Add(1)
	return err
}

// small founds a world of its own seed with its sheets, all reports 0 sent, whose deadline is at a time.
func (p *port) small(dir string, nth int, deadline time.Time) {
	p.Helper()
	at := deadline.AddDate(0, 0, -1)
	must := func(err error) {
		if err != nil {
			p.Fatal(err)
		}
	}
	must(players.Found(dir, worlds.Rulebooks()[0], game.Founding{Seed: game.Seed{7, byte(nth), byte(nth >> 8)}, Width: 48, Height: 28}, at))
	w, err := world.Open(dir, worlds.Rulebooks(), world.Settings{Name: "Probe", Address: stage.GameAddress,
		Deadline: chronicle.Deadline{Days: 1}, Render: clitest.Rendering()})
	must(err)
	for r := 1; r <= realmsDue; r++ {
		_, _, err := players.AddRealm(w, game.Joining{Name: fmt.Sprint("Reich ", r), Player: fmt.Sprint("Spieler ", r),
			Lang: phrase.Langs[r%2]}, clitest.PlayerAddress(r), at)
		must(err)
	}
	_, err = turns.Advance(w, at, false)
	must(err)
	for r := 1; r <= realmsDue; r++ {
		_, err := intake.Submit(w, r, fmt.Sprintf("$A\nT %d %d\n#M An alle: auf bald.\n", r, r%realmsDue+1), at)
		must(err)
	}
	for {
		out, err := w.Next(at)
		must(err)
		if out == nil {
			break
		}
		must(w.Record(out.ID, outbox.Attempt{At: at, Result: outbox.Delivered}))
	}
}

// lay makes that many worlds, and returns their folders. Each has a mailbox of its own, or all share one.
func (p *port) lay(n int, deadline time.Time, shared bool) (dirs []string) {
	p.Helper()
	root, err := os.MkdirTemp(p.home, "worlds-")
	if err != nil {
		p.Fatal(err)
	}
	fresh := string(settings.Fresh(texts.Book(phrase.En), nil))
	for i := range n {
		probe := stage.Probe{T: p.B, Dir: filepath.Join(root, fmt.Sprintf("w%d", i))}
		p.small(probe.Dir, i, deadline)
		box := fleetBox
		if !shared {
			p.boxes++
			box = fmt.Sprintf("box%d@demo.test", p.boxes)
			if err := p.post.AddUser(box, stage.Password); err != nil {
				p.Fatal(err)
			}
		}
		probe.Write(settings.File, fresh)
		probe.Settle(fmt.Sprintf("game+w%d@demo.test", i), "", stage.ServersAt(p.imap, p.accounts[i%len(p.accounts)]),
			map[string]string{"name": fmt.Sprintf("%q", fmt.Sprint("w", i)), "deadline": `"1 day"`, "zone": `"UTC"`,
				"imap.user": strconv.Quote(box), "imap.shared": strconv.FormatBool(shared), "smtp.user": `""`,
				"smtp.password_file": `""`})
		dirs = append(dirs, probe.Dir)
	}
	return dirs
}

// figures are what one run has cost.
type figures struct {
	turns, letters time.Duration // from the deadlines until all turns were resolved, and all letters had left
	cpu            time.Duration // of all processes, including the mail servers
	peak           float64       // of a process, in MB
}

// cron runs one plain cron for all worlds.
func (p *port) cron(n int) (f figures) {
	p.Helper()
	dirs := p.lay(n, time.Now().Add(-time.Minute).Truncate(time.Second), false)
	defer os.RemoveAll(filepath.Dir(dirs[0]))
	before, own := p.taken.Load(), clitest.CPUTime()
	cmd := exec.Command(p.program, append([]string{"--lang", "en", "cron", "--jobs", "2"}, dirs...)...)
	begun := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		p.Fatalf("cron: %v\n%s", err, out[:min(len(out), 2000)])
	}
	f.turns = time.Since(begun)
	f.letters = f.turns
	f.cpu = clitest.CPUTime() - own + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	f.peak = float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1000
	if sent := p.taken.Load() - before; sent != int64(n*realmsDue) {
		p.Fatalf("cron: %d letters, want %d", sent, n*realmsDue)
	}
	return f
}

// fleetBox is the mailbox of a fleet.
const fleetBox = "fleet@demo.test"

// squadron is a fleet whose hosts are processes.
type squadron struct {
	*port
	*hosts.Host // that does not work
	dir         string
	db          *server.Server
	metrics     map[string]string // addresses of hosts
	running     map[string]*exec.Cmd
	said        map[string]*bytes.Buffer
	smtp        []string // addresses of accounts
	imap        string
}

// fleet starts a fleet of two hosts with a database of its own.
func (p *port) fleet() *squadron {
	p.Helper()
	f := &squadron{port: p, db: server.Start(p.B), metrics: map[string]string{}, running: map[string]*exec.Cmd{},
		said: map[string]*bytes.Buffer{}, smtp: p.accounts, imap: p.imap}
	var err error
	if f.dir, err = os.MkdirTemp(p.home, "fleet-"); err != nil {
		p.Fatal(err)
	}
	for _, host := range []string{"one", "two"} {
		f.metrics[host] = ports.Address(p)
		f.write(host)
		f.start(host)
	}
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		var leave func()
		f.Host, leave, err = hostOf(p.Context(), filepath.Join(f.dir, "one", "fleet.toml"), time.Now)
		if err == nil {
			p.Cleanup(leave)
			break
		}
		if time.Now().After(end) {
			p.Fatal(err, f.said["one"], f.said["two"])
		}
	}
	return f
}

// write writes the fleet.toml of a host.
func (f *squadron) write(host string) {
	dir := filepath.Join(f.dir, host)
	server := func(address, user string) string {
		h, port, _ := net.SplitHostPort(address)
		s := fmt.Sprintf("host = %q\nport = %s\ntls = \"plain\"\nuser = %q\n", h, port, user)
		if user != "" {
			s += "password_file = \"mail\"\n"
		}
		return s
	}
	text := fmt.Sprintf("host = %q\npoll = 5\nlang = \"en\"\nmetrics = %q\n\n%s\n[[mailbox]]\n"+
		"name = \"main\"\n%s", host, f.metrics[host], postgresAt(f.db.Address), server(f.imap, fleetBox))
	for i, a := range f.smtp {
		text += fmt.Sprintf("\n[[account]]\nname = \"post%d\"\n%s", i, server(a, ""))
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		f.Fatal(err)
	}
	for name, text := range map[string]string{"fleet.toml": text, "mail": stage.Password, "db": secret} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			f.Fatal(err)
		}
	}
}

// start has a host work.
func (f *squadron) start(host string) {
	f.Helper()
	cmd := exec.Command(f.program, "--lang", "en", "--fleet", filepath.Join(f.dir, host, "fleet.toml"), "fleet", "run")
	f.said[host] = &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = f.said[host], f.said[host]
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.running[host] = cmd
}

// kill is a SIGKILL for a host.
func (f *squadron) kill(host string) {
	_ = f.running[host].Process.Kill()
	_ = f.running[host].Wait()
	delete(f.running, host)
}

// end ends all processes.
func (f *squadron) end() {
	for host, cmd := range f.running {
		_ = cmd.Process.Signal(os.Interrupt)
		time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		delete(f.running, host)
	}
	f.db.Kill()
	os.RemoveAll(f.dir)
}

// join adds worlds to the fleet, as `fleet add` does.
func (f *squadron) join(dirs []string) {
	f.Helper()
	must := func(err error) {
		if err != nil {
			f.Fatal(err)
		}
	}
	for _, dir := range dirs {
		called := filepath.Base(dir)
		s, err := settings.Read(dir)
		must(err)
		toml, err := os.ReadFile(filepath.Join(dir, settings.File))
		must(err)
		e, err := worker.Enter(f.Config, called, toml, nil)
		must(err)
		w, err := world.Open(dir, worlds.Rulebooks(), folder.ForStore(s))
		must(err)
		must(w.View(func(tx *store.Tx) error { return f.Worlds.Add(f.Context(), called, tx) }))
		e.Rulebook, e.Rules = w.Rulebook().Name(), w.Rulebook().Version()
		must(f.Tables.Enter(f.Context(), tables.World{Name: called, Settings: string(toml), About: e}))
	}
}

// due makes that many worlds due at once.
func (f *squadron) due(n int, warm time.Duration) (out figures) {
	f.Helper()
	deadline := time.Now().Add(warm).Truncate(time.Second)
	dirs := f.lay(n, deadline, true)
	defer os.RemoveAll(filepath.Dir(dirs[0]))
	f.join(dirs)
	if time.Now().After(deadline.Add(-3 * time.Second)) {
		f.Fatalf("%d worlds were not in the fleet before their deadline", n)
	}
	f.Logf("%d worlds are in %s before their deadline", n, time.Until(deadline).Round(time.Second))
	time.Sleep(time.Until(deadline) - 2*time.Second)
	idle := f.cpu()
	time.Sleep(time.Until(deadline))
	before, begun := f.taken.Load(), f.cpu()
	f.Logf("%v of the processor in the 2 s before", (begun - idle).Round(time.Millisecond))
	for time.Since(deadline) < 10*time.Minute && f.resolved() < n {
		time.Sleep(100 * time.Millisecond)
	}
	out.turns = time.Since(deadline)
	for time.Since(deadline) < 10*time.Minute && f.taken.Load() < before+int64(n*realmsDue) {
		time.Sleep(100 * time.Millisecond)
	}
	out.letters, out.cpu = time.Since(deadline), f.cpu()-begun
	if f.resolved() != n || f.taken.Load() != before+int64(n*realmsDue) {
		f.Fatalf("%d turns of %d, %d letters\n%s%s", f.resolved(), n, f.taken.Load()-before, f.said["one"],
			f.said["two"])
	}
	for _, cmd := range f.running {
		out.peak = max(out.peak, peakOf(cmd.Process.Pid))
	}
	return out
}

var turnsOf = regexp.MustCompile(`(?m)^weltentor_turns_resolved_total (\d+)$`)

// resolved is how many turns the hosts have resolved.
func (f *squadron) resolved() (n int) {
	for host := range f.running {
		answer, err := http.Get("http://" + f.metrics[host] + "/metrics")
		if err != nil {
			continue // it has only begun
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if m := turnsOf.FindSubmatch(text); m != nil {
			turns, _ := strconv.Atoi(string(m[1]))
			n += turns
		}
	}
	return n
}

// cpu is what the hosts, the engine and this process have used of all processors.
func (f *squadron) cpu() time.Duration {
	sum := clitest.CPUTime()
	for _, cmd := range f.running {
		sum += usedBy(cmd.Process.Pid)
	}
	raw, _ := os.ReadFile(filepath.Join(f.db.Data, "postmaster.pid"))
	first, _, _ := strings.Cut(string(raw), "\n")
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if fields := statOf(pid); strconv.Itoa(pid) == first || len(fields) > 1 && fields[1] == first {
			sum += usedBy(pid)
		}
	}
	return sum
}

// statOf returns the fields of /proc/PID/stat after the name.
func statOf(pid int) []string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	return strings.Fields(rest)
}

// usedBy is what a process has used of all processors, with its children that have ended.
func usedBy(pid int) (sum time.Duration) {
	fields := statOf(pid)
	for _, at := range []int{11, 12, 13, 14} { // utime, stime, cutime, cstime, in hundredths
		if at < len(fields) {
			n, _ := strconv.Atoi(fields[at])
			sum += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return sum
}

// peakOf is the most memory that a process has had, in MB.
func peakOf(pid int) float64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if m := regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`).FindSubmatch(raw); m != nil {
		kb, _ := strconv.Atoi(string(m[1]))
		return float64(kb) / 1000
	}
	return 0
}

// BenchmarkDue has that many small worlds due at once, for one plain cron and then for two hosts of a fleet. For the
// fleet it reports how long the turns take, and how long until the last report has left.
func BenchmarkDue(b *testing.B) {
	for _, n := range []int{40, 200, 1000} {
		b.Run(fmt.Sprint(n, "_worlds"), func(b *testing.B) {
			p, sums := newPort(b), map[string]figures{}
			names := []string{"cron", "fleet"}
			for b.Loop() {
				for _, name := range names {
					var got figures
					if name == "cron" {
						got = p.cron(n)
					} else {
						f := p.fleet()
						got = f.due(n, 20*time.Second+time.Duration(n)*300*time.Millisecond)
						f.end()
					}
					b.Logf("%s: %+v", name, got)
					sum := sums[name]
					sum.turns, sum.letters, sum.cpu = sum.turns+got.turns, sum.letters+got.letters, sum.cpu+got.cpu
					sum.peak = max(sum.peak, got.peak)
					sums[name] = sum
				}
			}
			for _, name := range names {
				sum, runs := sums[name], float64(b.N)
				b.ReportMetric(float64(n)*runs/sum.turns.Minutes(), name+"-turns/min")
				b.ReportMetric(sum.letters.Seconds()/runs, name+"-s/all")
				b.ReportMetric(sum.cpu.Seconds()*1000/runs/float64(n), name+"-cpu-ms/world")
				b.ReportMetric(sum.peak, name+"-MB")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
