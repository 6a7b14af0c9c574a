package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// realmAcceptCmd gives somebody of the waiting list a realm.
type realmAcceptCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues the letter with the password; it is not told here.
func (k *realmAcceptCmd) Run(c *Call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	err = players.AcceptSignup(w.World, max(int(k.Signup), 1), c.now())
	if err == nil {
		return w.warnCrowded()
	}
	if known := w.wrong(err); known != err {
		return known
	}
	return &complaint{Exit: exitUsage, What: phrase.P("cannot-join"), Cause: err}
}
