package players

import (
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/roster"
)

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
