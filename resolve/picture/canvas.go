package picture

import (
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/vector"
)

// canvas is a picture of pixels with at most 256 colours, so that the PNG is small and quick to write.
type canvas struct {
	img   *image.Paletted
	inks  map[color.RGBA]uint8
	mixes *[256][256][thick]int16 // by the ink below, the ink above and its thickness: the mixed ink plus 1, or 0
}

func newCanvas(width, height int) *canvas {
	c := &canvas{img: image.NewPaletted(image.Rect(0, 0, width, height), nil), inks: map[color.RGBA]uint8{},
		mixes: new([256][256][thick]int16)}
	c.ink(white) // the first ink is that of the paper
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

// press draws a shape with its own zero at x, y.
func (c *canvas) press(s *shape, x, y int, of color.RGBA) {
	ink := c.ink(of)
	at := s.mask.Rect.Add(image.Pt(x, y))
	in := at.Intersect(c.img.Rect)
	for row := in.Min.Y; row < in.Max.Y; row++ {
		from := (row-at.Min.Y)*s.mask.Stride + in.Min.X - at.Min.X
		mask := s.mask.Pix[from : from+in.Dx()]
		line := c.img.Pix[row*c.img.Stride+in.Min.X:]
		for i, a := range mask {
			switch step := (int(a) + 32) / 64; step {
			case 0:
			case thick:
				line[i] = ink
			default:
				line[i] = c.mixed(line[i], ink, uint8(step))
			}
		}
	}
}

func (c *canvas) mixed(under, over, step uint8) uint8 {
	known := &c.mixes[under][over][step]
	if *known == 0 {
		a, b := c.img.Palette[under].(color.RGBA), c.img.Palette[over].(color.RGBA)
		*known = int16(c.ink(mix(a, b, int(step), thick))) + 1
	}
	return uint8(*known - 1)
}

func (c *canvas) hex(x, y int, rim, fill color.RGBA) {
	for i, of := range layers(rim, fill) {
		c.press(hexes[i](), x, y, of)
	}
}

func (c *canvas) line(x, y int, l stroke, of color.RGBA) { c.press(lineOf(l), x, y, of) }

func (c *canvas) dot(x, y, radius int, of color.RGBA) { c.press(dotOf(radius), x, y, of) }

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
	var i inks
	p.draw(&i)
	for _, of := range append(i.above, i.ground...) {
		c.ink(of)
	}
}

// inks are the colours with which a plan is drawn, as often as they are used.
type inks struct{ above, ground []color.RGBA }

func (i *inks) hex(_, _ int, rim, fill color.RGBA) {
	of := layers(rim, fill)
	i.ground = append(i.ground, of[:]...)
}

func (i *inks) line(_, _ int, _ stroke, of color.RGBA) { i.above = append(i.above, of) }

func (i *inks) dot(_, _, _ int, of color.RGBA) { i.above = append(i.above, of) }

func (i *inks) box(_, _, _, _ int, of color.RGBA) { i.above = append(i.above, of) }

func (i *inks) text(_, _, _ int, _ bool, of color.RGBA, _ string) { i.above = append(i.above, of) }

// shape is how thick the colour of something is, around its own zero.
type shape struct{ mask *image.Alpha }

// filled is the shape inside a row of corners.
func filled(corners ...[2]float32) *shape {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low[0], low[1] = min(low[0], c[0]), min(low[1], c[1])
		high[0], high[1] = max(high[0], c[0]), max(high[1], c[1])
	}
	r := image.Rect(int(low[0])-2, int(low[1])-2, int(high[0])+2, int(high[1])+2)
	v := vector.NewRasterizer(r.Dx(), r.Dy())
	for i, c := range corners {
		x, y := c[0]-float32(r.Min.X), c[1]-float32(r.Min.Y)
		if i == 0 {
			v.MoveTo(x, y)
		} else {
			v.LineTo(x, y)
		}
	}
	v.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	v.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	mask.Rect = r
	return &shape{mask}
}

// hexes are the three layers of a field: its outline, its rim and its inside.
var hexes = [...]func() *shape{
	sync.OnceValue(func() *shape { return hexOf(parts[0]) }),
	sync.OnceValue(func() *shape { return hexOf(parts[1]) }),
	sync.OnceValue(func() *shape { return hexOf(parts[2]) }),
}

// parts are the sizes of these layers. The first leaves no gap between fields.
var parts = [...]float32{1.03, 0.96, 0.80}

// layers are the colours of these layers.
func layers(rim, fill color.RGBA) [len(parts)]color.RGBA {
	return [...]color.RGBA{mix(rim, black, 5, 20), rim, fill}
}

func hexOf(part float32) *shape {
	var corners [][2]float32
	for e := range edges {
		corners = append(corners, [2]float32{edges[e].river.ax * part, edges[e].river.ay * part})
	}
	return filled(corners...)
}

// drawn are the lines and dots drawn so far: there are few different ones.
var drawn sync.Map

// once returns the shape for a key. It is made when it is first asked for.
func once(key any, make func() *shape) *shape {
	if s, known := drawn.Load(key); known {
		return s.(*shape)
	}
	s, _ := drawn.LoadOrStore(key, make())
	return s.(*shape)
}

func lineOf(l stroke) *shape {
	return once(l, func() *shape {
		dx, dy := l.bx-l.ax, l.by-l.ay
		length := root(dx*dx + dy*dy)
		nx, ny := -dy/length*l.width/2, dx/length*l.width/2
		return filled([2]float32{l.ax + nx, l.ay + ny}, [2]float32{l.bx + nx, l.by + ny},
			[2]float32{l.bx - nx, l.by - ny}, [2]float32{l.ax - nx, l.ay - ny})
	})
}

func dotOf(radius int) *shape {
	return once(radius, func() *shape {
		r := float32(radius)
		k := r * 0.7071
		return filled([2]float32{0, -r}, [2]float32{k, -k}, [2]float32{r, 0}, [2]float32{k, k},
			[2]float32{0, r}, [2]float32{-k, k}, [2]float32{-r, 0}, [2]float32{-k, -k})
	})
}
