package resolve

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// SetMail sets the addresses a realm's player writes from; the first one gets
// the reports. Letters of the realm that wait for an address it no longer has go
// to that one, and reports that were refused or given up are tried again. Old
// receipts are not: the orders they tell of have been answered by a turn.
func (w *World) SetMail(realm int, mail ...string) error {
	return w.changeMail(realm, mail, func([]string) []string { return mail })
}

// AddMail adds addresses behind those a realm has.
func (w *World) AddMail(realm int, mail ...string) error {
	return w.changeMail(realm, mail, func(old []string) []string { return append(slices.Clip(old), mail...) })
}

// RemoveMail takes addresses from a realm; one must be left. The next one then
// is the first.
func (w *World) RemoveMail(realm int, mail ...string) error {
	return w.changeMail(realm, nil, func(old []string) []string {
		return slices.DeleteFunc(slices.Clone(old), func(m string) bool { return has(mail, m) })
	})
}

// changeMail changes a realm's addresses; fresh are those that were not known.
func (w *World) changeMail(realm int, fresh []string, change func(old []string) []string) error {
	for _, m := range fresh {
		if err := properMail(m); err != nil {
			return err
		}
	}
	return w.update(func(tx *store.Tx) error {
		var mail []string
		old, err := changeRealm(tx, realm, func(r *realmRecord) {
			mail = distinctMail(change(r.Mail))
			r.Mail = mail
		})
		switch {
		case err != nil:
			return err
		case len(mail) == 0:
			return fault(ErrAddress, "address-none", phrase.Num("realm", realm))
		case len(mail) > mostAddresses.Most():
			return fault(ErrAddress, "address-many", phrase.Num("realm", realm), phrase.Num("n", len(mail)), phrase.Num("most", mostAddresses.Most()))
		}
		// What was mailed to an address that is another's now allows nothing more.
		if err := dropTokens(tx, realm, func(t tokenRecord) bool { return !has(mail, t.Mail) }); err != nil {
			return err
		}
		return outboxIn(tx).readdress(realm, old.Mail, mail)
	})
}

// distinctMail leaves each address once, where it stands first.
func distinctMail(mail []string) (out []string) {
	for _, m := range mail {
		if !has(out, m) {
			out = append(out, m)
		}
	}
	return out
}
