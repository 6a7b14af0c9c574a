package realm_test

import (
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// A state of before has no sum of payments, and its bytes stay as they were.
func TestStatesWithoutPaymentsStay(t *testing.T) {
	p := gametest.Fresh(t, "paid", 40, 30, 2)
	was := realm.Encode(p.State)
	p.State.Realms[1].Paid = 1
	if is := realm.Encode(p.State); len(is) != len(was)+1 {
		t.Errorf("one payment takes %d bytes more, want 1", len(is)-len(was))
	}
}
