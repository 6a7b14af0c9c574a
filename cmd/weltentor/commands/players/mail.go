package players

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// realmMailCmd lists or changes a realm's addresses.
type realmMailCmd struct {
	Dir    string      `arg:""`
	Realm  call.Number `arg:""`
	Mail   []string    `arg:"" optional:""`
	Add    bool        `xor:"change"`
	Remove bool        `xor:"change"`
	JSON   bool        `name:"json"`
}

// mailJSON is the answer of `realm mail --json`.
type mailJSON struct {
	Realm int      `json:"realm"`
	Mail  []string `json:"mail"` // the first one receives the reports
}

// Run lists the realm's addresses, one per line; the first receives the reports. With addresses given it replaces
// them, or adds or removes some, and then lists the result. It warns about an address that another realm has, or that
// was not there to be removed.
func (k *realmMailCmd) Run(c *call.Call) error {
	for _, m := range k.Mail {
		if !settings.BareAddress(m) {
			return fault.Usage("bad-address", phrase.Str("mail", m))
		}
	}
	switch {
	case len(k.Mail) > 0:
		return k.change(c)
	case k.Add || k.Remove:
		return fault.Usage("mail-nothing")
	}
	w, err := folder.Open(c, k.Dir)
	if err != nil {
		return err
	}
	return listMail(w, int(k.Realm), k.JSON)
}

// listMail prints a realm's addresses.
func listMail(w *folder.Opened, realm int, json bool) error {
	r, err := players.RealmOf(w.World, realm)
	if err != nil {
		return w.Wrong(err)
	}
	if json {
		return w.Call.JSON().Encode(mailJSON{realm, r.Mail})
	}
	for _, m := range r.Mail {
		fmt.Fprintln(w.Call.Out, m)
	}
	return nil
}

func (k *realmMailCmd) change(c *call.Call) error {
	w, done, err := folder.Change(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	realms, err := players.Realms(w.World)
	if err != nil {
		return w.Wrong(err)
	}
	change, warn := players.SetMail, warnShared
	switch {
	case k.Add:
		change = players.AddMail
	case k.Remove:
		change, warn = players.RemoveMail, warnAbsent
	}
	if err := change(w.World, int(k.Realm), k.Mail...); err != nil {
		return w.Wrong(err)
	}
	warn(c, realms, int(k.Realm), k.Mail...)
	if !k.Remove {
		warnLocal(c, k.Mail...)
	}
	if err := listMail(w, int(k.Realm), k.JSON); err != nil || k.JSON || k.Add || k.Remove {
		return err
	}
	c.Voice.Say("mail-changed", phrase.Str("dir", k.Dir), phrase.Num("realm", int(k.Realm)))
	return nil
}
