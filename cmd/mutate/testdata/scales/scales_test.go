package scales

import "testing"

func TestScales(t *testing.T) {
	if Dearer(1, 2) != 2 || Dearer(2, 1) != 2 {
		t.Error("not the larger")
	}
	if len(Room(1)) != 0 {
		t.Error("not empty")
	}
}

func TestToll(t *testing.T) {
	if Toll(1) != 3 || Toll(101) != 313 {
		t.Error("another toll")
	}
}
