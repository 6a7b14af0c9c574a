package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/players"
)

// realmDropCmd takes somebody off the waiting list.
type realmDropCmd struct {
	Dir    string      `arg:""`
	Signup call.Number `arg:""`
}

// Run queues a letter that tells them.
func (k *realmDropCmd) Run(c *call.Call) error {
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	return w.Wrong(players.DropSignup(w.World, max(int(k.Signup), 1), c.Now()))
}
