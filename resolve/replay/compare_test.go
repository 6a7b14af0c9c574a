package replay

import (
	"testing"

	"weltentor/resolve/seal"
)

// A seal counts with the number that stands before it, or without one. So a host cannot print the seal of one turn, or
// another mark, as that of a turn that he plays otherwise later.
func TestSealsHaveTheirNumbers(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	p := Proven{Seals: map[string]Sealed{letters: {Turn: 4}}}
	for text, has := range map[string]bool{
		letters: true, "Seal 4: " + letters: true, "Siegel 4: ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567": true,
		"Seal: " + letters: true, "Seal 48: " + letters: false, "Seal 3: " + letters: false, "Seal 0: " + letters: false,
		"Seal 99999999999999999999: " + letters: false,
	} {
		if _, denied, err := p.CompareSeal(text); err != nil || (denied == nil) != has {
			t.Errorf("%q: %v, %v", text, denied, err)
		}
	}
}

// A receipt for a turn after the last one calls nobody false: its orders did not count, and nothing else is known of them.
func TestReceiptsForTurnsThatWereNotPlayed(t *testing.T) {
	p := Proven{Turns: 2, Seals: map[string]Sealed{"": {}}, marks: map[[2]int]string{{2, 1}: "A"}}
	receipt := func(turn int, sheet string) Received {
		return Received{Receipt: seal.Receipt{Turn: turn, Realm: 1, Number: 1, Sheet: sheet}}
	}
	for _, c := range []struct {
		all   []Received
		notes int
		says  string
	}{
		{[]Received{receipt(2, "A")}, 0, ""}, {[]Received{receipt(2, "B")}, 0, "proven.other-sheet"},
		{[]Received{receipt(3, "B"), receipt(2, "A")}, 1, ""}, {[]Received{receipt(3, "B"), receipt(2, "B")}, 1, "proven.other-sheet"},
		{[]Received{receipt(1, "B")}, 0, "proven.other-sheet"},
	} {
		notes, denied := p.CompareReceipts(c.all)
		if len(notes) != c.notes || c.notes == 1 && notes[0].Code != "proven.unplayed" || (denied != nil) != (c.says != "") ||
			denied != nil && denied.Code != c.says {
			t.Errorf("%+v: %v, %v", c.all, notes, denied)
		}
	}
}
