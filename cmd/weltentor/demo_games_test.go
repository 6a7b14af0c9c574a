package main

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/examples"
	"weltentor/resolve/gamemaster"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

var update = flag.Bool("update", false, "write examples/*/hash.txt anew")

// Each example that has a hash.txt is played from its mails to a winner, with the hashes of its turns in that file.
// Replaying it gives the same. The hashes change with the number in Rules(): then -update writes them, also into an empty
// hash.txt.
func TestExamplesAreWon(t *testing.T) {
	t.Parallel()
	games, err := examples.Load()
	if err != nil {
		t.Fatal(err)
	}
	legends := conformance.Having(t, worlds.Rulebooks(), "legend", func(rb game.Rulebook) bool { return explains(t, rb) })
	won := 0
	for _, g := range games {
		want, err := fs.ReadFile(examples.Files, g.Dir+"/hash.txt")
		if err != nil {
			continue // a game that goes on
		}
		won++
		t.Run(g.Dir, func(t *testing.T) {
			t.Parallel()
			wonAs(t, g, string(want), slices.ContainsFunc(legends, func(rb game.Rulebook) bool {
				return rb.Name() == g.Rulebook
			}))
		})
	}
	if won == 0 {
		t.Error("no example is played to its end")
	}
}

// The demo of a rulebook leaves a game that still runs, but for those that end in a few days, as the siege does. The page
// that it shows at the end is in the reader's language.
func TestDemosLeaveARunningGame(t *testing.T) {
	t.Parallel()
	var running []string
	for _, rb := range worlds.Rulebooks() {
		if examples.Find("", rb.Name(), true) == nil {
			continue
		}
		dir := filepath.Join(t.TempDir(), "demo")
		code, out, errs := clitest.Run(t, "", "demo", dir, "--rulebook", rb.Name(), "--lang", "en")
		if code != complaint.ExitDone || errs != "" {
			t.Fatalf("%s: exit %d\n%s%s", rb.Name(), code, out, errs)
		}
		if strings.Contains(out, "Reich ") || !regexp.MustCompile("(?i)realm|nation").MatchString(out) {
			t.Errorf("%s: the demo's last page is not in English:\n%s", rb.Name(), out)
		}
		var s gamemaster.Status
		_, out, _ = clitest.Run(t, "", "status", filepath.Join(dir, "world"), "--json")
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			t.Fatal(err)
		}
		if !s.Over {
			running = append(running, rb.Name())
		}
	}
	if len(running) < 4 {
		t.Errorf("only %q run", running)
	}
}

func wonAs(t *testing.T, g *examples.World, want string, abbreviates bool) {
	dir := filepath.Join(t.TempDir(), "demo")
	if code, out, errs := clitest.Run(t, "", "demo", dir, "--example", g.Dir, "--lang",
		"en"); code != complaint.ExitDone || errs != "" {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	world := filepath.Join(dir, "world")
	_, out, _ := clitest.Run(t, "", "status", world, "--json")
	var s gamemaster.Status
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	if !s.Over || len(s.Winners) == 0 {
		t.Errorf("over %t, won by %v", s.Over, s.Winners)
	}
	code, out, errs := clitest.Run(t, "", "verify", world, "--lang", "en")
	if code != complaint.ExitDone {
		t.Fatalf("verify: exit %d\n%s%s", code, out, errs)
	}
	verifyPublished(t, world)
	verifyWitnessed(t, g.Dir, world)
	reportsFit(t, world)
	abbreviationsExplained(t, filepath.Join(dir, "reports"), abbreviates)
	got := ""
	for _, m := range regexp.MustCompile(`(?m)^Turn (\d+): replayed, ([0-9a-f]{64})$`).FindAllStringSubmatch(out, -1) {
		got += m[1] + " " + m[2] + "\n"
	}
	if *update {
		stage.Must(t, os.WriteFile(filepath.Join("../../examples", g.Dir, "hash.txt"), []byte(got), 0o600))
	} else if got != want {
		t.Errorf("the turns' hashes are\n%s\nin examples/%s/hash.txt stands\n%s", strings.TrimSpace(got), g.Dir, want)
	}
}

// verifyPublished publishes a game that is over, and plays it again from its file alone.
func verifyPublished(t *testing.T, world string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.jsonl.gz")
	if code, out, errs := clitest.Run(t, "", "publish", world, "-o", file, "--guessable"); code != complaint.ExitDone {
		t.Fatalf("publish: exit %d\n%s%s", code, out, errs)
	}
	code, out, errs := clitest.Run(t, "", "verify", "--public", file, "--lang", "en")
	if code != complaint.ExitDone || !strings.HasPrefix(out, "true: ") {
		t.Errorf("verify: exit %d\n%s%s", code, out, errs)
	}
	verifyTold(t, file, filepath.Join(world, "..", "reports"))
}

// verifyTold compares all reports that letters have brought with a public file, private messages among them: nothing in
// them is named. In a report whose last number was changed that line is named, and no other.
func verifyTold(t *testing.T, public, reports string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(reports, "turn-*", "*.TXT"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reports: %v", err)
	}
	args := []string{"verify", "--public", public, "--lang", "en"}
	for _, f := range files {
		args = append(args, "--report", f)
	}
	if code, out, errs := clitest.Run(t, "", args...); code != complaint.ExitDone || strings.Count(out, "each line of") != len(files) {
		t.Errorf("true reports: exit %d\n%s%s", code, out, errs)
	}
	raw, err := os.ReadFile(files[len(files)-1])
	stage.Must(t, err)
	lines := strings.Split(string(raw), "\n")
	number := regexp.MustCompile(`^( *\pL[^>]*\D)\d+([^0-9]*)$`)
	at := -1
	for i, line := range lines {
		if number.MatchString(line) {
			at = i
		}
	}
	if at < 0 {
		t.Fatalf("no number in\n%s", raw)
	}
	lines[at] = number.ReplaceAllString(lines[at], "${1}987654${2}")
	mine := filepath.Join(t.TempDir(), "MINE.TXT")
	stage.Must(t, os.WriteFile(mine, []byte(strings.Join(lines, "\n")), 0o600))
	code, out, _ := clitest.Run(t, "", "verify", "--public", public, "--lang", "en", "--report", mine)
	named := regexp.MustCompile(`(?m)^  Line (\d+): `).FindAllStringSubmatch(out, -1)
	if code != complaint.ExitNo || len(named) != 1 || named[0][1] != strconv.Itoa(at+1) {
		t.Errorf("%q, line %d: exit %d\n%s", lines[at], at+1, code, out)
	}
}

// abbreviation is a word of capitals as reports have them: INF, N-CAV, LIN_S, HP; a letter
// that counts (S 3), numbers a thing (G12), or has a value of its own (A 18).
var abbreviation = regexp.MustCompile(`\b([A-Z]+(?:[-_][A-Z]+)*)( ?\d|\b)`)

// abbreviationsExplained checks that the legend of report 0 has every abbreviation in a realm's reports. What players
// have written, and what the map draws, is left out. If a game abbreviates, some must be there.
func abbreviationsExplained(t *testing.T, reports string, abbreviates bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(reports, "turn-*", "*.TXT"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reports: %v", err)
	}
	legend, title := map[string]string{}, regexp.MustCompile(`(?m)^(Kürzel und Preise|Abbreviations and prices)$`)
	seen := map[string]bool{}
	for _, file := range files { // turn-0 is the first
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		realm := filepath.Base(file)
		if at := title.FindIndex(text); at != nil {
			legend[realm] = string(text[at[1]:])
			text = text[:at[0]]
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "> ") {
				continue
			}
			for _, m := range abbreviation.FindAllStringSubmatch(line, -1) {
				if len(m[1]) == 1 && m[2] == "" || m[1] == "PDF" || seen[realm+m[1]] {
					continue
				}
				seen[realm+m[1]] = true
				if !regexp.MustCompile(`\b` + m[1] + `(\d|\b)`).MatchString(legend[realm]) {
					t.Errorf("%s: the legend does not have %s, of the line\n%s", file, m[1], line)
				}
			}
		}
	}
	if abbreviates && len(seen) == 0 {
		t.Error("no report has an abbreviation")
	}
}
