package engines

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/worlds/game"
)

// whole is an engine.toml that nothing is wrong with.
const whole = `name = "small"
version = 3
title = { en = "Small" }
state = ["state.json"]
rename = { "out.json" = "state.json" }
usr = ["bin", "lib"]
[found]
run = ["/engine/small", "found"]
[turn]
run = ["/engine/small", "turn"]
seconds = 3600
[join]
file = "join"
line = "{faction} {name}"
[orders]
file = "orders.{faction}"
[report]
text = "report.{faction}"
[[clients]]
head = '#small {faction} "{password}"'
`

// put makes a folder with files.
func put(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestManifest(t *testing.T) {
	p, err := parse([]byte(whole))
	if err != nil || p.Name != "small" || p.Version != 3 || p.Rename["out.json"] != "state.json" ||
		p.Turn.Run[1] != "turn" || p.Turn.Seconds != 3600 || p.Report.Summary != 25 || p.Clients[0].Head != `#small {faction} "{password}"` {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := parse([]byte(strings.Replace(whole, "[report]\n", "[report]\nsummary = 0\n", 1))); err != nil || p.Report.Summary != 0 {
		t.Errorf("no lines: %d, %v", p.Report.Summary, err)
	}
	for _, c := range []struct{ text, says string }{
		{"nmae = \"x\"\n" + whole, "there is no setting nmae; did you mean name?"},
		{strings.Replace(whole, "seconds", "secnds", 1), "there is no setting turn.secnds; did you mean turn.seconds?"},
		{strings.Replace(whole, "head =", "beginning_of_it =", 1), "there is no setting clients.beginning_of_it"},
		{strings.Replace(whole, "version = 3", "version = \"3\"", 1), "line 2: version must be a whole number"},
		{strings.Replace(whole, "3600", "3601", 1), "turn.seconds = 3601: it must be one of 0 … 3600"},
		{strings.Replace(whole, "seconds = 3600", "megabytes = -1", 1), "turn.megabytes = -1: it must be one of 0 … 65536"},
		{strings.Replace(whole, "\"bin\", \"lib\"", "\"bin\" \"lib\"", 1), "line 6: this is not how a setting looks"},
		{whole + "rulestext = { en = \"x\" }\n", "there is no setting clients.rulestext"},
		{"rulestext = { en = \"x\" }\n" + whole, "there is no setting rulestext"},
	} {
		_, err := parse([]byte(c.text))
		if err == nil {
			t.Errorf("no complaint, want %s", c.says)
			continue
		}
		if said := complaint.InFile("engine.toml", err).Error(); !strings.HasPrefix(said, "engine.toml") || !strings.Contains(said, c.says) {
			t.Errorf("%s\nwant %s", said, c.says)
		}
	}
}

// The rules for players are a file of the engine's folder, perhaps one for each language, and nothing outside of it.
func TestRules(t *testing.T) {
	dir := put(t, map[string]string{"rules.md": "One.\n", "rules.de.md": "Eins.\n", "rules.en.md": "One!\n", "latin": "M\xe4rz"})
	for name, want := range map[string][2]string{"": {}, "rules.md": {"One.\n", "One.\n"}, "rules.{lang}.md": {"Eins.\n", "One!\n"}} {
		if got, err := rules(dir, name); err != nil || got["de"] != want[0] || got["en"] != want[1] {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"nothing.md", "latin", "../engines/engines.go", "/etc/passwd"} {
		if got, err := rules(dir, name); err == nil || got != nil {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

// The sum is another as soon as anything in the folder is: bytes, a name, a file more, that one runs, where a link leads.
func TestSum(t *testing.T) {
	dir := put(t, map[string]string{"engine.toml": whole, "small": "#!/bin/sh\n"})
	sum := func() string {
		t.Helper()
		sum, err := sumOf(dir)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	begun := sum()
	seen := map[string]string{begun: "the beginning"}
	if again := sum(); again != begun || len(again) != 64 {
		t.Fatal(begun, again)
	}
	small := filepath.Join(dir, "small")
	for _, change := range []struct {
		what string
		do   func() error
	}{
		{"another byte", func() error { return os.WriteFile(small, []byte("#!/bin/sx\n"), 0o644) }},
		{"it runs", func() error { return os.Chmod(small, 0o755) }},
		{"another name", func() error { return os.Rename(small, small+"2") }},
		{"a file more", func() error { return os.WriteFile(small, nil, 0o755) }},
		{"a link", func() error { return os.Symlink("small", small+"3") }},
		{"it leads elsewhere", func() error { os.Remove(small + "3"); return os.Symlink("small2", small+"3") }},
	} {
		if err := change.do(); err != nil {
			t.Fatal(err)
		}
		now := sum()
		if before, is := seen[now]; is {
			t.Errorf("%s: the same sum as %s", change.what, before)
		}
		seen[now] = change.what
	}
	var failed *game.Failed
	if _, err := sumOf(filepath.Join(dir, "nowhere")); !errors.As(err, &failed) || !failed.Always {
		t.Errorf("a folder that cannot be read: %v", err)
	}
}
