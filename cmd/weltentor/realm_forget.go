package main

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/personal"
)

// realmForgetCmd removes what is kept of a realm's player.
type realmForgetCmd struct {
	Dir     string `arg:""`
	Realm   number `arg:""`
	Former  bool
	Backups bool
	JSON    bool `name:"json"`
}

// Run removes it and says what a person must still see to: mails and copies.
func (k *realmForgetCmd) Run(c *Call) error {
	if strings.TrimSpace(c.why) == "" {
		return usage("forget-why")
	}
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	p := master.PlayerOf(w.World, int(k.Realm))
	p.Former = k.Former
	f, err := p.Forget(k.Backups, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		return c.encode(f)
	}
	c.sayForgotten(w, k, f)
	return nil
}

func (c *Call) sayForgotten(w *opened, k *realmForgetCmd, f personal.Forgotten) {
	realm, dir := phrase.Num("realm", f.Realm), phrase.Str("dir", k.Dir)
	code := "forgotten"
	if k.Former {
		code = "forgotten-former"
	}
	c.voice.say(code, realm, phrase.Num("letters", f.Letters), phrase.Num("mailed", f.Mailed),
		phrase.Num("questions", f.Questions), phrase.Num("entries", f.Entries))
	c.voice.say("forgotten-stays")
	if f.Vacant && !k.Former {
		c.voice.say("forgotten-vacant", realm, dir)
	}
	if len(f.Mails) > 0 {
		c.voice.say("forgotten-mails", phrase.Num("n", len(f.Mails)), phrase.Str("folder", w.settings.IMAP.Done))
	}
	for _, m := range f.Mails {
		fmt.Fprintln(c.out, "  "+when(m.Arrived, w.zone())+"  "+m.MessageID)
	}
	if len(f.Backups) > 0 {
		c.voice.say("forgotten-backups", phrase.Num("n", len(f.Backups)))
	}
	for _, name := range f.Backups {
		fmt.Fprintln(c.out, "  "+name)
	}
	c.sayRealms("forgotten-stood-in", f.StoodIn)
	c.sayRealms("forgotten-elsewhere", f.Elsewhere)
}

func (c *Call) sayRealms(code string, numbers []int) {
	var realms []string
	for _, n := range numbers {
		realms = append(realms, strconv.Itoa(n))
	}
	if len(realms) > 0 {
		c.voice.say(code, phrase.Num("n", len(realms)), phrase.Str("realms", strings.Join(realms, ", ")))
	}
}
