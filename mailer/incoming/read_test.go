package incoming_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

func has(r incoming.Reading, code mime.NoteCode) bool {
	for _, n := range r.Notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

func TestReadRefuses(t *testing.T) {
	if _, err := incoming.Read(t.Context(), make([]byte, mime.MaxMail+1), options()); !errors.Is(err,
		incoming.ErrTooBig) {
		t.Errorf("5 MB and one octet: %v", err)
	}
	for name, raw := range map[string]string{
		"nothing":     "",
		"blank lines": "\r\n\r\n",
		"endless header": "From: a@b.example\r\n" + strings.Repeat("X-Filler: "+strings.Repeat("x", 990)+"\r\n", 300) +
			"\r\n$A\r\n",
	} {
		if _, err := incoming.Read(t.Context(), []byte(raw), options()); !errors.Is(err, incoming.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// nested wraps a text in n multiparts.
func nested(n int, text string) string {
	head, foot := "From: ute@post.example\r\n", ""
	for i := range n {
		head += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
		foot = fmt.Sprintf("--b%d--\r\n", i) + foot
	}
	return head + "Content-Type: text/plain\r\n\r\n" + text + "\r\n" + foot
}

func TestReadLimits(t *testing.T) {
	r, err := incoming.Read(t.Context(), []byte(nested(19, "$A")), options()) // 19 and the text: 20 deep
	if err != nil || r.Text != "$A\n" || has(r, mime.TooDeep) {
		t.Errorf("20 deep: %q %v %v", r.Text, r.Notes, err)
	}
	r, err = incoming.Read(t.Context(), []byte(nested(20, "$A")), options())
	if err != nil || r.Text != "" || !has(r, mime.TooDeep) {
		t.Errorf("21 deep: %q %v %v", r.Text, r.Notes, err)
	}
	var b strings.Builder
	b.WriteString("From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n")
	for i := range 5000 {
		fmt.Fprintf(&b,
			"--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=t%d\r\n\r\n$A\r\n", i)
	}
	r, err = incoming.Read(t.Context(), []byte(b.String()+"--x--\r\n"), options())
	// 200 less the multipart and the one taken
	if err != nil || r.Part != "t0" || !has(r, mime.TooManyParts) || len(r.Files) != 198 {
		t.Errorf("5000 parts: %q, %d files, %v", r.Part, len(r.Files), err)
	}
}

func TestReadZipBomb(t *testing.T) {
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for i := range 3 {
		f, err := w.Create(fmt.Sprintf("zug%d.txt", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Repeat([]byte("\n"), 20<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	raw := "From: ute@post.example\r\nContent-Type: application/zip; name=z.zip\r\n" +
		"Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString(z.Bytes()) + "\r\n"
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	if err != nil || !has(r, mime.ZipRefused) || len(r.Files) != 1 {
		t.Errorf("%v %v", r.Notes, err)
	}
}

// Whatever is in a mail, reading it comes to an end. Anything that grows with the square of these texts would exceed
// the time limit of the tests.
func TestReadHugeTexts(t *testing.T) {
	for name, body := range map[string]string{
		"one line":     strings.Repeat("x", 1<<20),
		"NULs":         strings.Repeat("\x00", 1<<20),
		"quotes":       strings.Repeat(">\n", 1<<19),
		"am":           strings.Repeat("Am \n", 1<<18),
		"heads":        strings.Repeat("Von: x\n\n", 1<<17),
		"rulers":       strings.Repeat("____________________\n", 1<<17),
		"tags":         strings.Repeat("<div>", 200_000),
		"open quotes":  strings.Repeat("<blockquote>x<br>", 50_000),
		"soft breaks":  strings.Repeat("a \n", 1<<18),
		"umlauts":      strings.Repeat("\xe4\x84 ", 1<<18),
		"every breaks": strings.Repeat("\r", 1<<20),
	} {
		for _, kind := range []string{"text/plain; format=flowed; delsp=yes", "text/html"} {
			if _, err := incoming.Read(t.Context(),
				[]byte("From: ute@post.example\r\nContent-Type: "+kind+"\r\n\r\n"+body), options()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestMachineOrPerson(t *testing.T) {
	for _, c := range []struct{ head, machine, noAnswer string }{
		{"From: ute@post.example", "", ""},
		{"From: ute@post.example\r\nAuto-Submitted: no", "", ""},
		{"From: ute@post.example\r\nAuto-Submitted: auto-generated (x)", "Auto-Submitted: auto-generated", ""},
		{"From: ute@post.example\r\nReturn-Path: <>\r\nAuto-Submitted: auto-replied",
			"Auto-Submitted: auto-replied", ""},
		{"From: ute@post.example\r\nX-Loop: x\r\nContent-Type: multipart/report; boundary=x", "delivery report", ""},
		{"From: ute@post.example\r\nReturn-Path: <ute@post.example>", "", ""},
		{"From: Mail Delivery <MAILER-DAEMON@post.example>", "From: mailer-daemon", ""},
		{"From: ute@post.example\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x",
			"delivery report", ""},
		{"From: ute@post.example\r\nPrecedence: auto_reply", "Precedence: auto_reply", ""},
		{"From: ute@post.example\r\nPrecedence: bulk", "", ""},
		{"From: ute@post.example\r\nResent-From: eva@post.example", "Resent-From", ""},
		{"From: ute@post.example\r\nResent-From: Ute <UTE@post.example>", "", ""},
		{"From: no-reply@post.example", "", "From: no-reply"},
		{"From: spieler-request@post.example", "", "From: spieler-request"},
		{"From: ute@post.example\r\nSubject: AW: Automatische Antwort: Zug", "", ""},
		{"Subject: x", "", "From is not one address"},
	} {
		r, err := incoming.Read(t.Context(), []byte(c.head+"\r\n\r\n$A\r\n"), options())
		if err != nil {
			t.Errorf("%q: %v", c.head, err)
		}
		if r.Machine != c.machine || r.Machine == "" && r.NoAnswer != c.noAnswer {
			t.Errorf("%q: machine %q, no answer %q", c.head, r.Machine, r.NoAnswer)
		}
		if (r.Text == "") != (c.machine != "") {
			t.Errorf("%q: text %q", c.head, r.Text)
		}
	}
}

// Marks that people's mail may have, too, do not keep a text from being read. But it is not answered at From, and
// nothing in a quote counts as a yes.
func TestMarked(t *testing.T) {
	for _, c := range []struct {
		head, marked string
		absence      bool
	}{
		{"Return-Path: <>", "Return-Path: <>", false},
		{"X-Loop: spiel", "X-Loop", false},
		{"Subject: =?utf-8?q?Automatische_Antwort=3A_Zug?=", "Subject: Automatische Antwort: Zug", true},
		{"Subject: Abwesenheitsnotiz\r\nX-Loop: spiel", "X-Loop", false},
		{"Subject: Abwesenheitsnotiz\r\nPrecedence: bulk", "Subject: Abwesenheitsnotiz", true},
		{"Subject: Urlaub", "", false},
		{"Subject: Urlaub\r\nFeedback-ID: 1:2:3", "", false},
		{"Subject: Urlaub\r\nPrecedence: bulk", "", true},
		{"Subject: Respuesta =?utf-8?q?autom=C3=A1tica=3A_Zug?=", "Subject: Respuesta automática: Zug", true},
		{"Subject: Urlaub\r\nX-Vacation: yes", "", false},
		{"Subject: Zug", "", false},
	} {
		r, err := incoming.Read(t.Context(), []byte("From: ute@post.example\r\n"+c.head+"\r\n\r\n$A\r\n"), options())
		if err != nil || r.Machine != "" || r.Text != "$A\n" {
			t.Errorf("%q: %v, machine %q, text %q", c.head, err, r.Machine, r.Text)
		}
		if r.Marked != c.marked || r.Absence != c.absence {
			t.Errorf("%q: marked %q, absence %t", c.head, r.Marked, r.Absence)
		}
		if c.marked != "" && (r.NoAnswer == "" || r.Automatic == "") {
			t.Errorf("%q: may be answered (%q), is a yes (%q)", c.head, r.NoAnswer, r.Automatic)
		}
	}
}

// What a program may have answered while its owner is away looks automatic, although a person may have written it. A
// subject about an absence does so only beside a mark that programs put into their answers. Marks of mail to many alone
// do not, and nor do our own subjects.
func TestMayBeAutomatic(t *testing.T) {
	heads := map[string]bool{
		"Subject: Re: [Probe] x WT-X\r\nX-Vacation: yes":                          true,
		"Subject: Re: [Probe] x WT-X\r\nPrecedence: bulk":                         false,
		"Subject: Re: [Probe] x WT-X\r\nX-Auto-Response-Suppress: All":            false,
		"Subject: Re: [Probe] x WT-X\r\nFeedback-ID: i1:Fastmail":                 false,
		"Subject: Re: [Probe] x WT-X\r\nList-Id: <spieler.lists.example>":         false,
		"Subject: Re: [Probe] x WT-X\r\nReturn-Path: <ute@post.example>":          false,
		"Subject: Re: [Probe] x WT-X\r\nX-Mailer: Microsoft Outlook Vacation 1.0": false,
		"Subject: Urlaub\r\nFeedback-ID: i1:Fastmail":                             false,
		"Subject: Urlaub\r\nX-Auto-Response-Suppress: NDR":                        false,
	}
	for subject, away := range map[string]bool{
		"Re: [Probe] Eine Pause? Bitte antworten WT-X":    false,
		"AW: [Probe] Away for a while? Please reply WT-X": false,
		"[Urlaub] Neues Passwort? Bitte antworten WT-X":   false,
		"Zug 8":       false,
		"Re: Automat": false,
		"Abwesend Re: [Probe] Neues Passwort? Bitte antworten WT-X": true,
		"=?utf-8?q?Abwesenheit=3A?= Zug":                            true,
		"Out of the office Re: x":                                   true,
		"Vacation: x":                                               true,
		"AW: Urlaubsvertretung":                                     true,
		"Auto: x":                                                   true,
		"Automatic response":                                        true,
	} {
		heads["Subject: "+subject] = false
		heads["Subject: "+subject+"\r\nPrecedence: bulk"] = away
		heads["Subject: "+subject+"\r\nX-Auto-Response-Suppress: All"] = away
	}
	for head, want := range heads {
		r, err := incoming.Read(t.Context(), []byte("From: ute@post.example\r\n"+head+"\r\n\r\nx\r\n"), options())
		if err != nil || r.Machine != "" || (r.Automatic != "") != want {
			t.Errorf("%q: %v, machine %q, automatic %q", head, err, r.Machine, r.Automatic)
		}
	}
}

// The player's computer decides if the octets do not: 0xA5 is Ñ in the DOS code pages and ¥ in Latin-1, and not a
// German letter in either.
func TestHintBreaksTies(t *testing.T) {
	for hint, want := range map[string]string{"": "¥\n", "ISO-8859-1": "¥\n", "CP437": "Ñ\n", "CP850": "Ñ\n"} {
		if d := mime.DecodeText([]byte("\xa5\n"), hint); d.Text != want {
			t.Errorf("hint %q: %q, want %q", hint, d.Text, want)
		}
	}
	if d := mime.DecodeText([]byte("S\xfcden\n"), "CP437"); d.Text != "Süden\n" {
		t.Errorf("the hint overrules the octets: %q", d.Text)
	}
}

// Dates, addresses and ids of the header.
func TestEnvelope(t *testing.T) {
	raw := "From: \"Ute\" <UTE@Post.Example>\r\nTo: a@b.example, Jo <c@d.example>\r\nDate: gestern abend\r\n" +
		"Message-ID: x <1@post.example> y\r\n" +
		"In-Reply-To: Message of Monday <z8@spiel.example>\r\nReferences: <a@b>\r\n\t<c@d>\r\nSubject: a\r\n b\r\n" +
		"\r\n$A\r\n"
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s|%s|%v|%v|%s|%s|%s|%s", r.From, r.FromName, r.To, r.Date.IsZero(), r.MessageID, r.InReplyTo,
		r.References, r.Subject)
	if want := "ute@post.example|Ute|[a@b.example c@d.example]|true|<1@post.example>|<z8@spiel.example>|<a@b> " +
		"<c@d>|a b"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Reading never panics, and its text is always what the order parser expects.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := incoming.Read(t.Context(), raw, options())
		if err != nil {
			if !errors.Is(err, incoming.ErrTooBig) && !errors.Is(err, incoming.ErrUnreadable) ||
				strings.Contains(err.Error(), "runtime error") {
				t.Fatal(err)
			}
			return
		}
		for _, s := range []string{r.Text, r.Subject, r.From, r.FromName, r.Part} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\r\x00\u00a0\u200b") {
				t.Fatalf("not plain: %q", s)
			}
		}
		if strings.ContainsAny(r.Subject+r.MessageID+r.InReplyTo+r.References, "\r\n") {
			t.Fatal("a line end in a header field")
		}
	})
}

// Names from a mail contain nothing that moves a cursor or ends a line.
func TestNamesAreHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"zug\u202egpj.txt":          "zuggpj.txt",
		"a\u2066b\u2069\u200fc.txt": "abc.txt",
		"\u009b31mrot\u0085.txt":    "31mrot .txt", // a line end in a header is a blank
	} {
		raw := "From: ute@post.example\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=\"" +
			name + "\"\r\n\r\n$A\r\n"
		r, err := incoming.Read(t.Context(), []byte(raw), options())
		if err != nil || r.Part != want {
			t.Errorf("%q: %q, %v", name, r.Part, err)
		}
	}
	raw := "From: ute@post.example\r\nContent-Type: text/plain; charset=\"x\u202e\u009by\"\r\n\r\n$A\r\n"
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	if err != nil || len(r.Notes) != 1 || r.Notes[0].Word != "xy" {
		t.Errorf("charset: %+v, %v", r.Notes, err)
	}
}

// From an unknown address, a file also counts if the letter's own text says whose it is, and only then. A mail that
// the letter brings does not say so for it.
func TestIdentityInBodyOfStrangers(t *testing.T) {
	o := options()
	o.Sender = func(string) (bool, string) { return false, "" }
	file := "--x\r\nContent-Disposition: attachment; filename=zug.txt\r\n\r\n$A\r\n$B\r\n"
	body := "--x\r\n\r\nHallo\r\n$I 4 Bergahorn\r\n"
	for name, c := range map[string]struct{ parts, text, files string }{
		"named":      {body + file, "$I 4 Bergahorn\n$A\n$B\n", ""},
		"file first": {file + body, "$I 4 Bergahorn\n$A\n$B\n", ""},
		"nobody's":   {"--x\r\n\r\nHallo\r\n" + file, "Hallo\n", "zug.txt"},
		"no realm":   {"--x\r\n\r\n$I pw Bergahorn\r\n" + file, "$I pw Bergahorn\n", "zug.txt"},
		"another's": {"--x\r\n\r\nHallo\r\n--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n\r\n" +
			"$I 4 Bergahorn\r\n" + file, "$I 4 Bergahorn\n", "zug.txt"},
	} {
		r, err := incoming.Read(t.Context(),
			[]byte("From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"+c.parts+"--x--\r\n"),
			o)
		names := ""
		for _, f := range r.Files {
			names += f.Name
		}
		if err != nil || r.Text != c.text || names != c.files {
			t.Errorf("%s: %q, files %q, %v, %v", name, r.Text, names, r.Notes, err)
		}
	}
}

// Files of the letter itself come after those of a mail that it brings, and replace those of the same name.
func TestFilesOfAttachedMails(t *testing.T) {
	file := func(name, text string) string {
		return "Content-Disposition: attachment; filename=" + name + "\r\n\r\n" + text + "\r\n"
	}
	raw := "From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
		"--x\r\n" + file("a.txt", "mine") +
		"--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: b@b.example\r\n" +
		"Content-Type: multipart/mixed; boundary=y\r\n\r\n" +
		"--y\r\n" + file("A.TXT", "old") + "--y\r\n" + file("c.txt", "old") + "--y--\r\n" +
		"--x\r\n" + file("d.txt", "mine") + "--x--\r\n"
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	got := ""
	for _, f := range r.Files {
		got += f.Name + "=" + string(f.Data) + ";"
	}
	if want := "c.txt=old;a.txt=mine;d.txt=mine;"; err != nil || got != want {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
}

// A mail in a ZIP is a mail, not a file. ZIPs and mails inside each other come to an end.
func TestMailInZip(t *testing.T) {
	pack := func(name string, data []byte) []byte {
		var z bytes.Buffer
		w := zip.NewWriter(&z)
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return z.Bytes()
	}
	old := []byte("From: ute@post.example\r\n\r\n$I 4 Bergahorn\r\n$A\r\n$B\r\n$N\r\n")
	letter := func(z []byte) []byte {
		return []byte("From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n" +
			"$I 4 Bergahorn\r\n$A\r\n--x\r\n" +
			"Content-Type: application/zip; name=z.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
			base64.StdEncoding.EncodeToString(z) + "\r\n--x--\r\n")
	}
	r, err := incoming.Read(t.Context(), letter(pack("zug.eml", old)), options())
	if err != nil || r.Part != "body" || r.Others || !has(r, mime.SeveralTexts) {
		t.Errorf("%q %v %v", r.Part, r.Notes, err)
	}
	for range 30 {
		old = letter(pack("zug.eml", old))
	}
	if r, err = incoming.Read(t.Context(), old, options()); err != nil || r.Part != "body" || !has(r, mime.ZipRefused) {
		t.Errorf("%q %v %v", r.Part, r.Notes, err)
	}
}

// Names in a ZIP are in the packer's code page, or in UTF-8 if they are valid. A path is not part of a name.
func TestNamesInZips(t *testing.T) {
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for _, name := range []string{"S\x81den.txt", "Gr\xc3\xbc\xc3\x9fe\u202e.txt", "C:\\zug\\\x8after.txt",
		"a/b/Z\x81ge.txt", "dir/", "__MACOSX/._x"} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = f.Write([]byte("hello"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	raw := "From: ute@post.example\r\nContent-Type: application/zip; name=z.zip\r\n" +
		"Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString(z.Bytes()) + "\r\n"
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	var got []string
	for _, f := range r.Files {
		got = append(got, f.Name)
	}
	if want := "S\u00fcden.txt|Gr\u00fc\u00dfe.txt|\u00e8fter.txt|Z\u00fcge.txt"; err != nil ||
		strings.Join(got, "|") != want {
		t.Errorf("%q, want %q, %v", strings.Join(got, "|"), want, err)
	}
}

// UTF-16 is recognized by its mark, by declaration, or by zeros in every second octet. It is not guessed from a few
// zeros.
func TestUTF16(t *testing.T) {
	wide := func(s string, big bool) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			if big {
				b.WriteString("\x00" + string(rune(c)))
			} else {
				b.WriteString(string(rune(c)) + "\x00")
			}
		}
		return b.String()
	}
	for name, c := range map[string]struct{ raw, declared, text, charset string }{
		"marked":                  {"\xff\xfe" + wide("$A\n", false), "", "$A\n", "UTF-16LE"},
		"marked, big":             {"\xfe\xff" + wide("$A\n", true), "", "$A\n", "UTF-16BE"},
		"the mark before what is": {"\xff\xfe" + wide("$A\n", false), "utf-16be", "$A\n", "UTF-16LE"},
		"by its zeros":            {wide("$A\n$B\n", false), "", "$A\n$B\n", "UTF-16LE"},
		"by its zeros, big":       {wide("$A\n$B\n", true), "utf-8", "$A\n$B\n", "UTF-16BE"},
		"the zeros tell better":   {wide("$A\n$B\n", true), "utf-16le", "$A\n$B\n", "UTF-16BE"},
		"two letters":             {wide("$A", false), "", "$A", "UTF-16LE"},
		"mostly others": {"$\x00A\x00\n\x00\u0403\u0403\u0403\u0403", "utf-16le",
			"$A\n\u83d0\u83d0\u83d0\u83d0", "UTF-16LE"},
		"declared, big": {"\x00$\x00A\x00\n\u0403\u0403\u0403\u0403\u0403", "utf-16",
			"$A\n\ud083\ud083\ud083\ud083\ud083", "UTF-16BE"},
		"declared, and is not": {"$A\n$B\n", "utf-16", "$A\n$B\n", "UTF-8"},
		"a few zeros":          {"$A\n\x00$B 1234567890\n\x00\x00", "", "$A\n$B 1234567890\n", "UTF-8"},
		"one zero":             {"A\x00", "", "A", "UTF-8"},
	} {
		kind := "Content-Type: text/plain"
		if c.declared != "" {
			kind += "; charset=" + c.declared
		}
		r, err := incoming.Read(t.Context(), []byte("From: ute@post.example\r\n"+kind+"\r\n\r\n"+c.raw), options())
		if err != nil || strings.TrimSpace(r.Text) != strings.TrimSpace(c.text) || r.Charset != c.charset {
			t.Errorf("%s: %q in %s, want %q in %s, %v", name, r.Text, r.Charset, c.text, c.charset, err)
		}
	}
}

// Text after a semicolon or in brackets does not change who wrote.
func TestMachineHeaderWithMore(t *testing.T) {
	for head, want := range map[string]struct{ machine, bulk string }{
		"Auto-Submitted: auto-replied; owner-email=\"x\"":             {"Auto-Submitted: auto-replied", ""},
		"Auto-Submitted: No; x=y":                                     {"", ""},
		"Auto-Submitted: no (a person)":                               {"", ""},
		"Auto-Submitted: ;auto-replied":                               {"", ""},
		"Precedence: bulk; x":                                         {"", "Precedence: bulk"},
		"Precedence: Junk (x)":                                        {"", "Precedence: junk"},
		"Precedence: first-class":                                     {"", ""},
		"X-Auto-Response-Suppress: DR, OOF;AutoReply":                 {"", "X-Auto-Response-Suppress: oof"},
		"X-Auto-Response-Suppress: DR;All":                            {"", "X-Auto-Response-Suppress: all"},
		"X-Auto-Response-Suppress: DR, RN, NRN":                       {"", ""},
		"Feedback-ID: 1:2:3":                                          {"", "Feedback-Id"},
		"List-Post: <mailto:x@y.example>":                             {"", "List-Post"},
		"Content-Type: message/delivery-status":                       {"delivery report", ""},
		"Content-Type: Multipart/Report; boundary=x":                  {"delivery report", ""},
		"Content-Type: text/plain; report-type=disposition-x":         {"delivery report", ""},
		"Content-Type: text/plain; x=\"report-type=delivery-status\"": {"", ""},
	} {
		r, err := incoming.Read(t.Context(), []byte("From: ute@post.example\r\n"+head+"\r\n\r\n$A\r\n"), options())
		if err != nil || r.Machine != want.machine || r.Machine == "" && (r.Bulk != want.bulk || r.NoAnswer != "") {
			t.Errorf("%q: machine %q, bulk %q, no answer %q, %v", head, r.Machine, r.Bulk, r.NoAnswer, err)
		}
	}
	for from, want := range map[string]string{
		"owner-spiel@l.example": "From: owner-spiel", "bounce-7@l.example": "From: bounce-7",
		"noreply-x@l.example": "From: noreply-x", "spiel-bounces@l.example": "From: spiel-bounces",
		"nobody@l.example": "From: nobody", "ownersmith@l.example": "", "bouncer@l.example": "",
		"requests@l.example": "", "a-requested@l.example": "",
	} {
		r, err := incoming.Read(t.Context(), []byte("From: "+from+"\r\n\r\n$A\r\n"), options())
		if err != nil || r.Machine != "" || r.NoAnswer != want {
			t.Errorf("%s: machine %q, no answer %q, %v", from, r.Machine, r.NoAnswer, err)
		}
	}
}
