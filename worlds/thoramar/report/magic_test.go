package report_test

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// The points of others' sorcerers and the blessings of others' land are nobody's
// business (law 6): other numbers, the same report and receipt.
func TestSorcerersPointsStayHidden(t *testing.T) {
	for seed := byte(1); seed <= 10; seed++ {
		p, sheets := gametest.Coven(t, seed)
		still := make([]game.Sheet, 0, 3)
		for _, s := range sheets {
			if s.Realm == 1 {
				still = append(still, s)
			}
		}
		for r := 2; r <= 3; r++ {
			p.State.Realms[r].Gold = 1_000_000 // nobody is left unpaid
			for _, a := range p.State.Armies[r] {
				if a.Name.Type == 'Z' {
					a.Men = 60
				}
			}
		}
		want := resolved(p, game.Seed{seed}, still).Report(1, nil)
		checked := gametest.Check(p, still[0])
		for r := 2; r <= 3; r++ {
			for i, a := range p.State.Armies[r] {
				if a.Name.Type == 'Z' {
					a.Men = 65 + int64(i)%30
				}
			}
		}
		got := resolved(p, game.Seed{seed}, still).Report(1, nil)
		if !bytes.Equal(got.Text, want.Text) || !bytes.Equal(got.Summary, want.Summary) {
			t.Fatalf("seed %d: the report tells of others' points:\n%s\nand was\n%s", seed, got.Text, want.Text)
		}
		for at := range p.State.Fields {
			if f := &p.State.Fields[at]; f.Owner != 1 {
				f.Blessed = 4 - f.Blessed
			}
		}
		if again := gametest.Check(p, still[0]); fmt.Sprint(again) != fmt.Sprint(checked) {
			t.Fatalf("seed %d: the receipt tells of others' points or blessings", seed)
		}
	}
}
