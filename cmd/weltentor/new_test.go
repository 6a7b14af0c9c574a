package main

import (
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/fault"
)

// A world founded with numbers of its own has them in world.toml and plays by
// them; what is no table, or out of range, founds nothing.
func TestNewTakesTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	world := filepath.Join(dir, "world")
	all := must(t, "tables")
	at := strings.Index(all, " = 3000\n") // a number there is
	if at < 0 {
		t.Fatal("no such number")
	}
	for own, says := range map[string]string{
		"[tables.rules]\nno_such_number = 1\n": "no_such_number", "name = \"x\"\n": "name", "[tables": "-, line 1:",
	} {
		if code, _, errs := sh(t, own, "new", world, "--tables", "-", "--lang", "en"); code != fault.ExitUsage ||
			!strings.Contains(errs, says) || strings.Contains(errs, "{") {
			t.Errorf("%q: exit %d, %s", own, code, errs)
		}
	}
	changed := all[:at] + " = 3001\n" + all[at+len(" = 3000\n"):]
	if code, _, errs := sh(t, changed, "new", world, "--tables", "-", "--lang", "en"); code != fault.ExitDone {
		t.Fatalf("exit %d, %s", code, errs)
	}
	if got := must(t, "tables", world); got != changed {
		t.Errorf("the world's own numbers are not shown:\n%s", got)
	}
	if got := must(t, "verify", world); got == "" {
		t.Error("verify says nothing of the founding")
	}
}

func must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := sh(t, "", append(args, "--lang", "en")...)
	if code != fault.ExitDone {
		t.Fatalf("%v: exit %d, %s", args, code, errs)
	}
	return out
}
