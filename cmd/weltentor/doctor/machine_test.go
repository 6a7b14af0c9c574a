package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A turn may need twice the store and 64 MB.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		free, store int64
		want        State
	}{{63 << 20, 0, Ill}, {64 << 20, 0, Well}, {263 << 20, 100 << 20, Ill}, {264 << 20, 100 << 20, Well}} {
		if got := room(c.free, c.store).State; got != c.want {
			t.Errorf("%d free, a store of %d: %s, want %s", c.free, c.store, got, c.want)
		}
	}
	if got := Disk(t.TempDir(), "nothing", 0); got.State != Ill || got.What.Code != "disk-unknown" {
		t.Errorf("without a store: %+v", got)
	}
}

// A line counts only if it calls the program with its command `cron`.
func TestCallOf(t *testing.T) {
	for line, want := range map[string][]string{
		"*/5 * * * *  /usr/local/bin/weltentor cron /a /b": {"/usr/local/bin/weltentor", "cron", "/a", "/b"},
		"*/5 * * * * gm weltentor --lang de cron /a":       {"weltentor", "--lang", "de", "cron", "/a"},
		"# */5 * * * * weltentor cron /a":                  {""},
		"0 4 * * * weltentor backup /a /b":                 {""},
		"":                                                 {""},
		"MAILTO=gm@example.org":                            {""},
		"@hourly cd / && /opt/weltentor/weltentor cron 'my game'": {"/opt/weltentor/weltentor", "cron", "'my", "game'"},
	} {
		program, words := callOf(line)
		if got := append([]string{program}, words...); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// A timer of systemd counts for the world of its name in the home of the system's user.
func TestCronByTimer(t *testing.T) {
	home, programs := t.TempDir(), t.TempDir()
	for _, dir := range []string{"mein-spiel", "other"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script := `#!/bin/sh
test "$1" = --user || exit 0
echo 'other.timer            loaded active waiting something else'
echo 'weltentor@mein\x2dspiel.timer loaded active waiting Weltentor: the world mein\x2dspiel'
`
	if err := os.WriteFile(filepath.Join(programs, "systemctl"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"PATH": programs, "HOME": home}[name] }
	if f := Cron(t.Context(), filepath.Join(home, "mein-spiel"), env); f.State != Well {
		t.Errorf("its own timer: %+v", f)
	}
	if f := Cron(t.Context(), filepath.Join(home, "other"), env); f.State != Beware || f.What.Code != "cron-other" {
		t.Errorf("another's timer: %+v", f)
	}
}

// A service counts for the worlds that its file names.
func TestCronByService(t *testing.T) {
	home, programs := t.TempDir(), t.TempDir()
	script := `#!/bin/sh
test "$1 $3" = '--user --type=service' || exit 0
echo 'weltentor-run.service loaded active running Weltentor: mails and turns of the worlds in run.conf'
`
	conf := filepath.Join(home, ".config/weltentor/run.conf")
	for _, err := range []error{os.MkdirAll(filepath.Dir(conf), 0o700),
		os.WriteFile(conf, []byte("WORLDS="+home+"/one \""+home+"/two\"\n"), 0o600),
		os.WriteFile(filepath.Join(programs, "systemctl"), []byte(script), 0o700)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) string { return map[string]string{"PATH": programs, "HOME": home}[name] }
	for name, want := range map[string]State{"one": Well, "two": Well, "three": Beware} {
		if f := Cron(t.Context(), filepath.Join(home, name), env); f.State != want {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// The doctor finds the line that it proposes itself, whatever the folder's name is.
func TestCronByQuotedLine(t *testing.T) {
	programs := t.TempDir()
	crontab := func(line string) {
		script := "#!/bin/sh\ncat <<'E'\n" + line + "\nE\n"
		if err := os.WriteFile(filepath.Join(programs, "crontab"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) string { return map[string]string{"PATH": programs + ":/bin:/usr/bin"}[name] }
	dir := filepath.Join(t.TempDir(), "a b")
	crontab("")
	f := Cron(t.Context(), dir, env)
	if f.State != Beware || f.What.Args[1].S != "'"+dir+"'" {
		t.Fatalf("%+v", f)
	}
	crontab("*/5 * * * *  weltentor cron " + f.What.Args[1].S)
	if f := Cron(t.Context(), dir, env); f.State != Well {
		t.Errorf("%+v", f)
	}
	crontab("*/5 * * * *  weltentor cron " + dir)
	if f := Cron(t.Context(), dir, env); f.State != Beware {
		t.Errorf("without quotes: %+v", f)
	}
}
