package main

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/roster"
)

// warnShared tells of addresses that another realm has: nothing forbids that, but
// it is a slip of the pen, perhaps.
func (c *Call) warnShared(realms []roster.RealmRow, realm int, mail ...string) {
	for _, r := range realms {
		for _, m := range mail {
			if r.Number != realm && hasMail(r.Mail, m) {
				c.voice.warn("address-shared", phrase.Str("mail", m), phrase.Num("realm", r.Number))
			}
		}
	}
}

// warnLocal tells of addresses to which no other mail server knows the way.
func (c *Call) warnLocal(mail ...string) {
	for _, m := range mail {
		if address.Local(m) {
			c.voice.warn("address-local", phrase.Str("mail", m))
		}
	}
}

func hasMail(list []string, mail string) bool {
	return slices.ContainsFunc(list, func(m string) bool { return address.Same(m, mail) })
}

// warnAbsent tells of addresses the realm does not have.
func (c *Call) warnAbsent(realms []roster.RealmRow, realm int, mail ...string) {
	for _, r := range realms {
		for _, m := range mail {
			if r.Number == realm && !hasMail(r.Mail, m) {
				c.voice.warn("address-absent", phrase.Str("mail", m), phrase.Num("realm", realm))
			}
		}
	}
}
