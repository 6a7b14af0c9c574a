package main

import (
	"fmt"

	"weltentor/mailer"
	"weltentor/orders/phrase"
)

// readCmd shows what an intake takes from one mail.
type readCmd struct {
	Mail     string `arg:""`
	Rulebook string `placeholder:"NAME"`
}

// Run prints the order text, password line included, and on the side from
// which part and charset it came. No orders: exit 1; a machine's mail: exit 3.
func (k *readCmd) Run(c *call) error {
	raw, err := c.readAll(k.Mail)
	if err != nil {
		return err
	}
	rb, err := c.rulebook(k.Rulebook)
	if err != nil {
		return err
	}
	r, err := mailer.Read(c.ctx, raw, readOptions(rb, ""))
	if err != nil {
		return &complaint{exit: exitNo, what: phrase.P("not-a-mail", phrase.Str("file", k.Mail)), cause: err}
	}
	if r.Machine != "" {
		c.voice.warn("machine", phrase.Str("why", r.Machine))
		return silent(exitMachine)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(c.voice.err, c.machineWords().Say(notePhrase(n)))
	}
	if r.Score == 0 {
		return no("none-found", phrase.Str("file", k.Mail))
	}
	c.voice.warn("read-from", phrase.Str("part", r.Part), phrase.Str("charset", r.Charset), phrase.Num("orders", len(rb.Language().Parse(r.Text).Lines)))
	_, err = fmt.Fprint(c.raw, r.Text)
	return err
}
