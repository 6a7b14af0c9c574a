package call

import (
	"fmt"
	"time"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// Paint prints a sentence in colour if the output is a terminal. A script gets what Say would print.
func (c *Call) Paint(p terminal.Paint, code string, args ...phrase.Arg) {
	c.PaintText(p, c.Voice.text(code, args...))
}

// PaintText is Paint for a finished text.
func (c *Call) PaintText(p terminal.Paint, text string) {
	if !c.Front.Seen() {
		fmt.Fprintln(c.Out, text)
		return
	}
	c.Front.Line(p, text)
}

// When shows a time as people in the world's zone read it.
func When(t time.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02 15:04 MST") }
