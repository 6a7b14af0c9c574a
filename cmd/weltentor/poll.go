package main

import (
	"weltentor/orders/phrase"
)

// pollCmd fetches mail.
type pollCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// pollJSON is the answer of `poll --json`.
type pollJSON struct {
	Read     int `json:"read"`
	PutAside int `json:"put_aside"`
}

// Run stores the orders of every mail that has come and queues the receipts.
func (k *pollCmd) Run(c *Call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return err
	}
	polled, err := mailOf(w).poll(c.ctx)
	if err != nil {
		return err
	}
	if k.JSON {
		return c.encode(pollJSON{polled.Processed, polled.Quarantined})
	}
	c.voice.say("polled", phrase.Num("letters", polled.Processed), phrase.Num("quarantined", polled.Quarantined))
	return nil
}
