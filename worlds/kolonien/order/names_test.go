package order

import (
	"strings"
	"testing"
)

// §2.2: a leader's name begins with a letter; letters, digits and `_` follow, 20 characters at most, and
// it is no word of the orders, and no fleet.
func TestNamesOfLeaders(t *testing.T) {
	for name, good := range map[string]bool{
		"Cortez": true, "C": true, "Cortez_2": true, "Ä9": true, strings.Repeat("a", 20): true,
		strings.Repeat("ä", 20): true, "Flott": true,
		"": false, "_Cortez": false, "2Cortez": false, "9": false, "Cor.tez": false, strings.Repeat("a", 21): false,
		"Arzt": false, "medic": false,
		"Garnison": false, "Flotte": false, "fleet_7": false, "Flotte_1": false, "Cor-tez": false, "Cor tez": false,
		"Cor{": false, "Cor@": false, "Cor`": false, "Cor[": false,
	} {
		if got := goodName(name); got != good {
			t.Errorf("%q: %t", name, got)
		}
		if len(name) > 0 && !strings.ContainsAny(name, " `") && !good { // backticks about a line are ignored
			if file := Language().Parse("$R\n14 Anfuehrer " + name + "\n"); file.Errors() == 0 {
				t.Errorf("%q was taken: %+v", name, file.Lines)
			}
		}
	}
}
