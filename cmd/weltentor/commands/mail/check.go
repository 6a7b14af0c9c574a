package mail

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders"
	"weltentor/resolve/judged"
	"weltentor/resolve/world"
)

// CheckCmd checks a file of orders.
type CheckCmd struct {
	File     string       `arg:""`
	Rulebook string       `placeholder:"NAME"`
	World    string       `placeholder:"DIR"`
	Realm    *call.Number `placeholder:"N"`
	JSON     bool         `name:"json"`
}

// Run prints every problem as FILE:LINE:COL: error|warning: text [code], then a summary. The exit code is 1 if there
// are errors.
func (k *CheckCmd) Run(c *call.Call) error {
	if (k.World == "") != (k.Realm == nil) {
		return fault.Usage("realm-needs-world")
	}
	text, err := c.OrderText(k.File)
	if err != nil {
		return err
	}
	v, err := k.judge(c, text)
	if err != nil {
		return err
	}
	if k.JSON {
		err = c.JSON().Encode(v.json())
	} else {
		err = v.print(c.Out, c.Voice)
	}
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	if v.count(orders.Error) > 0 {
		return fault.Silent(fault.ExitNo)
	}
	return nil
}

// judge checks the orders by the rulebook alone, or as a realm that knows its world.
func (k *CheckCmd) judge(c *call.Call, text string) (verdict, error) {
	v := verdict{file: k.File, ours: c.Voice.Book}
	if k.World == "" {
		rb, err := c.Rulebook(k.Rulebook)
		if err != nil {
			return v, err
		}
		f := rb.Language().Parse(text)
		v.by(rb, k.Rulebook == "")
		v.take(judged.Ahead(f, text, 0, 0))
		v.asMail(f, true)
		return v, nil
	}
	w, err := folder.Open(c, k.World)
	if err != nil {
		return v, err
	}
	f := w.World.Rulebook().Language().Parse(text)
	if err := refused(w, int(*k.Realm), f.Identity); err != nil {
		return v, err
	}
	v.by(w.World.Rulebook(), false)
	if err := v.seen(w, int(*k.Realm), text); err != nil {
		return v, err
	}
	v.asMail(f, w.Settings.Auth == string(world.ByPassword) || w.Settings.Auth == string(world.ByBoth))
	return v, nil
}
