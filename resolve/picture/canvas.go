package picture

import (
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// canvas is a picture of pixels with at most 256 colours, so that the PNG is small and quick to write.
type canvas struct {
	img    *image.Paletted
	inks   map[color.RGBA]uint8
	shapes map[*stamp][]shape
	mixes  *[256][thick][256]int16 // by the ink above, its thickness and the ink below: the mixed ink plus 1, or 0
}

func newCanvas(width, height int) *canvas {
	c := &canvas{img: image.NewPaletted(image.Rect(0, 0, width, height), nil), inks: map[color.RGBA]uint8{},
		shapes: map[*stamp][]shape{}, mixes: new([256][thick][256]int16)}
	c.ink(ink("paper")) // the first ink is that of the paper
	return c
}

// ink returns a colour's place in the palette. If the palette is full, it is that of the nearest colour.
func (c *canvas) ink(of color.RGBA) uint8 {
	if i, known := c.inks[of]; known {
		return i
	}
	i := len(c.img.Palette)
	if i > 255 {
		i = c.img.Palette.Index(of)
	} else {
		c.img.Palette = append(c.img.Palette, of)
	}
	c.inks[of] = uint8(i)
	return uint8(i)
}

// thick is the number of steps from nothing to full colour at the rim of a shape.
const thick = 4

// press draws a shape with its own zero at x, y, in that many steps of colour at most.
func (c *canvas) press(s shape, x, y int, of color.RGBA, most uint8) {
	ink := c.ink(of)
	for _, r := range s {
		row, from, to := y+r.y, max(x+r.from, 0), min(x+r.to, c.img.Rect.Max.X)
		if row < 0 || row >= c.img.Rect.Max.Y || from >= to {
			continue
		}
		line := c.img.Pix[row*c.img.Stride:][from:to]
		step := min(r.step, most)
		if step == thick {
			for i := range line {
				line[i] = ink
			}
			continue
		}
		mixes := &c.mixes[ink][step]
		for i, under := range line {
			if mixes[under] == 0 {
				mixes[under] = c.mixed(under, ink, step)
			}
			line[i] = uint8(mixes[under] - 1)
		}
	}
}

func (c *canvas) mixed(under, over, step uint8) int16 {
	a, b := c.img.Palette[under].(color.RGBA), c.img.Palette[over].(color.RGBA)
	return int16(c.ink(mix(a, b, int(step), thick))) + 1
}

func (c *canvas) draw(x, y int, s *stamp) {
	shapes := c.shapes[s]
	if shapes == nil {
		for _, p := range s.parts {
			shapes = append(shapes, shapeOf(p, s.scale))
		}
		c.shapes[s] = shapes
	}
	for i, p := range s.parts {
		most := uint8(thick)
		if p.opacity > 0 {
			most = uint8(min(max((p.opacity*thick+50)/100, 1), thick-1))
		}
		c.press(shapes[i], x, y, p.colour, most)
	}
}

func (c *canvas) box(x, y, width, height int, of color.RGBA) {
	ink := c.ink(of)
	in := image.Rect(x, y, x+width, y+height).Intersect(c.img.Rect)
	for row := in.Min.Y; row < in.Max.Y; row++ {
		line := c.img.Pix[row*c.img.Stride:]
		for i := in.Min.X; i < in.Max.X; i++ {
			line[i] = ink
		}
	}
}

// mixAfter puts the colours of a plan into the palette before anything is drawn: first those of what is above the
// ground, then the ground's. The mixed colours of smooth rims must not take their places.
func (c *canvas) mixAfter(p *plan) {
	i := inks{seen: map[*stamp]bool{}}
	p.draw(&i)
	for _, of := range append(i.above, i.ground...) {
		c.ink(of)
	}
}

// inks are the colours with which a plan is drawn.
type inks struct {
	above, ground []color.RGBA
	seen          map[*stamp]bool
}

func (i *inks) draw(_, _ int, s *stamp) {
	if i.seen[s] {
		return
	}
	i.seen[s] = true
	for _, p := range s.parts {
		if s.under {
			i.ground = append(i.ground, p.colour)
		} else {
			i.above = append(i.above, p.colour)
		}
	}
}

func (i *inks) box(_, _, _, _ int, of color.RGBA) { i.above = append(i.above, of) }

func (i *inks) text(_, _, _ int, _ bool, _ string) { i.above = append(i.above, ink("ink")) }

func (i *inks) label(_, _, _ int, _ string) { i.above = append(i.above, ink("inkhalo"), ink("ink")) }

// shape is where something has colour, around its own zero: most of the room around it has none.
type shape []run

// run are pixels of a row beside each other that have a colour equally thick, from 1 to thick.
type run struct {
	y, from, to int
	step        uint8
}

// runsOf are those of a mask.
func runsOf(mask *image.Alpha) (s shape) {
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		begun := false // the last run goes on
		for i, a := range mask.Pix[(y-mask.Rect.Min.Y)*mask.Stride:][:mask.Rect.Dx()] {
			x, step := mask.Rect.Min.X+i, uint8((int(a)+32)/64)
			if begun = begun && s[len(s)-1].step == step; begun {
				s[len(s)-1].to++
			} else if begun = step > 0; begun {
				s = append(s, run{y, x, x + 1, step})
			}
		}
	}
	return s
}

// shapeOf makes the shape of a part in a scale.
func shapeOf(p part, scale float32) shape {
	lines, _ := contours(p.d)
	for _, l := range lines {
		for i := range l.corners {
			l.corners[i][0] *= scale
			l.corners[i][1] *= scale
		}
	}
	if p.width == 0 {
		return filled(lines)
	}
	var out []contour
	for _, l := range lines {
		for _, piece := range l.cut(p.dash, scale) {
			out = append(out, piece.thickened(max(p.width*scale, leastWidth)/2, p.dash == "")...)
		}
	}
	return filled(out)
}

// leastWidth is how wide a stroke is at least, in pixels.
const leastWidth = 0.8

// filled is the shape inside contours. What is inside several is filled, whichever way round they are drawn.
func filled(lines []contour) shape {
	if len(lines) == 0 {
		return nil
	}
	low, high := lines[0].corners[0], lines[0].corners[0]
	for _, l := range lines {
		for _, c := range l.corners {
			low[0], low[1] = min(low[0], c[0]), min(low[1], c[1])
			high[0], high[1] = max(high[0], c[0]), max(high[1], c[1])
		}
	}
	r := image.Rect(int(low[0])-2, int(low[1])-2, int(high[0])+2, int(high[1])+2)
	v := vector.NewRasterizer(r.Dx(), r.Dy())
	for _, l := range lines {
		corners := l.corners
		for i := range corners {
			c := corners[i]
			if area(corners) < 0 {
				c = corners[len(corners)-1-i]
			}
			x, y := c[0]-float32(r.Min.X), c[1]-float32(r.Min.Y)
			if i == 0 {
				v.MoveTo(x, y)
			} else {
				v.LineTo(x, y)
			}
		}
		v.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	v.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	mask.Rect = r
	return runsOf(mask)
}

// area is twice the area inside corners: negative if they go the other way round.
func area(corners [][2]float32) (sum float32) {
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		sum += a[0]*b[1] - b[0]*a[1]
	}
	return sum
}

// ends are the ends of its lines, in order.
func (c contour) ends() [][2]float32 {
	if c.closed {
		return append(slices.Clip(c.corners), c.corners[0])
	}
	return c.corners
}

// thickened is what a stroke of a width covers: each of its lines, with round corners and perhaps round ends.
func (c contour) thickened(half float32, round bool) (out []contour) {
	corners := c.ends()
	for i, at := range corners {
		if round || 0 < i && i < len(corners)-1 {
			var dot [][2]float32
			for _, d := range circle {
				dot = append(dot, [2]float32{at[0] + d[0]*half, at[1] + d[1]*half})
			}
			out = append(out, contour{corners: dot})
		}
		if i == 0 {
			continue
		}
		a := corners[i-1]
		dx, dy := at[0]-a[0], at[1]-a[1]
		length := root(dx*dx + dy*dy)
		if length == 0 {
			continue
		}
		nx, ny := -dy/length*half, dx/length*half
		out = append(out, contour{corners: [][2]float32{{a[0] + nx, a[1] + ny}, {at[0] + nx, at[1] + ny},
			{at[0] - nx, at[1] - ny}, {a[0] - nx, a[1] - ny}}})
	}
	return out
}

// circle are corners of a circle around zero.
var circle = [...][2]float32{{1, 0}, {0.9239, 0.3827}, {0.7071, 0.7071}, {0.3827, 0.9239}, {0, 1}, {-0.3827, 0.9239},
	{-0.7071, 0.7071}, {-0.9239, 0.3827}, {-1, 0}, {-0.9239, -0.3827}, {-0.7071, -0.7071}, {-0.3827, -0.9239}, {0, -1},
	{0.3827, -0.9239}, {0.7071, -0.7071}, {0.9239, -0.3827}}

// cut returns the pieces of a line that has dashes.
func (c contour) cut(dash string, scale float32) (out []contour) {
	if dash == "" {
		return []contour{c}
	}
	var lengths []float32
	for _, f := range strings.Fields(dash) {
		n, _ := strconv.ParseFloat(f, 32)
		lengths = append(lengths, max(float32(n)*scale, 0.5))
	}
	corners := c.ends()
	on, k, left := true, 0, lengths[0]
	piece := contour{corners: [][2]float32{corners[0]}}
	for i := 1; i < len(corners); i++ {
		a, b := corners[i-1], corners[i]
		length := root((b[0]-a[0])*(b[0]-a[0]) + (b[1]-a[1])*(b[1]-a[1]))
		for gone := float32(0); gone < length; {
			step := min(left, length-gone)
			gone, left = gone+step, left-step
			at := [2]float32{a[0] + (b[0]-a[0])*gone/length, a[1] + (b[1]-a[1])*gone/length}
			if on {
				piece.corners = append(piece.corners, at)
			}
			if left > 0 {
				continue
			}
			if on {
				out = append(out, piece)
			}
			on, k = !on, (k+1)%len(lengths)
			left, piece = lengths[k], contour{corners: [][2]float32{at}}
		}
	}
	if on && len(piece.corners) > 1 {
		out = append(out, piece)
	}
	return out
}
