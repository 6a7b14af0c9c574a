package docs

import (
	"go/format"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A block is what stands between two fences of rulebook.md.
type block struct {
	language string
	path     string // of the file it is, or changes; "": commands, or what they print
	text     string
}

var pathLine = regexp.MustCompile("^`([^`]+)`:$")

// blocksOf takes the blocks out of a page. The line above one names its file.
func blocksOf(page string) (blocks []block) {
	above, inside := "", false
	for line := range strings.Lines(page) {
		fence, isFence := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		switch {
		case isFence && !inside:
			b := block{language: fence}
			if m := pathLine.FindStringSubmatch(above); m != nil {
				b.path = m[1]
			}
			blocks, inside = append(blocks, b), true
		case isFence:
			inside, above = false, ""
		case inside:
			blocks[len(blocks)-1].text += line
		case strings.TrimSpace(line) != "":
			above = strings.TrimSuffix(line, "\n")
		}
	}
	return blocks
}

// changed is a file with a block of changes made in it: lines with a blank stay, those with
// a minus go, those with a plus come. A line `@@` parts changes of different places. Lines
// added below others are not added again.
func changed(t *testing.T, file, diff string) string {
	t.Helper()
	for part := range strings.SplitSeq(diff, "@@\n") {
		var old, fresh strings.Builder
		for line := range strings.Lines(part) {
			if line[0] != '+' {
				old.WriteString(line[1:])
			}
			if line[0] != '-' {
				fresh.WriteString(line[1:])
			}
		}
		if strings.Contains(fresh.String(), old.String()) && strings.Contains(file, fresh.String()) {
			continue
		}
		if n := strings.Count(file, old.String()); n != 1 {
			t.Fatalf("the page changes lines that are there %d times. A game in the house leaves them as they are, and adds "+
				"lines of its own:\n%s", n, old.String())
		}
		file = strings.Replace(file, old.String(), fresh.String(), 1)
	}
	return file
}

// guide is the page while it is followed, in a copy of the project.
type guide struct {
	house  string
	files  int
	script strings.Builder // the commands, a mark before each block of them
	prints []string        // what each block of commands prints, as the page shows it
}

const mark = "== block\n"

// asking are tests that go through all games. The page's game must pass them, or be left out. They read no other files.
var asking = map[string][]string{
	"./resolve": {"TestEveryRulebookThroughAStore", "TestFirstLetters", "TestFirstOrdersCount", "TestFirstOrdersChanged",
		"TestIdeas", "TestNamesBesideNumbers", "TestAYesBringsItsLists"},
	"./resolve/practice": {"TestLessonsAreDone", "TestAnOpenLessonComesAgain", "TestWhatDoesALesson",
		"TestALessonDoneByABattle"},
	"./cmd/page/engine": {"TestNamesOfThePage", "TestPractise"},
}

// copyProject copies what the program is built from, and the packages of those tests whole: no other tests, and nothing
// that tests read.
func copyProject(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "house")
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name, hidden := d.Name(), path != ".." && strings.HasPrefix(d.Name(), ".")
		switch {
		case err != nil:
			return err
		case d.IsDir() && (hidden || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, path[len(".."):]), 0o700)
		case hidden || !d.Type().IsRegular():
			return nil
		case strings.HasSuffix(name, "_test.go") && asking["."+filepath.ToSlash(filepath.Dir(path)[len(".."):])] == nil:
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, path[len(".."):]), raw, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func (g *guide) take(t *testing.T, b block) {
	t.Helper()
	switch {
	case b.path != "":
		g.write(t, b)
	case b.language == "sh":
		g.script.WriteString("printf '" + strings.TrimSuffix(mark, "\n") + "\\n'\n" + b.text)
		g.prints = append(g.prints, "")
	case b.language == "text" && len(g.prints) > 0:
		g.prints[len(g.prints)-1] += b.text
	default:
		t.Errorf("a block of %q is neither a file nor commands nor what they print:\n%s", b.language, b.text)
	}
}

// write makes a file, or a change of one that is there. A project in which somebody has followed the page has both.
func (g *guide) write(t *testing.T, b block) {
	t.Helper()
	g.files++
	file := filepath.Join(g.house, b.path)
	switch was, err := os.ReadFile(file); {
	case b.language == "diff" && err != nil:
		t.Fatalf("%s is changed without being there: %v", b.path, err)
	case b.language == "diff":
		b.text = changed(t, string(was), b.text)
	case err == nil && string(was) != b.text:
		t.Fatalf("%s is in the house already, and is not as the page has it", b.path)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(b.path, ".go") {
		neat(t, b.path, b.text)
	}
}

// neat: what readers copy is as the project wants it.
func neat(t *testing.T, path, text string) {
	t.Helper()
	if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
		t.Errorf("%s is not as gofmt writes it: %v", path, err)
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) - 1; n > 120 {
			t.Errorf("%s has a line of %d columns: %s", path, n, line)
		}
	}
}

// run runs the page's commands, in one shell as a reader does, and gives what each block
// printed. The go command has no network: what it needs it has.
func (g *guide) run(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", g.script.String())
	cmd.Dir = g.house
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the page's commands: %v\n%s", err, out)
	}
	return strings.Split(string(out), mark)[1:]
}

// asked runs the tests that go through all games. Of those with a part for each game it runs the part of the page's game.
func (g *guide) asked(t *testing.T) {
	t.Helper()
	tests := slices.Concat(slices.Collect(maps.Values(asking))...)
	run := "-run=^(" + strings.Join(tests, "|") + ")$/^tictactoe$"
	asks := []string{"test", "-vet=off", "-short", "-timeout=3m", "-v", run}
	cmd := exec.Command("go", slices.AppendSeq(asks, maps.Keys(asking))...)
	cmd.Dir = g.house
	cmd.Env = append(os.Environ(), "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("with the page's game: %v\n%s", err, out)
	}
	for _, name := range tests {
		if !strings.Contains(string(out), "--- PASS: "+name+" ") {
			t.Errorf("no test is called %s", name)
		}
	}
}

// Whoever follows rulebook.md from an empty folder has a game that keeps the contract and is
// played by mail to its end: every block of the page is a file, a change, a command, or what
// a command prints. The project's tests about all games pass beside it.
func TestRulebookPage(t *testing.T) {
	page, err := os.ReadFile("rulebook.md")
	if err != nil {
		t.Fatal(err)
	}
	g := &guide{house: copyProject(t)}
	for _, b := range blocksOf(string(page)) {
		g.take(t, b)
	}
	if g.files < 10 || len(g.prints) < 4 {
		t.Fatalf("the page has %d files and %d blocks of commands", g.files, len(g.prints))
	}
	for i, printed := range g.run(t) {
		if strings.Contains(printed, " 0 more ") {
			t.Errorf("of a report shown whole the demo says that more is elsewhere:\n%s", printed)
		}
		rest := printed
		for line := range strings.Lines(g.prints[i]) {
			_, after, found := strings.Cut(rest, strings.TrimSuffix(line, "\n"))
			if !found {
				t.Fatalf("the page shows %q, and the commands print\n%s", line, printed)
			}
			rest = after
		}
	}
	g.asked(t)
}

// Blocks that are not as the page promises are found.
func TestBlocksOf(t *testing.T) {
	got := blocksOf("Text.\n\n`a/b.go`:\n\n```go\npackage b\n```\n\nThen:\n\n```sh\nls\n```\n```text\nx\n\ny\n```\n")
	want := []block{{"go", "a/b.go", "package b\n"}, {"sh", "", "ls\n"}, {"text", "", "x\n\ny\n"}}
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
	for _, file := range []string{"a\nb\nc\nd\n", "a\nx\nb\nc\nd\n"} {
		if got := changed(t, file, " a\n+x\n@@\n-c\n+y\n+z\n"); got != "a\nx\nb\ny\nz\nd\n" {
			t.Errorf("%q is changed to %q", file, got)
		}
	}
}
