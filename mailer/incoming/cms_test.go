package incoming_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// An opaque signed mail that is cut off anywhere, or whose lengths are wrong, is a part that was not read, and nothing
// worse.
func TestOpaqueMailCutOff(t *testing.T) {
	for _, name := range []string{"smime-opaque", "smime-opaque-pieces"} {
		raw, err := os.ReadFile("testdata/" + name + ".eml")
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := bytes.Cut(raw, []byte("\n\n"))
		der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(body)), ""))
		if err != nil {
			t.Fatal(err)
		}
		read := func(b []byte) incoming.Reading {
			r, err := incoming.Read(t.Context(),
				append(append(bytes.Clone(head), "\n\n"...), base64.StdEncoding.EncodeToString(b)...), options())
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := read(der); r.Score == 0 {
			t.Fatalf("%s: whole, it has no orders", name)
		}
		for n := range 60 { // all of these are before the end of the content
			if r := read(der[:n]); r.Score != 0 || !has(r, mime.Encrypted) {
				t.Errorf("%s cut off after %d octets: score %d, %v", name, n, r.Score, r.Notes)
			}
			lying := bytes.Clone(der)
			lying[n] ^= 0x85
			read(lying)
		}
	}
	// Elements without lengths, each inside the one before.
	tower := "From: ute@post.example\r\nContent-Type: application/pkcs7-mime\r\n\r\n" +
		strings.Repeat("\x30\x80", 1<<20)
	if r, err := incoming.Read(t.Context(), []byte(tower), options()); err != nil || !has(r, mime.Encrypted) {
		t.Errorf("a tower: %v, %v", r.Notes, err)
	}
}

// Octets that mean the same in every charset count as the charset that the sender names.
func TestPlainOctetsKeepTheirName(t *testing.T) {
	for declared, want := range map[string]string{"iso-8859-1": "ISO-8859-1", "windows-1252": "windows-1252",
		"us-ascii": "UTF-8", "utf-8": "UTF-8"} {
		r, err := incoming.Read(t.Context(),
			[]byte("From: ute@post.example\r\nContent-Type: text/plain; charset="+declared+"\r\n\r\n$A\r\n"), options())
		if err != nil || r.Charset != want || len(r.Notes) != 0 {
			t.Errorf("%s: read as %q with %v, %v", declared, r.Charset, r.Notes, err)
		}
	}
}

// If the HTML has the same words in fewer lines, a program has broken the lines of the plain text. If that has no long
// lines, the writer has broken them.
func TestHTMLJoinsBrokenLines(t *testing.T) {
	alternative := func(plain, html string) string {
		return "From: ute@post.example\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n" +
			"Content-Type: text/plain\r\n\r\n" + plain +
			"\r\n--x\r\nContent-Type: text/html\r\n\r\n" + html + "\r\n--x--\r\n"
	}
	long := "1.K.M 3: A 0/1, 0/1, 0/1, 0/1, 0/1, 0/1, 0/1, 0/1, 0/1, 0/1, 0/1,"
	prose := "Lieber Nachbar, die Suedmark wird Euch nicht angreifen, wenn Ihr sie"
	for name, c := range map[string]struct{ plain, html, part string }{
		"broken": {"$N\r\n#7\r\n" + prose + "\r\nfreigebt.",
			"<div>$N</div><div>#7</div><div>" + prose + " freigebt.</div>", "html"},
		"mended by itself": {"$A\r\n" + long + "\r\n0/1, E", "<div>$A</div><div>" + long + " 0/1, E</div>", "body"},
		"short lines":      {"$A\r\n$N\r\nHallo\r\nNachbar", "<div>$A</div><div>$N</div>Hallo Nachbar", "body"},
		"other words":      {"$A\r\n" + long + "\r\n0/1, E", "<div>$A</div><div>" + long + " 0/1, V</div>", "body"},
		"as many lines":    {"$A\r\n" + long, "<div>$A</div><div>" + long + "</div>", "body"},
		"fewer good lines": {"$A\r\n$B\r\n" + long, "<div>$A $B</div><div>" + long + "</div>", "body"},
	} {
		r, err := incoming.Read(t.Context(), []byte(alternative(c.plain, c.html)), options())
		if err != nil || r.Part != c.part {
			t.Errorf("%s: from %q, %v\n%s", name, r.Part, err, r.Text)
		}
	}
}
