package world_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/worlds"
)

// A world founded with numbers of its own has them in world.toml and plays by
// them; what is no table, or out of range, founds nothing.
func TestNewTakesTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	world := filepath.Join(dir, "world")
	all := clitest.Must(t, "tables")
	at := strings.Index(all, " = 3000\n") // a number there is
	if at < 0 {
		t.Fatal("no such number")
	}
	for own, says := range map[string]string{
		"[tables.rules]\nno_such_number = 1\n": "no_such_number", "name = \"x\"\n": "name", "[tables": "-, line 1:",
	} {
		if code, _, errs := clitest.Run(t, own, "new", world, "--tables", "-", "--lang", "en"); code != complaint.ExitUsage ||
			!strings.Contains(errs, says) || strings.Contains(errs, "{") {
			t.Errorf("%q: exit %d, %s", own, code, errs)
		}
	}
	changed := all[:at] + " = 3001\n" + all[at+len(" = 3000\n"):]
	if code, _, errs := clitest.Run(t, changed, "new", world, "--tables", "-", "--lang", "en"); code != complaint.ExitDone {
		t.Fatalf("exit %d, %s", code, errs)
	}
	if got := clitest.Must(t, "tables", world); got != changed {
		t.Errorf("the world's own numbers are not shown:\n%s", got)
	}
	if got := clitest.Must(t, "verify", world); got == "" {
		t.Error("verify says nothing of the founding")
	}
}

// The number of realms picks the map. Of too many, each game says how many a map of it can have.
func TestNewForRealms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	refused := func(says string, args ...string) {
		t.Helper()
		code, _, errs := clitest.Run(t, "", append([]string{"new", filepath.Join(dir, "none"), "--lang", "en"}, args...)...)
		if code != complaint.ExitUsage || !strings.Contains(errs, says) {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
	refused("--size and --realms both say", "--realms", "12", "--size", "40x30")
	refused("--realms is a whole number from 1 up", "--realms", "0")
	refused("-1 is not a whole number", "--realms=-1")
	for _, rb := range worlds.Rulebooks() {
		most := 1
		for ok := true; ok; most++ {
			_, _, ok = rb.SizeFor(most + 1)
		}
		most--
		refused(fmt.Sprintf("no map of %s suits %d realms; the most are %d\n", rb.Name(), most+1, most),
			"--rulebook", rb.Name(), "--realms", fmt.Sprint(most+1))
	}
	out := clitest.Must(t, "new", filepath.Join(dir, "twelve"), "--realms", "12", "--seed", "7")
	if !strings.Contains(out, "has room for 12 realms") {
		t.Error(out)
	}
}
