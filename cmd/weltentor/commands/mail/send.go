package mail

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
)

// SendCmd empties the outbox.
type SendCmd struct {
	folder.Changes
	JSON bool `name:"json"`
}

// sendJSON is the answer of `send --json`.
type sendJSON struct {
	Sent    int       `json:"sent"`
	Waiting int       `json:"waiting"`          // for the next attempt
	Limited time.Time `json:"limited,omitzero"` // smtp.per_hour holds them back until then
}

// Run publishes what has changed, if the settings want it, and sends what is due. If letters are left, the exit code is 75.
func (k *SendCmd) Run(c *call.Call, w *folder.Opened) error {
	before, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	m := mailing.NewMailer(w)
	if err := m.Opens(); err != nil {
		return err
	}
	sent, err := m.Send(c.Ctx)
	if err != nil {
		return err
	}
	if !k.JSON {
		c.Voice.Say("sent", phrase.Num("letters", sent))
	}
	status, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	if k.JSON {
		out := sendJSON{Sent: sent, Waiting: status.Outbox.Waiting}
		if out.Waiting > 0 && !status.Outbox.Limited.IsZero() {
			out.Limited = status.Outbox.Limited.In(w.Zone())
		}
		if err := c.JSON().Encode(out); err != nil {
			return err
		}
	}
	m.TellFailed(before, status, false)
	if left, until := status.Outbox.Left(), status.Outbox.Limited; left > 0 && !until.IsZero() {
		return complaint.Later("letters-limited", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left),
			phrase.Num("n", w.Settings.SMTP.PerHour), phrase.Str("time", call.When(until, w.Zone())))
	} else if left > 0 {
		return complaint.Later("letters-left", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left))
	}
	return nil
}
