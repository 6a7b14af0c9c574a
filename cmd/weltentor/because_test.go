package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A line that fails only because a line above does not count names that line, and says nothing else: in `check`, on
// the page, in the receipt and in the report.
func TestFailsBecauseOfALineAbove(t *testing.T) {
	t.Parallel()
	games := 0
	for _, rules := range worlds.Rulebooks() {
		sheets, err := filepath.Glob("../../worlds/" + rules.Name() + "/testdata/fails-for-a-line-above*.txt")
		if err != nil {
			t.Fatal(err)
		}
		if len(sheets) > 0 { // otherwise none of its lines makes what others name
			games++
		}
		for _, path := range sheets {
			failsBecause(t, rules, path)
		}
	}
	if games < 3 {
		t.Errorf("held for %d games", games)
	}
}

// failsBecause enters a sheet whose line 3 fails, and whose line 5 fails only for that reason.
func failsBecause(t *testing.T, rules game.Rulebook, path string) {
	t.Run(rules.Name()+"/"+filepath.Base(path), func(t *testing.T) {
		sheet, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const because = "This is only because line 3 does not count."
		w := newTrio(t, rules, 0)
		text := "$I 2 " + w.passwords[2] + "\n" + string(sheet) + "$N\n#A\nhello\n#E\n"
		file := filepath.Join(t.TempDir(), "orders.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		lines := func(said string) (out []string) {
			for l := range strings.Lines(said) {
				if strings.Contains(l, because) {
					out = append(out, strings.TrimSpace(l))
				}
			}
			return out
		}
		_, check, _ := w.Run("check", file, "--world", w.Dir, "--realm", "2")
		if got := lines(check); !slices.Equal(got, []string{file + ":5:1: error: " + because + " [line-fails]"}) ||
			strings.Count(check, ":5:") != 1 || !strings.Contains(check, ": 2 errors, 0 warnings, 1 order ") {
			t.Errorf("check says\n%s", check)
		}
		e := engine.New(rules)
		if _, err := e.Open(w.laid(2)); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Speak("en"); err != nil {
			t.Fatal(err)
		}
		page, err := e.Check(text)
		if err != nil || len(lines(page.Page)) != 1 || len(page.Problems) != 2 {
			t.Errorf("the page says %v\n%s", err, page.Page)
		}
		w.Run("submit", w.Dir, file, "--realm", "2")
		w.Now = w.Now.AddDate(0, 0, 7)
		w.Done("turn", w.Dir, "--force", "--yes")
		report := w.Done("report", w.Dir, "2")
		german := "Das liegt nur an Zeile 3: Sie gilt nicht."
		if strings.Count(report, because)+strings.Count(strings.Join(strings.Fields(report), " "), german) != 1 {
			t.Errorf("the report says\n%s", report)
		}
	})
}
