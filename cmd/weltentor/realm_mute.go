package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
)

// realmMuteCmd lets a realm's messages wait for the turn where others' do not.
type realmMuteCmd struct {
	Dir   string `arg:""`
	Realm number `arg:""`
	Off   bool
}

// Run says how the realm's messages go now.
func (k *realmMuteCmd) Run(c *Call) error {
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
