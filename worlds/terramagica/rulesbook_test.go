package terramagica

import (
	"testing"

	"weltentor/worlds/conformance/rulesbook"
	"weltentor/worlds/terramagica/tables"
)

var books = rulesbook.Of("terramagica", `§[0-9]+\.[0-9]+`)

// TestRulesBook holds the generated parts of both books against the embedded
// tables and the grammar. `go test -run TestRulesBook -update` writes them.
func TestRulesBook(t *testing.T) {
	books.Generated(t, func(w *rulesbook.Writer) rulesbook.Parts {
		b := &bookWriter{Writer: w, book: Rules().Words(w.Lang), t: tables.StandardTables()}
		return rulesbook.Parts{"tables": b.tables, "numbers": b.numbers, "orders": b.orders}
	})
}

func TestRulesBooksAgree(t *testing.T) { books.Agree(t) }

// heldByTests are the rules that no case shows, with the test that holds each: what
// is said of any world, of chance, and of the battle in rows wherever it is fought.
var heldByTests = map[string]string{
	"§1.1":  ". TestConformance",
	"§1.2":  ". TestNewRealm",
	"§1.4":  "../battlelines TestBlow",
	"§1.5":  ". TestConformance",
	"§2.1":  ". TestFound",
	"§2.2":  ". TestFound",
	"§2.3":  ". TestFound",
	"§2.4":  ". TestHomesAreAlike",
	"§3.4":  ". TestMerge",
	"§7.6":  "../battlelines TestBowsInMelee",
	"§7.7":  "../battlelines TestPanic",
	"§7.9":  "../battlelines TestFlyersAndWalls",
	"§15.3": ". TestConformance", // its laws of the machine
	"§17.2": ". TestOddsAreBounded",
}
