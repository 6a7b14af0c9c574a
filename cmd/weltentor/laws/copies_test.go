package laws

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds"
)

// Rulebooks may not copy each other. At most mostCopies of their lines of code may be in runs of copiedRun or more
// lines that another rulebook has too. What all do in the same way belongs in worlds/rulekit. The methods by which a
// world calls its packages do not count, since they are the same in all rulebooks.
const (
	copiedRun  = 5
	mostCopies = 150
)

// codeLine is a line of code, trimmed, with its place.
type codeLine struct {
	file string
	line int
	text string
}

// TestLawCopies counts the lines, and names the longest runs.
func TestLawCopies(t *testing.T) {
	t.Parallel()
	books := map[string][][]codeLine{}
	for _, b := range worlds.Rulebooks() {
		books[b.Name()] = sources(t, filepath.Join(root(), "worlds", b.Name()))
	}
	runs, lines := copies(books)
	if lines <= mostCopies {
		return
	}
	t.Errorf("%d lines are in runs of %d that another rulebook has too, at most %d may be",
		lines, copiedRun, mostCopies)
	for _, r := range runs[:min(len(runs), 40)] {
		t.Errorf("%s:%d: %d lines", r[0].file, r[0].line, len(r))
	}
}

// TestLawCopiesCatches: a run of five lines is a copy, even among other lines. A run of four is not, nor is one within
// the same book.
func TestLawCopiesCatches(t *testing.T) {
	t.Parallel()
	file := func(text string) []codeLine {
		var out []codeLine
		for i, l := range strings.Fields(text) {
			out = append(out, codeLine{"x.go", i + 1, l})
		}
		return out
	}
	for _, c := range []struct {
		one, another string
		lines        int
	}{
		{"a b c d e", "a b c d e", 10},
		{"x a b c d e y", "a b c d e f", 10},
		{"a b c d", "a b c d", 0},
		{"a b c d e a b c d e", "f g h i j", 0},
		{"a b c d e f", "z a b c d e f", 12},
	} {
		_, lines := copies(map[string][][]codeLine{"one": {file(c.one)}, "another": {file(c.another)}})
		if lines != c.lines {
			t.Errorf("%q and %q: %d lines, want %d", c.one, c.another, lines, c.lines)
		}
	}
}

// Methods that only hand on are not counted, and all others are.
func TestLawCopiesLeavesOutWhatHandsOn(t *testing.T) {
	t.Parallel()
	var got []string
	for _, l := range code("x.go", `package x

var (
	_ game.World = (*World)(nil)
)

func (w *World) Legend(realm int) []byte { return report.Legend(w.at, realm) }

func (w *World) Template(realm int, _ game.Facts, lang phrase.Lang) []byte {
	return report.Template(w.at, realm, lang)
}

func (w *World) Counts(realm int) []game.Count {
	n := count(w.at, realm)
	return []game.Count{{Name: "men", N: n}}
}
`) {
		got = append(got, fmt.Sprint(l.line, " ", l.text))
	}
	want := []string{"3 var (", "13 func (w *World) Counts(realm int) []game.Count {", "14 n := count(w.at, realm)",
		"15 return []game.Count{{Name: \"men\", N: n}}"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// sources returns the files of a rulebook without tests: their lines of code without imports, comments and single
// brackets.
func sources(t *testing.T, folder string) [][]codeLine {
	t.Helper()
	var out [][]codeLine
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		out = append(out, code(strings.TrimPrefix(path, root()+string(filepath.Separator)), string(raw)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatalf("%s: no sources", folder)
	}
	return out
}

// handsOn matches the methods of a world or an outcome that return the result of a package below. It also matches the
// lines that say which interface a type has.
var handsOn = regexp.MustCompile(`(?m)^func \(\w+ \*(World|outcome)\) .*\{( return .*|\n\treturn .*\n)\}$` +
	`|^\t_ +game\.\w+ += \(\*(World|outcome)\)\(nil\)$`)

// code returns the lines of code of a file, without those that hand on.
func code(file, text string) []codeLine {
	text = handsOn.ReplaceAllStringFunc(text, func(m string) string { return strings.Repeat("\n", strings.Count(m, "\n")) })
	var out []codeLine
	imports := false
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		switch {
		case l == "import (":
			imports = true
		case imports:
			imports = l != ")"
		case strings.Trim(l, "{})") == "", strings.HasPrefix(l, "//"):
		case strings.HasPrefix(l, "package "), strings.HasPrefix(l, "import "):
		default:
			out = append(out, codeLine{file, i + 1, l})
		}
	}
	return out
}

// copies returns the runs of lines that another book has too, the longest first, and the number of their lines.
func copies(books map[string][][]codeLine) (runs [][]codeLine, lines int) {
	owners := map[string]map[string]bool{}
	window := func(file []codeLine) string { return strings.Join(linesOf(file[:copiedRun]), "\n") }
	for book, files := range books {
		for _, file := range files {
			for i := range max(0, len(file)-copiedRun+1) {
				w := window(file[i:])
				if owners[w] == nil {
					owners[w] = map[string]bool{}
				}
				owners[w][book] = true
			}
		}
	}
	for _, files := range books {
		for _, file := range files {
			copied := make([]bool, len(file)+1) // the last entry ends each run
			for i := range max(0, len(file)-copiedRun+1) {
				for k := range copiedRun {
					copied[i+k] = copied[i+k] || len(owners[window(file[i:])]) > 1
				}
			}
			for i, start := 0, 0; i < len(copied); i++ {
				if copied[i] {
					continue
				}
				if i > start {
					runs, lines = append(runs, file[start:i]), lines+i-start
				}
				start = i + 1
			}
		}
	}
	slices.SortFunc(runs, func(a, b []codeLine) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0].file, b[0].file), cmp.Compare(a[0].line, b[0].line))
	})
	return runs, lines
}

func linesOf(file []codeLine) []string {
	var out []string
	for _, p := range file {
		out = append(out, p.text)
	}
	return out
}
