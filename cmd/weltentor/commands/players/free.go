package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
)

// realmFreeCmd takes a realm from its player: for somebody on the waiting list, for a person named, or for nobody.
type realmFreeCmd struct {
	folder.Writes
	Realm      call.Number `arg:""`
	Signup     call.Number `arg:"" optional:""`
	Player     string      `placeholder:"NAME"`
	Mail       string      `placeholder:"ADDRESS"`
	PlayerLang string      `placeholder:"de|en"`
	Yes        bool
}

// Run asks whether the player shall lose the realm, and says who has it now. If no recipient is given, it goes to the
// next on the waiting list. If nobody waits, it has no player.
func (k *realmFreeCmd) Run(c *call.Call, w *folder.Opened) error {
	if already, err := k.sure(c, w); already || err != nil {
		return err
	}
	realm, to := int(k.Realm), roster.ApplicantRow{Player: k.Player, Mail: k.Mail, Lang: phrase.Lang(k.PlayerLang)}
	waiting, err := players.Signups(w.World)
	switch {
	case err != nil:
	case k.Mail != "":
		err = players.HandTo(w.World, realm, to, c.Now())
	case k.Signup == 0 && len(waiting) == 0:
		if err = players.Vacate(w.World, realm, c.Now()); err == nil {
			c.Voice.Say("set-free", phrase.Num("realm", realm), phrase.Str("dir", k.Dir))
			return nil
		}
	default:
		to, err = players.HandOver(w.World, realm, int(k.Signup), c.Now())
	}
	if err != nil {
		return err
	}
	warnLocal(c, to.Mail)
	c.Voice.Say("handed-over", phrase.Num("realm", realm), phrase.Str("player", terminal.OneCell(to.Player)),
		phrase.Str("mail", to.Mail))
	return nil
}

// Check refuses a person who is only half described, or named together with a place on the list.
func (k *realmFreeCmd) Check(*call.Call) error {
	switch {
	case (k.Mail == "") != (k.Player == ""), k.Mail != "" && k.Signup != 0, k.Mail == "" && k.PlayerLang != "":
		return complaint.Usage("free-whom")
	case k.Mail != "" && !settings.BareAddress(k.Mail):
		return complaint.Usage("bad-address", phrase.Str("mail", k.Mail))
	}
	return chosenLang(k.PlayerLang)
}

// sure asks before a player loses the realm. Nobody gets a realm twice, since the second letter would have another
// password: if it is theirs already, nothing is to do.
func (k *realmFreeCmd) sure(c *call.Call, w *folder.Opened) (already bool, err error) {
	r, err := players.RealmOf(w.World, int(k.Realm))
	if err != nil || r.Vacant {
		return false, err
	}
	args := []phrase.Arg{phrase.Str("dir", k.Dir), phrase.Num("realm", r.Number),
		phrase.Str("player", terminal.OneCell(r.Player))}
	same := k.PlayerLang == "" || phrase.Lang(k.PlayerLang) == r.Lang
	if same && r.Player == k.Player && hasMail(r.Mail, k.Mail) {
		c.Voice.Say("free-already", args...)
		return true, nil
	}
	return false, c.Sure(k.Yes, "free", args...)
}
