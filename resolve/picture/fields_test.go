package picture

import (
	"fmt"
	"math"
	"testing"

	"weltentor/worlds/game"
)

// alone is a chart of one field.
func alone(c game.ChartCell, t game.ChartTerrain) Sheet {
	t.Rim, t.Fill = "#808080", "#808080"
	return Sheet{Lang: "en", Chart: game.Chart{Realm: 1, Cells: []game.ChartCell{c}, Terrains: []game.ChartTerrain{t},
		Realms: []game.ChartSign{{Sign: "1", Name: "Red"}}}}
}

// Nothing grows out of its field, on whatever ground and height, whether something stands there or not: beside the field the
// picture is as if nothing grew.
func TestNothingGrowsOutOfItsField(t *testing.T) {
	t.Parallel()
	for h := range 5 {
		cell := game.ChartCell{H: 2 * h, Y: 2, Label: "x", Own: h == 4}
		bare := pixels(t, alone(cell, game.ChartTerrain{}))
		for _, ground := range game.Grounds {
			for height := range 4 {
				s := alone(cell, game.ChartTerrain{Ground: ground, Height: height})
				grown := pixels(t, s)
				p, err := s.plan(whole)
				if err != nil {
					t.Fatal(err)
				}
				x, y := p.middle(&s.Chart.Cells[0])
				wide := p.px(look().Field.Half * 1.5)
				for dx := -wide; dx <= wide; dx++ {
					for dy := -wide; dy <= wide; dy++ {
						if inField(float64(dx)/float64(p.stamps.unit), float64(dy)/float64(p.stamps.unit), 1.05) {
							continue
						}
						if is, was := grown.At(x+dx, y+dy), bare.At(x+dx, y+dy); is != was {
							t.Fatalf("%s at height %d, field %d: at %d %d from its middle the picture is %v, not %v", ground, height, h, dx, dy, is, was)
						}
					}
				}
			}
		}
	}
}

// inField reports whether a point is inside a field, a bit larger than it is, from its middle.
func inField(x, y, larger float64) bool {
	half, far := float64(look().Field.Half)*larger, float64(corner())*larger
	x, y = math.Abs(x), math.Abs(y)
	return x <= half && y <= far-x*far/2/half
}

// A building stands above its field's name, and the armies below it, with room between them.
func TestThingsOfAFieldLieApart(t *testing.T) {
	t.Parallel()
	const letters = 9.0 // how tall those of a name are above its line
	for _, c := range []game.ChartCell{
		{Building: "capital", Name: "Fenmark", Own: true}, {Building: "town", Name: "Fenmark", Own: true, Others: true},
		{Building: "town", Own: true}, {Building: "capital", Name: "Fenmark"}, {Building: "mine"}, {Name: "Fenmark", Own: true}, {Own: true},
	} {
		at, what := slotsOf(&c), fmt.Sprintf("%+v", c)
		top, bottom := extent(look().Buildings["town"], at.built)
		below := float64(at.building) + bottom
		if c.Building != "" && float64(at.building)+top < -float64(corner()) {
			t.Errorf("%s: the building reaches out of its field", what)
		}
		if c.Name != "" && c.Building != "" && below > float64(at.name)-letters+4 {
			t.Errorf("%s: the building ends at %v, the name begins at %v", what, below, float64(at.name)-letters)
		}
		shield := []mark{{D: look().Counters["land"]}}
		top, bottom = extent(shield, at.armed)
		if c.Own && c.Name != "" && c.Building != "" && float64(at.army)+top < float64(at.name)-1 {
			t.Errorf("%s: the name ends at %v, the counter begins at %v", what, at.name, float64(at.army)+top)
		}
		if c.Own && c.Building != "" && float64(at.army)+top < below-8 {
			t.Errorf("%s: the building ends at %v, the counter begins at %v", what, below, float64(at.army)+top)
		}
		if c.Own && float64(at.army)+bottom > float64(corner()) {
			t.Errorf("%s: the counter reaches out of its field", what)
		}
	}
}

// extent is how far a symbol reaches above and below its own zero, in units, in that many percent of its size.
func extent(marks []mark, percent int) (top, bottom float64) {
	const unit, middle = 4, 200
	c := newCanvas(2*middle, 2*middle)
	c.draw(middle, middle, &stamp{scale: unit * float32(percent) / 100, parts: marked(marks, ink("dark"))})
	paper := c.img.At(0, 0)
	top, bottom = math.Inf(1), math.Inf(-1)
	for y := range 2 * middle {
		for x := range 2 * middle {
			if c.img.At(x, y) != paper {
				top, bottom = min(top, float64(y-middle)/unit), max(bottom, float64(y-middle)/unit)
			}
		}
	}
	return top, bottom
}
