package players

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/personal"
	"weltentor/resolve/players"
)

// realmForgetCmd removes what is kept about a realm's player.
type realmForgetCmd struct {
	folder.Changes
	Realm   call.Number `arg:""`
	Former  string
	Backups bool
	Yes     bool
	JSON    bool `name:"json"`
}

// Check refuses to forget somebody without a reason.
func (k *realmForgetCmd) Check(c *call.Call) error { return c.NeedsWhy("forget-why") }

// Run asks whether it shall go, removes it, and says what a person must still take care of: mails and copies.
func (k *realmForgetCmd) Run(c *call.Call, w *folder.Opened) error {
	p, err := person(w, int(k.Realm), k.Former)
	if err != nil {
		return err
	}
	if _, err := players.RealmOf(w.World, int(k.Realm)); err != nil {
		return err
	}
	code := "forget"
	if k.Former != "" {
		code = "forget-former"
	}
	if err := c.Sure(k.Yes, code, phrase.Str("dir", k.Dir), phrase.Num("realm", int(k.Realm)),
		phrase.Str("who", k.Former)); err != nil {
		return err
	}
	f, err := p.Forget(k.Backups, c.Now())
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(f)
	}
	sayForgotten(c, w, k, f)
	return nil
}

func sayForgotten(c *call.Call, w *folder.Opened, k *realmForgetCmd, f personal.Forgotten) {
	realm, dir := phrase.Num("realm", f.Realm), phrase.Str("dir", k.Dir)
	code := "forgotten"
	if k.Former != "" {
		code = "forgotten-former"
	}
	c.Voice.Say(code, realm, phrase.Str("who", k.Former), phrase.Num("letters", f.Letters), phrase.Num("mailed", f.Mailed),
		phrase.Num("questions", f.Questions), phrase.Num("entries", f.Entries))
	c.Voice.Say("forgotten-stays")
	if f.Vacant && k.Former == "" {
		c.Voice.Say("forgotten-vacant", realm, dir)
	}
	if len(f.Mails) > 0 {
		c.Voice.Say("forgotten-mails", phrase.Num("n", len(f.Mails)), phrase.Str("folder", w.Settings.IMAP.Done))
	}
	for _, m := range f.Mails {
		fmt.Fprintln(c.Out, "  "+call.When(m.Arrived, w.Zone())+"  "+m.MessageID)
	}
	if len(f.Backups) > 0 {
		c.Voice.Say("forgotten-backups", phrase.Num("n", len(f.Backups)))
	}
	for _, name := range f.Backups {
		fmt.Fprintln(c.Out, "  "+name)
	}
	if w.World.Disk.Elsewhere() {
		c.Voice.Say("forgotten-database")
	}
	sayRealms(c, "forgotten-stood-in", f.StoodIn)
	sayRealms(c, "forgotten-elsewhere", f.Elsewhere)
}

func sayRealms(c *call.Call, code string, numbers []int) {
	var realms []string
	for _, n := range numbers {
		realms = append(realms, strconv.Itoa(n))
	}
	if len(realms) > 0 {
		c.Voice.Say(code, phrase.Num("n", len(realms)), phrase.Str("realms", strings.Join(realms, ", ")))
	}
}
