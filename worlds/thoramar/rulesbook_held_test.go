package thoramar

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// heldByTests are the rules that no case shows, with the test that holds each: what
// is said of any world, of chance, of files that are no text, of all reports at once.
var heldByTests = map[string]string{
	"§1.1":   ". TestConformance", // the order of the mails, the turn as one
	"§1.2":   ". TestNewRealm",
	"§1.8":   ". TestEachArmyHasItsLuck",
	"§2.7":   ". TestReportZero",
	"§4.7":   "../../orders TestManyProblems",
	"§4.14":  "../../orders TestLineEnds",
	"§18.10": ". TestRevoltChance",
	"§20.3":  ". TestNoHerdNearACapital",
	"§25.9":  ". TestHiddenStaysHidden",
	"§27.1":  ". TestMap",
	"§27.2":  ". TestRiversReachWater",
	"§27.3":  ". TestFinds",
	"§27.4":  ". TestStartSitesAreFair",
	"§27.5":  ". TestNewRealm",
	"§27.7":  ". TestFound",
}

// Every case names in its head the rules it shows, the books have them, and every
// rule of the books is shown by a case or held by a test.
func TestEveryRuleIsHeld(t *testing.T) {
	known := map[string]bool{}
	for _, rule := range rulesOf(t, ruleBooks[phrase.En]) {
		known[rule] = true
	}
	shown := citedByCases(t)
	for rule, files := range shown {
		if !known[rule] {
			t.Errorf("%s: there is no rule %s", strings.Join(files, ", "), rule)
		}
	}
	for _, rule := range rulesOf(t, ruleBooks[phrase.En]) {
		test, held := heldByTests[rule]
		switch {
		case held && shown[rule] != nil:
			t.Errorf("%s is shown by %s: it needs no line in heldByTests", rule, shown[rule][0])
		case !held && shown[rule] == nil:
			t.Errorf("no case shows %s and no test is named that holds it", rule)
		case held && !testThere(t, test):
			t.Errorf("%s is held by %q, which is not there", rule, test)
		}
	}
	for rule := range heldByTests {
		if !known[rule] {
			t.Errorf("heldByTests has %s, which is no rule", rule)
		}
	}
}

// citedByCases gives, for each rule, the cases whose head names it.
func citedByCases(t *testing.T) map[string][]string {
	t.Helper()
	shown := map[string][]string{}
	for _, pattern := range []string{"testdata/*.txtar", "testdata/orders/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no cases: %v", err)
		}
		for _, file := range files {
			head, _, _ := strings.Cut("\n"+readText(t, file), "\n-- ")
			cited := ruleCite.FindAllString(head, -1)
			if len(cited) == 0 {
				t.Errorf("%s: its head names no rule of docs/rules/thoramar.md; wanted a line like `Rules §9.1, §9.2.`", file)
			}
			for _, rule := range cited {
				shown[rule] = append(shown[rule], file)
			}
		}
	}
	return shown
}

// testThere tells whether a folder has the test, `folder name`.
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
