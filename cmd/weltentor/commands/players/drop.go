package players

import (
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/players"
)

// realmDropCmd takes somebody off the waiting list, or off those who get the newspaper by mail.
type realmDropCmd struct {
	Dir    string `arg:""`
	Signup string `arg:""`
}

// Run queues a letter that tells them.
func (k *realmDropCmd) Run(c *call.Call) error {
	var number call.Number
	observes := strings.Contains(k.Signup, "@")
	if !observes {
		if err := number.UnmarshalText([]byte(k.Signup)); err != nil {
			return err
		}
	}
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if observes {
		return w.Wrong(players.DropObserver(w.World, k.Signup, c.Now()))
	}
	return w.Wrong(players.DropSignup(w.World, max(int(number), 1), c.Now()))
}
