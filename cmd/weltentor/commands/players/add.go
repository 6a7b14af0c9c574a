package players

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// realmAddCmd adds a realm.
type realmAddCmd struct {
	folder.Writes
	Name       string `required:"" placeholder:"NAME"`
	Player     string `required:"" placeholder:"NAME"`
	Mail       string `placeholder:"ADDRESS"`
	Culture    string `placeholder:"NAME"`
	Kind       string `placeholder:"KIND"`
	PlayerLang string `placeholder:"de|en"`
	Computer   string `placeholder:"UTF8|PC|Amiga"`
	ByHand     bool
	JSON       bool `name:"json"`
}

// Open opens the world to write to the player, or only to change it: then no letter leaves.
func (k *realmAddCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.Mail == "" {
		return folder.Change(c, k.Dir)
	}
	return folder.Write(c, k.Dir)
}

// Run adds the realm. The player gets the password in a letter. By hand it prints only the line that orders must begin
// with: number and password. They are then shown here once and nowhere else. In a game without an address, a player
// needs none: such realms are played at this machine.
func (k *realmAddCmd) Run(c *call.Call, w *folder.Opened) error {
	joining, err := k.joining(c)
	if err != nil {
		return err
	}
	if k.Mail == "" && w.Settings.Address != "" {
		return complaint.Usage("add-no-mail")
	}
	if err := checkOffered(w, &joining); err != nil {
		return err
	}
	number, password, err := k.add(w, joining)
	if err != nil {
		if known := w.Wrong(err); known != err {
			return known
		}
		return cmp.Or(k.ofMachine(w), folder.Refused(c, k.Dir, err, phrase.P("cannot-join")))
	}
	switch {
	case k.Mail == "" && !k.JSON:
		c.Voice.Say("seated", phrase.Num("realm", number), phrase.Str("name", terminal.OneCell(k.Name)),
			phrase.Str("dir", k.Dir))
	case k.ByHand:
		err = tellPassword(c, number, password, k.JSON)
	case k.JSON:
		err = c.JSON().Encode(passwordJSON{Realm: number})
	default:
		c.Voice.Say("added", phrase.Num("realm", number), phrase.Str("name", terminal.OneCell(k.Name)),
			phrase.Str("mail", k.Mail))
	}
	if err != nil {
		return err
	}
	realms, err := players.Realms(w.World)
	if err != nil {
		return err
	}
	if k.Mail != "" {
		warnShared(c, realms, number, k.Mail)
		warnLocal(c, k.Mail)
	}
	return warnCrowded(w)
}

// add adds the realm, and returns the password if there is one that nobody is mailed.
func (k *realmAddCmd) add(w *folder.Opened, joining game.Joining) (number int, password string, err error) {
	if k.Mail == "" {
		numbers, err := players.AddLocal(w.World, []players.LocalRealm{{Joining: joining}}, w.Call.Now())
		if err != nil {
			return 0, "", err
		}
		return numbers[0], "", nil
	}
	if k.ByHand {
		return players.AddRealm(w.World, joining, k.Mail, w.Call.Now())
	}
	added, err := players.AddRealms(w.World, []roster.Newcomer{{Joining: joining, Mail: k.Mail}}, w.Call.Now())
	if refused, is := errors.AsType[roster.Refusals](err); is {
		err = refused[0].Err
	}
	if err != nil {
		return 0, "", err
	}
	return added[0].Number, "", nil
}

// ofMachine complains if the machine plays a realm of that name, and says how somebody takes it over.
func (k *realmAddCmd) ofMachine(w *folder.Opened) error {
	realms, err := players.Realms(w.World)
	for _, r := range realms {
		if err == nil && r.Bot != nil && strings.EqualFold(r.Name, strings.TrimSpace(k.Name)) {
			return complaint.Usage("add-machine", phrase.Num("realm", r.Number), phrase.Str("name", terminal.OneCell(r.Name)),
				phrase.Str("dir", k.Dir))
		}
	}
	return err
}

// warnCrowded warns if the world has more realms than it has room for.
func warnCrowded(w *folder.Opened) error {
	realms, suits, err := players.Crowd(w.World)
	if suits > 0 && realms > suits {
		w.Call.Voice.Warn("crowded", phrase.Num("realms", realms), phrase.Num("n", suits))
	}
	return err
}

// joining checks what every world has. Culture and kind are left to the world, which may have its own.
func (k *realmAddCmd) joining(c *call.Call) (game.Joining, error) {
	if k.Mail != "" && !settings.BareAddress(k.Mail) {
		return game.Joining{}, complaint.Usage("bad-address", phrase.Str("mail", k.Mail))
	}
	lang := c.Voice.Book.Lang
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

// chosenLang refuses a language that the program does not speak.
func chosenLang(lang string) error {
	return chosen("player-lang", lang, string(phrase.De), string(phrase.En))
}

// chosen refuses a flag's value that is not one of the choices.
func chosen(flag, value string, of ...string) error {
	if value == "" || slices.Contains(of, value) {
		return nil
	}
	return complaint.Usage("bad-choice", phrase.Str("flag", flag), phrase.Str("value", value),
		phrase.Str("choices", strings.Join(of, ", ")))
}

// passwordJSON is the answer of `realm add --json` and `realm passwd --json`.
type passwordJSON struct {
	Realm    int    `json:"realm"`
	Password string `json:"password,omitempty"` // not if it is mailed
}

// tellPassword prints the identity line of a realm: number and password.
func tellPassword(c *call.Call, realm int, password string, json bool) error {
	if json {
		return c.JSON().Encode(passwordJSON{realm, password})
	}
	fmt.Fprintf(c.Out, "$I %d %s\n", realm, password)
	c.Voice.Warn("password-once")
	return nil
}
