package conformance

import (
	"runtime/debug"
	"testing"

	"weltentor/worlds/game"
)

// law is one promise of the contract. It reports what breaks it.
type law struct {
	name  string
	holds func(*table, fail)
}

// laws are in the order in which they help most: a rulebook that fails an early one fails later ones for the same
// reason.
var laws = []law{
	{"the rulebook names itself", named},
	{"the example says what the game lacks", lacking},
	{"what may be chosen can be had", choices},
	{"both books say the same", books},
	{"English readers read no German orders", english},
	{"tables are canonical", tables},
	{"sections are told apart", sections},
	{"examples parse, print, parse", examples},
	{"lines can be written by forms", formed},
	{"forms read what they print", valued},
	{"settings are set with the same words", settings},
	{"receipts cite rules where they say so", citing},
	{"bad lines are told, never panic", badLines},
	{"problems show good lines, in their reader's words", exampled},
	{"founding repeats", founding},
	{"realms join", joining},
	{"maps are for as many as were asked for", sized},
	{"names are one's own", naming},
	{"worlds open", opening},
	{"numbers may change in a running game", numbers},
	{"realms change hands", handing},
	{"what a former player wished and missed is forgotten", forgetting},
	{"reports are told anew to a new player", retelling},
	{"a turn without orders is lawful", empty},
	{"orders that do not count are not none", fruitless},
	{"who only speaks misses the turn", silence},
	{"the same turn gives the same bytes", replay},
	{"the order of sheets never matters", shuffled},
	{"random turns are lawful", randomTurns},
	{"the example's sheets have each kind of order", ordered},
	{"receipts promise what turns keep", receipts},
	{"letters to the game master are listed", letters},
	{"templates parse and do nothing", templates},
	{"first letters count", firstLetters},
	{"first letters do not get in each other's way", firstTogether},
	{"later mails merge", merging},
	{"a letter that only speaks replaces nothing", speaking},
	{"contradictions are told", comparing},
	{"what the game master changes is lawful and told", editing},
	{"what a realm has is counted", counting},
	{"who is not there is shown nothing", nobody},
	{"charts explain themselves", charts},
	{"desks begin orders that receipts accept", desks},
	{"marches are what turns do", marches},
	{"who does not come to a field is told why", barred},
	{"a march that has begun comes where it still can", begun},
	{"free land is surveyed", surveyed},
	{"reports as data say what reports say", factual},
	{"what happens means something, or is daily business", weighed},
	{"reports as data are said in another language", reworded},
	{"mails say first what counts", bodies},
	{"a chronicler says what reports say, and no phrase twice in six turns", chronicled},
	{"a chronicler's phrases are short, and alike in all languages", phrased},
	{"hidden stays hidden", hidden},
	{"what is public each report tells", publishing},
	{"strangers change nothing", strangers},
	{"what a realm knows answers as the world does", knowing},
	{"what a realm knows says nothing of the unseen", unseen},
	{"what a realm knows may come damaged", damaged},
	{"the machine has styles to play", styled},
	{"a practice world suits the lessons", trained},
	{"receipts accept what the machine orders", accepted},
	{"the machine knows what its realm knows", unknowing},
	{"the machine plays better than nobody", skilled},
}

// Wasteful collects garbage less often until a test ends, for tests that throw away nearly all they make: it saves a
// third of their time.
func Wasteful(t *testing.T) {
	before := debug.SetGCPercent(400)
	if before < 0 || before > 400 {
		debug.SetGCPercent(before)
	}
	t.Cleanup(func() { debug.SetGCPercent(before) })
}

// Run tests a rulebook for all laws. They share one table, so that the example is founded and played once.
func Run(t *testing.T, rb game.Rulebook, ex Example) {
	t.Helper()
	Wasteful(t)
	tb := newTable(rb, ex)
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) { l.holds(tb, t.Errorf) })
	}
}
