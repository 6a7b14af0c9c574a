package main

import (
	"strings"
	"testing"
)

// The program plays its turn, and the same again: receipts, the report and the world
// after it, of which these lines can be told from the rules and the two sheets.
func TestPlay(t *testing.T) {
	var first, again strings.Builder
	for _, out := range []*strings.Builder{&first, &again} {
		if err := play(out); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != again.String() {
		t.Error("the same turn was played twice, and not alike")
	}
	at := 0
	for _, line := range []string{
		"realm 1 writes, in canonical form:\n$R\nK.M 1 2500 0 0\n$A\nK.M 1 5000000000000 E+\n",
		"realm 1, line 5: error: There is no army K.M 9.",
		"realm 1, line 7 counts: Message to realm 2.\n",
		"realm 2, line 2 counts: R.L 1 will be recruited with 1000 men in field 0/0 for ",
		"\nRealm 2 : Moorland Player: Player of Moorland\n",
		"\nR.L 1 has conquered field 1/-1.\n",
		"\nFrom realm 1 (Fenmark):\n  Good neighbours share a river.\n",
		"\nEnd of the report.\n",
		"\nNext: Turn 2, year 1, autumn\n",
	} {
		found := strings.Index(first.String()[at:], line)
		if found < 0 {
			t.Fatalf("%q is not in what follows:\n%s", line, first.String()[at:])
		}
		at += found
	}
}
