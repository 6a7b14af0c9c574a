package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Whatever is sent in a player's name, the player gets receipts for orders and answers to requests. Of junk, 8 letters
// an hour are answered, and it counts by itself.
func TestJunkLeavesReceipts(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for n := range 40 {
		b.Accept(b.Letter(1, []string{"junk\n", "$A\ndig 1\n"}[n%2]))
	}
	got := b.Sent("receipt", b.ClockAt)
	if len(got) != 8 {
		t.Errorf("%d letters of junk were answered, want 8", len(got))
	}
	const last = "Auf weitere Briefe ohne richtiges Passwort antwortet das Spiel in dieser Stunde nicht.\n"
	for i, d := range got {
		if strings.Contains(d.Text, last) != (i == 7) {
			t.Errorf("answer %d:\n%s", i+1, d.Text)
		}
	}
	for n := range 21 {
		if a := b.Send(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n%9+1), receipt.Taken); a.Answered != (n < 20) {
			t.Errorf("orders %d: answered %v", n+1, a.Answered)
		}
	}
	if a := b.Asks(1, "HILFE", ""); !a.Answered {
		t.Error("help was refused")
	}
}

// An address with many realms gets 60 answers an hour to what anybody may have written, three more for each word, and
// receipts in addition.
func TestAnswersToOneAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	for n := 1; n <= 9; n++ {
		must(t, players.SetMail(b.World, n, "viele@example.org"))
	}
	b.Sent("", worldtest.Day0)
	for n := 1; n <= 9; n++ {
		for range limits.Services.Most() {
			l := b.Letter(n, "")
			l.From, l.Subject = "viele@example.org", fmt.Sprintf("HILFE REICH %d", n)
			b.Accept(l)
		}
	}
	if got := len(b.Sent("receipt", b.ClockAt)); got != 60+3 { // of 9 · 8; three of each word beyond
		t.Errorf("%d answers, want 63", got)
	}
	l := b.Letter(9, "$I 9 PASSWORD\n$A\ndig 1\n")
	l.From = "viele@example.org"
	if a := b.Accept(l); a.Fate != receipt.Taken || !a.Answered {
		t.Errorf("%+v", a)
	}
}

// Forged mails throughout a day fill neither the player's mailbox nor the game master's. Proven mails are still
// answered.
func TestForgedMailsADay(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	begin := worldtest.Day0.Truncate(limits.Day).Add(limits.Day)
	letters := map[string]int{}
	for n := range 24 * 12 {
		b.ClockAt = begin.Add(time.Duration(n) * 5 * time.Minute)
		l := b.Letter(1, []string{"", fmt.Sprintf("Wo liegt Feld %d?\n", n), "$I 1 falsches\n$A\ndig 1\n"}[n%3])
		if n%3 == 0 {
			l.Subject = "HILFE"
		}
		b.Accept(l)
		for _, d := range b.Sent("", b.ClockAt) {
			letters[d.To]++
		}
	}
	if p, m := letters["r1@example.org"], letters[worldtest.Settings().Masters[0]]; p != 60+3*3 || m != 15 {
		t.Errorf("letters by address: %v, want 69 and 15", letters)
	}
	l := b.Letter(1, "")
	l.Subject, l.Proof.Domain = "HILFE", "example.org"
	if a := b.Accept(l); !a.Answered {
		t.Errorf("proven, and not answered: %+v", a)
	}
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken); !a.Answered {
		t.Errorf("no receipt: %+v", a)
	}
}

// Somebody who sends good orders with another's address makes us write to that address once a day, and to five such
// addresses.
func TestVerdictsAreFew(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	got := map[string]int{}
	for n := range 30 {
		b.ClockAt = worldtest.Day0.Truncate(limits.Day).Add(limits.Day + time.Duration(n%20)*time.Hour)
		l := b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n%9+1))
		l.From = fmt.Sprintf("x%d@elsewhere.test", n%10)
		b.Accept(l)
		for _, d := range b.Sent("receipt", b.ClockAt) {
			got[d.To]++
		}
	}
	if got["r1@example.org"] != 30 || len(got) != 1+5 {
		t.Errorf("letters by address: %v", got)
	}
	for mail, n := range got {
		if n > 1 && mail != "r1@example.org" {
			t.Errorf("%s got %d letters", mail, n)
		}
	}
}

// refuse has the mail server refuse all letters that are due, except those to the game master, which it returns.
func refuse(b *worldtest.Game) (told []outbox.Draft) {
	b.T.Helper()
	for {
		o, err := b.Next(b.ClockAt)
		must(b.T, err)
		if o == nil {
			return told
		}
		a := outbox.Attempt{At: b.ClockAt, Result: outbox.Permanent, Text: "550 no such user"}
		if o.To == "leiter@example.org" {
			e := b.Row(o.ID)
			told, a = append(told, outbox.Draft{To: o.To, Subject: e.Subject, Text: string(o.Raw)}),
				outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}
		}
		must(b.T, b.Record(o.ID, a))
	}
}

// The game master is told about five refused letters a day one by one, then that there are more. Refused letters to
// strangers are not reported, not even by status.
func TestRefusedLettersAreToldInNumbers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	told := refuse(b) // nine reports
	if len(told) != 6 || !strings.Contains(told[5].Text, "weltentor status") ||
		strings.Contains(told[4].Text, "weltentor status") {
		t.Errorf("told of nine: %d letters, %v", len(told), told)
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if len(s.Undelivered) != 9 {
		t.Errorf("status names %d", len(s.Undelivered))
	}
	b.ClockAt = b.ClockAt.Add(25 * time.Hour)
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
	l.From = "nobody@elsewhere.test"
	b.Accept(l)
	if told = refuse(b); len(told) != 1 || !strings.Contains(told[0].Subject, "r1@example.org") {
		t.Errorf("told of a receipt and a verdict: %v", told)
	}
	if s, err = gamemaster.StatusOf(b.World, b.ClockAt); err != nil || len(s.Undelivered) != 10 {
		t.Errorf("status names %d, %v", len(s.Undelivered), err)
	}
}

// A realm's files and texts may bring 8 MB a turn into the store. Beyond that, files are named and long texts are
// refused. Orders of usual length are always taken.
func TestRoomOfATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	kept := func() (n int) {
		must(t, b.View(func(tx *store.Tx) error {
			return tx.Bucket([]byte("files")).ForEach(func(_, v []byte) error { n += len(v); return nil })
		}))
		return n
	}
	with := func(realm, n int) (receipt.Acceptance, string) {
		l := b.Letter(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n", realm, n+1))
		l.Files = []game.File{{Name: "x.bin", Data: append([]byte{0xff}, worldtest.Noise(3<<20, uint64(n))...)}}
		a := b.Accept(l)
		return a, b.Sent("receipt", b.ClockAt)[0].Text
	}
	before := kept()
	for n := range 4 {
		a, text := with(1, n)
		if told := strings.Contains(text, "x.bin wurde nicht aufgehoben"); a.Fate != receipt.Taken || told != (n >= 2) {
			t.Errorf("letter %d: %s, told %v\n%s", n+1, a.Fate, told, text)
		}
	}
	if got := kept() - before; got < 6<<20 || got > 7<<20 { // two of 3 MB
		t.Errorf("%d bytes of files", got)
	}
	if a, text := with(2, 1); a.Fate != receipt.Taken || strings.Contains(text, "was not kept") {
		t.Error("the other realm has no room") // it needs none: the file is there already
	}
	long := "$I 1 PASSWORD\n$A\ndig 4\n; " + strings.Repeat("a remark ", 200_000) + "\n" // 1.8 MB, twice
	if a := b.Accept(b.Letter(1, long)); a.Fate != receipt.Refused || a.Reason.Code != "crowded" || !a.Answered {
		t.Errorf("%s %s", a.Fate, a.Reason.Code)
	}
	if a := b.Accept(b.Letter(1,
		"$I 1 PASSWORD\n$A\ndig 5\n; "+strings.Repeat("a remark ", 5_000)+"\n")); a.Fate != receipt.Taken {
		t.Errorf("%s %s", a.Fate, a.Reason.Code)
	}
	if !strings.Contains(b.InForce(1), "dig 5") {
		t.Error(b.InForce(1))
	}
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Sent("", b.ClockAt)
	if a, text := with(1, 2); a.Fate != receipt.Taken || strings.Contains(text, "nicht aufgehoben") {
		t.Errorf("in the next turn: %s\n%s", a.Fate, text)
	}
}

// One player's messages to all reach a hundred readers a day, however often the sheet comes. Those of others are still
// passed on.
func TestOnePlayerStopsNobodysPress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 31, func(s *world.Settings) { s.Press = world.PressNow }) // a message to all has 30 readers
	b.Sent("", worldtest.Day0)
	loud := ""
	for n := range 12 {
		loud += fmt.Sprintf("#A\nHear me, %d.\n", n)
	}
	for n := range 15 {
		b.Send(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n$N\n%s#E\n", n%9+1, loud), receipt.Taken)
	}
	if got := len(b.Sent("press", b.ClockAt)); got != 90 {
		t.Errorf("%d letters of realm 1, want 90: three messages", got)
	}
	b.Send(1, "$I 1 PASSWORD\n$N\n"+loud+"#2\nOnly to you.\n#E\n", receipt.Taken)
	if got := b.Sent("press", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, "Only to you.") {
		t.Errorf("what still has room: %+v", got)
	}
	b.Send(2, "$I 2 PASSWORD\n$N\n#A\nMay I speak, too?\n#E\n", receipt.Taken)
	if got := len(b.Sent("press", b.ClockAt)); got != 30 {
		t.Errorf("%d letters of realm 2, want 30", got)
	}
}
