package main

import (
	"errors"
	"os"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/place"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

func (w *opened) place() place.Keeper { return world.PlaceOf(w.World, w.call.machine()) }

// inPlace is nil where the world mails from; a copy takes in no mail and sends none. It
// looks once a call.
func (w *opened) inPlace() error {
	if w.call.aboard != nil {
		return nil // the journal has one writer
	}
	if !w.placed {
		w.stopped, w.placed = w.wrong(w.place().Check(w.call.now())), true
	}
	return w.stopped
}

// still is why the world takes in no mail and sends none, as far as its folder knows: it is a copy, or an
// older state, or a fleet has the world. Nothing is changed, and no server is asked; nil: it goes on here.
func (w *opened) still() (why *complaint) {
	if w.call.aboard != nil {
		return nil // the journal has one writer
	}
	if m, marked, err := store.Marked(w.settings.Dir); marked && err == nil {
		errors.As(ofFleet(w.call, &store.MarkedError{Dir: w.settings.Dir, Mark: m}), &why)
		return why
	}
	if err := w.place().Look(); errors.Is(err, store.ErrCopy) || errors.Is(err, store.ErrOld) {
		errors.As(w.wrong(err), &why)
	}
	return why
}

// sayApart notes in a copy, and in an older state, which letters there are: those that a command makes there do not
// leave when it is adopted, unless they are asked for. What is given says so in the end, if the command did anything.
func (w *opened) sayApart() (said func(), err error) {
	if w.call.aboard != nil {
		return func() {}, nil // the journal has one writer
	}
	before, apart, err := w.place().Apart()
	if err != nil || !apart {
		return func() {}, w.wrong(err)
	}
	w.apart = true
	return func() {
		if now, err := w.place().Traces(); err == nil && now != before {
			w.call.voice.warn("nothing-leaves", phrase.Str("dir", w.settings.Dir))
		}
	}, nil
}

// machineVar names the machine in the environment, where its system has no name for it
// that lasts, as in some containers.
const machineVar = "WELTENTOR_MACHINE"

// machine is what tells this machine from others: what the environment says, or the name
// that its system was given when it was installed; "" if nobody knows.
func (c *Call) machine() string {
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
