package belagerung

import (
	"testing"
)

// heldByTests are the rules that no case shows, with the test that holds each.
var heldByTests = map[string]string{
	"§1.4":  ". TestDue",
	"§1.5":  ". TestThrowsStandAlone",
	"§1.6":  ". TestAllAreToldTheSame",
	"§1.7":  ". TestJoining",
	"§2.1":  ". TestBoardAsText",
	"§2.2":  ". TestDrawnBoardHasItsShares",
	"§2.3":  ". TestExampleBattlefield",
	"§2.5":  ". TestBeginning",
	"§16.1": ". TestAllAreToldTheSame",
	"§16.5": ". TestConformance", // its laws of the machine
}

// Every case names in its head the rules it shows, the books have them, and every
// rule of the books is shown by a case or held by a test.
func TestEveryRuleIsHeld(t *testing.T) { books.Held(t, heldByTests, "testdata/*.txtar") }
