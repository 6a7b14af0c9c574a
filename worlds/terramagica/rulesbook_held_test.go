package terramagica

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// heldByTests are the rules that no case shows, with the test that holds each: what
// is said of any world, of chance, and of the battle in rows wherever it is fought.
var heldByTests = map[string]string{
	"§1.1":  ". TestConformance",
	"§1.2":  ". TestNewRealm",
	"§1.4":  "../rows TestBlow",
	"§1.5":  ". TestConformance",
	"§2.1":  ". TestFound",
	"§2.2":  ". TestFound",
	"§2.3":  ". TestFound",
	"§2.4":  ". TestNewRealm",
	"§3.4":  ". TestMerge",
	"§7.6":  "../rows TestBowsInMelee",
	"§7.7":  "../rows TestPanic",
	"§7.9":  "../rows TestFlyersAndWalls",
	"§17.1": ". TestBattleFile",
	"§17.2": ". TestBattleFileNamesBadLines",
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
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		head, _, _ := strings.Cut("\n"+readText(t, file), "\n-- ")
		cited := ruleCite.FindAllString(head, -1)
		if len(cited) == 0 {
			t.Errorf("%s: its head names no rule; wanted a line like `Rules §9.1, §9.2.`", file)
		}
		for _, rule := range cited {
			shown[rule] = append(shown[rule], file)
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
