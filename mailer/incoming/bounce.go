package incoming

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// Bounce is what a server says about a letter that could not be delivered. Anybody can write one. It is worth no more
// than the message ids in it, which are known only to somebody who has seen the letter.
type Bounce struct {
	IDs     []string // message ids that may be the letter's, the most likely first, with <>
	To      string   // the address that was not reached; "" if the report does not say
	Words   string   // the server's words, in one line; "" if there are none
	Delayed bool     // the server is still trying
}

const (
	bounceText   = 256 << 10 // octets of text that are looked at
	bounceParts  = 10
	bounceDepth  = 3
	bounceIDs    = 20
	bounceGroups = 10 // recipients
)

// bounceOf reads a delivery report. It returns nil if the mail is not one, or reports success. A real one has the null
// return path, if the last server recorded any.
func bounceOf(h message.Header, body []byte, from string) *Bounce {
	if path := strings.TrimSpace(h.Get("Return-Path")); path != "" && path != "<>" {
		return nil
	}
	d := &delivery{}
	d.entity(h, body[:min(len(body), bounceText)], 1)
	local, _, _ := strings.Cut(from, "@")
	switch {
	case d.report && d.failed, d.report && !d.told:
	case d.report && d.delayed:
		d.Delayed = true
	case d.report || d.other:
		return nil
	// QUIRK: servers that report in plain text, with the letter's head below it: qmail, old Exim.
	case slices.Contains(daemons, local) || h.Has("X-Failed-Recipients"):
		d.To = mime.FirstWord(h.Get("X-Failed-Recipients"))
		d.text(body[:min(len(body), bounceText)])
	default:
		return nil
	}
	d.IDs = slices.Concat(d.returned, d.likely, d.perhaps)
	d.IDs = d.IDs[:min(len(d.IDs), bounceIDs)]
	d.Words = cmp.Or(d.Words, d.human)
	return &d.Bounce
}

// daemons are the names under which mail servers write.
var daemons = []string{"mailer-daemon", "postmaster", "mail-daemon", "maildaemon"}

// delivery collects what a report says.
type delivery struct {
	Bounce
	report                    bool // a multipart/report about deliveries
	other                     bool // one about something else: reading, complaints
	told, failed, delayed     bool // what it says became of the letter
	human                     string
	returned, likely, perhaps []string
}

func (d *delivery) entity(h message.Header, body []byte, depth int) {
	kind, params := mime.MediaType(h.Get("Content-Type"))
	if strings.HasPrefix(kind, "multipart/") {
		if kind == "multipart/report" {
			of := strings.ToLower(params["report-type"])
			d.report = of == "" || of == "delivery-status"
			d.other = !d.report
		}
		parts, _ := mime.SplitParts(body, params["boundary"])
		for _, p := range parts[:min(len(parts), bounceParts)] {
			if ph, pb, _, err := mime.SplitHeader(p); err == nil && depth < bounceDepth {
				d.entity(ph, pb, depth+1)
			}
		}
		return
	}
	data, _ := mime.DecodeTransfer(body, h.Get("Content-Transfer-Encoding"))
	switch kind {
	case "message/delivery-status", "message/global-delivery-status":
		d.report = true
		d.status(data)
	case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers":
		d.head(data)
	case "", "text/plain":
		d.text(data)
	}
}

// status reads the groups of fields of RFC 3464: one about the report, then one for each recipient.
func (d *delivery) status(data []byte) {
	for n := 0; n <= bounceGroups && len(bytes.TrimSpace(data)) > 0; n++ {
		h, rest, _, err := mime.SplitHeader(bytes.TrimLeft(data, "\r\n"))
		if err != nil {
			return
		}
		data = rest
		d.likely = addIDs(d.likely, h.Get("Original-Message-Id"))
		action := mime.FirstWord(h.Get("Action"))
		d.told = d.told || action != ""
		d.delayed = d.delayed || action == "delayed"
		if action != "failed" && (d.Words != "" || action != "delayed") {
			continue
		}
		d.failed = d.failed || action == "failed"
		d.To = recipient(h)
		if d.Words = diagnosis(h.Get("Diagnostic-Code")); d.Words == "" {
			d.Words = mime.Short(h.Get("Status"))
		}
	}
}

// recipient is the address that a group of fields is about: the one we wrote to, if the report says so.
func recipient(h message.Header) string {
	for _, name := range []string{"Original-Recipient", "Final-Recipient"} {
		if _, address, ok := strings.Cut(h.Get(name), ";"); ok {
			if address = strings.Trim(strings.TrimSpace(address), "<>"); mime.PlainAddress(address) {
				return strings.ToLower(address)
			}
		}
	}
	return ""
}

// diagnosis is what the other server said, without the kind of server.
func diagnosis(v string) string {
	if kind, words, ok := strings.Cut(v, ";"); ok && !strings.ContainsAny(strings.TrimSpace(kind), " \t") {
		v = words
	}
	return mime.Short(strings.ToValidUTF8(v, "?"))
}

// head reads the head of the letter that comes back.
func (d *delivery) head(data []byte) {
	h, _, _, err := mime.SplitHeader(bytes.TrimLeft(data, "\r\n"))
	if err != nil {
		return
	}
	d.returned = addIDs(d.returned, h.Get("Message-Id"))
	for f := h.Fields(); f.Next(); {
		// QUIRK: servers that give every letter an id of their own, and keep ours in a field of their own.
		if k := strings.ToLower(f.Key()); strings.HasPrefix(k, "x-") && strings.HasSuffix(k, "message-id") {
			d.likely = addIDs(d.likely, f.Value())
		}
	}
}

var (
	idLine     = pattern.Lazy(`(?i)^[>\s]*([a-z-]*message-id):(.*)`)
	threadLine = pattern.Lazy(`(?i)^[>\s]*(in-reply-to|references):`)
)

// text reads what is meant for people, which may contain the letter's head. The ids that the letter itself refers to
// belong to other letters.
func (d *delivery) text(data []byte) {
	if d.human == "" {
		d.human = mime.Short(strings.ToValidUTF8(string(data[:min(len(data), 2000)]), "?"))
	}
	thread := false
	for line := range strings.Lines(string(data)) {
		folded := line != "" && (line[0] == ' ' || line[0] == '\t')
		if thread = threadLine().MatchString(line) || thread && folded; thread {
			continue
		}
		if found := idLine().FindStringSubmatch(line); found != nil {
			d.likely = addIDs(d.likely, found[2])
			continue
		}
		d.perhaps = addIDs(d.perhaps, line)
	}
}

func addIDs(ids []string, v string) []string {
	for _, id := range mime.MessageIDs(v, bounceIDs) {
		if len(ids) < bounceIDs && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
