package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
)

// badLines returns this many lines that are not orders, all different.
func badLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "dug %d meters below the old tower, and further to the east and south\n", i)
	}
	return b.String()
}

// Before the right password has come, only the first lines of a text are read, wherever it comes from and whatever it
// says. Then all are read, and each wrong line is reported.
func TestFewLinesAreReadBeforeThePassword(t *testing.T) {
	t.Parallel()
	lines := badLines(6_000) // 0.4 MB
	for name, c := range map[string]struct {
		from, head string
		fate       receipt.Fate
	}{
		"wrong password":                {"r1@example.org", "$I 1 wrong-word-here2\n$A\n", receipt.WrongWord},
		"wrong password from elsewhere": {"who@elsewhere.test", "$I 1 wrong-word-here2\n$A\n", receipt.WrongWord},
		"another's realm":               {"r1@example.org", "$I 2 wrong-word-here2\n$A\n", receipt.Unidentified},
		"no realm":                      {"r1@example.org", "$I 77 wrong-word-here2\n$A\n", receipt.Unidentified},
		"no password":                   {"r1@example.org", "$I 1\n$A\n", receipt.Unidentified},
		"no line of his":                {"r1@example.org", "$A\n", receipt.Unidentified},
		"a stranger's":                  {"who@elsewhere.test", "$A\n", receipt.Stranger},
		"the game master's":             {"leiter@example.org", "$I 1 wrong-word-here2\n$A\n", receipt.WrongWord},
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			b := worldtest.Found(t, worldtest.Tiny{Read: &read}, 2)
			b.Sent("", worldtest.Day0)
			read = 0
			l := b.Letter(1, c.head+lines)
			l.From = c.from
			if a := b.Accept(l); a.Fate != c.fate {
				t.Errorf("%+v", a)
			}
			// Each line is read together with the one above, which a program may have broken: as it came, without the
			// password, and for the answer.
			if most := 5 * letter.Glanced; read > most {
				t.Errorf("%d lines were read of 6,000, want %d at most", read, most)
			}
		})
	}
	for _, from := range []string{"r1@example.org", "new@elsewhere.test"} {
		read := 0
		b := worldtest.Found(t, worldtest.Tiny{Read: &read}, 1)
		b.Sent("", worldtest.Day0)
		read = 0
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n"+lines+"dig 2\n$E\nIs this read?\n")
		l.From = from
		if a := b.Accept(l); a.Fate != receipt.Taken || a.Good != 2 || a.Bad != 6_000 {
			t.Errorf("%s %d good, %d bad", a.Fate, a.Good, a.Bad)
		}
		if got := b.Sent("notice", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, "Is this read?") {
			t.Errorf("the question below: %+v", got)
		}
	}
}
