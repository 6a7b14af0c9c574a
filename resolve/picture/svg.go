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
	out  bytes.Buffer
	ids  map[*stamp]string
	defs bytes.Buffer
	head string
}

func newDrawing(width, height int, title string) *drawing {
	d := &drawing{ids: map[*stamp]string{}}
	d.head = fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `+
		`width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif">`+"\n<title>%s</title>\n"+
		`<rect width="%[1]d" height="%[2]d" fill="%[4]s"/>`+"\n", width, height, masked(title), hexed(ink("paper")))
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

func (d *drawing) draw(x, y int, s *stamp) {
	id, known := d.ids[s]
	if !known {
		id = fmt.Sprintf("s%d", len(d.ids))
		d.ids[s] = id
		fmt.Fprintf(&d.defs, `<g id="%s" transform="scale(%s)" stroke-linecap="round" stroke-linejoin="round">`, id,
			short(s.scale))
		for _, p := range s.parts {
			fmt.Fprintf(&d.defs, `<path d="%s"`, p.d)
			if p.width == 0 {
				fmt.Fprintf(&d.defs, ` fill="%s"`, hexed(p.colour))
			} else {
				fmt.Fprintf(&d.defs, ` fill="none" stroke="%s" stroke-width="%s"`, hexed(p.colour), short(p.width))
			}
			if p.dash != "" {
				fmt.Fprintf(&d.defs, ` stroke-dasharray="%s" stroke-linecap="butt"`, p.dash)
			}
			if p.opacity > 0 {
				fmt.Fprintf(&d.defs, ` opacity="0.%02d"`, p.opacity)
			}
			d.defs.WriteString("/>")
		}
		d.defs.WriteString("</g>\n")
	}
	fmt.Fprintf(&d.out, `<use xlink:href="#%s" transform="translate(%d %d)"/>`+"\n", id, x, y)
}

func (d *drawing) box(x, y, width, height int, c color.RGBA) {
	fmt.Fprintf(&d.out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, width, height, hexed(c))
}

func (d *drawing) text(x, y, size int, middle bool, s string) {
	anchor := ""
	if middle {
		anchor = ` text-anchor="middle"`
	}
	fmt.Fprintf(&d.out, `<text x="%d" y="%d" font-size="%d" fill="%s"%s>%s</text>`+"\n", x, y, size,
		hexed(ink("ink")), anchor, masked(s))
}

func (d *drawing) label(x, y, size int, s string) {
	fmt.Fprintf(&d.out, `<text x="%d" y="%d" font-size="%d" fill="%s" text-anchor="middle" stroke="%s" `+
		`stroke-width="2" paint-order="stroke">%s</text>`+"\n", x, y, size, hexed(ink("ink")), hexed(ink("inkhalo")), masked(s))
}
