package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/mastermail"
	"weltentor/resolve/players"
)

// realmPasswdCmd gives a realm a new password, or the game master.
type realmPasswdCmd struct {
	Dir   string `arg:""`
	Realm number `arg:"" optional:""`
	GM    bool   `name:"gm"`
	JSON  bool   `name:"json"`
}

// Run prints the new identity line; the old password is void at once.
func (k *realmPasswdCmd) Run(c *Call) error {
	if k.GM == (k.Realm != 0) {
		return usage("passwd-whose")
	}
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if k.GM {
		return k.master(w)
	}
	password, err := players.ResetPassword(w.World, int(k.Realm))
	if err != nil {
		return w.wrong(err)
	}
	return c.tellPassword(int(k.Realm), password, k.JSON)
}

// master prints the line by which the game master proves a mail; the one before is void at once.
func (k *realmPasswdCmd) master(w *opened) error {
	password, err := mastermail.SetPassword(w.World)
	if err != nil {
		return w.wrong(err)
	}
	c := w.call
	if k.JSON {
		return c.encode(passwordJSON{0, password})
	}
	c.voice.say("gm-password", phrase.Str("password", password))
	c.voice.warn("password-once")
	return nil
}
