package incoming_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// mixed returns a letter of some parts, each with its own header.
func mixed(parts ...string) string {
	return "From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n" +
		strings.Join(parts, "\r\n--m\r\n") + "\r\n--m--\r\n"
}

func attached(name, data string) string {
	return "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"" + name +
		"\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(data))
}

func zipped(t *testing.T, names []string, data ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, name := range names {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(data[i])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(t *testing.T, raw string) incoming.Reading {
	t.Helper()
	r, err := incoming.Read(t.Context(), []byte(raw), options())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A file that may have been meant as orders and cannot be read gets a note with its kind. Pictures do not.
func TestBinaryFiles(t *testing.T) {
	for name, c := range map[string]struct{ data, kind string }{
		"a.rar": {"\x00\x01\x02", "rar"}, "a.7z": {"\x00\x01\x02", "7z"}, "a.GZ": {"\x00\x01\x02", "gz"},
		"a.lha": {"\x00\x01\x02", "lha"}, "a.lzh": {"\x00\x01\x02", "lzh"}, "a.arj": {"\x00\x01\x02", "arj"},
		"a.doc": {"\x00\x01\x02", "office"}, "a.xls": {"\xd0\xcf\x11\xe0\x00", "office"},
		"a.pdf": {"%PDF-1.4\x00", "pdf"}, "winmail.dat": {"\x00\x01\x02", "winmail.dat"}, "a.png": {"\x89PNG\x00", ""},
		"a.bin": {"\x00\x01\x02", ""},
	} {
		r := read(t, mixed("\r\n$A", attached(name, c.data)))
		told := ""
		for _, n := range r.Notes {
			if n.Code == mime.NotText {
				told += n.Part + " " + n.Word
			}
		}
		if want := strings.TrimSuffix(name+" "+c.kind, " "); c.kind != "" && told != want ||
			c.kind == "" && told != "" {
			t.Errorf("%s: told %q", name, told)
		}
		if len(r.Files) != 1 || r.Files[0].Name != name || string(r.Files[0].Data) != c.data || r.Text != "$A\n" {
			t.Errorf("%s: %q, %+v", name, r.Text, r.Files)
		}
	}
	inText := "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		base64.StdEncoding.EncodeToString([]byte("\x00\x01\x02"))
	if r := read(t, mixed("\r\n$A", inText)); !has(r, mime.NotText) || len(r.Files) != 0 {
		t.Errorf("a body that is no text: %v, %d files", r.Notes, len(r.Files))
	}
	packed := zipped(t, []string{"karte.bin", "zug.txt"}, "\x00\x01\x02", "hello")
	if r := read(t, mixed("\r\n$A", attached("a.zip", packed))); len(r.Files) != 2 || r.Files[0].Name != "karte.bin" ||
		r.Files[1].Name != "zug.txt" {
		t.Errorf("out of a ZIP: %+v", r.Files)
	}
}

// All files of a ZIP together may have a megabyte.
func TestZipSize(t *testing.T) {
	half := strings.Repeat("12345678901234567890123456789012345678\n", 14_000) // 546,000 octets
	for n, refused := range map[int]bool{1: false, 2: true} {
		r := read(t, mixed("\r\n$A", attached("a.zip", zipped(t, []string{"a.txt", "b.txt"}[:n], half, half))))
		if has(r, mime.ZipRefused) != refused || len(r.Files) != n { // the first, and the ZIP itself
			t.Errorf("%d files: %v, %d kept", n, r.Notes, len(r.Files))
		}
	}
}

// Mails in mails and signatures count as levels, as parts do.
func TestDepthOfMails(t *testing.T) {
	mail := func(n int) string {
		return "From: ute@post.example\r\n" +
			strings.Repeat("Content-Type: message/rfc822\r\n\r\nFrom: x@post.example\r\n", n) + "\r\n$A\r\n"
	}
	signed := func(inner string) string {
		ber := func(tag byte, in string) string {
			return string([]byte{tag, 0x84, 0, byte(len(in) >> 16), byte(len(in) >> 8), byte(len(in))}) + in
		}
		oid := func(last byte) string { return "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07" + string(last) }
		return "Content-Type: application/pkcs7-mime\r\n\r\n" +
			ber(0x30, oid(2)+ber(0xa0, ber(0x30, "\x02\x01\x01\x31\x00"+ber(0x30, oid(1)+ber(0xa0, ber(0x04, inner))))))
	}
	opaque := func(n int) string {
		inner := "Content-Type: text/plain\r\n\r\n$A\r\n"
		for range n {
			inner = signed(inner)
		}
		return "From: ute@post.example\r\n" + inner
	}
	for n, deep := range map[int]bool{19: false, 20: true} { // and the letter itself
		for name, raw := range map[string]string{"mails": mail(n), "signatures": opaque(n)} {
			if r := read(t, raw); has(r, mime.TooDeep) != deep || (r.Score == 0) != deep {
				t.Errorf("%d %s: score %d, %v", n, name, r.Score, r.Notes)
			}
		}
	}
}

// The line that says whose a file's orders are may be in the letter's own text.
func TestSignatureOfFiles(t *testing.T) {
	file := "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=zug.txt\r\n\r\n$A\r\n1.K.M 1: N"
	r := read(t, mixed("\r\n$I 4 Bergahorn", file))
	if r.Text != "$I 4 Bergahorn\n$A\n1.K.M 1: N\n" || r.Part != "zug.txt" || !has(r, mime.IdentityElsewhere) {
		t.Errorf("%q of %q, %v", r.Text, r.Part, r.Notes)
	}
}

// Of the forms that come back in a letter, the best filled one counts, and of two equal ones the one with fewer lines.
// Those in mails that it brings do not count.
func TestFilledForms(t *testing.T) {
	o := options()
	o.Mark = func(line string) bool { return line == "== FORM ==" }
	alternative := func(plain, html string) string {
		return "From: ute@post.example\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n" +
			"Content-Type: text/plain\r\n\r\n" + plain +
			"\r\n--x\r\nContent-Type: text/html\r\n\r\n" + html + "\r\n--x--\r\n"
	}
	quote := func(lines ...string) string {
		return "<p>ja</p><blockquote>" + strings.Join(lines, "<br>") + "</blockquote>"
	}
	for name, c := range map[string]struct{ raw, want string }{
		"plain": {alternative("ja\r\n> == FORM ==\r\n> $A\r\n> $B\r\n", quote("== FORM ==", "$A")),
			"== FORM ==\n$A\n$B\n"},
		"HTML": {alternative("ja\r\n> == FORM ==\r\n> $A\r\n", quote("== FORM ==", "$A", "$B")),
			"== FORM ==\n$A\n$B\n"},
		"fewer lines": {alternative("ja\r\n> == FORM ==\r\n> $A x\r\n> y\r\n", quote("== FORM ==", "$A x y")),
			"== FORM ==\n$A x y\n"},
		"more lines": {alternative("ja\r\n> == FORM ==\r\n> $A x y\r\n", quote("== FORM ==", "$A x", "y")),
			"== FORM ==\n$A x y\n"},
		"as many lines": {alternative("ja\r\n> == FORM ==\r\n> $A x\r\n", quote("== FORM ==", "$A y")),
			"== FORM ==\n$A x\n"},
		"in HTML alone": {alternative("ja\r\n", quote("== FORM ==", "$A")), "== FORM ==\n$A\n"},
		"in a mail": {"From: ute@post.example\r\nContent-Type: message/rfc822\r\n\r\nFrom: x@post.example\r\n" +
			"\r\nja\r\n> == FORM ==\r\n> $A\r\n", ""},
	} {
		r, err := incoming.Read(t.Context(), []byte(c.raw), o)
		if err != nil || r.Filled != c.want {
			t.Errorf("%s: %q, want %q, %v", name, r.Filled, c.want, err)
		}
	}
}

// A text that a file has split in two is one text, and its notes are made once.
func TestSplitTextNotes(t *testing.T) {
	r := read(t, mixed("\r\n$I 4 x\r\n> alt", attached("karte.bin", "\x00\x01\x02"), "\r\n$A\r\n-- \r\nUte"))
	quotes, footers := 0, 0
	for _, n := range r.Notes {
		switch n.Code {
		case mime.QuoteDropped:
			quotes++
		case mime.FooterDropped:
			footers++
		}
	}
	if r.Text != "$I 4 x\n$A\n" || quotes != 1 || footers != 1 {
		t.Errorf("%q, %v", r.Text, r.Notes)
	}
}

// A report about more than ten recipients is read to the tenth, and one with nested parts to the third level.
func TestBounceLimits(t *testing.T) {
	report := func(recipients int) string {
		return "Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n" +
			"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\n" +
			"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n" +
			strings.Repeat("Action: delivered\r\n\r\n", recipients-1) +
			"Action: failed\r\nFinal-Recipient: rfc822; ute@post.example\r\nStatus: 5.1.1\r\n--x--\r\n"
	}
	if b := read(t, report(10)).Bounce; b == nil || b.To != "ute@post.example" || b.Words != "5.1.1" {
		t.Errorf("the tenth: %+v", b)
	}
	if b := read(t, report(11)).Bounce; b != nil {
		t.Errorf("the eleventh: %+v", b)
	}
	levels := func(n int) string {
		head, foot := "Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n", ""
		for i := range n {
			head, foot = head+fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i),
				fmt.Sprintf("--b%d--\r\n", i)+foot
		}
		return head + "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\n" +
			"Final-Recipient: rfc822; ute@post.example\r\n" + foot
	}
	for n, want := range map[int]string{2: "ute@post.example", 3: ""} {
		b := read(t, levels(n)).Bounce
		if b == nil || b.To != want {
			t.Errorf("%d levels: %+v", n, b)
		}
	}
	b := read(t, "Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n\r\nMessage-ID: <a@x>\r\n<b@x>\r\n").Bounce
	if b == nil || fmt.Sprint(b.IDs) != "[<a@x> <b@x>]" {
		t.Errorf("two ids: %+v", b)
	}
	var ids strings.Builder
	for i := range 30 {
		fmt.Fprintf(&ids, "Message-ID: <likely%d@x>\r\n<perhaps%d@x>\r\n", i, i)
	}
	b = read(t, "Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n\r\n"+ids.String()).Bounce
	if b == nil || len(b.IDs) != 20 || b.IDs[0] != "<likely0@x>" || b.IDs[19] != "<likely19@x>" {
		t.Errorf("ids: %+v", b)
	}
}

// A note says which part it is about.
func TestNotesNameTheirPart(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		want mime.Note
	}{
		"a charset": {"From: ute@post.example\r\n\r\nK\xe4se\r\n",
			mime.Note{Code: mime.CharsetGuessed, Part: "body", Word: "ISO-8859-1"}},
		"a line of the header": {"From: ute@post.example\r\nrubbish\r\n\r\n$A\r\n",
			mime.Note{Code: mime.HeaderRepaired, N: 1}},
		"of a part's header": {mixed("rubbish\r\n\r\n$A"),
			mime.Note{Code: mime.HeaderRepaired, Part: "body", N: 1}},
		"of an attached mail's": {mixed("Content-Type: message/rfc822\r\n\r\nSubject: x\r\nrubbish\r\n\r\n$A"),
			mime.Note{Code: mime.HeaderRepaired, Part: "body", N: 1}},
		"an encoding": {mixed("Content-Type: text/plain\r\nContent-Transfer-Encoding: x-nonsense\r\n\r\n$A"),
			mime.Note{Code: mime.EncodingUnknown, Part: "body", Word: "x-nonsense"}},
		"a file's charset": {mixed("\r\nHallo", attached("zug.txt", "K\x84se\n$A\n$B\n")),
			mime.Note{Code: mime.CharsetGuessed, Part: "zug.txt", Word: "CP437"}},
	} {
		if r := read(t, c.raw); !slices.Contains(r.Notes, c.want) {
			t.Errorf("%s: %+v, want %+v", name, r.Notes, c.want)
		}
	}
}

// A multipart that was encoded as a whole is decoded, and one that was not stays.
func TestEncodedMultipart(t *testing.T) {
	for name, body := range map[string]string{
		"encoded":     "--a=3Db\r\nContent-Type: text/plain\r\n\r\n$A =3D\r\n--a=3Db--\r\n",
		"not encoded": "--a=b\r\nContent-Type: text/plain\r\n\r\n$A =\r\n--a=b--\r\n",
	} {
		if r := read(t, "From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=\"a=b\"\r\n"+
			"Content-Transfer-Encoding: quoted-printable\r\n\r\n"+body); r.Text != "$A =\n" {
			t.Errorf("%s: %q", name, r.Text)
		}
	}
}

// If everything is quoted, the note says what was left out. The parts of a digest are mails. A form does not count
// beside a file with orders.
func TestWhatIsTaken(t *testing.T) {
	if r := read(t, "From: ute@post.example\r\n\r\n> $A\r\n"); r.Text != "" ||
		!slices.Contains(r.Notes, mime.Note{Code: mime.QuoteDropped, Part: "body", N: 1}) {
		t.Errorf("quoted: %q, %v", r.Text, r.Notes)
	}
	digest := strings.Replace(mixed("\r\nSubject: x\r\n\r\n$A"), "/mixed", "/digest", 1)
	if r := read(t, digest); r.Text != "$A\n" || r.Part != "forwarded: body" {
		t.Errorf("a digest: %q of %q", r.Text, r.Part)
	}
	o := options()
	o.Mark = func(line string) bool { return line == "== FORM ==" }
	for orders, want := range map[string]string{"$A\n$B\n": "", "hello\n": "== FORM ==\nx\n"} {
		r, err := incoming.Read(t.Context(), []byte(mixed("\r\nja\r\n> == FORM ==\r\n> x", attached("zug.txt", orders))),
			o)
		if err != nil || r.Filled != want {
			t.Errorf("a form beside %q: %q, %v", orders, r.Filled, err)
		}
	}
}
