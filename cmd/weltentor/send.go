package main

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
)

// sendCmd empties the outbox.
type sendCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// sendJSON is the answer of `send --json`.
type sendJSON struct {
	Sent    int       `json:"sent"`
	Waiting int       `json:"waiting"`          // for the next attempt
	Limited time.Time `json:"limited,omitzero"` // until when smtp.per_hour keeps them back
}

// Run sends what is due; letters left over make it "later".
func (k *sendCmd) Run(c *Call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	before, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	m := mailOf(w)
	sent, err := m.send(c.ctx)
	if err != nil {
		return err
	}
	if !k.JSON {
		c.voice.say("sent", phrase.Num("letters", sent))
	}
	status, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := sendJSON{Sent: sent, Waiting: status.Outbox.Waiting}
		if out.Waiting > 0 && !status.Outbox.Limited.IsZero() {
			out.Limited = status.Outbox.Limited.In(w.zone())
		}
		if err := c.encode(out); err != nil {
			return err
		}
	}
	m.tellFailed(before, status, func() bool { return true })
	if left, until := status.Outbox.Waiting, status.Outbox.Limited; left > 0 && !until.IsZero() {
		return later("letters-limited", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left),
			phrase.Num("n", w.settings.SMTP.PerHour), phrase.Str("time", when(until, w.zone())))
	} else if left > 0 {
		return later("letters-left", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left))
	}
	return nil
}
