package folder

import (
	"errors"
	"os"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Place knows where the world mails from, as seen from this machine.
func (w *Opened) Place() world.PlaceKeeper { return world.PlaceOf(w.World, Machine(w.Call)) }

// InPlace returns nil if the world mails from this folder; a copy takes in no mail and sends none. It looks only once
// per call.
func (w *Opened) InPlace() error {
	if !w.placed {
		w.Stopped, w.placed = w.Wrong(w.Place().Check(w.Call.Now())), true
	}
	return w.Stopped
}

// Still says why the world takes in no mail and sends none, as far as the folder shows: it is a copy or an older
// state, or the world is in a fleet. It changes nothing and asks no server. It returns nil if the game goes on here.
func (w *Opened) Still() (why *complaint.Complaint) {
	if m, marked, err := disk.Marked(w.Settings.Dir); marked && err == nil {
		errors.As(ofFleet(w.Call, &disk.MarkedError{Dir: w.Settings.Dir, Mark: m}), &why)
		return why
	}
	if err := w.Place().Look(); errors.Is(err, faults.ErrCopy) || errors.Is(err, faults.ErrOld) {
		errors.As(w.Wrong(err), &why)
	}
	return why
}

// sayApart records which letters a copy or an older state has. Letters that a command makes there are not sent when it
// is adopted, unless somebody asks for them. The function that it returns says so, if the command did anything.
func (w *Opened) sayApart() (said func(), err error) {
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

// machineVar is the environment variable that names a machine whose system has no lasting name, as in some containers.
const machineVar = "WELTENTOR_MACHINE"

// Machine returns what tells this machine from others: the environment variable, or the name that the system got when
// it was installed. It is "" if there is none.
func Machine(c *call.Call) string {
	if name := c.Env(machineVar); name != "" {
		return name
	}
	for _, path := range []string{"/etc/machine-id", "/etc/hostid"} {
		raw, err := os.ReadFile(path)
		// A system image that was not started yet has "uninitialized" there.
		if name := strings.TrimSpace(string(raw)); err == nil && len(name) >= 32 {
			return name
		}
	}
	return ""
}
