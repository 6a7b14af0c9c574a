package main

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

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
func (k *realmAddCmd) Run(c *Call) error {
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
func (k *realmAddCmd) joining(c *Call) (game.Joining, error) {
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
func (c *Call) tellPassword(realm int, password string, json bool) error {
	if json {
		return c.encode(passwordJSON{realm, password})
	}
	fmt.Fprintf(c.out, "$I %d %s\n", realm, password)
	c.voice.warn("password-once")
	return nil
}
