package mailer

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// Event is a moment for the reader's calendar. The same UID again, with a greater
// Sequence, moves it there.
type Event struct {
	UID           string // unique and stable; ASCII
	At            time.Time
	Sequence      int
	Off           bool   // it is off: a calendar strikes it out, till a greater Sequence brings it back
	Lang          string // of its words: a language tag
	File          string // the name of the attachment, made ASCII
	Summary, Text string
}

// calendar gives an event as a file of iCalendar (RFC 5545): UTF-8, lines folded
// at 75 octets, CRLF. Times are UTC, so that no calendar has to know the zone's
// changes of the clocks. The same event and stamp give the same bytes.
func calendar(e Event, from string, stamp time.Time) ([]byte, error) {
	c := &ics.Calendar{} // the library's own says who made the library
	c.SetVersion("2.0")
	c.SetProductId("-//Weltentor//Weltentor//" + strings.ToUpper(e.Lang))
	c.SetMethod(ics.MethodPublish)
	v := c.AddEvent(e.UID)
	v.SetDtStampTime(stamp)
	v.SetStartAt(e.At)
	v.SetSequence(e.Sequence)
	if e.Off {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
	lang := &ics.KeyValues{Key: "LANGUAGE", Value: []string{e.Lang}}
	v.SetSummary(oneLine(e.Summary), lang)
	v.SetDescription(oneLine(e.Text), lang)
	v.SetOrganizer(from) // who publishes a calendar must say so
	v.SetTimeTransparency(ics.TransparencyTransparent)
	var b bytes.Buffer
	// QUIRK: left to itself the library ends lines as the machine it runs on does.
	if err := c.SerializeTo(&b, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("calendar: %w", err)
	}
	return b.Bytes(), nil
}
