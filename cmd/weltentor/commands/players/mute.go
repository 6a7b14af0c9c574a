package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// realmMuteCmd makes a realm's messages wait for the turn, even if others' messages do not.
type realmMuteCmd struct {
	folder.Changes
	Realm call.Number `arg:""`
	Off   bool
}

// Run says how the realm's messages are delivered now.
func (k *realmMuteCmd) Run(c *call.Call, w *folder.Opened) error {
	changed, err := players.Mute(w.World, int(k.Realm), k.Off, c.Now())
	if err != nil {
		return err
	}
	code := "muted"
	switch {
	case !changed:
		code = "muted-already"
	case k.Off:
		code = "unmuted"
	}
	c.Voice.Say(code, phrase.Num("realm", int(k.Realm)))
	return nil
}
