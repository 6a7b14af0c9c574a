package mail

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders"
	"weltentor/resolve/verdict"
	"weltentor/resolve/world"
)

// CheckCmd checks a file of orders, by a world's rulebook as one of its realms, or by a rulebook alone.
type CheckCmd struct {
	sheet
	Rulebook string `placeholder:"NAME"`
	World    string `hidden:"" placeholder:"DIR"`
	JSON     bool   `name:"json"`
}

// AfterApply also takes FILE alone, and the older form `check FILE --world DIR --realm N`. It is kong's hook for
// arguments that were read.
func (k *CheckCmd) AfterApply() error {
	if k.World != "" && k.File == "" && k.Whose == "" {
		k.Dir, k.File = k.World, k.Dir
	} else if k.File == "" && k.Whose == "" {
		k.Dir, k.File = "", k.Dir
	}
	return nil
}

// Run prints every problem as FILE:LINE:COL: error|warning: text [code], then a summary. The exit code is 1 if there
// are errors.
func (k *CheckCmd) Run(c *call.Call) error {
	if k.Dir == "" && k.Realm != nil {
		return complaint.Usage("realm-needs-world")
	}
	if k.Dir != "" && k.Rulebook != "" {
		return complaint.Usage("rulebook-or-world")
	}
	text, err := k.text(c)
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
		return complaint.Silent(complaint.ExitNo)
	}
	return nil
}

// judge checks the orders by the rulebook alone, or as a realm that knows its world.
func (k *CheckCmd) judge(c *call.Call, text string) (fileVerdict, error) {
	v := fileVerdict{file: k.File, ours: c.Voice.Book}
	if k.Dir == "" {
		rb, err := c.Rulebook(k.Rulebook)
		if err != nil {
			return v, err
		}
		f := rb.Language().Parse(text)
		v.by(rb, k.Rulebook == "")
		v.take(verdict.Ahead(f, text, 0, 0))
		v.asMail(f, true)
		return v, nil
	}
	w, err := folder.Open(c, k.Dir)
	if err != nil {
		return v, err
	}
	f := w.World.Rulebook().Language().Parse(text)
	realm, err := k.realm(w, f.Identity)
	if err != nil {
		return v, err
	}
	v.by(w.World.Rulebook(), false)
	if err := v.seen(w, realm, text); err != nil {
		return v, err
	}
	v.asMail(f, w.Settings.Auth == string(world.ByPassword) || w.Settings.Auth == string(world.ByBoth))
	return v, nil
}
