package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/mastermail"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/worlds/game"
)

// realmCmd gathers what is done with realms.
type realmCmd struct {
	Add    realmAddCmd    `cmd:""`
	Import realmImportCmd `cmd:""`
	List   realmListCmd   `cmd:""`
	Mail   realmMailCmd   `cmd:""`
	Passwd realmPasswdCmd `cmd:""`
	Pay    realmPayCmd    `cmd:""`
	Accept realmAcceptCmd `cmd:""`
	Drop   realmDropCmd   `cmd:""`
	Free   realmFreeCmd   `cmd:""`
	Pause  realmPauseCmd  `cmd:""`
	Mute   realmMuteCmd   `cmd:""`
	Export realmExportCmd `cmd:""`
	Forget realmForgetCmd `cmd:""`
}

// realmAddCmd adds a realm.
type realmAddCmd struct {
	Dir        string `arg:""`
	Name       string `required:"" placeholder:"NAME"`
	Player     string `required:"" placeholder:"NAME"`
	Mail       string `required:"" placeholder:"ADDRESS"`
	Culture    string `placeholder:"NAME"`
	Kind       string `placeholder:"KIND"`
	PlayerLang string `placeholder:"de|en"`
	Computer   string `placeholder:"UTF8|PC|Amiga"`
	JSON       bool   `name:"json"`
}

// Run adds the realm and prints, as the only answer, the line its orders must
// begin with: number and password, told here once and nowhere else.
func (k *realmAddCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	joining, err := k.joining(c)
	if err != nil {
		return err
	}
	if err := w.offered(&joining); err != nil {
		return err
	}
	number, password, err := players.AddRealm(w.World, joining, k.Mail, c.now())
	if err != nil {
		if known := w.wrong(err); known != err {
			return known
		}
		return &complaint{Exit: exitUsage, What: phrase.P("cannot-join"), Cause: err}
	}
	if err := c.tellPassword(number, password, k.JSON); err != nil {
		return err
	}
	realms, err := players.Realms(w.World)
	if err != nil {
		return w.wrong(err)
	}
	c.warnShared(realms, number, k.Mail)
	c.warnLocal(k.Mail)
	return w.warnCrowded()
}

// warnCrowded tells that the world has more realms than it plays well with.
func (w *opened) warnCrowded() error {
	realms, suits, err := players.Crowd(w.World)
	if suits > 0 && realms > suits {
		w.call.voice.warn("crowded", phrase.Num("realms", realms), phrase.Num("n", suits))
	}
	return w.wrong(err)
}

// joining checks what the machine offers; culture and kind are the world's to
// know, which may have its own.
func (k *realmAddCmd) joining(c *call) (game.Joining, error) {
	if !settings.BareAddress(k.Mail) {
		return game.Joining{}, usage("bad-address", phrase.Str("mail", k.Mail))
	}
	lang := c.voice.book.Lang
	if k.PlayerLang != "" {
		lang = phrase.Lang(k.PlayerLang)
	}
	if err := chosenLang(k.PlayerLang); err != nil {
		return game.Joining{}, err
	}
	if err := chosen("computer", k.Computer, string(game.UTF8), string(game.PC), string(game.Amiga)); err != nil {
		return game.Joining{}, err
	}
	computer := game.UTF8
	if k.Computer != "" {
		computer = game.Computer(k.Computer)
	}
	return game.Joining{Name: k.Name, Player: k.Player, Kind: k.Kind, Culture: k.Culture, Lang: lang,
		Computer: computer}, nil
}

// offered refuses a kind or culture the world does not offer, naming those it does. Either
// may be given as the world calls it or by its name in any language; capitals and slips of
// the pen do not matter.
func (w *opened) offered(j *game.Joining) error {
	kinds, cultures, err := players.Offers(w.World)
	if err != nil {
		return w.wrong(err)
	}
	for _, o := range []struct {
		flag  string
		value *string
		of    signup.Offers
	}{{"kind", &j.Kind, kinds}, {"culture", &j.Culture, cultures}} {
		if *o.value == "" {
			continue
		}
		code, ok := o.of.Find(*o.value)
		switch {
		case o.of.None():
			return usage("no-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value))
		case !ok:
			return usage("bad-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value),
				phrase.Str("choices", w.call.voice.offered(o.of)))
		}
		*o.value = code
	}
	return nil
}

// offersOf is what realms of a world may choose from; nothing where there is no
// world to be read.
func (c *call) offersOf(dir string) (kinds, cultures signup.Offers) {
	w, err := c.look(dir)
	if err != nil {
		return kinds, cultures
	}
	if kinds, cultures, err = players.Offers(w.World); err != nil {
		return signup.Offers{}, signup.Offers{}
	}
	return kinds, cultures
}

// offered lists choices in a sentence: what one types, and the name where it is another.
func (v *voice) offered(of signup.Offers) string {
	var list []string
	for _, o := range of.In(v.book.Lang) {
		if o.Name != o.Code {
			o.Code += " (" + o.Name + ")"
		}
		list = append(list, o.Code)
	}
	return strings.Join(list, ", ")
}

// chosenLang refuses a language nobody speaks here.
func chosenLang(lang string) error {
	return chosen("player-lang", lang, string(phrase.De), string(phrase.En))
}

// chosen refuses a flag's value that is none of the choices.
func chosen(flag, value string, of ...string) error {
	if value == "" || slices.Contains(of, value) {
		return nil
	}
	return usage("bad-choice", phrase.Str("flag", flag), phrase.Str("value", value),
		phrase.Str("choices", strings.Join(of, ", ")))
}

// passwordJSON is the answer of `realm add --json` and `realm passwd --json`.
type passwordJSON struct {
	Realm    int    `json:"realm"`
	Password string `json:"password"`
}

// tellPassword prints the identity line of a realm: number and password.
func (c *call) tellPassword(realm int, password string, json bool) error {
	if json {
		return c.encode(passwordJSON{realm, password})
	}
	fmt.Fprintf(c.out, "$I %d %s\n", realm, password)
	c.voice.warn("password-once")
	return nil
}

// realmListCmd lists the realms.
type realmListCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// realmListJSON is the answer of `realm list --json`.
type realmListJSON struct {
	Realms  []roster.RealmRow `json:"realms"`
	Signups []signup.Row      `json:"signups"`
}

// Run prints a line a realm: number, name, player, language, addresses.
func (k *realmListCmd) Run(c *call) error {
	w, err := c.open(k.Dir)
	if err != nil {
		return err
	}
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := realmListJSON{Realms: []roster.RealmRow{}, Signups: []signup.Row{}}
		for _, r := range s.Realms {
			out.Realms = append(out.Realms, r.RealmRow)
		}
		out.Signups = append(out.Signups, s.Signups...)
		return c.encode(out)
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range s.Realms {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s", r.Number, oneCell(r.Name), oneCell(r.Player), r.Lang,
			strings.Join(r.Mail, " "))
		if r.Fallen {
			fmt.Fprint(t, "\t"+c.voice.book.T("fallen"))
		}
		for _, state := range c.silence(r.RealmRow, s.Turn) {
			fmt.Fprint(t, "\t"+state)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	c.saySignups(s.Signups, w.zone())
	return nil
}

// oneCell keeps what a player named from breaking a table's lines.
func oneCell(s string) string { return terminal.OneCell(s) }

// realmPasswdCmd gives a realm a new password, or the game master.
type realmPasswdCmd struct {
	Dir   string `arg:""`
	Realm number `arg:"" optional:""`
	GM    bool   `name:"gm"`
	JSON  bool   `name:"json"`
}

// Run prints the new identity line; the old password is void at once.
func (k *realmPasswdCmd) Run(c *call) error {
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
