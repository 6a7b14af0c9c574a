package uids

import "testing"

func TestNext(t *testing.T) {
	if Next(7) != 8 {
		t.Error("not the next one")
	}
}
