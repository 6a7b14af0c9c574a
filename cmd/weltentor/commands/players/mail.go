package players

import (
	"fmt"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
)

// realmMailCmd lists or changes a realm's addresses.
type realmMailCmd struct {
	folder.Changes
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

// Check refuses addresses that are none, and a change without any.
func (k *realmMailCmd) Check(*call.Call) error {
	for _, m := range k.Mail {
		if !settings.BareAddress(m) {
			return complaint.Usage("bad-address", phrase.Str("mail", m))
		}
	}
	if len(k.Mail) == 0 && (k.Add || k.Remove) {
		return complaint.Usage("mail-nothing")
	}
	return nil
}

// Open opens the world to list addresses, or to change them.
func (k *realmMailCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if len(k.Mail) == 0 {
		return folder.Read(c, k.Dir)
	}
	return folder.Change(c, k.Dir)
}

// Run lists the realm's addresses, one per line; the first receives the reports. With addresses given it replaces
// them, or adds or removes some, and then lists the result. It warns about an address that another realm has, or that
// was not there to be removed.
func (k *realmMailCmd) Run(c *call.Call, w *folder.Opened) error {
	if len(k.Mail) > 0 {
		if err := k.change(c, w); err != nil {
			return err
		}
	}
	r, err := players.RealmOf(w.World, int(k.Realm))
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(mailJSON{r.Number, r.Mail})
	}
	for _, m := range r.Mail {
		fmt.Fprintln(c.Out, m)
	}
	if len(k.Mail) > 0 && !k.Add && !k.Remove {
		c.Voice.Say("mail-changed", phrase.Str("dir", k.Dir), phrase.Num("realm", int(k.Realm)))
	}
	return nil
}

func (k *realmMailCmd) change(c *call.Call, w *folder.Opened) error {
	realms, err := players.Realms(w.World)
	if err != nil {
		return err
	}
	change, warn := players.SetMail, warnShared
	switch {
	case k.Add:
		change = players.AddMail
	case k.Remove:
		change, warn = players.RemoveMail, warnAbsent
	}
	if err := change(w.World, int(k.Realm), k.Mail...); err != nil {
		return err
	}
	warn(c, realms, int(k.Realm), k.Mail...)
	if !k.Remove {
		warnLocal(c, k.Mail...)
	}
	return nil
}

// warnShared warns about addresses that another realm has too. That is allowed, but may be a mistake.
func warnShared(c *call.Call, realms []roster.RealmRow, realm int, mail ...string) {
	for _, r := range realms {
		for _, m := range mail {
			if r.Number != realm && hasMail(r.Mail, m) {
				c.Voice.Warn("address-shared", phrase.Str("mail", m), phrase.Num("realm", r.Number))
			}
		}
	}
}

// warnLocal warns about addresses that other mail servers cannot reach.
func warnLocal(c *call.Call, mail ...string) {
	for _, m := range mail {
		if address.Local(m) {
			c.Voice.Warn("address-local", phrase.Str("mail", m))
		}
	}
}

func hasMail(list []string, mail string) bool {
	return slices.ContainsFunc(list, func(m string) bool { return address.Same(m, mail) })
}

// warnAbsent warns about addresses that the realm does not have.
func warnAbsent(c *call.Call, realms []roster.RealmRow, realm int, mail ...string) {
	for _, r := range realms {
		for _, m := range mail {
			if r.Number == realm && !hasMail(r.Mail, m) {
				c.Voice.Warn("address-absent", phrase.Str("mail", m), phrase.Num("realm", realm))
			}
		}
	}
}
