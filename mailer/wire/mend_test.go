package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
)

// saying is a connection to a server that says something, an octet at a time, and hears nothing.
type saying struct {
	net.Conn
	says io.Reader
}

func (s saying) Read(p []byte) (int, error) { return s.says.Read(p) }

func said(text string) saying { return saying{says: iotest.OneByteReader(strings.NewReader(text))} }

// What a server says, and what the library reads of it.
func TestMended(t *testing.T) {
	for name, c := range map[string]struct{ says, reads string }{
		"plain lines": {"* OK hello\r\n+ go on\r\n+\r\nT1 OK [X] done\r\n* BYE\r\n", "="},
		"plain data": {"* 3 EXISTS\r\n* SEARCH 2 3\r\n* LIST () \"/\" INBOX\r\n* FLAGS (\\Seen)\r\n" +
			"* 1 FETCH (UID 5 FLAGS ())\r\n* 0 RECENT\r\n* exists\r\n", "="},
		"a line without an end":    {"* OK hello\r\n* 3 EX", "="},
		"an answer without an end": {"* 1 FETCH (UID 5 BODY[] {9}\r\nabc", "="},
		"a literal without its line": {"* 1 FETCH (FLAGS ( ) BODY[] {3}\r\nabc ( \"\\",
			"* 1 FETCH (FLAGS () BODY[] {3}\r\nabc (\"\\"},

		"a status is not data": {"* OK ( x )\r\n* 9 NO ( x )\r\nT1 BAD ( x )\r\n", "="},
		"unknown data": {"* XNEWS\r\n* 3 XEXISTS\r\n* 23\r\n* XLIST () {5}\r\n* OK  ()\r\n* 3 EXISTS\r\n",
			"* 3 EXISTS\r\n"},
		"a blank in a code": {"* OK [CAPABILITY A  ] in\r\n* 9 NO [A ] x\r\nT1 OK [A ] ]\r\n",
			"* OK [CAPABILITY A] in\r\n* 9 NO [A] x\r\nT1 OK [A] ]\r\n"},
		"a bracket is not a code": {"T1 OK a ] b\r\nT1 OK a ] [b ]\r\nT1 OK [a \r\n", "="},
		"blanks in a list": {"* LIST ( \\A  ) \"( )\" x\r\n* STATUS x ( A 1 )\r\n",
			"* LIST (\\A) \"( )\" x\r\n* STATUS x (A 1)\r\n"},
		"an escaped quote": {"* LIST ( ) \"\\\" ) \" x\r\n",
			"* LIST () \"\\\" ) \" x\r\n"},
		"blanks behind a literal": {"* LIST ( {1}\r\n( ) x\r\n",
			"* LIST ({1}\r\n() x\r\n"},
		"a literal is not changed": {"* LIST () {7}\r\n( \r\n ) )\r\n", "="},
		"an empty literal": {"* LIST () {0}\r\n ( )\r\n",
			"* LIST () {0}\r\n ()\r\n"},
		"literals of all kinds": {"* LIST ~{1} \r\n( {1+}\n) x\r\n",
			"* LIST {1}\r\n( {1}\r\n) x\r\n"},
		"a literal behind a quote": {"* LIST \"\\\"\" {9}\r\n* XA ( )\n x\r\n", "="},
		"no literal in quotes": {"* LIST \"a {9}\r\n* XA ( )\n x\r\n",
			"* LIST \"a {9}\r\n x\r\n"},

		"the UID comes first": {"* 1 FETCH (FLAGS (A (B)) UID 5 BODY[] {3}\r\na)b)\r\n",
			"* 1 FETCH (UID 5 FLAGS (A (B)) BODY[] {3}\r\na)b)\r\n"},
		"behind an empty letter": {"* 1 fetch (BODY[] {0}\r\n uid 5)\r\n",
			"* 1 fetch (uid 5 BODY[] {0}\r\n)\r\n"},
		"nothing between": {"* 1 FETCH(FLAGS(A)UID 5 INTERNALDATE\"?\")\r\n",
			"* 1 FETCH (UID 5 FLAGS (A))\r\n"},
		"a name with brackets": {"* 1 FETCH (BODY[HEADER.FIELDS (A \"B\")]<0> \"x\" UID 5)\r\n",
			"* 1 FETCH (UID 5 BODY[HEADER.FIELDS (A \"B\")]<0> \"x\")\r\n"},
		"quotes in a list": {"* 1 FETCH (ENVELOPE (\"\\\")\" {1}\r\n) NIL) UID 5)\r\n",
			"* 1 FETCH (UID 5 ENVELOPE (\"\\\")\" {1}\r\n) NIL))\r\n"},
		"parts unknown": {"* 1 FETCH (X-GM-LABELS (\"a (\" b) UID 5 X \"\")\r\n",
			"* 1 FETCH (UID 5)\r\n"},
		"nothing known": {"* 1 FETCH (X 1)\r\n* 1 FETCH ()\r\n",
			"* 1 FETCH ()\r\n* 1 FETCH ()\r\n"},
		"a size, and none": {"* 1 FETCH (RFC822.SIZE 0 UID 5)\r\n* 2 FETCH (RFC822.SIZE NIL UID 6)\r\n",
			"* 1 FETCH (UID 5 RFC822.SIZE 0)\r\n* 2 FETCH (UID 6)\r\n"},
		"a date": {"* 1 FETCH (INTERNALDATE \" 3-Feb-2026 12:07:00 +0100\" UID 5)\r\n",
			"* 1 FETCH (UID 5 INTERNALDATE \" 3-Feb-2026 12:07:00 +0100\")\r\n"},
		"a date of a head": {"* 1 FETCH (INTERNALDATE \"Tue, 3 Feb 2026 12:07:00 +0100\")\r\n",
			"* 1 FETCH (INTERNALDATE \" 3-Feb-2026 12:07:00 +0100\")\r\n"},
		"no date": {"* 1 FETCH (INTERNALDATE NIL UID 5)\r\n* 1 FETCH (INTERNALDATE \"00-Jan-0000 00:00:00 +0000\")\r\n",
			"* 1 FETCH (UID 5)\r\n* 1 FETCH ()\r\n"},
		"not IMAP: no list":        {"* 1 FETCH UID 5\r\n", "="},
		"not IMAP: no name":        {"* 1 FETCH (FLAGS () (A) UID 5)\r\n", "="},
		"not IMAP: no value":       {"* 1 FETCH (FLAGS () UID)\r\n", "="},
		"not IMAP: no end":         {"* 1 FETCH (FLAGS () UID 5\r\n* 1 FETCH (FLAGS (\r\n* 1 FETCH (FLAGS () UID\r\n", "="},
		"not IMAP: no quote":       {"* 1 FETCH (X \"UID 5)\r\n", "="},
		"not IMAP: no literal":     {"* 1 FETCH (X {UID 5)\r\n", "="},
		"not IMAP: a quote, and 0": {"* 1 FETCH (UID 5 BODY[\"] {0}\r\n", "="},
		"not IMAP: a quote, and 1": {"* 1 FETCH (UID 5 BODY[\"] {1}\r\n", "="},
	} {
		if c.reads == "=" {
			c.reads = c.says
		}
		got, err := io.ReadAll(iotest.OneByteReader(&mended{r: bufio.NewReader(said(c.says))}))
		if err != nil || string(got) != c.reads {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.reads)
		}
	}
}

// What is nested too deep is not passed on, mended or not.
func TestMendedIsShallow(t *testing.T) {
	ok := "* LIST () \"/\" x\r\n"
	got, err := io.ReadAll(Mended(said(ok + "* LIST " + strings.Repeat("(", 101) + "\r\n")))
	if string(got) != ok || !errors.Is(err, ErrNesting) {
		t.Errorf("%q, %v", got, err)
	}
}
