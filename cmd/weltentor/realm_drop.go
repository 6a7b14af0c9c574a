package main

import (
	"weltentor/resolve/players"
)

// realmDropCmd takes somebody off the waiting list.
type realmDropCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues a letter that tells him.
func (k *realmDropCmd) Run(c *Call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	return w.wrong(players.DropSignup(w.World, max(int(k.Signup), 1), c.now()))
}
