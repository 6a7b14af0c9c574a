package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
)

// Odd `$I` lines get the right remark: turn 0, a password with blanks or in capitals, a line that cannot be read. No
// answer has the password in it, in any spelling, and an answer to another address reveals nothing of it.
func TestOddIdentities(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	own := b.Passwords[1]
	apart := strings.ReplaceAll(own, "-", " ")
	for n, c := range []struct {
		line string
		want receipt.Fate
		told string // "": no remark
	}{
		{"$I 1 " + own, receipt.Taken, ""},
		{"$I 1 " + strings.ToUpper(own[:1]) + own[1:], receipt.Taken, ""},
		{"$I 1 " + own + " 0", receipt.Taken, "Einen Zug 0 gibt es nicht"},
		{"$I 1 " + apart, receipt.Taken, "Euer Passwort war mit Leerzeichen geschrieben."},
		{"$I 1 " + apart + " 1", receipt.Taken, "Euer Passwort war mit Leerzeichen geschrieben."},
		{"$I 1 " + apart + " 0", receipt.Taken, "Einen Zug 0 gibt es nicht"},
		{"$I 1 " + strings.ToUpper(own), receipt.Taken, "Euer Passwort war in Großbuchstaben geschrieben."},
		{"$I 1 " + strings.ToUpper(apart) + " 1", receipt.Taken, "Euer Passwort war in Großbuchstaben geschrieben."},
		{"$I 1 " + own + ".", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 " + own + ", 1", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 „" + own + "“", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 <" + own + "> 1", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 *" + own + "*", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 '" + apart + "' 1", receipt.Taken, "An Eurem Passwort waren Zeichen"},
		{"$I 1 " + own + "x.", receipt.WrongWord, "falsche"},
		{"$I 1 " + apart + " 2", receipt.Ahead, "mit Leerzeichen"}, // the turn after it counts
		{"$I 1 " + own + " heute", receipt.Unidentified, "Die Zeile $I ist nicht zu lesen"},
		{"$I eins " + own, receipt.Unidentified, "Die Zeile $I ist nicht zu lesen"},
		{"$I 1 " + strings.ReplaceAll(own, own[:1], "0"), receipt.WrongWord, "falsche"},
		{"$I 1 " + strings.ReplaceAll(apart, own[:1], "0"), receipt.WrongWord, "falsche"},
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		for _, from := range []string{"r1@example.org", "who@example.net"} {
			l := b.Letter(1, c.line+"\n$A\ndig "+string(rune('1'+n%9))+"\n"+strings.Repeat(" ", n)+"\n")
			l.From = from
			a := b.Accept(l)
			want := c.want
			if from != "r1@example.org" && want == receipt.Unidentified {
				want = receipt.Stranger
			}
			if a.Fate != want && a.Fate != receipt.Known {
				t.Errorf("%s from %s: %+v", c.line, from, a)
			}
			for _, d := range b.Sent("", b.ClockAt) {
				text := d.Subject + "\n" + d.Text
				squeezed := strings.ToLower(strings.NewReplacer("-", "", " ", "", "\n", "").Replace(text))
				if strings.Contains(squeezed, strings.ReplaceAll(own, "-", "")) {
					t.Errorf("%s: the password is told to %s\n%s", c.line, d.To, text)
				}
				switch remarks := strings.Contains(text, "Passwort war") || strings.Contains(text, "Zug 0"); {
				case d.To != "r1@example.org" && remarks:
					t.Errorf("%s: told to %s\n%s", c.line, d.To, text)
				case d.To == "r1@example.org" && (!strings.Contains(text, c.told) || c.told == "" && remarks):
					t.Errorf("%s: no %q in\n%s", c.line, c.told, text)
				}
			}
		}
	}
}

// An answer about an `$I` line that cannot be read, or has the word of an example, does not suggest the same mistake.
// Nor does it show an example with stars in it.
func TestAnswersToIdentitiesShowNoMistake(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for line, want := range map[string]string{
		"$I 1 Passwort":        `NICHT angenommen: In der Zeile mit Eurem Reich steht "Passwort". Dorthin gehört`,
		"$I 1 password":        `NICHT angenommen: In der Zeile mit Eurem Reich steht "password". Dorthin gehört`,
		"$I eins etwas-anders": "NICHT angenommen: Die Zeile $I ist nicht zu lesen. In ihr müssen die Nummer",
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Sent("", b.ClockAt)
		b.Accept(b.Letter(1, line+"\n$A\ndig 3\n"))
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || !strings.HasPrefix(got[0].Text, want) || strings.Contains(got[0].Text, "$I 4 ***") {
			t.Fatalf("%s: want %q in %+v", line, want, got)
		}
		if verdict, _, _ := strings.Cut(got[0].Text, "\n"); strings.Contains(verdict, line) {
			t.Errorf("%s is what the answer says to write: %s", line, verdict)
		}
	}
}
