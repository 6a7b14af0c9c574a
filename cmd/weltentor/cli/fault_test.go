package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The text of a complaint is wholly in the reader's language, whichever package found the fault.
func TestFaultsInBothLanguages(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	gone, cut, empty := filepath.Join(t.TempDir(), "gone"), filepath.Join(t.TempDir(), "cut"),
		filepath.Join(t.TempDir(), "empty")
	for _, dir := range []string{gone, cut, empty} {
		if err := os.CopyFS(dir, os.DirFS(d.Dir)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".", "world.db", "world.toml", "lock"} {
			mode := os.FileMode(0o600)
			if name == "." {
				mode = 0o700
			}
			if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Remove(filepath.Join(gone, "world.db")); err != nil {
		t.Fatal(err)
	}
	for dir, size := range map[string]int64{cut: 20480, empty: 0} {
		if err := os.Truncate(filepath.Join(dir, "world.db"), size); err != nil {
			t.Fatal(err)
		}
	}
	first := worlds.Rulebooks()[0].Name()
	type refusal struct{ args, de, en string }
	cases := []refusal{
		{"status " + gone, gone + "/world.db fehlt, nicht aber world.toml; in ",
			"there is no " + gone + "/world.db, but world.toml; there is no copy in "},
		{"status " + cut, "cut/world.db ist abgeschnitten: 20480 von ", "cut/world.db is cut off, it has 20480 of "},
		{"status " + empty, "empty/world.db ist leer; in ", "empty/world.db is empty; there is no copy"},
		{"realm mail " + d.Dir + " 1 --remove " + clitest.Player, "Reich 1 braucht mindestens eine", "realm 1 needs one"},
		{"--at 2027-03-01T12:00:00Z realm add " + d.Dir + " --name Reich_9 --player Bo --mail bo@example.org",
			`Das Reich kann nicht "Reich 9" heißen: So darf nur`,
			`the realm cannot be called "Reich 9": Only the realm`},
		{"--at 2020-01-01T00:00:00Z turn " + d.Dir, "Es ist 2020-01-01 ", "it is 2020-01-01 "},
		{"rules foo", "ein Regelwerk foo gibt es nicht; zur Wahl stehen: " + first + ", ",
			"there is no rulebook foo; it is one of: " + first + ", "},
		{"rules " + first + "x", "x gibt es nicht; vielleicht " + first + "?", "x; perhaps " + first + "?"},
	}
	before := len(cases)
	for _, rb := range worlds.Rulebooks() {
		if _, err := rb.Found(game.Founding{Width: 2, Height: 1}); err == nil {
			continue // a board of one size, whatever is asked for
		}
		args := "new " + filepath.Join(t.TempDir(), "board") + " --rulebook " + rb.Name() + " --size 2x1"
		cases = append(cases, refusal{args, "die Welt lässt sich nicht gründen", "no world can be founded: "})
	}
	if len(cases) == before {
		t.Error("no game refuses a board of two fields")
	}
	for _, c := range cases {
		for lang, says := range map[string]string{"de": c.de, "en": c.en} {
			var out, errs strings.Builder
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "_9", " 9")
			}
			code := cli.Run(t.Context(), append([]string{"--lang", lang}, args...), strings.NewReader(""), &out, &errs,
				clitest.NoEnv, worlds.Rulebooks())
			if got := errs.String(); lang == "de" &&
				(strings.Contains(got, " possible ") || strings.Contains(got, " too ")) || code != complaint.ExitUsage ||
				!strings.Contains(got, says) {
				t.Errorf("%q in %s: exit %d, %q, want %q", c.args, lang, code, got, says)
			}
		}
	}
}

// `weltentor help`, which letters recommend, is the help, also of a command.
func TestHelpIsACommand(t *testing.T) {
	t.Parallel()
	for words, flag := range map[string]string{"help": "--help", "help realm add": "realm add --help",
		"--lang de help": "--help --lang de", "--lang=de hilfe status": "status --help --lang de",
		"help --lang de tell": "tell --lang de --help", "--lang de help start": "help start --lang de",
		"--lang de hilfe --lang en trouble": "help trouble"} {
		var shown [2]string
		for i, line := range []string{words, flag} {
			var out, errs strings.Builder
			if code := cli.Run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &errs, clitest.NoEnv,
				worlds.Rulebooks()); code != complaint.ExitDone || errs.Len() > 0 {
				t.Errorf("%s: exit %d, %s", line, code, errs.String())
			}
			shown[i] = out.String()
		}
		if shown[0] != shown[1] || !strings.Contains(shown[0], "weltentor ") {
			t.Errorf("%s shows\n%s\nwant\n%s", words, shown[0], shown[1])
		}
	}
}

func TestHelpInGerman(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), []string{"realm", "add", "--help", "--lang", "de"}, nil, &out, &errs, clitest.NoEnv, nil)
	if code != complaint.ExitDone || errs.Len() > 0 {
		t.Fatalf("exit %d, %s", code, errs.String())
	}
	for _, want := range []string{"Aufruf: weltentor realm add", "Angaben:", "Optionen:", "Beispiele:",
		"--player-lang"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}
