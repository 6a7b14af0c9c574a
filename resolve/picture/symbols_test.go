package picture

import (
	"slices"
	"testing"

	"weltentor/worlds/game"
)

// Everything that a chart may name has a symbol, every path can be drawn, and every colour is in both palettes.
func TestSymbols(t *testing.T) {
	t.Parallel()
	s := look()
	coloured := func(where, name string) {
		for _, mode := range []string{"light", "dark"} {
			if c := s.Palette[mode][name]; name != "owner" && colour(c) == grey {
				t.Errorf("%s: the palette %s has no colour %q: %q", where, mode, name, c)
			}
		}
	}
	drawn := func(where, d string) {
		if _, ok := contours(d); !ok {
			t.Errorf("%s: not a path: %q", where, d)
		}
	}
	marks := func(where string, list []mark) {
		for _, m := range list {
			drawn(where, m.D)
			if (m.Fill == "") == (m.Stroke == "") || (m.Stroke == "") != (m.Width == 0) || m.Opacity < 0 || m.Opacity > 99 {
				t.Errorf("%s: %+v is filled or has a stroke", where, m)
			}
			coloured(where, m.Fill+m.Stroke)
		}
	}
	for _, group := range []map[string][]mark{s.Symbols, s.Buildings, s.States, s.Arms, s.Charges} {
		for name, list := range group {
			marks(name, list)
		}
	}
	for _, g := range game.Grounds {
		coloured("ground", g)
		if _, has := s.Grounds[g]; !has {
			t.Errorf("no ground %s", g)
		}
	}
	scattered := slices.Clone(s.Heights)
	for _, list := range s.Grounds {
		scattered = append(scattered, list)
	}
	for _, x := range slices.Concat(scattered...) {
		if len(s.Symbols[x.Symbol]) == 0 || x.N < 1 || x.Size < 1 || x.From < 0 || x.From > 1 {
			t.Errorf("%+v", x)
		}
	}
	for _, b := range game.Buildings {
		if len(s.Buildings[b]) == 0 {
			t.Errorf("no building %s", b)
		}
	}
	for _, a := range []game.Arm{game.Foot, game.Horse, game.Bow, game.Gun, game.Ship, game.Trader, game.Priest,
		game.Sorcerer, game.Demon, game.Monster, game.Flyer, game.Worker, game.Leader, game.Mixed, "unknown"} {
		if len(s.Arms[string(a)]) == 0 || s.Counters[s.Shapes[string(a)]] == "" {
			t.Errorf("no arm %s", a)
		}
	}
	for name, d := range s.Counters {
		drawn(name, d)
	}
	for _, c := range game.Charges {
		if len(s.Charges[c]) == 0 {
			t.Errorf("no charge %s", c)
		}
	}
	for _, p := range game.Patterns {
		if dash, has := s.Patterns[p]; !has || len(dash)%2 != 0 || (p == "solid") != (len(dash) == 0) {
			t.Errorf("pattern %s: %v", p, dash)
		}
	}
	for _, e := range []string{"river", "road", "bridge", "wall", "planned"} {
		for _, l := range s.Edges[e] {
			coloured(e, l.Stroke)
		}
		if len(s.Edges[e]) == 0 {
			t.Errorf("no edge %s", e)
		}
	}
	for _, name := range []string{"paper", "halo", "ink", "inkhalo", "grid", "highland", "mountain", "hachure", "cliff",
		"fog", "foghatch", "unowned", "shoal"} {
		coloured("map", name)
	}
}

// A path is read as it is written; anything else is none.
func TestContours(t *testing.T) {
	t.Parallel()
	got, ok := contours("M0 0L4 0 4 -2.5ZM1 1H3V2")
	want := []contour{{[][2]float32{{0, 0}, {4, 0}, {4, -2.5}}, true}, {[][2]float32{{1, 1}, {3, 1}, {3, 2}}, false}}
	if !ok || len(got) != 2 || !slices.Equal(got[0].corners, want[0].corners) || !got[0].closed ||
		!slices.Equal(got[1].corners, want[1].corners) || got[1].closed {
		t.Errorf("%v %v, want %v", got, ok, want)
	}
	curve, _ := contours("M0 0Q3 0 3 3")
	if n := len(curve[0].corners); n != 1+curveLines || curve[0].corners[n-1] != [2]float32{3, 3} {
		t.Errorf("%v", curve)
	}
	for _, bad := range []string{"", "L1 1", "M1", "M1 x", "M0 0l1 1", "M0 0L1 1 2", "url(#x)"} {
		if _, ok := contours(bad); ok {
			t.Errorf("%q is a path", bad)
		}
	}
}
