package game

import (
	"fmt"
	"math"
	"testing"
)

// The boards of the games: a cylinder, a globe, a table.
var boards = []Grid{
	{Width: 10, Height: 7, WrapX: true},
	{Width: 7, Height: 6, WrapX: true},
	{Width: 8, Height: 10, WrapX: true, WrapY: true},
	{Width: 5, Height: 6, WrapX: true, WrapY: true},
	{Width: 6, Height: 5},
	{Width: 1, Height: 1},
}

func (g Grid) String() string {
	return fmt.Sprintf("%dx%d wrapX=%t wrapY=%t", g.Width, g.Height, g.WrapX, g.WrapY)
}

// TestNeighboursOfTheManual: the sample report lists R1 to R6 of 1/1 as
// 1/2, 2/1, 1/0, 0/0, -1/1, 0/2 (decision 1).
func TestNeighboursOfTheManual(t *testing.T) {
	g := Grid{Width: 200, Height: 114, WrapX: true}
	origin := Place(60*200 + 100)
	from := g.Absolute(origin, 1, 1)
	want := [7][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 0}, {0, 0}, {-1, 1}, {0, 2}}
	for d, xy := range want {
		x, y := g.Relative(origin, g.Step(from, Direction(d)))
		if x != xy[0] || y != xy[1] {
			t.Errorf("direction %d of 1/1 is %d/%d, want %d/%d", d, x, y, xy[0], xy[1])
		}
	}
}

// TestWalkOfTheManual: `S 0 0 1116` builds roads from the capital and ends on
// 1/4 (decision 3): (0,0) → (1,1) → (2,2) → (3,3) → (2,4), and dh 2 in an even row is x 1.
func TestWalkOfTheManual(t *testing.T) {
	g := Grid{Width: 200, Height: 114, WrapX: true}
	origin := Place(57*200 + 3)
	at := origin
	for _, d := range []Direction{1, 1, 1, 6} {
		at = g.Step(at, d)
	}
	if x, y := g.Relative(origin, at); x != 1 || y != 4 {
		t.Errorf("0/0 by 1116 is %d/%d, want 1/4", x, y)
	}
}

func TestOddRowsHaveNoZero(t *testing.T) {
	for _, g := range boards {
		for o := Place(0); int(o) < g.Size(); o++ {
			for y := -g.Height; y <= g.Height; y++ {
				if y&1 != 0 && g.Absolute(o, 0, y) != Nowhere {
					t.Fatalf("%v: 0/%d of %d is a place", g, y, o)
				}
			}
		}
	}
}

func TestStepAndBack(t *testing.T) {
	for _, g := range boards {
		for p := Place(0); int(p) < g.Size(); p++ {
			if g.Step(p, 0) != p {
				t.Fatalf("%v: staying leaves %d", g, p)
			}
			for d := Direction(1); d <= 6; d++ {
				q := g.Step(p, d)
				if q == Nowhere {
					if g.WrapX && g.WrapY {
						t.Fatalf("%v: a globe ends at %d towards %d", g, p, d)
					}
					continue
				}
				if back := g.Step(q, d.Opposite()); back != p {
					t.Fatalf("%v: %d towards %d and back is %d", g, p, d, back)
				}
				if g.Distance(p, q) != 1 {
					t.Fatalf("%v: neighbours %d and %d are %d apart", g, p, q, g.Distance(p, q))
				}
				if got := g.Toward(p, q); g.Step(p, got) != q {
					t.Fatalf("%v: from %d towards %d is direction %d", g, p, q, got)
				}
			}
		}
	}
}

func TestOpposite(t *testing.T) {
	want := [7]Direction{0, 4, 5, 6, 1, 2, 3} // NE–SW, E–W, SE–NW
	for d, o := range want {
		if got := Direction(d).Opposite(); got != o {
			t.Errorf("opposite of %d is %d, want %d", d, got, o)
		}
	}
}

func TestTowardStrangers(t *testing.T) {
	g := boards[0]
	if d := g.Toward(g.At(4, 2), g.At(8, 2)); d != 0 {
		t.Errorf("two fields apart, yet direction %d", d)
	}
}

// TestDistanceCountsSteps holds the formula against a search by steps.
func TestDistanceCountsSteps(t *testing.T) {
	for _, g := range boards {
		for p := Place(0); int(p) < g.Size(); p++ {
			far := walk(g, p)
			for q, steps := range far {
				if got := g.Distance(p, Place(q)); got != steps {
					t.Fatalf("%v: from %d to %d are %d steps, Distance says %d", g, p, q, steps, got)
				}
			}
		}
	}
}

// walk counts the steps from p to every place, breadth first.
func walk(g Grid, p Place) []int {
	far := make([]int, g.Size())
	for i := range far {
		far[i] = -1
	}
	far[p] = 0
	for queue := []Place{p}; len(queue) > 0; queue = queue[1:] {
		for d := Direction(1); d <= 6; d++ {
			if q := g.Step(queue[0], d); q != Nowhere && far[q] < 0 {
				far[q] = far[queue[0]] + 1
				queue = append(queue, q)
			}
		}
	}
	return far
}

// TestOneNamePerPlace: Relative and Absolute are each other's inverse, and no
// second name leads to a place.
func TestOneNamePerPlace(t *testing.T) {
	for _, g := range boards {
		for o := Place(0); int(o) < g.Size(); o++ {
			named := map[Place]bool{}
			for y := -2 * g.Height; y <= 2*g.Height; y++ {
				for x := -3 * g.Width; x <= 3*g.Width; x++ {
					p := g.Absolute(o, x, y)
					if p == Nowhere {
						continue
					}
					if named[p] {
						t.Fatalf("%v: from %d place %d has two names, one is %d/%d", g, o, p, x, y)
					}
					named[p] = true
					if rx, ry := g.Relative(o, p); rx != x || ry != y {
						t.Fatalf("%v: from %d, %d/%d is told as %d/%d", g, o, x, y, rx, ry)
					}
				}
			}
			if len(named) != g.Size() {
				t.Fatalf("%v: from %d only %d of %d places have a name", g, o, len(named), g.Size())
			}
		}
	}
}

// TestHalfAround: dh lies in (−W, W]. On 200 columns the field on the other
// side of the world is 100/0, never -100/0; 101/0 would be -99/0 a second time.
func TestHalfAround(t *testing.T) {
	g := Grid{Width: 200, Height: 114, WrapX: true}
	o := Place(50 * 200)
	if x, y := g.Relative(o, g.At(200, 50)); x != 100 || y != 0 {
		t.Errorf("half around is %d/%d, want 100/0", x, y)
	}
	for _, x := range []int{-100, 101, 200, -200, math.MaxInt, math.MinInt, math.MinInt32, 1 << 31 >> 1} {
		if p := g.Absolute(o, x, 0); p != Nowhere {
			t.Errorf("%d/0 is place %d", x, p)
		}
	}
	for _, y := range []int{64, -51, math.MaxInt, math.MinInt} {
		if p := g.Absolute(o, 2, y); p != Nowhere {
			t.Errorf("2/%d is place %d, beyond the edge", y, p)
		}
	}
}

// TestWrap: east of the last column is the first; the globe goes on at the pole.
func TestWrap(t *testing.T) {
	cylinder, globe := Grid{Width: 10, Height: 6, WrapX: true}, Grid{Width: 10, Height: 6, WrapX: true, WrapY: true}
	last, first := cylinder.At(18, 2), cylinder.At(0, 2)
	if cylinder.Step(last, 2) != first || cylinder.Step(first, 5) != last {
		t.Error("the cylinder does not close east–west")
	}
	// From column 9 of odd row 5 (h 19) north-east is h 20 ≡ 0 of row 6 ≡ 0.
	if got := globe.Step(globe.At(19, 5), 1); got != globe.At(0, 0) {
		t.Errorf("north-east over the corner of the globe is %d", got)
	}
	if cylinder.Step(cylinder.At(19, 5), 1) != Nowhere {
		t.Error("the cylinder goes on beyond the north edge")
	}
	if globe.Distance(globe.At(0, 0), globe.At(1, 5)) != 1 {
		t.Error("first and last row of the globe do not touch")
	}
}

func TestAtMinds(t *testing.T) {
	g := Grid{Width: 4, Height: 4}
	for _, hy := range [][2]int{{1, 0}, {0, 1}, {-2, 0}, {8, 0}, {0, -2}, {0, 4}} {
		if p := g.At(hy[0], hy[1]); p != Nowhere {
			t.Errorf("(%d, %d) is place %d", hy[0], hy[1], p)
		}
	}
	for p := Place(0); int(p) < g.Size(); p++ {
		if got := g.At(g.HY(p)); got != p {
			t.Errorf("place %d comes back as %d", p, got)
		}
	}
}

func TestView(t *testing.T) {
	g := Grid{Width: 10, Height: 7, WrapX: true}
	v := View{Grid: g, Origin: g.At(4, 2)}
	// (3, 1) is dh −1, dy −1: odd row, x = (−1−1)/2 = −1.
	if got := string(v.AppendPlace([]byte("in "), int64(g.At(3, 1)))); got != "in -1/-1" {
		t.Errorf("got %q", got)
	}
}

// Along is Relative of where the steps lead, as long as they stay on the board;
// beyond its edge it counts on.
func TestAlong(t *testing.T) {
	g := Grid{Width: 20, Height: 12, WrapX: true}
	o := g.At(11, 5)
	for d := Direction(0); d <= 6; d++ {
		q := g.Step(o, d)
		x, y := g.Relative(o, q)
		if ax, ay := g.Along(o, o, []Direction{d}); ax != x || ay != y {
			t.Errorf("direction %d leads to %d/%d, want %d/%d", d, ax, ay, x, y)
		}
	}
	// Seven rows to the north of row 5 there is no row 12: 1, 1, 1, 1, 1, 1, 1 is
	// h + 7, an odd row: x = (7 + 1) / 2.
	if x, y := g.Along(o, o, []Direction{1, 1, 1, 1, 1, 1, 1}); x != 4 || y != 7 {
		t.Errorf("beyond the edge: %d/%d, want 4/7", x, y)
	}
	// Eleven steps east are 22 in h; 40 are once around: 22 − 40 = −18, x = −9.
	if x, y := g.Along(o, o, []Direction{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}); x != -9 || y != 0 {
		t.Errorf("around the world: %d/%d, want -9/0", x, y)
	}
}
