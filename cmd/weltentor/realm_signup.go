package main

import (
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// realmAcceptCmd gives somebody of the waiting list a realm.
type realmAcceptCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues the letter with the password; it is not told here.
func (k *realmAcceptCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	err = w.AcceptSignup(max(int(k.Signup), 1), c.now())
	if err == nil {
		return w.warnCrowded()
	}
	if known := w.wrong(err); known != err {
		return known
	}
	return &complaint{exit: exitUsage, what: phrase.P("cannot-join"), cause: err}
}

// realmDropCmd takes somebody off the waiting list.
type realmDropCmd struct {
	Dir    string `arg:""`
	Signup number `arg:""`
}

// Run queues a letter that tells him.
func (k *realmDropCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	return w.wrong(w.DropSignup(max(int(k.Signup), 1), c.now()))
}

// saySignups lists who waits for a realm.
func (c *call) saySignups(rows []resolve.SignupRow, zone *time.Location) {
	for _, r := range rows {
		fmt.Fprintln(c.out, c.voice.book.Say(phrase.P("signup-row", phrase.Num("number", r.ID),
			phrase.Str("player", oneCell(r.Player)), phrase.Str("mail", r.Mail),
			phrase.Str("lang", string(r.Lang)), phrase.Str("name", oneCell(r.Name)),
			phrase.Str("chosen", strings.TrimSpace(r.Kind+" "+r.Culture)), phrase.Str("time", when(r.At, zone)))))
	}
}
