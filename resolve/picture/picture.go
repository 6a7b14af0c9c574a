// Package picture draws a game.Chart: a PNG for a letter (Sheet.PNG), an SVG for print (Sheet.SVG), and a Scene for the
// public pages. It knows no game. In the same build the same sheet gives the same bytes. A PNG has at most MostBytes,
// since it is mailed: what does not fit is drawn with less detail.
package picture

import (
	"bytes"
	"image/png"
	"io"

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
	var out bytes.Buffer
	for much := whole; ; much++ {
		plan, err := s.plan(much)
		if err != nil {
			return err
		}
		c := newCanvas(plan.width, plan.height)
		c.mixAfter(plan)
		plan.draw(c)
		encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
		out.Reset()
		if err := encoder.Encode(&out, c.img); err != nil {
			return err
		}
		if out.Len() <= MostBytes || much == tiny {
			_, err = to.Write(out.Bytes())
			return err
		}
	}
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
