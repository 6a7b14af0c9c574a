package incoming_test

import (
	"strings"
	"testing"

	"weltentor/mailer/incoming"
)

// What the senders wrote themselves is kept if their orders came in a file or in another mail: without quotes and
// signature, and the plain one of alternatives. If the orders are in their own text, nothing is beside them.
func TestOwnTextBesideOrders(t *testing.T) {
	const (
		head = "From: ute@post.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
		// "Hallo, reicht das Öl?", a quote, a signature
		plain = "--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\n"
		file  = "--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=zug.txt\r\n\r\n" +
			"$I 4 abc\r\n$A\r\nABC 1/1\r\n"
		end = "--x--\r\n"
	)
	const asks = "SGFsbG8sIHJlaWNodCBkYXMg1mw/Cj4gYWx0Ci0tIApVdGUgLSBydWZ0IGFuPwo=\r\n"
	page := "--x\r\nContent-Type: text/html\r\n\r\n<p>Is it <b>over</b>?</p>\r\n"
	mail := "--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: ute@post.example\r\nSubject: old\r\n\r\nOld words?\r\n" +
		"$I 4 abc\r\n$A\r\nABC 1/1\r\n"
	for name, c := range map[string]struct{ raw, beside, part string }{
		"a file":            {head + plain + asks + file + end, "Hallo, reicht das Öl?\n", "zug.txt"},
		"a page and a file": {head + page + file + end, "Is it over?\n", "zug.txt"},
		"two bodies and a file": {head + plain + asks + file + "--x\r\n\r\nAnd when?\r\n" + end,
			"Hallo, reicht das Öl?\nAnd when?\n", "zug.txt"},
		"an attached mail": {head + plain + asks + mail + end, "Hallo, reicht das Öl?\n", "forwarded: body"},
		"a forwarded mail": {"From: ute@post.example\r\nSubject: Fwd: x\r\n\r\nIs it over?\r\n\r\n" +
			"-----Original Message-----\r\nFrom: ute@post.example\r\nSubject: x\r\n\r\n$I 4 abc\r\n$A\r\n",
			"Is it over?\n", "forwarded: body"},
		"only a file": {head + file + end, "", "zug.txt"},
		"orders in the body": {head + "--x\r\n\r\nIs it over?\r\n$I 4 abc\r\n$A\r\nABC 1/1\r\n--x\r\n" +
			"Content-Disposition: attachment; filename=a.txt\r\n\r\nhello\r\n" + end, "", "body"},
		"no orders": {head + plain + asks + end, "", "body"},
	} {
		r, err := incoming.Read(t.Context(), []byte(c.raw), options())
		if err != nil || r.Beside != c.beside || r.Part != c.part ||
			c.beside != "" && strings.Contains(r.Text, "Hallo") {
			t.Errorf("%s: beside %q, part %q, text %q, %v", name, r.Beside, r.Part, r.Text, err)
		}
	}
}

// All that the letter itself says is one text, in its order: plain bodies and pages, and one of alternatives.
func TestOwnTextInParts(t *testing.T) {
	plain := func(text string) string { return "Content-Type: text/plain; charset=utf-8\r\n\r\n" + text }
	page := func(text string) string { return "Content-Type: text/html; charset=utf-8\r\n\r\n" + text }
	both := func(text, of string) string {
		_, all, _ := strings.Cut(alternatives(text, of), "\r\n")
		return strings.ReplaceAll(strings.Replace(all, "boundary=x", "boundary=y", 1), "--x", "--y")
	}
	const orders = "$I 4 x\n$A\nABC 1/1\n$E"
	picture := attached("a.jpg", "\xff\xd8\xff\x00")
	file := "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=zug.txt\r\n\r\n" + orders
	rich := strings.ReplaceAll(strings.ReplaceAll(mixed(page("<p>One?"), picture, page("<p>Two?")), "=m\r", "=n\r"), "--m", "--n")
	_, rich, _ = strings.Cut(rich, "\r\n")
	for name, c := range map[string]struct {
		parts        []string
		text, beside string
	}{
		"orders, then words":        {[]string{plain(orders), picture, plain("And when?")}, orders + "\nAnd when?\n", ""},
		"words, then orders":        {[]string{plain("What is it?"), picture, plain(orders)}, "What is it?\n" + orders + "\n", ""},
		"orders, then a page":       {[]string{plain(orders), picture, page("<p>And when?")}, orders + "\nAnd when?\n", ""},
		"two pages":                 {[]string{page("<p>YES"), picture, page("<p>not now")}, "YES\nnot now\n", ""},
		"a letter in two parts":     {[]string{plain("$I 4 x\nPeace?"), picture, plain("Or war?")}, "$I 4 x\nPeace?\nOr war?\n", ""},
		"alternatives, then words":  {[]string{both("Ja?", "<p>Ja?"), picture, plain("Nein?")}, "Ja?\nNein?\n", ""},
		"words, then alternatives":  {[]string{plain("Ja?"), both(orders, lines(orders))}, "Ja?\n" + orders + "\n", ""},
		"an alternative in parts":   {[]string{"Content-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\n" + plain("One?\nTwo?") + "\r\n--y\r\n" + rich + "\r\n--y--"}, "One?\nTwo?\n", ""},
		"the page alone has it all": {[]string{"Content-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\n" + plain("One?") + "\r\n--y\r\n" + rich + "\r\n--y--"}, "One?\nTwo?\n", ""},
		"the same twice":            {[]string{plain("Ja?"), page("<p>Ja?")}, "Ja?\n", ""},
		"beside a file":             {[]string{page("<p>One?"), file, page("<p>Two?")}, orders + "\n", "One?\nTwo?\n"},
		"orders in both parts":      {[]string{plain("$I 4 x\n$A\nABC 1/1"), picture, plain("ABC 2/2\n$E\nHm?")}, "$I 4 x\n$A\nABC 1/1\nABC 2/2\n$E\nHm?\n", ""},
		"an earlier mail in parts": {[]string{plain("Ja?\n\n-----Original Message-----\nFrom: a@b.example\nSubject: x\n\nOld"), picture,
			plain("and older")}, "Ja?\n", ""},
		"a quote, then words": {[]string{plain("Ja?\n> Old"), picture, plain("Nein?")}, "Ja?\nNein?\n", ""},
	} {
		if r := read(t, mixed(c.parts...)); r.Text != c.text || r.Beside != c.beside {
			t.Errorf("%s: %q, beside %q, want %q, %q", name, r.Text, r.Beside, c.text, c.beside)
		}
	}
}
