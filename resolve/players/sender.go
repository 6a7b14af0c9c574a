package players

import (
	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// registered lists the realms whose player writes from an address.
func Registered(k *world.Setup, tx *store.Tx, c chronicle.Current, mail string) (realms []int, err error) {
	if mail == "" {
		return nil, nil
	}
	err = k.People.Records(tx, func(number int, rec roster.RealmRecord) {
		if roster.Has(rec.Mail, mail) || rec.StandsIn(mail, c.Turn) {
			if _, plays := c.Realm(number); plays {
				realms = append(realms, number)
			}
		}
	})
	return realms, err
}
