package players

import (
	"fmt"
	"slices"
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
	return p, unclear("former-who", w, realm, former, past)
}

// unclear lists those who had a realm before and whose data is kept.
func unclear(code string, w *folder.Opened, realm int, former string, past []roster.Stretch) error {
	var all []string
	for i, s := range past {
		if len(s.Mail)+len(s.Stood) > 0 {
			who := strings.TrimSpace(strings.Join(append([]string{s.Player}, s.Mail...), " "))
			all = append(all, fmt.Sprintf("%d %s (%s)", i+1, who, s.Until.In(w.Zone()).Format(time.DateOnly)))
		}
	}
	return complaint.Usage(code, phrase.Num("realm", realm), phrase.Str("who", former), phrase.Num("n", len(all)),
		phrase.Str("list", strings.Join(all, "; ")))
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
	if _, err := players.RealmOf(w.World, int(k.Realm)); err != nil {
		return err
	}
	p, code, who, err := k.whom(w)
	if err != nil {
		return err
	}
	if err := c.Sure(k.Yes, code, phrase.Str("dir", k.Dir), phrase.Num("realm", int(k.Realm)),
		phrase.Str("who", who)); err != nil {
		return err
	}
	f, err := p.Forget(k.Backups, c.Now())
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(f)
	}
	sayForgotten(c, w, k, code, f)
	return nil
}

// whom finds who is to be forgotten, the code of the question, and their name. A realm without a player is asked about
// those who had it before. With --backups the command is repeated after who is meant was forgotten: then nobody need be
// found.
func (k *realmForgetCmd) whom(w *folder.Opened) (p gamemaster.Person, code, who string, err error) {
	past, err := gamemaster.FormerOf(w.World, int(k.Realm))
	if err != nil {
		return p, "", "", err
	}
	gone := slices.IndexFunc(past, func(s roster.Stretch) bool { return len(s.Mail)+len(s.Stood) == 0 })
	if p, err = person(w, int(k.Realm), k.Former); k.Former != "" {
		if err != nil && k.Backups && gone >= 0 && len(roster.Named(past, k.Former)) == 0 {
			p.Former, err = gone+1, nil
			return p, "forget-backups", k.Former, nil
		}
		return p, "forget-former", k.Former, err
	}
	d, err := p.Data()
	if err != nil {
		return p, "", "", err
	}
	switch who = strings.TrimSpace(strings.Join(append([]string{d.Player}, d.Mail...), " ")); {
	case who != "":
		return p, "forget-named", who, nil
	case !k.Backups && slices.ContainsFunc(past, func(s roster.Stretch) bool { return len(s.Mail)+len(s.Stood) > 0 }):
		return p, "", "", unclear("forget-vacant", w, int(k.Realm), "", past)
	}
	return p, "forget", "", nil
}

func sayForgotten(c *call.Call, w *folder.Opened, k *realmForgetCmd, code string, f players.Forgotten) {
	realm, dir := phrase.Num("realm", f.Realm), phrase.Str("dir", k.Dir)
	said := "forgotten"
	switch code {
	case "forget-former":
		said = "forgotten-former"
	case "forget-backups":
		said = "forgotten-nobody"
	}
	c.Voice.Say(said, realm, phrase.Str("who", k.Former), phrase.Num("letters", f.Letters), phrase.Num("mailed", f.Mailed),
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
