package world

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// isOwn tells whether an address is the game's own.
func (k *Setup) IsOwn(mail string) bool {
	return roster.SameAddress(mail, k.Settings.Address) || roster.Has(k.Settings.Aliases, mail)
}

// playable says why nobody can play from an address: it is none, or the game would write to itself.
func (k *Setup) Playable(mail string) error {
	if err := roster.ProperMail(mail); err != nil {
		return err
	}
	if k.IsOwn(mail) {
		return wording.Fault(store.ErrAddress, "address-own", phrase.Str("mail", wording.Cut(mail)))
	}
	return nil
}
