package smtp_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"io"
	stdmime "mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
)

const (
	game   = "bovistan@spiel.example"
	player = "ute@post.example"
)

func draft() smtp.Draft {
	return smtp.Draft{
		From: game, FromName: "Bovistan, die Welt", To: player, ToName: "Ute Ähre",
		Subject: "[Bovistan Z8] Befehle angekommen: 23 gut, für dich",
		Date:    time.Date(2026, 2, 2, 10, 0, 0, 0, time.UTC), MessageID: "<z8.r4.quittung@spiel.example>",
		InReplyTo:  "<a@post.example>",
		References: []string{"<x@post.example> <y@post.example>"}, Answer: true,
		Text: "Hallo Ute,\n\nalles da.\n.\nEin Punkt allein.\n",
		Files: []mime.Attachment{
			{Name: "ERGEBNIS.TXT", Charset: mime.CP437, Data: []byte("Erträge\nSüden – 3 €\n")},
			{Name: "Kultur Ölberg.txt", Charset: mime.Latin1, Data: []byte("Größe\n")},
			{Name: "utf.txt", Charset: mime.UTF8, Data: []byte("ä→b\n")},
			{Name: "karte.bin", Data: []byte{0, 1, 2}},
		},
	}
}

func render(t *testing.T, d smtp.Draft) []byte {
	t.Helper()
	raw, err := smtp.Render(d)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestRenderIsStable(t *testing.T) {
	first := render(t, draft())
	for range 20 {
		if !bytes.Equal(first, render(t, draft())) {
			t.Fatal("two renderings differ")
		}
	}
	for i, line := range bytes.Split(first, []byte("\r\n")) {
		if len(line) > 200 || bytes.ContainsAny(line, "\r\n") || !ascii(line) {
			t.Errorf("line %d is not for a mail: %q", i+1, line)
		}
	}
}

func ascii(b []byte) bool { return bytes.IndexFunc(b, func(r rune) bool { return r > 126 }) < 0 }

func TestRenderHeader(t *testing.T) {
	m, err := mail.ReadMessage(bytes.NewReader(render(t, draft())))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"Message-Id": "<z8.r4.quittung@spiel.example>", "In-Reply-To": "<a@post.example>",
		"References":     "<x@post.example> <y@post.example> <a@post.example>",
		"Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All", "Date": "Mon, 02 Feb 2026 10:00:00 +0000",
		"Subject": "[Bovistan Z8] Befehle angekommen: 23 gut, für dich",
	} {
		got, err := new(stdmime.WordDecoder).DecodeHeader(m.Header.Get(key))
		if err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", key, got, want, err)
		}
	}
	// A letter is rendered again for each attempt, also by a later version. The boundary is the first forty digits of
	// the SHA-256 of "boundary of z8.r4.quittung@spiel.example".
	if _, params, err := stdmime.ParseMediaType(m.Header.Get("Content-Type")); err != nil ||
		params["boundary"] != "d2c66836f44105cbfd17ab0dccf0c3dbc35a5db8" {
		t.Errorf("boundary %v, %v", params, err)
	}
	if from, err := mail.ParseAddress(m.Header.Get("From")); err != nil || from.Address != game ||
		from.Name != "Bovistan, die Welt" {
		t.Errorf("From: %v, %v", from, err)
	}
	for _, c := range []struct {
		reply      string
		references []string
		want       string
	}{
		{"<a@b> <c@d>", nil, "<c@d> <c@d>"}, {"", []string{"<c@d>", "<e@f>"}, " <c@d> <e@f>"},
		{"<e@f>", []string{"<c@d> <e@f>"}, "<e@f> <c@d> <e@f>"}, {"", nil, " "},
		{"<e@f>", []string{"<e@f>"}, "<e@f> <e@f>"},
	} {
		d := draft()
		d.InReplyTo, d.References = c.reply, c.references
		m, err := mail.ReadMessage(bytes.NewReader(render(t, d)))
		if err != nil || m.Header.Get("In-Reply-To")+" "+m.Header.Get("References") != c.want ||
			(len(m.Header["References"]) > 0) != (c.want != " ") {
			t.Errorf("%q, %q: %q, %q, %v", c.reply, c.references, m.Header.Get("In-Reply-To"),
				m.Header.Get("References"), err)
		}
	}
	d := draft()
	d.Answer = false
	if !bytes.Contains(render(t, d), []byte("Auto-Submitted: auto-generated\r\n")) {
		t.Error("a report is not marked auto-generated")
	}
}

// The body is sent in the player's charset if that has all of its characters.
// The letters of a game have a List-Id, made of its address. No address brings anything else into the header.
func TestRenderListID(t *testing.T) {
	for from, want := range map[string]string{
		game:                            "<bovistan.spiel.example>",
		"play.north@games.club.example": "<play.north.games.club.example>",
		"a..b+c_d-e@x.example":          "<a.b+c_d-e.x.example>",
		"o'neill&co@x.example":          "<o.neill.co.x.example>",
		"&@x.example":                   "",
		"spiel@[127.0.0.1]":             "",
	} {
		d := draft()
		d.From = from
		m, err := mail.ReadMessage(bytes.NewReader(render(t, d)))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Header["List-Id"]; strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", from, got, want)
		}
	}
}

func TestRenderBodyCharset(t *testing.T) {
	for _, c := range []struct {
		charset      mime.Charset
		text, octets string
		label        string
	}{
		{mime.Latin1, "Käse\n", "K\xe4se\r\n", "ISO-8859-1"}, {mime.CP437, "Käse\n", "K\x84se\r\n", "IBM437"},
		{mime.Latin1, "5 € für Käse\n", "5 € für Käse\r\n", "UTF-8"}, {mime.UTF8, "Käse\n", "Käse\r\n", "UTF-8"},
		{"", "Käse\n", "Käse\r\n", "UTF-8"},
	} {
		d := draft()
		d.Files, d.Charset, d.Text = nil, c.charset, c.text
		raw := render(t, d)
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
		if err != nil || string(body) != c.octets ||
			!strings.EqualFold(m.Header.Get("Content-Type"), "text/plain; charset="+c.label) || !ascii(raw) {
			t.Errorf("%s: %q of %q (%v)", c.charset, body, m.Header.Get("Content-Type"), err)
		}
	}
}

func TestRenderNames(t *testing.T) {
	for _, name := range []string{`Jo"'`, `Ä"ö'`, `Ö\'`, `"`, `\`, `Jo <x@y>`, `a, b; c: d`, "=?utf-8?q?x?=",
		strings.Repeat("Ünlü ", 39) + "x", strings.Repeat("w", 200), "\u202eoben"} {
		d := draft()
		d.FromName, d.ToName = name, name
		m, err := mail.ReadMessage(bytes.NewReader(render(t, d)))
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]string{"From": game, "To": player} {
			a, err := mail.ParseAddress(m.Header.Get(key))
			if err != nil || a.Address != want || a.Name != name {
				t.Errorf("%s of %q: %v, %v (%s)", key, name, a, err, m.Header.Get(key))
			}
		}
	}
}

// Our own intake can read what was rendered.
func TestRenderedAttachments(t *testing.T) {
	raw := bytes.Replace(render(t, draft()), []byte("Auto-Submitted: auto-replied\r\n"), nil, 1)
	r, err := incoming.Read(t.Context(), raw, incoming.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Hallo Ute,\n\nalles da.\n.\nEin Punkt allein.\n"; r.Text != want {
		t.Errorf("body %q", r.Text)
	}
	// – and € are not in CP437, nor is →. The UTF-8 file keeps all, but the intake reads typographic characters as
	// their twins.
	want := map[string]string{"ERGEBNIS.TXT": "Erträge\nSüden - 3 EUR\n", "Kultur_Oelberg.txt": "Größe\n",
		"utf.txt": "ä→b\n", "karte.bin": "\x00\x01\x02"}
	if len(r.Files) != len(want) {
		t.Errorf("%d files", len(r.Files))
	}
	for _, f := range r.Files {
		if string(f.Data) != want[f.Name] {
			t.Errorf("%s: %q, want %q", f.Name, f.Data, want[f.Name])
		}
	}
	for _, s := range []string{"Content-Type: application/octet-stream", "charset=IBM437", "charset=ISO-8859-1",
		`filename="Kultur_Oelberg.txt"`} {
		if !bytes.Contains(raw, []byte(s)) {
			t.Errorf("%s is missing", s)
		}
	}
}

// Nothing from another person's mail adds a header field.
func TestRenderNoInjection(t *testing.T) {
	evil := "x\r\nBcc: opfer@post.example\r\n\r\nText"
	d := draft()
	d.Subject, d.FromName, d.ToName = evil, evil, evil
	d.InReplyTo = "<a@b>\r\nBcc: opfer@post.example"
	d.References = []string{"<c@d\r\nBcc: opfer@post.example>", "<e@f>\r\nBcc: x"}
	d.Files = []mime.Attachment{{Name: "a\"\r\nBcc: opfer@post.example\r\n.txt", Charset: mime.UTF8,
		Data: []byte("x")}}
	m, err := mail.ReadMessage(bytes.NewReader(render(t, d)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("Bcc") != "" || len(m.Header["Subject"]) != 1 {
		t.Errorf("injected: %v", m.Header)
	}
	if got := m.Header.Get("References"); got != "<e@f> <a@b>" {
		t.Errorf("References %q", got)
	}
	body, _ := io.ReadAll(m.Body)
	if bytes.Contains(body, []byte("\nBcc:")) {
		t.Error("injected into a part")
	}
	for name, change := range map[string]func(*smtp.Draft){
		"from":       func(d *smtp.Draft) { d.From = "a@b\r\nBcc: x@y" },
		"to":         func(d *smtp.Draft) { d.To = "a@b>, <x@y" },
		"no to":      func(d *smtp.Draft) { d.To = "" },
		"message id": func(d *smtp.Draft) { d.MessageID = "<a@b>\r\nBcc: x@y" },
		"no date":    func(d *smtp.Draft) { d.Date = time.Time{} },
		"type":       func(d *smtp.Draft) { d.Files[0].Type = "text/plain\r\nX: y" },
	} {
		d := draft()
		change(&d)
		if _, err := smtp.Render(d); err == nil {
			t.Errorf("%s: rendered", name)
		}
	}
}

func TestEncodeText(t *testing.T) {
	for _, c := range []struct {
		to       mime.Charset
		in, want string
	}{
		{mime.UTF8, "Süd – 3 €\n", "Süd – 3 €\n"},
		{mime.CP437, "äöüÄÖÜß\n│\n", "\x84\x94\x81\x8e\x99\x9a\xe1\r\n\xb3\r\n"},
		{mime.CP437, "“Ja” – nein…\n", "\"Ja\" - nein...\r\n"},
		{mime.CP437, "Łódź Čech ẞ € ☃\n", "L\xa2dz Cech SS EUR ?\r\n"}, // ó is 0xA2 in CP437
		{mime.CP437, "u\u0308ber\n", "\x81ber\r\n"},                    // combining mark
		{mime.Latin1, "äöüÄÖÜß\n", "\xe4\xf6\xfc\xc4\xd6\xdc\xdf\n"},
		{mime.Latin1, "┌─┐ 3 € „so“ 日\u200b\n", "+-+ 3 EUR \"so\" ?\n"},
	} {
		if got := string(mime.EncodeText(c.in, c.to)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.to, c.in, got, c.want)
		}
	}
	long := strings.Repeat("Zeile mit Ü\n", 1000)
	if d := mime.DecodeText(mime.EncodeText(long, mime.CP437), ""); d.Text != long || d.Charset != "CP437" {
		t.Errorf("read back as %s", d.Charset)
	}
}

// A player who wants a ZIP gets one with all files in it and texts in their charset. It has the same bytes whenever
// the letter is rendered.
func TestRenderZip(t *testing.T) {
	d := draft()
	d.Zip = "ERGEBNIS.ZIP"
	raw := render(t, d)
	if !bytes.Equal(raw, render(t, d)) {
		t.Error("two renderings differ")
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := stdmime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	if _, err := parts.NextPart(); err != nil {
		t.Fatal(err)
	}
	p, err := parts.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	if kind := p.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/zip") ||
		p.FileName() != "ERGEBNIS.ZIP" {
		t.Errorf("the attachment is %q, %s", kind, p.FileName())
	}
	packed, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("another attachment beside the ZIP: %v", err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	// ä is 84 in CP437, whose line ends are CR LF. ö is F6 and ß is DF in ISO-8859-1, whose line ends are LF.
	want := map[string]string{
		"ERGEBNIS.TXT": "Ertr\x84ge\r\nS\x81den", "Kultur_Oelberg.txt": "Gr\xf6\xdfe\n", "utf.txt": "ä→b",
		"karte.bin": "\x00\x01\x02",
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || want[f.Name] == "" || !bytes.HasPrefix(got, []byte(want[f.Name])) ||
			!f.Modified.Equal(d.Date) {
			t.Errorf("%s of %s: %q, %v", f.Name, f.Modified, got, err)
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("not in the ZIP: %q", want)
	}
}
