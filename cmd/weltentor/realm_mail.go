package main

import (
	"fmt"
	"slices"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// realmMailCmd lists or changes a realm's addresses.
type realmMailCmd struct {
	Dir    string   `arg:""`
	Realm  number   `arg:""`
	Mail   []string `arg:"" optional:""`
	Add    bool     `xor:"change"`
	Remove bool     `xor:"change"`
	JSON   bool     `name:"json"`
}

// mailJSON is the answer of `realm mail --json`.
type mailJSON struct {
	Realm int      `json:"realm"`
	Mail  []string `json:"mail"` // the first one gets the reports
}

// Run lists the realm's addresses, one a line and the first one first, which
// gets the reports. With addresses it replaces them, adds or removes some, and
// lists what there is then; of one that another realm has, or that was not there
// to be removed, it warns.
func (k *realmMailCmd) Run(c *Call) error {
	for _, m := range k.Mail {
		if !settings.BareAddress(m) {
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
	return w.listMail(int(k.Realm), k.JSON)
}

// listMail prints a realm's addresses.
func (w *opened) listMail(realm int, json bool) error {
	realms, err := players.Realms(w.World)
	if err != nil {
		return w.wrong(err)
	}
	at := slices.IndexFunc(realms, func(r roster.RealmRow) bool { return r.Number == realm })
	if at < 0 {
		return w.wrong(fmt.Errorf("%w: %d", store.ErrRealm, realm))
	}
	if json {
		return w.call.encode(mailJSON{realm, realms[at].Mail})
	}
	for _, m := range realms[at].Mail {
		fmt.Fprintln(w.call.out, m)
	}
	return nil
}

func (k *realmMailCmd) change(c *Call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	realms, err := players.Realms(w.World)
	if err != nil {
		return w.wrong(err)
	}
	change, warn := players.SetMail, c.warnShared
	switch {
	case k.Add:
		change = players.AddMail
	case k.Remove:
		change, warn = players.RemoveMail, c.warnAbsent
	}
	if err := change(w.World, int(k.Realm), k.Mail...); err != nil {
		return w.wrong(err)
	}
	warn(realms, int(k.Realm), k.Mail...)
	if !k.Remove {
		c.warnLocal(k.Mail...)
	}
	return w.listMail(int(k.Realm), k.JSON)
}
