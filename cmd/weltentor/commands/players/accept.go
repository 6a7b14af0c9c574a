package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// realmAcceptCmd gives a realm to somebody on the waiting list.
type realmAcceptCmd struct {
	Dir    string      `arg:""`
	Signup call.Number `arg:""`
}

// Run queues the letter with the password, which is not shown here.
func (k *realmAcceptCmd) Run(c *call.Call) error {
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	err = players.AcceptSignup(w.World, max(int(k.Signup), 1), c.Now())
	if err == nil {
		return warnCrowded(w)
	}
	if known := w.Wrong(err); known != err {
		return known
	}
	return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("cannot-join"), Cause: err}
}
