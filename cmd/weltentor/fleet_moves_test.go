//go:build fleet

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fault"
)

// manualCommands returns the commands in a part of the fleet's manual, which are the same in both languages.
func manualCommands(t *testing.T, titles map[string]string) []string {
	t.Helper()
	var commands [][]string
	for lang, title := range titles {
		raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "fleet."+lang+".md"))
		if err != nil {
			t.Fatal(err)
		}
		_, part, found := strings.Cut(string(raw), "\n### "+title+"\n")
		if !found {
			t.Fatalf("no part is called %s", title)
		}
		part, _, _ = strings.Cut(part, "\n## ")
		part, _, _ = strings.Cut(part, "\n### ")
		var all []string
		for line := range strings.Lines(part) {
			if strings.HasPrefix(line, "weltentor") {
				all = append(all, strings.TrimSpace(line))
			}
		}
		commands = append(commands, all)
	}
	if len(commands[0]) == 0 || !slices.Equal(commands[0], commands[1]) {
		t.Fatalf("%q", commands)
	}
	return commands[0]
}

// A fleet on NATS is refused in both languages, by hosts and by commands.
func TestTheFleetOnNATSIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fleet.toml")
	text := "host = \"one\"\njournal = \"nats\"\n[nats]\nfolder = \"nats\"\nsecret_file = \"secret\"\n" +
		"[[nats.host]]\nname = \"one\"\nclients = \"127.0.0.1:4222\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, says := range map[string]string{
		"en": "with the last version that has NATS", "de": "mit der letzten Version auf, die NATS hat"} {
		for _, args := range [][]string{{"fleet", "run"}, {"fleet", "status"}, {"status", "north"}} {
			code, _, errs := sh(t, "", append([]string{"--lang", lang, "--fleet", file}, args...)...)
			if code != fault.ExitUsage || !strings.Contains(errs, says) || !strings.Contains(errs, "weltentor fleet export ") ||
				!strings.Contains(errs, "weltentor fleet add ") {
				t.Errorf("%s %v: exit %d, %s", lang, args, code, errs)
			}
		}
	}
}

// Worlds move from one journal to another by the commands of the manual, as they do that leave NATS: what is mailed
// meanwhile is taken, and caches and an archive that know higher numbers than the new journal has stop nothing.
func TestAFleetMovesToAnotherJournal(t *testing.T) {
	commands := manualCommands(t, map[string]string{"en": "Move a fleet from NATS", "de": "Einen Verbund von NATS umziehen"})
	old := func(line string) bool { return strings.HasPrefix(line, "weltentor-nats ") }
	at := slices.IndexFunc(commands, func(line string) bool { return !old(line) })
	if at < 1 || slices.ContainsFunc(commands[at:], old) {
		t.Fatalf("the last version goes first: %q", commands)
	}
	c, _ := stored(t, "folder", "bovistan")
	c.lease = time.Minute // nobody dies, and nobody is to complain
	c.embark().start("one")
	c.quiet(1)
	c.mail("bovistan", 1)
	c.quiet(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.copied(2)
	c.mail("bovistan", 1)
	c.quiet(2)
	before := c.head("bovistan")
	dir := filepath.Join(c.home, "moves")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	does := func(lines []string) {
		t.Helper()
		for _, line := range lines {
			_, args, _ := strings.Cut(line, " ")
			args, is := strings.CutPrefix(args, "--fleet fleet.toml ")
			if !is {
				t.Fatal(line)
			}
			if code, out := c.fleet(strings.Fields(args)...); code != fault.ExitDone && args != "fleet status" {
				t.Fatalf("%s: exit %d\n%s", line, code, out)
			}
		}
	}
	does(commands[:at])
	c.mail("bovistan", 2)
	c.stop()
	c.lose()
	c.jumped.Add(int64(25 * time.Hour)) // the turn became due
	does(commands[at:])
	if now := c.head("bovistan"); now >= before {
		t.Fatalf("the new journal is at %d, the old one was at %d", now, before)
	}
	c.start("one")
	c.start("two")
	c.quiet(3)
	c.copied(3)
	c.stop()
	c.holds()
	if len(c.told.lines) > 0 {
		t.Errorf("the hosts complain:\n%s", strings.Join(c.told.lines, "\n"))
	}
}
