package main

import (
	"fmt"
	"time"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// paint says a sentence in a colour, if somebody sees it. A script reads it as `say` writes it.
func (c *Call) paint(p terminal.Paint, code string, args ...phrase.Arg) {
	c.paintText(p, c.voice.text(code, args...))
}

func (c *Call) paintText(p terminal.Paint, text string) {
	if !c.front.Seen() {
		fmt.Fprintln(c.out, text)
		return
	}
	c.front.Line(p, text)
}

// when shows a time as people in the world's zone read it.
func when(t time.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02 15:04 MST") }
