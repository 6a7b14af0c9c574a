package players

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// realmAcceptCmd gives a realm to somebody on the waiting list.
type realmAcceptCmd struct {
	folder.Writes
	Signup call.Number `arg:""`
}

// Run queues the letter with the password, which is not shown here.
func (k *realmAcceptCmd) Run(c *call.Call, w *folder.Opened) error {
	if err := players.AcceptSignup(w.World, max(int(k.Signup), 1), c.Now()); err != nil {
		return folder.Refused(c, k.Dir, err, phrase.P("cannot-join"))
	}
	return warnCrowded(w)
}
