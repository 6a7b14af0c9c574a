package belagerung

// heldByTests are the rules that no case shows, with the test that holds each.
var heldByTests = map[string]string{
	"§1.4":  "turn TestDue",
	"§1.5":  "turn TestThrowsStandAlone",
	"§1.6":  ". TestAllAreToldTheSame",
	"§1.7":  "founding TestJoining",
	"§2.1":  "report TestBoardAsText",
	"§2.2":  "founding TestDrawnBoardHasItsShares",
	"§2.3":  "founding TestExampleBattlefield",
	"§2.5":  "founding TestBeginning",
	"§16.1": ". TestAllAreToldTheSame",
	"§16.5": ". TestConformance", // its laws of the machine
}
