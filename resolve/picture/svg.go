package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
)

// drawing is a sheet of lines and letters (SVG 1.1).
type drawing struct {
	out   bytes.Buffer
	hexes map[[2]color.RGBA]string
	defs  bytes.Buffer
	head  string
}

func newDrawing(width, height int, title string) *drawing {
	d := &drawing{hexes: map[[2]color.RGBA]string{}}
	d.head = fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `+
		`width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif">`+"\n<title>%s</title>\n"+
		`<rect width="%[1]d" height="%[2]d" fill="#ffffff"/>`+"\n", width, height, masked(title))
	return d
}

// masked escapes a text, so that nothing in it is taken for markup.
func masked(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(clip(s))) // writing to a Buffer does not fail
	return b.String()
}

func (d *drawing) write(to io.Writer) error {
	_, err := fmt.Fprintf(to, "%s<defs>\n%s</defs>\n%s</svg>\n", d.head, d.defs.Bytes(), d.out.Bytes())
	return err
}

func hexed(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (d *drawing) hex(x, y int, rim, fill color.RGBA) {
	key := [2]color.RGBA{rim, fill}
	id, known := d.hexes[key]
	if !known {
		id = fmt.Sprintf("h%d", len(d.hexes))
		d.hexes[key] = id
		fmt.Fprintf(&d.defs, `<g id="%s">`, id)
		for i, of := range layers(rim, fill) {
			fmt.Fprint(&d.defs, `<polygon points="`)
			for e := range edges {
				fmt.Fprintf(&d.defs, "%.1f,%.1f ", edges[e].river.ax*parts[i], edges[e].river.ay*parts[i])
			}
			fmt.Fprintf(&d.defs, `" fill="%s"/>`, hexed(of))
		}
		fmt.Fprintln(&d.defs, "</g>")
	}
	fmt.Fprintf(&d.out, `<use xlink:href="#%s" x="%d" y="%d"/>`+"\n", id, x, y)
}

func (d *drawing) line(x, y int, l stroke, c color.RGBA) {
	fmt.Fprintf(&d.out, `<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="%g"/>`+"\n", float32(x)+l.ax,
		float32(y)+l.ay, float32(x)+l.bx, float32(y)+l.by, hexed(c), l.width)
}

func (d *drawing) dot(x, y, radius int, c color.RGBA) {
	fmt.Fprintf(&d.out, `<circle cx="%d" cy="%d" r="%d" fill="%s"/>`+"\n", x, y, radius, hexed(c))
}

func (d *drawing) box(x, y, width, height int, c color.RGBA) {
	fmt.Fprintf(&d.out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, width, height, hexed(c))
}

func (d *drawing) text(x, y, size int, middle bool, c color.RGBA, s string) {
	anchor := ""
	if middle {
		anchor = ` text-anchor="middle"`
	}
	fmt.Fprintf(&d.out, `<text x="%d" y="%d" font-size="%d" fill="%s"%s>%s</text>`+"\n", x, y, size, hexed(c), anchor,
		masked(s))
}
