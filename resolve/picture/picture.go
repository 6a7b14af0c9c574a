// Package picture draws a game.Chart: a PNG for a letter (Sheet.PNG), an SVG for print (Sheet.SVG), and a Scene for the
// public pages. It knows no game. In the same build the same sheet gives the same bytes. A PNG has at most MostBytes,
// since it is mailed: what does not fit is drawn with less detail.
package picture

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"io"
	"math"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Sheet is a chart with its title.
type Sheet struct {
	Title string      `json:"title"`
	Lang  phrase.Lang `json:"lang"`
	Chart game.Chart  `json:"chart"`
}

// Fits reports whether the sheet can be drawn.
func (s Sheet) Fits() bool {
	_, err := s.plan(whole)
	return err == nil
}

// mostCells is how many fields a picture can show. The error for a larger chart is errCells.
const mostCells = 40000

// MostBytes is how large a PNG is at most, since it is mailed. What does not fit is drawn with less detail.
const MostBytes = 1_500_000

// PNG writes the sheet as a picture. In the same build, the same sheet gives the same bytes.
func (s Sheet) PNG(to io.Writer) error {
	for much := whole; ; much++ {
		img, err := s.drawn(much)
		if err != nil {
			return err
		}
		out := mailed{most: MostBytes}
		if much == tiny {
			out.most = math.MaxInt
		}
		err = (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&out, img)
		if errors.Is(err, errLarge) {
			continue
		}
		if err == nil {
			_, err = out.written.WriteTo(to)
		}
		return err
	}
}

// drawn draws the sheet in pixels.
func (s Sheet) drawn(much detail) (*image.Paletted, error) {
	plan, err := s.plan(much)
	if err != nil {
		return nil, err
	}
	c := newCanvas(plan.width, plan.height)
	c.mixAfter(plan)
	plan.draw(c)
	return c.img, nil
}

// mailed is a picture while it is written. It takes so many bytes at most.
type mailed struct {
	written bytes.Buffer
	most    int
}

var errLarge = errors.New("the picture is too large for a mail")

func (m *mailed) Write(p []byte) (int, error) {
	if m.written.Len()+len(p) > m.most {
		return 0, errLarge
	}
	return m.written.Write(p)
}

// SVG writes the sheet as a drawing of lines and letters.
func (s Sheet) SVG(to io.Writer) error {
	plan, err := s.plan(whole)
	if err != nil {
		return err
	}
	d := newDrawing(plan.width, plan.height, s.Title)
	plan.draw(d)
	return d.write(to)
}
