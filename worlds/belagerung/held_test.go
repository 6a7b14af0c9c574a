package belagerung

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
