package main

import (
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/signup"
)

// realmFreeCmd takes a realm from its player: for somebody of the waiting list,
// for somebody named, or for nobody.
type realmFreeCmd struct {
	Dir        string `arg:""`
	Realm      number `arg:""`
	Signup     number `arg:"" optional:""`
	Player     string `placeholder:"NAME"`
	Mail       string `placeholder:"ADDRESS"`
	PlayerLang string `placeholder:"de|en"`
}

// Run says who has it now. Without a word of whom it is for it goes to the next
// who waits, and where nobody does it is left without a player.
func (k *realmFreeCmd) Run(c *Call) error {
	if err := k.meant(); err != nil {
		return err
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	realm, to := int(k.Realm), signup.Row{Player: k.Player, Mail: k.Mail, Lang: phrase.Lang(k.PlayerLang)}
	waiting, err := players.Signups(w.World)
	switch {
	case err != nil:
	case k.Mail != "":
		err = players.HandTo(w.World, realm, to, c.now())
	case k.Signup == 0 && len(waiting) == 0:
		if err = players.Vacate(w.World, realm, c.now()); err == nil {
			c.voice.say("set-free", phrase.Num("realm", realm), phrase.Str("dir", k.Dir))
			return nil
		}
	default:
		to, err = players.HandOver(w.World, realm, int(k.Signup), c.now())
	}
	if err != nil {
		return w.wrong(err)
	}
	c.warnLocal(to.Mail)
	c.voice.say("handed-over", phrase.Num("realm", realm), phrase.Str("player", oneCell(to.Player)),
		phrase.Str("mail", to.Mail))
	return nil
}

// meant refuses half of a person, and a person beside a place on the list.
func (k *realmFreeCmd) meant() error {
	switch {
	case (k.Mail == "") != (k.Player == ""), k.Mail != "" && k.Signup != 0, k.Mail == "" && k.PlayerLang != "":
		return usage("free-whom")
	case k.Mail != "" && !settings.BareAddress(k.Mail):
		return usage("bad-address", phrase.Str("mail", k.Mail))
	}
	return chosenLang(k.PlayerLang)
}
