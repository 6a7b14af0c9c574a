package fight

import (
	"fmt"
	"testing"

	"weltentor/worlds/kolonien/tables"
)

// The order of losses that the book names (rules §2.4, §7.12).
func TestTheWeakestAreLostFirst(t *testing.T) {
	t.Parallel()
	var got []tables.Kind
	for _, k := range LossesOf(tables.StandardTables(), nil) {
		if k < tables.Raised {
			got = append(got, k)
		}
	}
	if want := []tables.Kind{tables.MIL, tables.INF, tables.ART, tables.CAV, tables.LIN}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("lost in the order %v, want %v", got, want)
	}
}
