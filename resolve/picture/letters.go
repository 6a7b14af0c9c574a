package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// glyph is a letter of a size.
type glyph struct {
	size int
	r    rune
}

type inked struct {
	shape   shape
	advance fixed.Int26_6
}

// letters remembers the letters that were drawn. A font face can be used by only one goroutine at a time.
var letters = struct {
	sync.Mutex
	faces map[int]font.Face
	known map[glyph]inked
}{faces: map[int]font.Face{}, known: map[glyph]inked{}}

// mostLetters limits how many letters are remembered: players write in many scripts.
const mostLetters = 4000

// letter returns a letter's shape. Its zero is the letter's place on the line.
func letter(size int, r rune) inked {
	letters.Lock()
	defer letters.Unlock()
	if g, known := letters.known[glyph{size, r}]; known {
		return g
	}
	face := letters.faces[size]
	if face == nil {
		f, err := opentype.Parse(goregular.TTF)
		if err == nil {
			face, err = opentype.NewFace(f, &opentype.FaceOptions{Size: float64(size), DPI: 72})
		}
		if err != nil {
			panic(err) // the font is part of the program
		}
		letters.faces[size] = face
	}
	at, mask, from, advance, _ := face.Glyph(fixed.P(0, 0), r)
	ink := image.NewAlpha(at)
	if !at.Empty() {
		draw.Draw(ink, at, mask, from, draw.Src)
	}
	g := inked{runsOf(ink), advance}
	if len(letters.known) < mostLetters {
		letters.known[glyph{size, r}] = g
	}
	return g
}

// textWidth is how wide a text is, in pixels.
func textWidth(size int, s string) int {
	var width fixed.Int26_6
	for _, r := range s {
		width += letter(size, r).advance
	}
	return width.Ceil()
}

func (c *canvas) text(x, y, size int, middle bool, s string) {
	if middle {
		x -= textWidth(size, s) / 2
	}
	c.write(x, y, size, ink("ink"), s)
}

func (c *canvas) write(x, y, size int, of color.RGBA, s string) {
	at := fixed.I(x)
	for _, r := range s {
		g := letter(size, r)
		c.press(g.shape, at.Round(), y, of, thick)
		at += g.advance
	}
}

func (c *canvas) label(x, y, size int, s string) {
	x -= textWidth(size, s) / 2
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		c.write(x+d[0], y+d[1], size, ink("inkhalo"), s)
	}
	c.write(x, y, size, ink("ink"), s)
}
