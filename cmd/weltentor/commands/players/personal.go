package players

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/wording"
)

// realmExportCmd shows what is kept about a realm's player, for that player.
type realmExportCmd struct {
	folder.Reads
	Realm  call.Number `arg:""`
	Former string
	JSON   bool `name:"json"`
}

// person is who plays a realm, or who played it before and is called so: by name, number or address. If nobody is, or
// several are, the error lists them.
func person(w *folder.Opened, realm int, former string) (p gamemaster.Person, err error) {
	p = gamemaster.PlayerOf(w.World, realm)
	if former == "" {
		return p, nil
	}
	past, err := gamemaster.FormerOf(w.World, realm)
	if err != nil {
		return p, err
	}
	if found := roster.Named(past, former); len(found) == 1 {
		p.Former = found[0] + 1
		return p, nil
	}
	var all []string
	for i, s := range past {
		if len(s.Mail)+len(s.Stood) > 0 {
			who := strings.TrimSpace(strings.Join(append([]string{s.Player}, s.Mail...), " "))
			all = append(all, fmt.Sprintf("%d %s (%s)", i+1, who, s.Until.In(w.Zone()).Format(time.DateOnly)))
		}
	}
	return p, complaint.Usage("former-who", phrase.Num("realm", realm), phrase.Str("who", former),
		phrase.Num("n", len(all)), phrase.Str("list", strings.Join(all, "; ")))
}

// Run prints it as text in the player's language, or as JSON.
func (k *realmExportCmd) Run(c *call.Call, w *folder.Opened) error {
	p, err := person(w, int(k.Realm), k.Former)
	if err != nil {
		return err
	}
	d, err := p.Data()
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(d)
	}
	_, err = fmt.Fprint(c.Out, d.Print(w.Zone()))
	return err
}

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

func sayForgotten(c *call.Call, w *folder.Opened, k *realmForgetCmd, f players.Forgotten) {
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
	if len(numbers) > 0 {
		c.Voice.Say(code, phrase.Num("n", len(numbers)), phrase.Str("realms", wording.NumbersOf(numbers)))
	}
}
