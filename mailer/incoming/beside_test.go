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
