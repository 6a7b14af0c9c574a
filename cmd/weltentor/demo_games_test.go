package main

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/examples"
	"weltentor/resolve"
)

// Each example that has a hash.txt is played from its mails to a winner, with the
// hash of every turn that stands there; replayed, it is the same.
func TestExamplesAreWon(t *testing.T) {
	t.Parallel()
	games, err := loadExamples()
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for _, g := range games {
		want, err := fs.ReadFile(examples.Files, g.dir+"/hash.txt")
		if err != nil {
			continue // a game that goes on
		}
		won++
		t.Run(g.dir, func(t *testing.T) {
			t.Parallel()
			wonAs(t, g, string(want))
		})
	}
	if won == 0 {
		t.Error("no example is played to its end")
	}
}

func wonAs(t *testing.T, g *example, want string) {
	dir := filepath.Join(t.TempDir(), "demo")
	if code, out, errs := sh(t, "", "demo", dir, "--example", g.dir, "--lang", "en"); code != exitDone || errs != "" {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	world := filepath.Join(dir, "world")
	_, out, _ := sh(t, "", "status", world, "--json")
	var s resolve.Status
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	if !s.Over || len(s.Winners) == 0 {
		t.Errorf("over %t, won by %v", s.Over, s.Winners)
	}
	code, out, errs := sh(t, "", "verify", world, "--lang", "en")
	if code != exitDone {
		t.Fatalf("verify: exit %d\n%s%s", code, out, errs)
	}
	got := ""
	for _, m := range regexp.MustCompile(`(?m)^turn (\d+): replayed, ([0-9a-f]{64})$`).FindAllStringSubmatch(out, -1) {
		got += m[1] + " " + m[2] + "\n"
	}
	if got != want {
		t.Errorf("the turns' hashes are\n%s\nin examples/%s/hash.txt stands\n%s", strings.TrimSpace(got), g.dir, want)
	}
}
