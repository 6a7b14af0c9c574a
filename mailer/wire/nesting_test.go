package wire

import (
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// deepest is how many calls of the library may be nested when it reads the next octet: about ten for each of a hundred
// levels.
const deepest = 1500

// feeder is a server that says something octet by octet and hears nothing. It records how deep the reader is.
type feeder struct {
	say  string
	deep int
	pcs  []uintptr
}

func (f *feeder) Read(p []byte) (int, error) {
	if f.deep = max(f.deep, runtime.Callers(0, f.pcs)); f.say == "" || f.deep == len(f.pcs) {
		return 0, io.EOF
	}
	p[0], f.say = f.say[0], f.say[1:]
	return 1, nil
}

func (f *feeder) Write(p []byte) (int, error)      { return len(p), nil }
func (f *feeder) Close() error                     { return nil }
func (f *feeder) LocalAddr() net.Addr              { return nil }
func (f *feeder) RemoteAddr() net.Addr             { return nil }
func (f *feeder) SetDeadline(time.Time) error      { return nil }
func (f *feeder) SetReadDeadline(time.Time) error  { return nil }
func (f *feeder) SetWriteDeadline(time.Time) error { return nil }

// depthOf has the library read what a server says, with or without our guard, and returns how deep it went.
func depthOf(t *testing.T, say string, guarded bool) int {
	t.Helper()
	f := &feeder{say: "* OK [CAPABILITY IMAP4rev1] hello\r\n" + say, pcs: make([]uintptr, deepest+1)}
	conn := net.Conn(f)
	if guarded {
		conn = &Shallow{Conn: f}
	}
	c := imapclient.New(conn, nil)
	_ = c.WaitGreeting() // the client may learn that it was read only after everything is over
	go func() {
		_, _ = c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{BodyStructure: &imap.FetchItemBodyStructure{}}).Collect()
	}()
	<-c.Closed()
	return f.deep
}

// tricks are beginnings that would hide what follows from a reader that does not split a server's lines as the library
// does. `#` is the length of what follows.
var tricks = []string{
	"",
	"* 2 FETCH (UID 3)\r\n",
	"* OK (\r\n",
	"* OK {#}\r\n",
	"* OK ({#}\r\n",
	"* OK({#}\r\n",
	"* 1 OK {#}\r\n",
	"* 1 NO (x {#}\r\n",
	"* OK \"\r\n",
	"* OK [X \"] \"\r\n",
	"* OK [X \r\n* 1 FETCH (B {#}\r\n] x\r\n",
	"* NO [X {#}\r\n] x\r\n",
	"* LIST () \"\r\n* 1 FETCH (B {#}\r\n\" x\r\n",
	"* LIST () \"\\\r\n* 1 FETCH (B {#}\r\n\" x\r\n",
	"* LIST () \"/\" {2}\r\nab\r\n",
	"* LIST () \"/\" {2} \r\nab\r\n",
	"* LIST () \"/\" {2}\nab\r\n",
	"* LIST () \"/\" {0}\r\n\r\n",
	"* LIST () \"/\" {11} \r\n{#}\r\n\r\n",
	"* LIST () \"/\" \"{#}\"\r\n",
	"* LIST () \"/\" \"a\\\"b\"\r\n",
	"* LIST(\\x) {3}\r\n(((\r\n",
	"* FLAGS({#}\r\n",
	"* SEARCH {#}\r\n",
	"+ {#}\r\n",
	"+ (\"\r\n",
	"T1 OK {#}\r\n",
	"T1 OK [X ({#}\r\n] x\r\n",
	"T9 NO [A] (\"{#}\r\n",
}

func attack(trick string, levels int) string {
	body := "* 1 FETCH (BODYSTRUCTURE " + strings.Repeat("(", levels)
	return strings.ReplaceAll(trick, "#", fmt.Sprint(len(body))) + body
}

// The library goes as deep as a server likes. Behind our guard it does not, however the server begins.
func TestNestingIsBounded(t *testing.T) {
	if got := depthOf(t, attack("", 1000), false); got <= deepest {
		t.Fatalf("without the guard the library went %d calls deep: this test shows nothing", got)
	}
	for _, trick := range tricks {
		if got := depthOf(t, attack(trick, 3000), true); got > deepest {
			t.Errorf("%q: %d calls deep", trick, got)
		}
	}
}

// What is allowed, and from which octet on it is not.
func TestLevels(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("(", n) }
	for name, c := range map[string]struct {
		say  string
		want error
	}{
		"a hundred":           {"* 1 FETCH " + deep(100) + "\r\n", nil},
		"one more":            {"* 1 FETCH " + deep(101), ErrNesting},
		"closed":              {"* 1 FETCH " + strings.Repeat("()", 200) + deep(100), nil},
		"closed once":         {"* 1 FETCH " + deep(100) + ")(", nil},
		"closed too seldom":   {"* 1 FETCH " + deep(100) + ")((", ErrNesting},
		"behind a nine":       {"* 9 FETCH " + deep(101), ErrNesting},
		"behind a nought":     {"* 0 FETCH " + deep(101), ErrNesting},
		"closed too often":    {"* 1 FETCH ))" + deep(100), nil},
		"and one more":        {"* 1 FETCH ))" + deep(101), ErrNesting},
		"a line each":         {strings.Repeat("* 1 FETCH "+deep(60)+"\r\n", 3), nil},
		"in quotes":           {`* LIST () "/" "` + deep(200) + `"` + "\r\n", nil},
		"behind a quote":      {`* LIST () "\"" ` + deep(101), ErrNesting},
		"in a literal":        {"* 1 FETCH (BODY[] {200}\r\n" + deep(200) + ")\r\n", nil},
		"in one of nine":      {"* LIST () {9}\r\n" + deep(9) + deep(100), nil},
		"in one of 2^40":      {"* LIST () {1099511627776}\r\n" + deep(200), nil},
		"in one of more":      {"* LIST () {10995116277760}\r\n" + deep(200), errGrammar},
		"behind a literal":    {"* 1 FETCH (BODY[] {200}\r\n" + deep(200) + deep(100), ErrNesting},
		"in an empty one":     {"* 1 FETCH (BODY[] {0}\r\n" + deep(99), nil},
		"behind an empty one": {"* 1 FETCH (BODY[] {0}\r\n" + deep(100), ErrNesting},
		"in a text":           {"* OK " + deep(200) + "\r\nT1 NO " + deep(200) + "\r\n+ " + deep(200) + "\r\n", nil},
		"in a code":           {"* OK [PERMANENTFLAGS " + deep(200) + "] x\r\n", nil},
		"behind a text":       {"* bye x\r\n* list " + deep(101), ErrNesting},
		"a brace in a text":   {"* OK {a\r\n", nil},
		"with a number":       {"* 0 OK {a\r\n* 9 no {a\r\n", nil},
		"a bracket in a text": {"* OK a [b\r\nT1 OK a [b\r\n", nil},
		"a code without end":  {"* OK [A b\r\n", errGrammar},
		"a tagged one":        {"T1 NO [A b\n", errGrammar},
		"a quote without end": {"* LIST () \"a\r\n", errGrammar},
		"a bare line feed":    {"* LIST () \"a\n", errGrammar},
		"behind a backslash":  {"* LIST () \"a\\\n", errGrammar},
		"no number":           {"* LIST () {}\r\n", errGrammar},
		"a word":              {"* LIST () {a}\r\n", errGrammar},
		"a number and more":   {"* LIST () {5+}\r\n", errGrammar},
		"more behind it":      {"* LIST () {5}a\r\n", errGrammar},
		"endless number":      {"* LIST () {" + strings.Repeat("9", 30), errGrammar},
		"endless head":        {strings.Repeat("x", maxHead+1), errGrammar},
		"as long as may be":   {strings.Repeat("x", maxHead) + "\n", nil},
		"two blanks":          {"*  1\r\n", nil},
		"nothing":             {"\r\n\n+\n*\n", nil},
	} {
		whole, bits := &levels{}, &levels{}
		if err := whole.pass([]byte(c.say)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		var err error
		for i := range len(c.say) {
			err = bits.pass([]byte{c.say[i]})
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s, in bits: %v, want %v", name, err, c.want)
		}
	}
	l := &levels{}
	if l.pass([]byte("* 1 FETCH "+deep(101))) == nil || l.pass([]byte("\r\n* OK\r\n")) == nil {
		t.Error("what was refused goes on")
	}
}

// However a server's words are divided, they are passed or refused alike, and the library does not go deep in what is
// passed.
func FuzzNesting(f *testing.F) {
	for _, trick := range tricks {
		f.Add(attack(trick, 3), uint16(3))
	}
	f.Add("* 1 FETCH (BODY[] {3}\r\nabc FLAGS (\\Seen))\r\nT1 OK done\r\n", uint16(0))
	f.Fuzz(func(t *testing.T, say string, more uint16) {
		say += strings.Repeat("(", int(more)%4000)
		whole, bits := &levels{}, &levels{}
		err := whole.pass([]byte(say))
		var last error
		for i := range len(say) {
			last = bits.pass([]byte{say[i]})
		}
		if err != last {
			t.Fatalf("whole %v, in bits %v", err, last)
		}
		if got := depthOf(t, say, true); got > deepest {
			t.Fatalf("%d calls deep", got)
		}
	})
}
