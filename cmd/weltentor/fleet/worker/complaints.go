package worker

import (
	"cmp"
	"errors"
	"maps"
	"sync"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
)

// Complaints remembers what a host has complained about, so that it does not repeat everything all day.
type Complaints struct {
	call *call.Call
	sync.Mutex
	last map[string]time.Time
}

// NewComplaints returns an empty list of complaints for a call. They name the commands of a fleet.
func NewComplaints(c *call.Call) *Complaints {
	own := *c
	own.Linked = &fleet.World{}
	return &Complaints{call: &own, last: map[string]time.Time{}}
}

// Tell complains about something that goes wrong while a host runs, about the same thing once an hour.
func (t *Complaints) Tell(world string, err error) {
	t.Lock()
	defer t.Unlock()
	key := world + "\x00" + complaint.Subject(err)
	if last, is := t.last[key]; is && time.Since(last) < time.Hour {
		return
	}
	maps.DeleteFunc(t.last, func(_ string, last time.Time) bool { return time.Since(last) >= time.Hour })
	t.last[key] = time.Now()
	if s := (*fleet.Stumbled)(nil); errors.As(err, &s) {
		t.call.Voice.Warn("bug", phrase.Str("what", cmp.Or(world, "-")+": "+err.Error()), phrase.Str("stack", s.Stack))
		return
	}
	var c *complaint.Complaint
	text := err.Error()
	if errors.As(Wrong(world, folder.StoreError(t.call, cmp.Or(world, t.call.Fleet), err)), &c) {
		text = c.Say(t.call.Voice.Book)
	}
	code := "fleet-trouble"
	if world == "" {
		code = "fleet-trouble-here"
	}
	t.call.Voice.Warn(code, phrase.Str("world", world), phrase.Str("what", text))
}
