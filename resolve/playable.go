package resolve

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// isOwn tells whether an address is the game's own.
func (k *clerk) isOwn(mail string) bool {
	return roster.SameAddress(mail, k.settings.Address) || roster.Has(k.settings.Aliases, mail)
}

// playable says why nobody can play from an address: it is none, or the game would write to itself.
func (k *clerk) playable(mail string) error {
	if err := roster.ProperMail(mail); err != nil {
		return err
	}
	if k.isOwn(mail) {
		return wording.Fault(store.ErrAddress, "address-own", phrase.Str("mail", wording.Cut(mail)))
	}
	return nil
}
