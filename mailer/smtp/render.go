package smtp

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/wneessen/go-mail"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// Draft is a letter before it is rendered. The same draft always gives the same bytes.
type Draft struct {
	From, FromName string // the game
	To, ToName     string
	ReplyTo        string // a bare address; "": answers go to From
	Subject        string
	Date           time.Time
	MessageID      string       // unique and stable, with or without <>
	InReplyTo      string       // message id as the other side wrote it; it is cleaned here
	References     []string     // message ids or lists of them; they are cleaned here
	Answer         bool         // an answer to one letter (auto-replied), otherwise auto-generated
	Text           string       // body, UTF-8 with LF
	Charset        mime.Charset // of the body that is sent; UTF-8 if "", or if it lacks a character
	Files          []mime.Attachment
	Zip            string // name of the ZIP for all files; "": each by itself
	Event          *Event // goes beside the files, and into no ZIP; nil: none
	Receipt        string // of orders, signed, for programs that check it: a field of its own; "": none
}

// Render returns the octets of a letter as they are sent and stored. What came from other people's mails (subject,
// names, message ids) cannot add header fields.
func Render(d Draft) ([]byte, error) {
	id := strings.Trim(d.MessageID, "<>")
	if !mime.PlainAddress(id) || !mime.IsASCII([]byte(id)) {
		return nil, fmt.Errorf("render: %q is not a message id", d.MessageID)
	}
	d.From, d.To, d.ReplyTo = mime.Wire(d.From), mime.Wire(d.To), mime.Wire(d.ReplyTo)
	if d.Date.IsZero() {
		return nil, errors.New("render: a letter without a date")
	}
	m := mail.NewMsg(mail.WithEncoding(mail.EncodingQP), mail.WithCharset(mail.CharsetUTF8),
		mail.WithNoDefaultUserAgent())
	for _, a := range []struct {
		set           func(*netmail.Address)
		name, address string
	}{{m.FromMailAddress, d.FromName, d.From}, {m.AddToMailAddress, d.ToName, d.To}} {
		if !mime.PlainAddress(a.address) {
			return nil, fmt.Errorf("render: %q is not an address", a.address)
		}
		// Passed in parts: a name is free text, with quotes and backslashes.
		a.set(&netmail.Address{Name: mime.OneLine(a.name), Address: a.address})
	}
	if d.ReplyTo != "" {
		if !mime.PlainAddress(d.ReplyTo) {
			return nil, fmt.Errorf("render: %q is not an address", d.ReplyTo)
		}
		m.ReplyToMailAddress(&netmail.Address{Address: d.ReplyTo})
	}
	m.Subject(mime.OneLine(d.Subject))
	m.SetDateWithValue(d.Date)
	m.SetMessageIDWithValue(id)
	// A plain token: the library writes the boundary without quotes.
	m.SetBoundary(fmt.Sprintf("%x", sha256.Sum256([]byte("boundary of "+id)))[:40])
	thread(m, d)
	sent := "auto-generated"
	if d.Answer {
		sent = "auto-replied"
	}
	m.SetGenHeader("Auto-Submitted", sent)
	m.SetGenHeader(mail.HeaderXAutoResponseSuppress, "All")
	if strings.ContainsFunc(d.Receipt, func(r rune) bool { return r < ' ' || r > '~' }) {
		return nil, fmt.Errorf("render: %q is no receipt", d.Receipt)
	}
	if d.Receipt != "" {
		m.SetGenHeader(mail.Header("Weltentor-Receipt"), d.Receipt)
	}
	if id := listID(d.From); id != "" {
		m.SetGenHeader(mail.Header("List-Id"), id)
	}
	d.body(m)
	files := d.Files
	if d.Zip != "" && len(files) > 0 {
		packed, err := mime.ZipUp(files, d.Date)
		if err != nil {
			return nil, fmt.Errorf("render: %w", err)
		}
		files = []mime.Attachment{{Name: d.Zip, Type: "application/zip", Data: packed}}
	}
	for _, f := range files {
		if err := attach(m, f); err != nil {
			return nil, fmt.Errorf("render: attachment %s: %w", f.Name, err)
		}
	}
	if e := d.Event; e != nil {
		data, err := calendar(*e, d.From, d.Date)
		if err == nil {
			err = attach(m, mime.Attachment{Name: e.File, Type: "text/calendar", Charset: mime.UTF8, Data: data})
		}
		if err != nil {
			return nil, fmt.Errorf("render: %w", err)
		}
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return b.Bytes(), nil
}

// listID names the letters of one game (RFC 2919), so that mail programs can sort them, and programs that answer for
// somebody who is away leave them alone. It is the game's address with a dot in place of the @; "" if that has no name
// of a domain.
func listID(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	label := strings.Trim(notInListID().ReplaceAllString(local, "."), ".")
	if id := label + "." + domain; plainListID().MatchString(id) {
		return "<" + id + ">"
	}
	return ""
}

// plainListID is a list id without anything unusual. notInListID is what may not be in a part of one.
var (
	plainListID = pattern.Lazy(`^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)+$`)
	notInListID = pattern.Lazy(`[^A-Za-z0-9_+-]+`)
)

// body adds the text. It uses an old charset only if that has all characters of the text: a substitute would be worse
// than UTF-8, even for an old program.
func (d Draft) body(m *mail.Msg) {
	if old, whole := mime.WhollyIn(d.Charset, d.Text); whole {
		write := func(w io.Writer) (int64, error) {
			n, err := w.Write(old)
			return int64(n), err
		}
		m.SetBodyWriter(mail.TypeTextPlain, write, mail.WithPartCharset(mail.Charset(d.Charset.Label())))
		return
	}
	m.SetBodyString(mail.TypeTextPlain, mime.Crlf(d.Text))
}

// thread sets In-Reply-To and References. Only whole message ids of printable ASCII pass. The library's preformatted
// fields, made for these two, come out in random order and take line ends as they are.
func thread(m *mail.Msg, d Draft) {
	reply := mime.MessageIDs(d.InReplyTo, 1)
	ids := mime.MessageIDs(strings.Join(d.References, " "), 20)
	if len(reply) == 1 {
		m.SetGenHeader(mail.HeaderInReplyTo, reply[0])
		if len(ids) == 0 || ids[len(ids)-1] != reply[0] {
			ids = append(ids, reply[0])
		}
	}
	if len(ids) > 0 {
		m.SetGenHeader(mail.HeaderReferences, strings.Join(ids, " "))
	}
}

// attach adds a file, a text in its charset.
func attach(m *mail.Msg, f mime.Attachment) error {
	usual, data := "application/octet-stream", f.Data
	if f.Charset != "" {
		usual = "text/plain"
	}
	kind := cmp.Or(f.Type, usual)
	if strings.ContainsFunc(kind, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ';' || r == '"' }) {
		return fmt.Errorf("%q is not a media type", kind)
	}
	if f.Charset != "" {
		kind += "; charset=" + f.Charset.Label()
		data = f.Encoded()
	}
	return m.AttachReader(mime.AsciiName(f.Name), bytes.NewReader(data), mail.WithFileContentType(mail.ContentType(kind)),
		mail.WithFileEncoding(mail.EncodingB64))
}

// Event is an entry for the reader's calendar. The same UID with a greater Sequence moves it.
type Event struct {
	UID           string // unique and stable; ASCII
	At            time.Time
	Sequence      int
	Off           bool   // it is cancelled: a calendar strikes it out until a greater Sequence brings it back
	Lang          string // of its words: a language tag
	File          string // the name of the attachment, made ASCII
	Summary, Text string
}

// calendar returns an event as a file of iCalendar (RFC 5545): UTF-8, lines folded at 75 octets, CRLF. Times are UTC,
// so that no calendar has to know when the zone changes its clocks. The same event and stamp give the same bytes.
func calendar(e Event, from string, stamp time.Time) ([]byte, error) {
	c := &ics.Calendar{} // the library's own constructor says who made the library
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
	v.SetSummary(mime.OneLine(e.Summary), lang)
	v.SetDescription(mime.OneLine(e.Text), lang)
	v.SetOrganizer(from) // whoever publishes a calendar must say so
	v.SetTimeTransparency(ics.TransparencyTransparent)
	var b bytes.Buffer
	// QUIRK: by default the library ends lines as the machine it runs on does.
	if err := c.SerializeTo(&b, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("calendar: %w", err)
	}
	return b.Bytes(), nil
}
