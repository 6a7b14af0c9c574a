package incoming_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// hostile returns mails of nearly 5 MB, each expensive to read in its own way.
func hostile(t *testing.T) map[string]string {
	fill := func(head, unit string) string {
		return head + strings.Repeat(unit, (mime.MaxMail-len(head)-200)/len(unit))
	}
	plain := "From: ute@post.example\r\n\r\n"
	typed := func(kind string) string { return "From: ute@post.example\r\nContent-Type: " + kind + "\r\n\r\n" }
	flowed := typed("text/plain; format=flowed; delsp=yes")
	mixed := typed("multipart/mixed; boundary=x")
	packed := typed("text/plain")[:len(typed("text/plain"))-2] + "Content-Transfer-Encoding: base64\r\n\r\n"
	return map[string]string{
		"short lines":     fill(plain, "a\n"),
		"orders":          fill(plain+"$I 4 x\n", "1.K.M 1: N\n"),
		"one line":        fill(plain, "x"),
		"quotes":          fill(plain, ">\n"),
		"soft breaks":     fill(flowed, "a \n"),
		"wrapped":         fill(flowed+"> a \n", "> b "),
		"CRs":             fill(plain+"\n", "\r"),
		"one blank line":  fill(plain, " "),
		"form feeds":      fill(plain, "\f"),
		"NULs":            fill(plain, "\x00"),
		"two charsets":    fill(plain+"ü\n", "\xe4\n"),
		"combining marks": fill(plain, "a\u0308\u0323"),
		"UTF-16":          fill(plain+"\xff\xfe", "a\x00\n\x00"),
		"page":            fill(typed("text/html"), "<br>"),
		"tags":            fill(typed("text/html"), "<div>"),
		"open quotes":     fill(typed("text/html"), "<blockquote>x<br>"),
		"comments":        fill(typed("text/html"), "<!-"),
		"attributes":      fill(typed("text/html")+"<a ", "b=c "),
		"header":          fill("From: ute@post.example\r\n", "a\n"),
		"parts":           fill(mixed, "--x\n\n$A\n"),
		"empty parts":     fill(mixed, "--x\n"),
		"headers": fill(mixed, "--x\nContent-Type: text/plain\n\n$I 1 x\n$A\n"+
			strings.Repeat("1.K.M 1: N\n", 2000)),
		"files": fill(mixed, "--x\nContent-Disposition: attachment; filename=a\n\n"+
			strings.Repeat("1.K.M 1: N\n", 20_000)),
		"nested":  fill(nested(19, "")[:strings.Index(nested(19, ""), "--b18--")], "a\n"),
		"padding": fill(packed, "YQ=="),
		"packed":  packed + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("$A\n"), 1_250_000)),
		"ZIPs":    mixed + strings.Repeat("--x\nContent-Transfer-Encoding: base64\n\n"+bomb(t)+"\n", 99),
		"encoded words": "From: ute@post.example\r\nSubject: " + strings.Repeat("=?utf-8?q?=20?=\r\n ", 14_000) +
			"\r\n\r\n$A\n",
		"addresses": "From: " + strings.Repeat("a@b.example,", 20_000) + "\r\n\r\n$A\n",
		"brackets":  "From: " + strings.Repeat("(", 250_000) + "\r\n\r\n$A\n",
		"parameters": "From: ute@post.example\r\nContent-Type: text/plain" + strings.Repeat("; a*1*=b", 30_000) +
			"\r\n\r\n$A\n",
	}
}

// bomb returns a ZIP with 1 MB of orders.
func bomb(t *testing.T) string {
	t.Helper()
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	f, err := w.Create("zug.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte("1.K.M 1: N\n"), 90_000)); err != nil { // 990,000 octets
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(z.Bytes())
}

// Reading a mail asks only a limited number of times what is an order, whatever is in it. It needs at most ten times
// its size in memory.
func TestReadHugeMails(t *testing.T) {
	for name, raw := range hostile(t) {
		scored, asked := 0, 0
		o := options()
		score, opens := o.Score, o.Opens
		o.Score = func(text string) int {
			scored += strings.Count(text, "\n")
			return score(text)
		}
		o.Opens = func(line string) bool {
			asked++
			return opens(line)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r, err := incoming.Read(t.Context(), []byte(raw), o)
		runtime.ReadMemStats(&after)
		if err != nil && !errors.Is(err, incoming.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if scored > 2_500 || asked > 300 {
			t.Errorf("%s: %d lines scored, %d tried as an order's beginning", name, scored, asked)
		}
		if lines := strings.Count(r.Text, "\n"); len(r.Text) > 4<<20 || lines > 20_001 {
			t.Errorf("%s: a text of %d octets and %d lines is taken", name, len(r.Text), lines)
		}
		// All memory that was ever allocated, which is more than was in use at any time.
		if asked := after.TotalAlloc - before.TotalAlloc; asked > 10*mime.MaxMail {
			t.Errorf("%s: %d MB for a mail of %d MB", name, asked>>20, len(raw)>>20)
		}
	}
}

// A mail that takes longer than one mail may cannot be read, while others still can: nothing in the world's mailbox waits
// for it.
func TestOneMailHasItsTime(t *testing.T) {
	raw := []byte("From: ute@post.example\r\nContent-Type: text/html\r\n\r\n<p>$I 4 x<br>$A</p>\r\n")
	o := incoming.ReadOptions{Longest: time.Nanosecond}
	if r, err := incoming.Read(t.Context(), raw, o); !errors.Is(err, incoming.ErrUnreadable) || r.Text != "" || t.Context().Err() != nil {
		t.Errorf("%q, %v", r.Text, err)
	}
	o.Longest = 0
	if r, err := incoming.Read(t.Context(), raw, o); err != nil || r.Text != "$I 4 x\n$A\n" {
		t.Errorf("%q, %v", r.Text, err)
	}
}

// Of a name in From no more is read than a name needs: it is compared with each line of the letter.
func TestNamesAreShort(t *testing.T) {
	raw := []byte("From: " + strings.Repeat("ü", 5_000) + " <ute@post.example>\r\n\r\nHallo\r\n")
	r, err := incoming.Read(t.Context(), raw, incoming.ReadOptions{})
	if err != nil || r.FromName != strings.Repeat("ü", 100) || r.From != "ute@post.example" {
		t.Errorf("%d octets from %s, %v", len(r.FromName), r.From, err)
	}
}
