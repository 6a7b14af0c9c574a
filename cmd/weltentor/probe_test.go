package main

import (
	"bytes"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// boxPassword opens every mailbox of the tests.
const boxPassword = "secret"

// probe is a world of a test, called Probe: its folder, its rulebooks, and the clock
// its commands go by.
type probe struct {
	t     testing.TB
	dir   string
	now   time.Time
	books []game.Rulebook
}

func newProbe(t testing.TB, now time.Time, books ...game.Rulebook) probe {
	return probe{t: t, dir: filepath.Join(t.TempDir(), "world"), now: now, books: books}
}

// args puts the probe's clock before a command.
func (p *probe) args(args ...string) []string {
	return append([]string{"--lang", "en", "--at", p.now.Format(time.RFC3339)}, args...)
}

// run is a command at the probe's time.
func (p *probe) run(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(p.t.Context(), p.args(args...), strings.NewReader(""), &o, &e, noEnv, p.books)
	return code, o.String(), e.String()
}

// done is a command that succeeds.
func (p *probe) done(args ...string) string {
	p.t.Helper()
	code, out, errs := p.run(args...)
	if code != exitDone {
		p.t.Fatalf("%v: exit %d\n%s%s", args, code, out, errs)
	}
	return out
}

func (p *probe) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// settle writes world.toml of a game with an address: its mailbox, the settings of
// own, a later one over an earlier, as TOML values, and its tables.
func (p *probe) settle(address, tables string, own ...map[string]string) {
	p.t.Helper()
	p.write("mail-password", boxPassword+"\n")
	all := map[string]string{"name": `"Probe"`, "address": tomlString(address)}
	for _, section := range []string{"imap", "smtp"} {
		all[section+".user"], all[section+".password_file"] = tomlString(address),
			tomlString(filepath.Join(p.dir, "mail-password"))
	}
	for _, o := range own {
		maps.Copy(all, o)
	}
	p.write(settingsFile, string(freshSettings(loadBook(phrase.En), all))+tables)
}

// serversAt are the settings of mail servers that listen without TLS.
func serversAt(imap, smtp string) map[string]string {
	own := map[string]string{}
	for section, addr := range map[string]string{"imap": imap, "smtp": smtp} {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			panic(err)
		}
		own[section+".host"], own[section+".port"], own[section+".tls"] = tomlString(host), port, `"plain"`
	}
	return own
}
