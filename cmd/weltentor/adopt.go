package main

import (
	"os"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// adoptCmd takes a world for the true one where it is now.
type adoptCmd struct {
	Dir string `arg:""`
}

// Run makes the folder the place that the world mails from. Done again it is done again.
func (k *adoptCmd) Run(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if err := resolve.PlaceOf(w.World, c.machine()).Adopt(c.now()); err != nil {
		return w.wrong(err)
	}
	c.voice.say("adopted", phrase.Str("dir", k.Dir))
	return nil
}

// machineVar names the machine in the environment, where its system has no name for it
// that lasts, as in some containers.
const machineVar = "WELTENTOR_MACHINE"

// machine is what tells this machine from others: what the environment says, or the name
// that its system was given when it was installed; "" if nobody knows.
func (c *call) machine() string {
	if name := c.env(machineVar); name != "" {
		return name
	}
	for _, path := range []string{"/etc/machine-id", "/etc/hostid"} {
		raw, err := os.ReadFile(path)
		// An image that no machine has been made of yet says "uninitialized".
		if name := strings.TrimSpace(string(raw)); err == nil && len(name) >= 32 {
			return name
		}
	}
	return ""
}

// inPlace is nil where the world mails from; a copy takes in no mail and sends none. It
// looks once a call.
func (w *opened) inPlace() error {
	if w.placed {
		return nil
	}
	err := resolve.PlaceOf(w.World, w.call.machine()).Check(w.call.now())
	w.placed = err == nil
	return w.wrong(err)
}
