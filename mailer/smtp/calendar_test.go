package smtp_test

import (
	"bytes"
	"encoding/base64"
	stdmime "mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"

	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
)

// deadline is Friday 12 March 2027, 20:00 in Berlin, announced on the fifth.
func deadline() smtp.Draft {
	return smtp.Draft{
		From: "spiel@example.org", FromName: "Bovistan", To: "anna@example.org", Subject: "Ergebnis",
		Date:      time.Date(2027, 3, 5, 20, 3, 7, 0, time.FixedZone("CET", 3600)),
		MessageID: "<report.1@example.org>", Text: "Hier ist Euer Bericht.\n", Zip: "ERGEBNIS.ZIP",
		Files: []mime.Attachment{{Name: "ERGEBNIS.TXT", Charset: mime.CP437, Data: []byte("Bericht\n")}},
		Event: &smtp.Event{UID: "turn-8.0123456789abcdef0123@weltentor",
			At:       time.Date(2027, 3, 12, 20, 0, 0, 0, time.FixedZone("CET", 3600)),
			Sequence: 1, Lang: "de", File: "Frist.ics", Summary: "Bovistan: Frist, Spielzug 8, Jahr 2, Frühling; \\o/",
			Text: "Bis dahin zählen Befehle für Spielzug 8, Jahr 2, Frühling. Später kommende zählen für den " +
				"nächsten Zug, wenn es den gibt."},
	}
}

// By RFC 5545, commas, semicolons and backslashes of a text are escaped. Lines have 75 octets at most without their
// end, a continuation begins with a blank, and line ends are CRLF. Lines end before a word, so a continuation has the
// blank of the fold and its own. Counted by hand, with two octets for ä and ü: the description's first line has 72
// octets, and " 2\," would make it 76. Its second has 74, and " den" would make it 78.
const wantCalendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Weltentor//Weltentor//DE
METHOD:PUBLISH
BEGIN:VEVENT
UID:turn-8.0123456789abcdef0123@weltentor
DTSTAMP:20270305T190307Z
DTSTART:20270312T190000Z
SEQUENCE:1
SUMMARY;LANGUAGE=de:Bovistan: Frist\, Spielzug 8\, Jahr 2\, Frühling\;
  \\o/
DESCRIPTION;LANGUAGE=de:Bis dahin zählen Befehle für Spielzug 8\, Jahr
  2\, Frühling. Später kommende zählen für den nächsten Zug\, wenn es
  den gibt.
ORGANIZER:mailto:spiel@example.org
TRANSP:TRANSPARENT
END:VEVENT
END:VCALENDAR
`

func TestADeadlineForTheCalendar(t *testing.T) {
	raw, err := smtp.Render(deadline())
	if err != nil {
		t.Fatal(err)
	}
	again, err := smtp.Render(deadline())
	if err != nil || !bytes.Equal(raw, again) {
		t.Errorf("rendered again, the bytes differ (%v)", err)
	}
	kinds, files := attachments(t, raw)
	if len(files) != 2 || files["ERGEBNIS.ZIP"] == "" || kinds["Frist.ics"] != "text/calendar; charset=UTF-8" {
		t.Fatalf("attached: %v", kinds)
	}
	got := files["Frist.ics"]
	if want := strings.ReplaceAll(wantCalendar, "\n", "\r\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The name of a world may be anything: no line is too long, none is broken within a character, and a calendar reads
// what was meant.
func TestCalendarsReadWhatWasMeant(t *testing.T) {
	for _, name := range []string{"", "Ä", strings.Repeat("ä", 150), strings.Repeat("x", 150),
		strings.Repeat("wort ", 30), "a,b;c\\d:e\"f", "日本" + strings.Repeat("語", 60), "<" + strings.Repeat(">", 99)} {
		d := deadline()
		d.Event.Summary = name
		raw, err := smtp.Render(d)
		if err != nil {
			t.Fatal(err)
		}
		_, files := attachments(t, raw)
		got := files["Frist.ics"]
		for _, line := range strings.Split(strings.TrimSuffix(got, "\r\n"), "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n") {
				t.Errorf("%q: line %q", name, line)
			}
		}
		c, err := ics.ParseCalendar(strings.NewReader(got))
		if err != nil || len(c.Events()) != 1 {
			t.Fatalf("%q: %v", name, err)
		}
		if p := c.Events()[0].GetProperty(ics.ComponentPropertySummary); p == nil ||
			p.Value != strings.TrimSpace(name) {
			t.Errorf("%q was read as %+v", name, p)
		}
	}
}

// attachments returns a letter's files by name: their types and contents.
func attachments(t *testing.T, raw []byte) (kinds, files map[string]string) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := stdmime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	kinds, files = map[string]string{}, map[string]string{}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err != nil {
			return kinds, files
		}
		if name := p.FileName(); name != "" {
			var b bytes.Buffer
			if _, err := b.ReadFrom(base64.NewDecoder(base64.StdEncoding, p)); err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(p.Header.Get("Content-Type"), "; name=")
			kinds[name], files[name] = kind, b.String()
		}
	}
}

// A cancelled deadline is struck out. Moved with a greater number, it is valid again.
func TestADeadlineThatIsOff(t *testing.T) {
	d := deadline()
	for off, want := range map[bool]int{false: 0, true: 1} {
		d.Event.Off = off
		raw, err := smtp.Render(d)
		if err != nil {
			t.Fatal(err)
		}
		_, files := attachments(t, raw)
		if got := strings.Count(files["Frist.ics"], "\r\nSTATUS:CANCELLED\r\n"); got != want {
			t.Errorf("off %t: %d times cancelled in\n%s", off, got, files["Frist.ics"])
		}
	}
}
