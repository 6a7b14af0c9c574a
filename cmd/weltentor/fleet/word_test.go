//go:build fleet

package fleet_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/worlds"
)

// teller is a fleet of one world whose commands reach the database through a proxy, and a way past the proxy.
type teller struct {
	*convoy
	between *server.Proxy
	file    string // the fleet.toml of the commands
}

func tells(t *testing.T) *teller {
	t.Helper()
	c := newConvoy(t, "north").embark()
	p := &teller{convoy: c, between: server.NewProxy(t, c.db.Address), file: c.config("teller")}
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
	code = cli.Run(ctx, append([]string{"--lang", "en", "--fleet", p.file}, args...), strings.NewReader(""), &o, &o,
		clitest.NoEnv,
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
	if code, out := c.sh("--again", "AAAA-BBBB-CCCC", "status", filepath.Join(c.home, "north")); code != complaint.ExitUsage ||
		!strings.Contains(out, "--again repeats a command") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// gold is what realm 1 has.
func (p *teller) gold() (n int) {
	p.Helper()
	found := regexp.MustCompile(`(?s)"realm": 1,.*?"name": "gold",\s+"n": (\d+)`).
		FindStringSubmatch(p.done("turn", "north", "--dry-run", "--json"))
	if found == nil {
		p.Fatal("no gold")
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		p.Fatal(err)
	}
	return n
}

// unknown runs a command whose outcome stays unknown, and returns its key.
func (p *teller) unknown(kept bool, args ...string) (key string) {
	p.Helper()
	p.between.Swallow("a gift", kept, time.Hour)
	code, out := p.says(true, args...)
	p.between.Admit()
	found := regexp.MustCompile("--again ([A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4})").FindStringSubmatch(out)
	if code != complaint.ExitLater || found == nil || !strings.Contains(out, "unknown whether this counts") ||
		!strings.Contains(out, "log north` shows") {
		p.Fatalf("%v: exit %d\n%s", args, code, out)
	}
	return found[1]
}

// The database takes a gift, and its answer is lost. Then the database cannot be reached for 14 s, longer than the
// command's hold on the world. The command asks until it knows, and reports the truth.
func TestACommandAsksUntilItKnows(t *testing.T) {
	p := tells(t)
	before := p.gold()
	gift := []string{"edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift"}
	p.between.Swallow("a gift", false, 14*time.Second)
	p.wants(complaint.ExitDone, "Done. ", gift...)
	p.between.Swallow("a gift", true, 14*time.Second) // the database does not even get it
	p.wants(complaint.ExitLater, "nothing was changed", gift...)
	if is := p.gold(); p.between.Lost() != 2 || is != before+100 {
		t.Errorf("%d answers were lost; the realm has %d, want %d", p.between.Lost(), is, before+100)
	}
	p.done("fleet", "verify")
}

// It is unknown whether a gift counts. Given again by its key it counts once. The same arguments without the key are
// asked about if it counts, and two gifts that are both meant count twice.
func TestAGiftThatNobodyKnowsOfCountsOnce(t *testing.T) {
	gift := []string{"edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift"}
	again := func(key string) []string { return append([]string{"--again", key}, gift...) }
	for name, kept := range map[string]bool{"it is there": false, "it is not there": true} {
		t.Run(name, func(t *testing.T) {
			p := tells(t)
			want := p.gold()
			has := func(what string) {
				t.Helper()
				if is := p.gold(); is != want {
					t.Fatalf("%s: the realm has %d, want %d", what, is, want)
				}
			}
			key := p.unknown(kept, gift...)
			if want += 100; kept {
				p.wants(complaint.ExitDone, "does not count; its answer was lost. It is done now", gift...)
			} else {
				p.wants(complaint.ExitUsage, "--again "+key, gift...)
				has("refused")
			}
			has("unknown")
			p.wants(complaint.ExitDone, "counts already", again(key)...)
			p.wants(complaint.ExitDone, "counts already", again(strings.ToLower(key))...)
			has("given again by its key")
			p.wants(complaint.ExitDone, "Done. ", gift...)
			p.wants(complaint.ExitDone, "Done. ", gift...)
			want += 200
			has("two that are meant")
			key = p.unknown(kept, gift...)
			p.wants(complaint.ExitUsage, "is not the key of", "--again", key, "edit", "north", "give", "gold", "900", "to", "1",
				"--why", "a gift")
			p.wants(complaint.ExitDone, map[bool]string{false: "counts already", true: "Done. "}[kept], again(key)...)
			want += 100
			has("by its key at once")
			p.wants(complaint.ExitDone, "give gold 100", "log", "north")
			p.done("fleet", "verify")
		})
	}
}

// Even if a host has lost its files meanwhile, the key is enough.
func TestAKeyIsEnough(t *testing.T) {
	p := tells(t)
	before := p.gold()
	gift := []string{"edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift"}
	key := p.unknown(false, gift...)
	if err := os.RemoveAll(filepath.Join(filepath.Dir(p.file), "cache")); err != nil {
		t.Fatal(err)
	}
	p.wants(complaint.ExitDone, "counts already", append([]string{"--again", key}, gift...)...)
	if is := p.gold(); is != before+100 {
		t.Errorf("the realm has %d, want %d", is, before+100)
	}
}
