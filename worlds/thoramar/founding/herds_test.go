package founding_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// Decision 1: no herd within 5 fields of a start site; the herds are not lost.
func TestNoHerdNearACapital(t *testing.T) {
	p := gametest.Fresh(t, "fair", 0, 0, 0)
	before := len(p.State.Armies[0])
	p = gametest.Fresh(t, "fair", 0, 0, 20)
	for i := range p.State.Realms[1:] {
		for _, a := range p.State.Armies[0] {
			if d := p.State.Grid.Distance(a.At, p.State.Realms[i+1].Origin); d <= 5 {
				t.Errorf("%s is %d fields from the capital of realm %d", a.Name, d, i+1)
			}
		}
	}
	if after := len(p.State.Armies[0]); after != before || before < 500 {
		t.Errorf("%d herds before 20 realms joined, %d after", before, after)
	}
	if list := realm.Damaged(p.Tables, p.State); len(list) > 0 {
		t.Errorf("broken: %q", list)
	}
}
