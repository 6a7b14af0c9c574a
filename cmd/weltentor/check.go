package main

import (
	"fmt"

	"weltentor/orders"
	"weltentor/resolve/judged"
	"weltentor/resolve/world"
)

// checkCmd checks a file of orders.
type checkCmd struct {
	File     string  `arg:""`
	Rulebook string  `placeholder:"NAME"`
	World    string  `placeholder:"DIR"`
	Realm    *number `placeholder:"N"`
	JSON     bool    `name:"json"`
}

// Run prints every problem as FILE:LINE:COL: error|warning: text [code], then
// a summary. Errors make the answer no.
func (k *checkCmd) Run(c *Call) error {
	if (k.World == "") != (k.Realm == nil) {
		return usage("realm-needs-world")
	}
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	v, err := k.judge(c, text)
	if err != nil {
		return err
	}
	if k.JSON {
		err = c.encode(v.json())
	} else {
		err = v.print(c.out, c.voice)
	}
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	if v.count(orders.Error) > 0 {
		return silent(exitNo)
	}
	return nil
}

// judge reads the orders by the rulebook alone, or with the eyes of a realm.
func (k *checkCmd) judge(c *Call, text string) (verdict, error) {
	v := verdict{file: k.File, ours: c.voice.book}
	if k.World == "" {
		rb, err := c.rulebook(k.Rulebook)
		if err != nil {
			return v, err
		}
		f := rb.Language().Parse(text)
		v.by(rb, k.Rulebook == "")
		v.take(judged.Ahead(f, text, 0, 0))
		v.asMail(f, true)
		return v, nil
	}
	w, err := c.open(k.World)
	if err != nil {
		return v, err
	}
	f := w.World.Rulebook().Language().Parse(text)
	if err := w.refused(int(*k.Realm), f.Identity); err != nil {
		return v, err
	}
	v.by(w.World.Rulebook(), false)
	if err := v.seen(w, int(*k.Realm), text); err != nil {
		return v, err
	}
	v.asMail(f, w.settings.Auth == string(world.ByPassword) || w.settings.Auth == string(world.ByBoth))
	return v, nil
}
