package game

import (
	"slices"
	"testing"
)

// What was seen earlier fills what is not seen now; armies and what is seen now stay as they are.
func TestRecalling(t *testing.T) {
	now := Chart{Signs: []ChartSign{{"S", "Stadt"}}, Realms: []ChartSign{{"1", "Rot"}}, Cells: []ChartCell{
		{H: 0, Y: 0, Owner: 1, Sign: "S"}, {H: 2, Y: 0, Age: AgeUnknown, Rivers: 1}, {H: 4, Y: 0, Age: AgeUnknown}}}
	past := Chart{Signs: []ChartSign{{"B", "Burg"}, {"M", "Mine"}}, Realms: []ChartSign{{"2", "Blau"}}}
	past.Cells = []ChartCell{
		{H: 0, Y: 0, Owner: 2, Sign: "B"}, {H: 2, Y: 0, Owner: 2, Sign: "M", Own: true, Roads: 2},
		{H: 4, Y: 0, Age: AgeUnknown, Owner: 3}, {H: 6, Y: 0}}
	got := now.Recalling(past, 5)
	want := []ChartCell{{H: 0, Y: 0, Owner: 1, Sign: "S"},
		{H: 2, Y: 0, Owner: 2, Sign: "M", Age: 5, Rivers: 1, Roads: 2},
		{H: 4, Y: 0, Age: AgeUnknown}}
	if !slices.Equal(got.Cells, want) {
		t.Errorf("%+v, want %+v", got.Cells, want)
	}
	if !slices.Equal(got.Signs, []ChartSign{{"S", "Stadt"}, {"M", "Mine"}}) ||
		!slices.Equal(got.Realms, []ChartSign{{"1", "Rot"}, {"2", "Blau"}}) {
		t.Errorf("explained are %v and %v", got.Signs, got.Realms)
	}
	if now.Cells[1].Age != AgeUnknown || len(now.Signs) != 1 {
		t.Error("the chart of now was changed")
	}
}

// Doubled is the inverse of how a player counts.
func TestDoubled(t *testing.T) {
	g := Grid{Width: 9, Height: 8}
	origin := g.At(8, 4)
	oh, oy := g.HY(origin)
	for p := range Place(g.Size()) {
		h, y := Doubled(g.Relative(origin, p))
		if g.At(oh+h, oy+y) != p {
			t.Errorf("place %d is at %d %d from the origin", p, h, y)
		}
	}
}
