package thoramar

import (
	"reflect"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/rulesbook"
	"weltentor/worlds/thoramar/tables"
)

// The rules of founding are the game master's, and those of the sources are for whoever compares them.
var books = rulesbook.Of("thoramar", `§[0-9D]+\.[0-9]+`).With(
	map[phrase.Lang]string{phrase.De: "../../docs/gm-reference.de.md", phrase.En: "../../docs/gm-reference.en.md"},
	map[phrase.Lang]string{phrase.De: "../../docs/thoramar-sources.md", phrase.En: "../../docs/thoramar-sources.md"})

// TestRulesBook holds the generated parts of both books against the embedded
// tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	books.Generated(t, func(w *rulesbook.Writer) rulesbook.Parts {
		b := &bookWriter{Writer: w, book: Rules().Words(w.Lang), t: tables.StandardTables()}
		return rulesbook.Parts{"tables": b.tables, "numbers": b.numbers, "sets": b.sets, "orders": b.orders}
	})
}

func TestRulesBooksAgree(t *testing.T) { books.Agree(t) }

// heldByTests are the rules that no case shows, with the test that holds each: what
// is said of any world, of chance, of files that are no text, of all reports at once.
var heldByTests = map[string]string{
	"§1.1":   ". TestConformance", // the order of the mails, the turn as one
	"§1.2":   "founding TestNewRealm",
	"§1.8":   "fight TestEachArmyHasItsLuck",
	"§2.7":   ". TestReportZero",
	"§4.7":   "../../orders TestManyProblems",
	"§4.14":  "../../orders TestLineEnds",
	"§18.10": "turn TestRevoltChance",
	"§20.3":  "founding TestNoHerdNearACapital",
	"§24.4":  ". TestConformance", // its laws of the machine
	"§25.9":  ". TestHiddenStaysHidden",
	"§27.1":  "land TestMap",
	"§27.2":  "land TestRiversReachWater",
	"§27.3":  "land TestFinds",
	"§27.4":  "founding TestStartSitesAreFair",
	"§27.5":  "founding TestNewRealm",
	"§27.7":  "land TestFound",
	"§27.9":  ". TestBalancedSet",
	"§27.10": "founding TestLandForRealms",
	"§29.3":  "fight TestOddsByHand",
	"§29.5":  "report TestTheLetterOfAThreat",
}

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	*rulesbook.Writer
	book *phrase.Book
	t    *tables.Tables
}

// numbers is the appendix of all single numbers, in the order of Numbers.
func (w *bookWriter) numbers() string { return w.Numbers(w.value, reflect.ValueOf(w.t.Rules)) }

// value writes one of Numbers by what it is counted in.
func (w *bookWriter) value(as string, v reflect.Value) string {
	if as == "gold" {
		return w.Num(v.Int()) + " GS"
	}
	return w.Value(as, v)
}
