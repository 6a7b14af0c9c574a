package intake_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// several is a world of four realms whose players' programs write heads. One person plays the first three.
func several(t *testing.T) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{Clients: true}, 4)
	for n := 2; n <= 3; n++ {
		worldtest.Must(t, players.SetMail(b.World, n, "r1@example.org"))
	}
	b.Sent("", worldtest.Day0)
	return b
}

// fill puts the realms' passwords in place of PW1 to PW4.
func fill(b *worldtest.Game, text string) string {
	for n := 1; n <= 4; n++ {
		text = strings.ReplaceAll(text, fmt.Sprint("PW", n), b.Passwords[n])
	}
	return text
}

const bothRealms = "ERESSEA 1 \"PW1\"\ndig 1\nNÄCHSTER\nERESSEA 2 \"PW2\"\ndig 2\nfoo\nNÄCHSTER\n#atlantis 3 \"PW3\"\ndig 3\n#end\n"

// A mail with orders for several realms is taken as a letter for each, with its own receipt, whose lines have the numbers
// that they have in the mail. The mail that comes again, and a copy with other bytes, do nothing.
func TestRealmsOfOneMail(t *testing.T) {
	t.Parallel()
	b := several(t)
	l := b.Letter(1, fill(b, bothRealms))
	if a := b.Accept(l); a.Fate != receipt.Taken || a.Realm != 1 || a.Good != 1 || a.Bad != 0 ||
		len(a.More) != 2 || a.More[0].Realm != 2 || a.More[0].Bad != 1 {
		t.Fatalf("the first realm's: %+v", a)
	}
	for n, want := range []string{1: "dig 1", 2: "dig 2", 3: "dig 3"} {
		if got := b.InForce(n); n > 0 && !strings.Contains(got, want) || strings.Contains(got, b.Passwords[max(n, 1)]) {
			t.Errorf("realm %d has %q", n, got)
		}
	}
	got := b.Sent("", b.ClockAt)
	if len(got) != 3 {
		t.Fatalf("%d answers, want a receipt for each realm", len(got))
	}
	for _, d := range got {
		if d.To != "r1@example.org" || d.InReplyTo != l.MessageID {
			t.Errorf("%s answers %s", d.To, d.InReplyTo)
		}
		for n := 1; n <= 4; n++ {
			if strings.Contains(d.Text, b.Passwords[n]) {
				t.Errorf("a password in\n%s", d.Text)
			}
		}
		if sixth := strings.Contains(d.Text, "Zeile 6") || strings.Contains(d.Text, "Line 6"); strings.Contains(d.Text, "foo") != sixth {
			t.Errorf("the bad line is not line 6 in\n%s", d.Text)
		}
	}
	if a := b.Accept(l); a.Fate != receipt.Known {
		t.Errorf("again: %+v", a)
	}
	copied := l
	copied.Parts, copied.More, copied.Hash[0] = nil, nil, copied.Hash[0]+1
	if a := b.Accept(copied); a.Fate != receipt.Known {
		t.Errorf("a copy: %+v", a)
	}
	if got := b.Sent("", b.ClockAt); len(got) > 0 {
		t.Errorf("a copy is answered: %s", got[0].Text)
	}
}

// A wrong password, or a head that cannot be read, harms no other realm of the mail: its own orders are nobody's.
func TestOneOfThemIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		taken [5]bool
	}{
		{"ERESSEA 1 \"wrong-word-22222\"\ndig 1\nERESSEA 2 \"PW2\"\ndig 2\n", [5]bool{2: true}},
		{"ERESSEA 1 \"PW1\"\ndig 1\nERESSEA 4 \"wrong\"\ndig 4\nERESSEA 2 \"PW2\"\ndig 2\n", [5]bool{1: true, 2: true}},
		{"ERESSEA 1 \"PW1\"\ndig 1\nERESSEA x2 \"PW2\"\ndig 2\nERESSEA 3 \"PW3\"\ndig 3\n", [5]bool{1: true, 3: true}},
		{"ERESSEA 99 \"PW1\"\ndig 1\nERESSEA 4 \"PW4\"\ndig 4\n", [5]bool{4: true}}, // from another's address, with the password
	} {
		b := several(t)
		b.Accept(b.Letter(1, fill(b, c.text)))
		for n := 1; n <= 4; n++ {
			if got := b.InForce(n); (got != "") != c.taken[n] || got != "" && strings.Count(got, "dig") != 1 {
				t.Errorf("%q: realm %d has %q", c.text, n, got)
			}
		}
		for _, d := range b.Sent("", b.ClockAt) {
			for n := 1; n <= 4; n++ {
				if strings.Contains(d.Text, b.Passwords[n]) || strings.Contains(d.Text, "wrong-word") {
					t.Errorf("%q: a password goes to %s in\n%s", c.text, d.To, d.Text)
				}
			}
		}
	}
}

// Somebody who writes from another address hears there of which realm the short answer is. There is one a mail.
func TestRealmsOfOneMailFromElsewhere(t *testing.T) {
	t.Parallel()
	b := several(t)
	l := b.Letter(1, fill(b, "ERESSEA 2 \"PW2\"\ndig 2\nNÄCHSTER\nERESSEA 3 \"PW3\"\ndig 3\n"))
	l.From = "work@example.net"
	b.Accept(l)
	short := ""
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == l.From {
			short += d.Text
		}
	}
	if want := "Accepted: 1 line, all good.\nRealm 2 Reich2: turn 1\nEverything else is in the answer to your registered " +
		"address.\n"; short != want {
		t.Errorf("the short answer is %q", short)
	}
	l = b.Letter(1, "ERESSEA 2 \"wrong\"\ndig 2\n")
	l.From = "else@example.net"
	b.Accept(l)
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == l.From && strings.Contains(d.Text, "Reich2") {
			t.Errorf("without the password it is %q", d.Text)
		}
	}
}

// Each counts for the limits like a mail of its own, and all that is for one realm as one: one password is tried. A mail
// for too many realms is told so, and its first ones count.
func TestManyRealmsOfOneMail(t *testing.T) {
	t.Parallel()
	b := several(t)
	text := ""
	for n := range 40 {
		text += fmt.Sprintf("ERESSEA 1 \"guess-%d\"\ndig 1\n", n)
	}
	l := b.Letter(4, text)
	l.From = "who@example.net"
	b.Accept(l)
	if guessed := b.Sent("", b.ClockAt); len(guessed) != 1 {
		t.Errorf("%d answers to guesses in one mail", len(guessed))
	}
	b = several(t)
	text = "ERESSEA 1 \"PW1\"\ndig 1\n"
	for n := range 19 {
		text += fmt.Sprintf("ERESSEA %d \"x\"\n", n+100)
	}
	a := b.Accept(b.Letter(1, fill(b, text+"ERESSEA 2 \"PW2\"\ndig 2\n")))
	if a.Fate != receipt.Taken || b.InForce(2) != "" {
		t.Errorf("%+v, and realm 2 has %q", a, b.InForce(2))
	}
}

// A game whose language has no clients reads one realm in a mail, as ever.
func TestOneRealmInOurGames(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	a := b.Accept(b.Letter(1, fmt.Sprintf("$I 1 %s\n$A\ndig 1\n$I 2 %s\n$A\ndig 2\n", b.Passwords[1], b.Passwords[2])))
	if a.Fate != receipt.Taken || b.InForce(2) != "" {
		t.Errorf("%+v, and realm 2 has %q", a, b.InForce(2))
	}
}

// The signature of a mail counts for all its realms, and once.
func TestRealmsOfOneProof(t *testing.T) {
	t.Parallel()
	b := several(t)
	b.Reopen(worldtest.Tiny{Clients: true}, func(s *world.Settings) { s.Auth = world.ByDKIM })
	l := b.Letter(1, "ERESSEA 1 \"\"\ndig 1\nERESSEA 2\ndig 2\n")
	l.Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{{1}}}
	if a := b.Accept(l); a.Fate != receipt.Taken || !strings.Contains(b.InForce(2), "dig 2") {
		t.Fatalf("%+v, and realm 2 has %q", a, b.InForce(2))
	}
	again := b.Letter(1, "ERESSEA 1 \"\"\ndig 1\nERESSEA 2\ndig 7\n")
	again.Proof = l.Proof
	if a := b.Accept(again); a.Fate != receipt.Known || strings.Contains(b.InForce(2), "dig 7") {
		t.Errorf("with a used signature: %+v, and realm 2 has %q", a, b.InForce(2))
	}
}

// The letter with a password has the line of the first client in place, too, and that line counts as it stands there.
func TestTheClientsHeadIsInTheLetter(t *testing.T) {
	t.Parallel()
	b := several(t)
	var text string
	for _, d := range b.Answering("r4@example.org", b.Token(4, "PASSWORT")) {
		text += d.Text
	}
	at := regexp.MustCompile(`(?m)^  \$I 4 (\S+)\n.*: (ERESSEA 4 "\S+")$`).FindStringSubmatch(text)
	if at == nil || at[2] != "ERESSEA 4 \""+at[1]+"\"" {
		t.Fatalf("no line of both in\n%s", text)
	}
	b.Send(4, at[2]+"\ndig 4\n", receipt.Taken)
}

// Orders need no section here. So below a head they are orders, whatever word the subject is; a word alone is asked.
func TestAWordAboveAHead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		subject, text string
		want          receipt.Fate
	}{
		{"Re: template", "ERESSEA 4 \"PW4\"\ndig 4\n", receipt.Taken},
		{"REPORT", "$I 4 PW4\ndig 4\n", receipt.Taken},
		{"template", "ERESSEA 4 \"PW4\"\n", receipt.Served},
		{"Hello", "ERESSEA 4 \"PW4\"\nTEMPLATE\n", receipt.Served},
	} {
		b := several(t)
		l := b.Letter(4, fill(b, c.text))
		l.Subject = c.subject
		if a := b.Accept(l); a.Fate != c.want || (b.InForce(4) != "") != (c.want == receipt.Taken) {
			t.Errorf("%s above %q: %s, in force %q", c.subject, c.text, a.Fate, b.InForce(4))
		}
	}
}
