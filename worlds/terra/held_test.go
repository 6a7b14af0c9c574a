package terra

// heldByTests are the rules that no case shows, with the test that holds each: what
// is said of any world, and of chance.
var heldByTests = map[string]string{
	"§1.2":  "fight TestDecide",
	"§1.5":  ". TestConformance",
	"§1.8":  ". TestStylesOfTheMachine",
	"§2.11": ". TestWhoOwesResults",
	"§3.1":  ". TestOverTheEdge",
	"§3.2":  ". TestRulesBook",
	"§3.4":  ". TestStart",
	"§3.5":  ". TestSight",
	"§3.6":  ". TestSight",
	"§8.11": "fight TestComputedBattles",
	"§11.3": ". TestReportsAreReadable",
}
