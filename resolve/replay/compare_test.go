package replay

import "testing"

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
