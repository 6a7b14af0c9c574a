package main

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// realmMailCmd lists or changes a realm's addresses.
type realmMailCmd struct {
	Dir    string   `arg:""`
	Realm  number   `arg:""`
	Mail   []string `arg:"" optional:""`
	Add    bool     `xor:"change"`
	Remove bool     `xor:"change"`
}

// Run lists the realm's addresses, one a line and the first one first, which
// gets the reports. With addresses it replaces them, adds or removes some, and
// says nothing.
func (k *realmMailCmd) Run(c *call) error {
	for _, m := range k.Mail {
		if !bareAddress(m) {
			return usage("bad-address", phrase.Str("mail", m))
		}
	}
	switch {
	case len(k.Mail) > 0:
		return k.change(c)
	case k.Add || k.Remove:
		return usage("mail-nothing")
	}
	w, err := c.open(k.Dir)
	if err != nil {
		return err
	}
	realms, err := w.Realms()
	if err != nil {
		return w.wrong(err)
	}
	for _, r := range realms {
		if r.Number != int(k.Realm) {
			continue
		}
		for _, m := range r.Mail {
			fmt.Fprintln(c.out, m)
		}
		return nil
	}
	return w.wrong(fmt.Errorf("%w: %d", resolve.ErrRealm, k.Realm))
}

func (k *realmMailCmd) change(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	change := w.SetMail
	switch {
	case k.Add:
		change = w.AddMail
	case k.Remove:
		change = w.RemoveMail
	}
	return w.wrong(change(int(k.Realm), k.Mail...))
}
