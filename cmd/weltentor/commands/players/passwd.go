package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/requests"
)

// realmPasswdCmd gives a realm or the game master a new password.
type realmPasswdCmd struct {
	folder.Changes
	Realm call.Number `arg:"" optional:""`
	GM    bool        `name:"gm"`
	JSON  bool        `name:"json"`
}

// Check refuses to leave open whose password it is.
func (k *realmPasswdCmd) Check(*call.Call) error {
	if k.GM == (k.Realm != 0) {
		return complaint.Usage("passwd-whose")
	}
	return nil
}

// Run prints the new identity line. The old password is void at once.
func (k *realmPasswdCmd) Run(c *call.Call, w *folder.Opened) error {
	if k.GM {
		return k.master(w)
	}
	password, err := players.ResetPassword(w.World, int(k.Realm))
	if err != nil {
		return err
	}
	if notices.ByLink(w.World.Setup) {
		c.Voice.Warn("passwd-links")
	}
	return tellPassword(c, int(k.Realm), password, k.JSON)
}

// master prints the line by which the game master proves a mail. The old one is void at once.
func (k *realmPasswdCmd) master(w *folder.Opened) error {
	password, err := requests.SetMasterPassword(w.World)
	if err != nil {
		return err
	}
	c := w.Call
	if k.JSON {
		return c.JSON().Encode(passwordJSON{0, password})
	}
	c.Voice.Say("gm-password", phrase.Str("password", password))
	c.Voice.Warn("password-once")
	return nil
}
