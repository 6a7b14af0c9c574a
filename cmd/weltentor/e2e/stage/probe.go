package stage

import (
	"context"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Password opens every mailbox in the tests.
const Password = "secret"

// settingsName is the file of a world's settings.
const settingsName = "world.toml"

// Program runs a command, and returns its exit code and what it printed.
type Program func(ctx context.Context, args ...string) (code int, out, errs string)

// Probe is a test's world, called Probe: its folder, the program, and the clock for its commands.
type Probe struct {
	T       testing.TB
	Dir     string
	Now     time.Time
	program Program
	begun   []byte // world.toml as `new` wrote it
}

// NewProbe makes a probe without a world.
func NewProbe(t testing.TB, now time.Time, by Program) Probe {
	return Probe{T: t, Dir: filepath.Join(t.TempDir(), "world"), Now: now, program: by}
}

// RunsBy has another program run the commands from now on.
func (p *Probe) RunsBy(program Program) { p.program = program }

// Args puts the probe's clock before a command.
func (p *Probe) Args(args ...string) []string {
	return append([]string{"--lang", "en", "--at", p.Now.Format(time.RFC3339)}, args...)
}

// Run runs a command at the probe's time.
func (p *Probe) Run(args ...string) (code int, out, errs string) {
	return p.program(p.T.Context(), p.Args(args...)...)
}

// Done runs a command that must succeed.
func (p *Probe) Done(args ...string) string {
	p.T.Helper()
	code, out, errs := p.Run(args...)
	if code != 0 {
		p.T.Fatalf("%v: exit %d\n%s%s", args, code, out, errs)
	}
	return out
}

// Stands is what status says of the world. Its answer may be no: then something waits there for the game master.
func (p *Probe) Stands(flags ...string) string {
	p.T.Helper()
	code, out, errs := p.Run(append([]string{"status", p.Dir}, flags...)...)
	if code > 1 {
		p.T.Fatalf("status %v: exit %d\n%s%s", flags, code, out, errs)
	}
	return out
}

// Write writes a file into the world's folder.
func (p *Probe) Write(name, text string) {
	p.T.Helper()
	Must(p.T, os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0o600))
}

// nowhere is a resolver that is not there. Tests ask none on the network.
const nowhere = "127.0.0.1:9"

// Settle turns the world.toml that `new` wrote into that of a game with an address, its mailbox and tables. It has the
// defaults, and nothing of what makes a fresh game kind, unless own says so. The settings in own are TOML values; later
// ones replace earlier ones.
func (p *Probe) Settle(address, tables string, own ...map[string]string) {
	p.T.Helper()
	p.Write("mail-password", Password+"\n")
	all := map[string]string{"name": `"Probe"`, "address": strconv.Quote(address), "gm.lang": `"de"`,
		"auth_resolver": strconv.Quote(nowhere), "press": `"turn"`, "reminder": "0", "grace": "0", "missed": "[]",
		"public": "[]", "with_reports": "[]"}
	for _, section := range []string{"imap", "smtp"} {
		all[section+".user"] = strconv.Quote(address)
		all[section+".password_file"] = strconv.Quote(filepath.Join(p.Dir, "mail-password"))
	}
	for _, o := range own {
		maps.Copy(all, o)
	}
	if p.begun == nil {
		var err error
		p.begun, err = os.ReadFile(filepath.Join(p.Dir, settingsName))
		Must(p.T, err)
	}
	p.Write(settingsName, settled(p.T, string(p.begun), all)+tables)
}

// settled replaces settings, by `section.key`, in a file that has all of them.
func settled(t testing.TB, file string, own map[string]string) string {
	t.Helper()
	head, line := regexp.MustCompile(`^\[(\w+)\]$`), regexp.MustCompile(`^(\w+) = `)
	lines, section, left := strings.Split(file, "\n"), "", maps.Clone(own)
	for i, l := range lines {
		if m := head.FindStringSubmatch(l); m != nil {
			section = m[1] + "."
		} else if m := line.FindStringSubmatch(l); m != nil {
			if value, ok := own[section+m[1]]; ok {
				lines[i] = m[0] + value
				delete(left, section+m[1])
			}
		}
	}
	if len(left) > 0 {
		t.Fatalf("no lines for the settings %v in\n%s", left, file)
	}
	return strings.Join(lines, "\n")
}

// ServersAt returns the settings of mail servers that listen without TLS.
func ServersAt(imap, smtp string) map[string]string {
	own := map[string]string{}
	for section, addr := range map[string]string{"imap": imap, "smtp": smtp} {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			panic(err)
		}
		own[section+".host"], own[section+".port"], own[section+".tls"] = strconv.Quote(host), port, `"plain"`
	}
	return own
}

// Must fails the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
