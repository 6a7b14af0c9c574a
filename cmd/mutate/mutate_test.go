package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const small = "testdata/scales"

// mutated calls the command on the small package.
func mutated(t *testing.T, args ...string) (out string, enough bool) {
	t.Helper()
	var b bytes.Buffer
	enough, err := mutate(t.Context(), append([]string{"-pkg", small}, args...), &b)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), enough
}

// The small package has 12 places to change. In Dearer: the condition and its sign. In Toll: a sign and two numbers of
// the sum, the condition, its sign, its number and what it does. In Untested: two. In Room: a length. The tests do not
// notice the two signs at a limit that no test uses, and what no test looks at.
func TestMutate(t *testing.T) {
	out, enough := mutated(t, "-n", "0", "-least", "67")
	want := "unnoticed: testdata/scales/scales.go:7: Dearer: >= for > in a > b: if a > b {\n" +
		"unnoticed: testdata/scales/scales.go:16: Toll: >= for > in load > 100: if load > 100 {\n" +
		"unnoticed: testdata/scales/scales.go:24: Untested: || for && in open && true: return open && true\n" +
		"unnoticed: testdata/scales/scales.go:24: Untested: not true: return open && true\n" +
		"testdata/scales, seed 1: 8 of 12 changes noticed, 66 %\n"
	if out != want || enough {
		t.Errorf("enough: %t\n%s\nwant\n%s", enough, out, want)
	}
}

// A change noticed only because the tests did not end in time counts, and is listed separately. A change that does not
// compile does not count.
func TestOutOfTime(t *testing.T) {
	at := func(line int) *change {
		return &change{file: "a.go", line: line, inside: "F", kind: "not true", text: "x"}
	}
	var b bytes.Buffer
	enough := report(&b, &settings{pkg: "a", seed: 7, least: 75}, []fate{{change: at(1), noticed: true},
		{change: at(2), noticed: true, endless: true}, {change: at(3)}, {change: at(4), broken: true}})
	want := "out of time: a.go:2: F: not true: x\nunnoticed: a.go:3: F: not true: x\n" +
		"a, seed 7: 2 of 3 changes noticed, 66 %\n"
	if b.String() != want || enough {
		t.Errorf("enough: %t\n%s\nwant\n%s", enough, b.String(), want)
	}
}

// The same changes are noticed whichever tests run late.
func TestLate(t *testing.T) {
	for _, late := range []string{"TestToll", "TestScales", "TestScales|TestToll"} {
		if out, _ := mutated(t, "-n", "0", "-late", late); !strings.HasSuffix(out, " 8 of 12 changes noticed, 66 %\n") {
			t.Errorf("late %s:\n%s", late, out)
		}
	}
}

// An accepted change is not tried, wherever its line has moved.
func TestAccepted(t *testing.T) {
	list := filepath.Join(t.TempDir(), "accepted.txt")
	text := "# Of two equal prices either is the dearer one.\n" +
		"testdata/scales/scales.go: Dearer: >= for > in a > b: if a > b {\n"
	if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, enough := mutated(t, "-n", "0", "-accepted", list, "-least", "72")
	if !enough || strings.Contains(out, "Dearer") || !strings.HasSuffix(out, " 8 of 11 changes noticed, 72 %\n") {
		t.Errorf("enough: %t\n%s", enough, out)
	}
}

// If a package's path does not end with its name, its types are written with the name.
func TestNamesOfPackages(t *testing.T) {
	out, _ := mutated(t, "-n", "0", "-pkg", "testdata/uids")
	if want := "testdata/uids, seed 1: 2 of 2 changes noticed, 100 %\n"; out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// A seed draws the same changes again, and other seeds draw others.
func TestDraw(t *testing.T) {
	p, err := load(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(seed uint64) string {
		var keys []string
		for _, c := range draw(p.changes(nil), 4, seed) {
			keys = append(keys, c.String())
		}
		if len(keys) != 4 {
			t.Errorf("%d drawn", len(keys))
		}
		return strings.Join(keys, "\n")
	}
	one := drawn(1)
	if one != drawn(1) {
		t.Error("the same seed draws others")
	}
	if seeds := []string{drawn(2), drawn(3), drawn(4)}; !slices.ContainsFunc(seeds,
		func(s string) bool { return s != one }) {
		t.Error("every seed draws the same")
	}
}

func TestWrongCalls(t *testing.T) {
	for want, args := range map[string][]string{
		"name the package":          nil,
		"no such file":              {"-pkg", small, "-accepted", "no-such-file"},
		"go list":                   {"-pkg", "testdata/no-such-folder"},
		"flag provided but not def": {"-no-such-flag"},
	} {
		_, err := mutate(t.Context(), args, new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", args, err, want)
		}
	}
}
