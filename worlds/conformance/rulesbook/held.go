package rulesbook

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/conformance/cases"
)

// Held plays cases, and then checks that each names, in its first lines, the rules it shows, and that the books have
// these. Every rule of the books must be shown by a case or checked by a test. So a case that nothing plays shows no
// rule. byTests names the test for each rule that no case shows, as `folder TestName`. Another test
// plays those in played.
func (b Books) Held(t *testing.T, byTests map[string]string, files []string, play func(*cases.Case), played ...string) {
	t.Helper()
	cases.Run(t, files, play)
	t.Run("every rule is held", func(t *testing.T) {
		texts := map[string]string{}
		for _, file := range slices.Concat(files, played) {
			texts[file] = readText(t, file)
		}
		there := func(test string) bool { return testThere(t, test) }
		for _, wrong := range b.unheld(b.rules(t), texts, byTests, there) {
			t.Error(wrong)
		}
	})
}

// unheld returns what is wrong between rules, cases (texts by file) and tests.
func (b Books) unheld(rules []string, cases, byTests map[string]string, there func(test string) bool) []string {
	var wrong []string
	shown := map[string][]string{}
	for _, file := range slices.Sorted(maps.Keys(cases)) {
		head, _, _ := strings.Cut("\n"+cases[file], "\n-- ")
		cited := b.cite.FindAllString(head, -1)
		if len(cited) == 0 {
			wrong = append(wrong, fmt.Sprintf("%s: its head names no rule of docs/rules/%s.md; wanted a line like "+
				"`Rules §9.1, §9.2.`", file, b.name))
		}
		for _, rule := range cited {
			shown[rule] = append(shown[rule], file)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(shown)) {
		if !slices.Contains(rules, rule) {
			wrong = append(wrong, fmt.Sprintf("%s: there is no rule %s", strings.Join(shown[rule], ", "), rule))
		}
	}
	for _, rule := range rules {
		test, held := byTests[rule]
		switch {
		case held && shown[rule] != nil:
			wrong = append(wrong, fmt.Sprintf("%s is shown by %s: it needs no test named", rule, shown[rule][0]))
		case !held && shown[rule] == nil:
			wrong = append(wrong, fmt.Sprintf("no case shows %s and no test is named that holds it", rule))
		case held && !there(test):
			wrong = append(wrong, fmt.Sprintf("%s is held by %q, which is not there", rule, test))
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(byTests)) {
		if !slices.Contains(rules, rule) {
			wrong = append(wrong, fmt.Sprintf("a test is named for %s, which is no rule", rule))
		}
	}
	return wrong
}

// testThere reports whether a folder has the test `folder name`.
func testThere(t *testing.T, what string) bool {
	t.Helper()
	folder, name, _ := strings.Cut(what, " ")
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(name) + `\(`)
	for _, file := range files {
		if head.MatchString(readText(t, file)) {
			return true
		}
	}
	return false
}
