package mail

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/orders/phrase"
)

// PollCmd fetches mail.
type PollCmd struct {
	folder.Changes
	JSON bool `name:"json"`
}

// pollJSON is the answer of `poll --json`.
type pollJSON struct {
	Read     int `json:"read"`
	PutAside int `json:"put_aside"`
}

// Run stores the orders of every mail that has come, and queues the receipts.
func (k *PollCmd) Run(c *call.Call, w *folder.Opened) error {
	if err := w.Settings.Needs("address", w.Settings.Address); err != nil {
		return err
	}
	polled, err := mailing.NewMailer(w).Poll(c.Ctx)
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(pollJSON{polled.Processed, polled.Quarantined})
	}
	c.Voice.Say("polled", phrase.Num("letters", polled.Processed), phrase.Num("quarantined", polled.Quarantined))
	return nil
}
