package folder

import (
	"errors"
	"os"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/place"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

func (w *Opened) Place() place.Keeper { return world.PlaceOf(w.World, Machine(w.Call)) }

// InPlace is nil where the world mails from; a copy takes in no mail and sends none. It
// looks once a call.
func (w *Opened) InPlace() error {
	if w.Call.Linked != nil {
		return nil // the journal has one writer
	}
	if !w.placed {
		w.Stopped, w.placed = w.Wrong(w.Place().Check(w.Call.Now())), true
	}
	return w.Stopped
}

// Still is why the world takes in no mail and sends none, as far as its folder knows: it is a copy, or an
// older state, or a fleet has the world. Nothing is changed, and no server is asked; nil: it goes on here.
func (w *Opened) Still() (why *fault.Complaint) {
	if w.Call.Linked != nil {
		return nil // the journal has one writer
	}
	if m, marked, err := store.Marked(w.Settings.Dir); marked && err == nil {
		errors.As(ofFleet(w.Call, &store.MarkedError{Dir: w.Settings.Dir, Mark: m}), &why)
		return why
	}
	if err := w.Place().Look(); errors.Is(err, store.ErrCopy) || errors.Is(err, store.ErrOld) {
		errors.As(w.Wrong(err), &why)
	}
	return why
}

// sayApart notes in a copy, and in an older state, which letters there are: those that a command makes there do not
// leave when it is adopted, unless they are asked for. What is given says so in the end, if the command did anything.
func (w *Opened) sayApart() (said func(), err error) {
	if w.Call.Linked != nil {
		return func() {}, nil // the journal has one writer
	}
	before, apart, err := w.Place().Apart()
	if err != nil || !apart {
		return func() {}, w.Wrong(err)
	}
	w.Apart = true
	return func() {
		if now, err := w.Place().Traces(); err == nil && now != before {
			w.Call.Voice.Warn("nothing-leaves", phrase.Str("dir", w.Settings.Dir))
		}
	}, nil
}

// machineVar names the machine in the environment, where its system has no name for it
// that lasts, as in some containers.
const machineVar = "WELTENTOR_MACHINE"

// Machine is what tells this machine from others: what the environment says, or the name
// that its system was given when it was installed; "" if nobody knows.
func Machine(c *call.Call) string {
	if name := c.Env(machineVar); name != "" {
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
