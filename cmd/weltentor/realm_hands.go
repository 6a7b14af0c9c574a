package main

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/signup"
	"weltentor/resolve/world"
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
func (k *realmFreeCmd) Run(c *call) error {
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

// realmPauseCmd marks a player as away, or back.
type realmPauseCmd struct {
	Dir   string `arg:""`
	Realm number `arg:""`
	Turns number `arg:""`
}

// Run says up to which turn.
func (k *realmPauseCmd) Run(c *call) error {
	if k.Turns > world.LongestPause {
		return usage("pause-turns", phrase.Num("n", int(k.Turns)), phrase.Num("most", world.LongestPause))
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	until, err := schedule.Away(w.World, int(k.Realm), int(k.Turns), c.now())
	if err != nil {
		return w.wrong(err)
	}
	code := "player-away"
	if until == 0 {
		code = "player-back"
	}
	c.voice.say(code, phrase.Num("realm", int(k.Realm)), phrase.Num("turn", until))
	return nil
}

// realmMuteCmd lets a realm's messages wait for the turn where others' do not.
type realmMuteCmd struct {
	Dir   string `arg:""`
	Realm number `arg:""`
	Off   bool
}

// Run says how the realm's messages go now.
func (k *realmMuteCmd) Run(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	changed, err := intake.Mute(w.World, int(k.Realm), k.Off, c.now())
	if err != nil {
		return w.wrong(err)
	}
	code := "muted"
	switch {
	case !changed:
		code = "muted-already"
	case k.Off:
		code = "unmuted"
	}
	c.voice.say(code, phrase.Num("realm", int(k.Realm)))
	return nil
}

// realmAcceptCmd gives somebody of the waiting list a realm.
type realmAcceptCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues the letter with the password; it is not told here.
func (k *realmAcceptCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	err = players.AcceptSignup(w.World, max(int(k.Signup), 1), c.now())
	if err == nil {
		return w.warnCrowded()
	}
	if known := w.wrong(err); known != err {
		return known
	}
	return &complaint{Exit: exitUsage, What: phrase.P("cannot-join"), Cause: err}
}

// realmDropCmd takes somebody off the waiting list.
type realmDropCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues a letter that tells him.
func (k *realmDropCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	return w.wrong(players.DropSignup(w.World, max(int(k.Signup), 1), c.now()))
}

// saySignups lists who waits for a realm.
func (c *call) saySignups(rows []signup.Row, zone *time.Location) {
	for _, r := range rows {
		fmt.Fprintln(c.out, c.voice.book.Say(phrase.P("signup-row", phrase.Num("number", r.ID),
			phrase.Str("player", oneCell(r.Player)), phrase.Str("mail", r.Mail),
			phrase.Str("lang", string(r.Lang)), phrase.Str("name", oneCell(r.Name)),
			phrase.Str("chosen", strings.TrimSpace(r.Kind+" "+r.Culture)), phrase.Str("time", when(r.At, zone)))))
	}
}
