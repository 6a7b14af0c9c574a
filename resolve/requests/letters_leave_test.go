package requests_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// reach counts the letters with these words that go to an address.
func reach(all []outbox.Draft, to, words string) (n int) {
	for _, d := range all {
		if d.To == to && strings.Contains(d.Text, words) {
			n++
		}
	}
	return n
}

// Ten proven letters leave in an hour, and each further one comes with the reports. Eight receipts say so; none says it
// of a letter that is lost.
func TestEveryProvenLetterLeaves(t *testing.T) {
	t.Parallel()
	for _, signed := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Press, s.Auth = world.PressNow, world.ByEither })
		b.Sent("", b.ClockAt)
		var all []outbox.Draft
		for n := 1; n <= 12; n++ {
			l := b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\nWords %02d.\n", n))
			if l.Subject = "LETTER 2"; signed {
				l.Text, l.Proof.Domain = fmt.Sprintf("Words %02d.\n", n), "example.org"
			}
			b.Accept(l)
			all = append(all, b.Sent("", b.ClockAt)...)
		}
		for n := 1; n <= 12; n++ {
			words := fmt.Sprintf("Words %02d.", n)
			gone, waits := reach(all, "r2@example.org", words), strings.Contains(b.InForce(1), words)
			if gone != map[bool]int{true: 1}[n <= 10] || waits != (n > 10) {
				t.Errorf("signed %v: letter %d reached its reader %d times; it waits: %v", signed, n, gone, waits)
			}
		}
		if n := reach(all, "r1@example.org", "Euer Brief ging an"); n != limits.Services.Most() {
			t.Errorf("signed %v: %d receipts", signed, n)
		}
	}
}

// Receipts of replies use up the same limit, and a letter after them leaves as well.
func TestALetterLeavesAfterReplies(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 2)
	d := b.WriteTo(1, 2, "Peace?")
	for n := range limits.Services.Most() {
		goesTo(b, replyTo(b, d, 2, fmt.Sprintf("Reply %d.", n)), fmt.Sprintf("Reply %d.", n), "", "r1@example.org")
	}
	b.WriteTo(2, 1, "And this, too.")
}

// A letter that a code sends leaves whole, up to 16 KB. The letter with the code shows its beginning, and says so. No
// code comes for a longer one.
func TestACodeSendsTheWholeLetter(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 2)
	text := strings.Repeat("word ", 1400) + "end."
	l := b.Letter(1, text)
	l.Subject = "LETTER 2"
	b.Accept(l)
	asks := b.Sent("", b.ClockAt)
	if len(asks) != 1 || !strings.Contains(asks[0].Text, "nur der Anfang") || strings.Contains(asks[0].Text, "end.") {
		t.Fatalf("the letter with the code: %+v", asks)
	}
	b.Asks(1, "Re: "+worldtest.TokensIn(asks[0].Text)[0], "Ja\n")
	goesTo(b, b.Sent("", b.ClockAt), "word end.", "Euer Brief ging an", "r2@example.org")

	l = b.Letter(1, strings.Repeat("word ", 16<<10/5)+"and so.")
	l.Subject = "LETTER 2"
	b.Accept(l)
	goesTo(b, b.Sent("", b.ClockAt), "word word", "mehr als 16 KB")
}

// No substitute sets the player's reminders, whatever proves the letter.
func TestNoSubstituteSetsReminders(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t, worldtest.Hours(24, 0))
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	for _, word := range []string{"REMIND OFF", "REMIND 5", "PAUSE 2", "LEAVE", "ADDRESS kim@one.example"} {
		for _, text := range []string{"", "$I 2 " + password + "\n"} {
			b.OrdersFrom(worldtest.Ann, text, func(l *letter.Letter) { l.Subject = word })
			got := b.Sent("", b.ClockAt)
			if len(got) != 1 || got[0].To != worldtest.Ann || len(worldtest.TokensIn(got[0].Text)) > 0 || !strings.Contains(got[0].Text, "substitute") {
				t.Errorf("%s, %q: %+v", word, text, got)
			}
		}
	}
	if got := b.Person(2).Remind; got != 0 {
		t.Errorf("the player is reminded at %d hours", got)
	}
}

// A word is answered as often with the `$I` line as without, and a letter without an answer does not count as answered.
func TestProvenWordsCountOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word  string
		times int
	}{{"REMIND", limits.Services.Most()}, {"PAUSE 2", limits.Tokens.Most()}} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		for n := 1; n <= c.times+1; n++ {
			l := b.Letter(1, "$I 1 PASSWORD\n")
			l.Subject = c.word
			a := b.Accept(l)
			got := len(b.Sent("", b.ClockAt))
			if want := n <= c.times; a.Fate != receipt.Served || a.Answered != want || (got == 1) != want {
				t.Errorf("%s, number %d: %+v, %d letters", c.word, n, a, got)
			}
		}
	}
}

// ARCHIVE brings the newest letters that fit, and says how many do not.
func TestTheArchiveHasTheNewest(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 3)
	long := strings.Repeat("word ", 2600)
	for n := 1; n <= 24; n++ {
		if n%8 == 0 {
			b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		}
		b.WriteTo(1, 2, fmt.Sprintf("Number %02d. %s", n, long))
	}
	b.WriteTo(3, 2, "The newest of all.")
	b.Sent("", b.ClockAt)
	b.Asks(2, "ARCHIVE", "")
	got := b.Sent("", b.ClockAt)
	if len(got) != 1 {
		t.Fatalf("%d letters", len(got))
	}
	text, shown := got[0].Text, 0
	for n := 1; n <= 24; n++ {
		if strings.Contains(text, fmt.Sprintf("Number %02d.", n)) {
			shown++
		} else if shown > 0 {
			t.Errorf("letter %d is missing after newer ones", n)
		}
	}
	left := wording.Words(phrase.En).Say(phrase.P("archive-left", phrase.Num("n", 24-shown)))
	if shown < 15 || shown == 24 || !strings.Contains(text, "The newest of all.") || !strings.Contains(text, left) ||
		strings.Index(text, "Number 24.") > strings.Index(text, "The newest") {
		t.Errorf("%d letters shown, %d bytes; want %q:\n%.600s", shown, len(text), left, text)
	}
}

// A substitute's letter names neither the substitute's address nor the player's.
func TestASubstituteKeepsThePlayersAddress(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t, func(s *world.Settings) { s.Press = world.PressNow })
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	b.OrdersFrom(worldtest.Ann, "$I 2 "+password+"\nWrite to r2@example.org or me, "+worldtest.Ann+".\n",
		func(l *letter.Letter) { l.Subject = "LETTER 1" })
	got := b.Sent("press", b.ClockAt)
	if len(got) != 1 || !strings.Contains(got[0].Text, "Write to * * * or me, * * *.") {
		t.Errorf("%+v", got)
	}
}

// The last letter with a code for a word says that no more come this hour, and the one before it does not.
func TestTheLastCodeSaysSo(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 2)
	for n := 1; n <= limits.Tokens.Most()+1; n++ {
		b.Asks(1, "LETTER 2", fmt.Sprintf("Peace, number %d?\n", n))
		got := b.Sent("", b.ClockAt)
		if len(got) != map[bool]int{true: 1}[n <= limits.Tokens.Most()] {
			t.Fatalf("letter %d: %+v", n, got)
		}
		if len(got) == 1 && strings.Contains(got[0].Text, "Weitere Codes") != (n == limits.Tokens.Most()) {
			t.Errorf("letter %d:\n%s", n, got[0].Text)
		}
	}
}

// LETTER alone without a text is kept nowhere: the answer says how a letter is written, and has no code.
func TestALetterWithoutTextIsNotKept(t *testing.T) {
	t.Parallel()
	for text, kept := range map[string]bool{"": false, "Shall we trade this winter?": true} {
		b := worldtest.Plotting(t, 3)
		b.Sent("", b.ClockAt)
		b.Asks(1, "LETTER", text)
		got := b.Sent("", b.ClockAt)
		if len(got) == 0 {
			t.Fatalf("%q: no answer", text)
		}
		d := got[len(got)-1]
		if len(worldtest.TokensIn(d.Text)) > 0 != kept || strings.Contains(d.Text, "Er ist aufgehoben") != kept ||
			strings.Contains(d.Text, "als Betreff, und schreibt den Text darunter") == kept {
			t.Errorf("%q:\n%s", text, d.Text)
		}
	}
}
