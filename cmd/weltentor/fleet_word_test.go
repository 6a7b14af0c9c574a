//go:build fleet

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/worlds"
)

// teller is a fleet of one world whose commands reach the database through a proxy, and a way past the proxy.
type teller struct {
	*convoy
	between *suite.Proxy
	file    string // the fleet.toml of the commands
}

func tells(t *testing.T) *teller {
	t.Helper()
	c := newConvoy(t, "north").embark()
	p := &teller{convoy: c, between: suite.NewProxy(t, c.db.Address), file: c.config("teller")}
	raw, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(raw), c.db.Address+"/postgres", p.between.Address+"/postgres?sslmode=disable", 1)
	if err := os.WriteFile(p.file, []byte(text), 0o600); err != nil || text == string(raw) {
		t.Fatal(err, text)
	}
	return p
}

// says runs a command; it is told to end when the proxy has lost something, if it is impatient.
func (p *teller) says(impatient bool, args ...string) (code int, out string) {
	p.Helper()
	ctx, end := context.WithCancel(p.Context())
	defer end()
	if lost := p.between.Lost(); impatient {
		go func() {
			for p.between.Lost() == lost && ctx.Err() == nil {
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(time.Second) // it asks a few times
			end()
		}()
	}
	var o bytes.Buffer
	code = run(ctx, append([]string{"--lang", "en", "--fleet", p.file}, args...), strings.NewReader(""), &o, &o, noEnv,
		worlds.Rulebooks())
	return code, o.String()
}

// wants runs a command past the proxy's harm, which must end so and say that.
func (p *teller) wants(code int, says string, args ...string) (out string) {
	p.Helper()
	got, out := p.says(false, args...)
	if got != code || !strings.Contains(out, says) {
		p.Errorf("%v: exit %d, want %d and %q in\n%s", args, got, code, says, out)
	}
	return out
}

// A key goes with a world of a fleet.
func TestAKeyGoesWithAFleet(t *testing.T) {
	c := newConvoy(t, "north")
	if code, out := c.sh("--again", "AAAA-BBBB-CCCC", "status", filepath.Join(c.home, "north")); code != fault.ExitUsage ||
		!strings.Contains(out, "--again repeats a command") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
