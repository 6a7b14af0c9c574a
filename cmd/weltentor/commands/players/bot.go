package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// realmBotCmd has the machine play a realm, or its player again.
type realmBotCmd struct {
	folder.Changes
	Realm    call.Number `arg:""`
	Style    string      `xor:"off"`
	Strength string      `xor:"weak"`
	Offer    bool        `xor:"offer"`
	Off      bool        `xor:"off,weak,offer"`
}

// Run says who plays the realm now.
func (k *realmBotCmd) Run(c *call.Call, w *folder.Opened) error {
	var m *game.Manner
	code := "bot-off"
	if !k.Off {
		manner, err := players.Manner(w.World, k.Style, k.Strength)
		if err != nil {
			return err
		}
		m, code = &manner, "bot-on"
	}
	changed, err := players.Bot(w.World, int(k.Realm), m, k.Offer, c.Now())
	if err != nil {
		return err
	}
	if !changed {
		code = "bot-already"
	}
	c.Voice.Say(code, phrase.Num("realm", int(k.Realm)), phrase.Str("dir", k.Dir))
	return nil
}
