package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
)

// realmPauseCmd marks a player as away, or back.
type realmPauseCmd struct {
	Dir   string `arg:""`
	Realm number `arg:""`
	Turns number `arg:""`
}

// Run says up to which turn.
func (k *realmPauseCmd) Run(c *Call) error {
	if k.Turns > world.LongestPause {
		return usage("pause-turns", phrase.Num("n", int(k.Turns)), phrase.Num("most", world.LongestPause))
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	until, err := schedule.Away(w.World, int(k.Realm), int(k.Turns), c.now())
	if err != nil {
		return w.wrong(err)
	}
	code := "player-away"
	if until == 0 {
		code = "player-back"
	}
	c.voice.say(code, phrase.Num("realm", int(k.Realm)), phrase.Num("turn", until))
	return nil
}
