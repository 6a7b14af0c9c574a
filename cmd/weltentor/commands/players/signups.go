package players

import (
	"strings"

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

// realmDropCmd takes somebody off the waiting list, or off those who get the newspaper by mail.
type realmDropCmd struct {
	folder.Writes
	Signup string      `arg:""`
	number call.Number // of a place on the list; 0: Signup is an address
}

// Check reads the number, unless an address is given.
func (k *realmDropCmd) Check(*call.Call) error {
	if strings.Contains(k.Signup, "@") {
		return nil
	}
	err := k.number.UnmarshalText([]byte(k.Signup))
	k.number = max(k.number, 1)
	return err
}

// Run queues a letter that tells them.
func (k *realmDropCmd) Run(c *call.Call, w *folder.Opened) error {
	if k.number == 0 {
		return players.DropObserver(w.World, k.Signup, c.Now())
	}
	return players.DropSignup(w.World, int(k.number), c.Now())
}
