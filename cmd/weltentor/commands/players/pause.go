package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
)

// realmPauseCmd marks a player as away, or as back.
type realmPauseCmd struct {
	folder.Writes
	Realm call.Number `arg:""`
	Turns call.Number `arg:""`
}

// Check refuses a pause that is too long.
func (k *realmPauseCmd) Check(*call.Call) error {
	if k.Turns > world.LongestPause {
		return complaint.Usage("pause-turns", phrase.Num("n", int(k.Turns)), phrase.Num("most", world.LongestPause))
	}
	return nil
}

// Run says until which turn.
func (k *realmPauseCmd) Run(c *call.Call, w *folder.Opened) error {
	until, told, err := schedule.Away(w.World, int(k.Realm), int(k.Turns), c.Now())
	if err != nil {
		return err
	}
	code := "player-away"
	if until == 0 {
		code = "player-back"
	}
	if !told {
		code += "-known"
	}
	c.Voice.Say(code, phrase.Num("realm", int(k.Realm)), phrase.Num("turn", until))
	return nil
}
