package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
)

// realmPauseCmd marks a player as away, or as back.
type realmPauseCmd struct {
	Dir   string      `arg:""`
	Realm call.Number `arg:""`
	Turns call.Number `arg:""`
}

// Run says until which turn.
func (k *realmPauseCmd) Run(c *call.Call) error {
	if k.Turns > world.LongestPause {
		return fault.Usage("pause-turns", phrase.Num("n", int(k.Turns)), phrase.Num("most", world.LongestPause))
	}
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	until, err := schedule.Away(w.World, int(k.Realm), int(k.Turns), c.Now())
	if err != nil {
		return w.Wrong(err)
	}
	code := "player-away"
	if until == 0 {
		code = "player-back"
	}
	c.Voice.Say(code, phrase.Num("realm", int(k.Realm)), phrase.Num("turn", until))
	return nil
}
