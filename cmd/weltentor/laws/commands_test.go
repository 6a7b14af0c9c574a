package laws

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shownTests matches the tests that pages say how to run: `go test ./folder -run NAME`.
var shownTests = regexp.MustCompile(`go test[^\n` + "`" + `]*`)

// runTest is such a command, as far as it can be wrong.
type runTest struct {
	folder string // "..." at its end: this folder and all below it
	names  string // of the test functions; "": all
}

// runTestsOf finds the commands in a page's text.
func runTestsOf(page string) (out []runTest) {
	for _, command := range shownTests.FindAllString(page, -1) {
		words := strings.Fields(command)
		var r runTest
		for i, word := range words {
			switch {
			case strings.HasPrefix(word, "./"):
				r.folder = word
			case (word == "-run" || word == "-bench") && i+1 < len(words) && words[i+1] != "'^$'" && words[i+1] != ".":
				r.names, _, _ = strings.Cut(strings.Trim(words[i+1], "'"), "/")
			}
		}
		if r.folder != "" {
			out = append(out, r)
		}
	}
	return out
}

// testsIn returns the names of the tests, benchmarks and fuzz targets in a folder.
func testsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	function := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w*)\(`)
	below, deep := strings.CutSuffix(path.Clean("/"+folder), "/...")
	for _, file := range Tracked(t) {
		dir := "/" + path.Dir(file)
		if strings.HasSuffix(file, "_test.go") && (dir == below || deep && strings.HasPrefix(dir, below+"/")) {
			for _, m := range function.FindAllStringSubmatch(Content(t, file), -1) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// If a page says how to run a test, the test and its folder exist.
func TestPagesRunTestsThatExist(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range Tracked(t) {
		if path.Ext(file) != ".md" || strings.HasPrefix(file, "docs/rulebook.md") { // that page is run itself
			continue
		}
		for _, r := range runTestsOf(Content(t, file)) {
			seen++
			if fault := r.fault(t); fault != "" {
				t.Errorf("%s: %s", file, fault)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d commands found", seen)
	}
}

// fault says what is wrong with a command; "" if nothing is.
func (r runTest) fault(t *testing.T) string {
	t.Helper()
	folder := strings.TrimSuffix(strings.TrimSuffix(r.folder, "..."), "/")
	if _, err := os.Stat(filepath.Join(root(), folder)); err != nil {
		return "there is no folder " + r.folder
	}
	names, err := regexp.Compile(r.names)
	if err != nil {
		return err.Error()
	}
	if !slices.ContainsFunc(testsIn(t, r.folder), names.MatchString) {
		return "no test of " + r.folder + " is called " + r.names
	}
	return ""
}

// TestPagesRunTestsCatches: the test above finds what it looks for.
func TestPagesRunTestsCatches(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"go test ./orders -run TestMemory":                          "",
		"`KILLS=full go test -v -run '^TestMemory' ./orders/...`":   "",
		"go test ./orders -run 'TestNoSuch/case'":                   "no test of ./orders is called TestNoSuch",
		"go test ./ordres":                                          "there is no folder ./ordres",
		"go test ./orders/name -run TestMemory":                     "no test of ./orders/name is called TestMemory",
		"go test ./orders -run '^$' -bench NoSuch -benchtime 1x\nx": "no test of ./orders is called NoSuch",
	} {
		found := runTestsOf("text\n" + command + "\n")
		if len(found) != 1 {
			t.Errorf("%q: %d commands found", command, len(found))
			continue
		}
		if got := found[0].fault(t); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
