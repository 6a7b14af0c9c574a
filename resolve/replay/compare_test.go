package replay

import (
	"testing"
	"time"

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

// The last receipt of a turn counts, in whatever order they are named. Of two with the same number that is the later one:
// orders that were taken back leave their number to the next ones.
func TestTheLastReceiptCounts(t *testing.T) {
	p := Proven{Turns: 1, Seals: map[string]Sealed{"": {}}, marks: map[[2]int]string{{1, 1}: "last"}}
	receipt := func(number int, at int64, sheet string) Received {
		return Received{Receipt: seal.Receipt{Turn: 1, Realm: 1, Number: number, Sheet: sheet, At: time.Unix(at, 0)}}
	}
	for _, earlier := range []Received{receipt(1, 9, "other"), receipt(2, 7, "other")} {
		for _, all := range [][]Received{{earlier, receipt(2, 8, "last")}, {receipt(2, 8, "last"), earlier}} {
			if _, denied := p.CompareReceipts(all); denied != nil {
				t.Errorf("%+v: %v", all, denied)
			}
		}
	}
	for _, later := range []Received{receipt(3, 8, "other"), receipt(2, 9, "other")} {
		for _, all := range [][]Received{{later, receipt(2, 8, "last")}, {receipt(2, 8, "last"), later}} {
			if _, denied := p.CompareReceipts(all); denied == nil {
				t.Errorf("%+v matches", all)
			}
		}
	}
}

// A record whose sums have lines of their own could be read as another one with the same hash.
func TestRecordsAreReadInOneWay(t *testing.T) {
	a, b := sumOf([]byte("a")), sumOf([]byte("b"))
	one := HashedTurn{Sheets: a + "\nafter A\nevents E\nundone " + b, After: "B", Events: "F"}
	two := HashedTurn{Sheets: a, After: "A", Events: "E", Undone: []string{b + "\nafter B\nevents F"}}
	if one.Chain(1, "", "", "") != two.Chain(1, "", "", "") {
		t.Error("these had the same hash")
	}
	for r, plain := range map[*HashedTurn]bool{&one: false, &two: false, {Sheets: a}: true, {Sheets: a, Undone: []string{b}}: true,
		{Sheets: a + "\n"}: false, {Sheets: ""}: false, {Sheets: a, Undone: []string{b, ""}}: false} {
		if r.plain() != plain {
			t.Errorf("%+v", r)
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

// A receipt of who left the realm in that turn calls nobody false: what they said to others went with them.
func TestReceiptsOfWhoLeft(t *testing.T) {
	p := Proven{Turns: 2, Seals: map[string]Sealed{"": {}}, marks: map[[2]int]string{{2, 1}: "A"}, handed: map[[2]int]bool{{2, 1}: true}}
	for sheet, notes := range map[string]int{"A": 0, "B": 1} {
		got, denied := p.CompareReceipts([]Received{{Receipt: seal.Receipt{Turn: 2, Realm: 1, Number: 1, Sheet: sheet}}})
		if denied != nil || len(got) != notes || notes == 1 && got[0].Code != "proven.handed" {
			t.Errorf("%s: %v, %v", sheet, got, denied)
		}
	}
}
