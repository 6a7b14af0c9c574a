package report_test

import (
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/report"
)

// A realm there is not has no army, whatever number somebody has found for it.
func TestArmiesOfNobody(t *testing.T) {
	s := gametest.World(cases.New(t, "-- world --\narmy 4 K.M 1 500 0/0\n")).State
	for number, want := range map[int]bool{-1: false, 0: false, 3: false, 4: true, 5: false} {
		if got := s.Army(number, gametest.ArmyName("K.M 1")) != nil; got != want {
			t.Errorf("realm %d has the army: %t", number, got)
		}
	}
}

// Weeks are told shortly: three and more in a row from the first to the last, two by themselves.
func TestSpans(t *testing.T) {
	for want, weeks := range map[string][]int{
		"": nil, "1": {1}, "1, 2": {1, 2}, "3, 5": {3, 5}, "1-3": {1, 2, 3}, "1-4, 7": {1, 2, 3, 4, 7},
		"2, 4-6, 8, 9, 11": {2, 4, 5, 6, 8, 9, 11}, "1, 3-13": {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
	} {
		if got := report.Spans("", weeks); got != want {
			t.Errorf("%v: %q, want %q", weeks, got, want)
		}
	}
}
