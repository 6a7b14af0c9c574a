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
	said, err := k.judge(c, text)
	if err != nil {
		return err
	}
	wrong := 0
	for _, v := range said {
		if k.JSON {
			err = c.JSON().Encode(v.json())
		} else {
			err = v.print(c.Out, c.Voice)
		}
		if err != nil {
			return fmt.Errorf("print the answer: %w", err)
		}
		wrong += v.count(orders.Error)
	}
	if wrong > 0 {
		return complaint.Silent(complaint.ExitNo)
	}
	return nil
}

// judge checks the orders by the rulebook alone, or each part as the realm that knows its world.
func (k *CheckCmd) judge(c *call.Call, text string) (said []fileVerdict, err error) {
	if k.Dir == "" {
		rb, err := c.Rulebook(k.Rulebook)
		if err != nil {
			return nil, err
		}
		v, f := k.verdict(c, rb, part{}), rb.Language().Parse(text)
		v.unnamed = k.Rulebook == ""
		v.take(verdict.Ahead(f, text, 0, 0))
		v.asMail(f, true)
		return []fileVerdict{v}, nil
	}
	w, err := folder.Open(c, k.Dir)
	if err != nil {
		return nil, err
	}
	parts, err := k.parts(w, text)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		v := k.verdict(c, w.World.Rulebook(), p)
		if err := v.seen(w, p); err != nil {
			return nil, err
		}
		v.asMail(p.file, w.Settings.Auth == string(world.ByPassword) || w.Settings.Auth == string(world.ByBoth))
		said = append(said, v)
	}
	return said, nil
}
