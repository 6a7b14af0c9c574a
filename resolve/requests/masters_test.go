package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Two game masters.
const anna, bert = "anna@example.org", "bert@example.org"

// mastered returns a world in English with two game masters.
func mastered(t *testing.T, change ...func(*world.Settings)) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{}, 2, append(change, func(s *world.Settings) {
		s.Masters, s.Lang = []string{anna, bert}, phrase.En
	})...)
	b.Sent("", b.ClockAt)
	return b
}

// ORDERS and REPORT bring what a realm has sent and got, REDO resolves the turn again that UNDO took back, and a second
// UNDO says that the first stands. Each answer names its request in the subject. The other game master hears of UNDO
// and REDO at once, and of the rest in the letter of the day.
func TestTheGameMasterLooksAndResolvesAgain(t *testing.T) {
	t.Parallel()
	b := mastered(t)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	for subject, want := range map[string]string{"GM ORDERS 2": "dig 3", "GM REPORT 2": "In the treasury: 11"} {
		asked, got := b.Bade(anna, subject, "")
		word, _ := strings.CutSuffix(subject, " 2")
		if asked.Subject[:len(asked.Subject)-len(worldtest.TokensIn(asked.Subject)[0])] != "[Bovistan] Shall "+word+" be done? " {
			t.Errorf("the code comes as %q", asked.Subject)
		}
		if d := got[anna]; len(got) != 1 || len(d) != 1 || d[0].Subject != "[Bovistan] About "+word || len(d[0].Files) != 1 {
			t.Fatalf("%s: %+v", subject, got)
		} else if !strings.Contains(string(d[0].Files[0].Data), want) {
			t.Errorf("%s brings\n%s", subject, d[0].Files[0].Data)
		}
	}
	l := b.Letter(1, "")
	l.From, l.Subject = anna, "GM REDO"
	b.Accept(l)
	if d := b.Sent("", b.ClockAt); len(d) != 1 || !strings.Contains(d[0].Text, "turn 2 was not taken back") {
		t.Errorf("nothing was taken back: %+v", d)
	}
	_, got := b.Bade(anna, "GM UNDO", "A mistake.\n")
	if d := got[bert]; len(d) < 1 || !slices.ContainsFunc(d, func(d outbox.Draft) bool {
		return d.Subject == "[Bovistan] Another game master: GM UNDO" && strings.Contains(d.Text, anna) &&
			strings.Contains(d.Text, "Turn 1 is taken back")
	}) {
		t.Errorf("the other hears of the undo: %+v", d)
	}
	l = b.Letter(1, "Another.\n")
	l.From, l.Subject = anna, "GM UNDO"
	b.Accept(l)
	if d := b.Sent("", b.ClockAt); len(d) != 1 || !strings.Contains(d[0].Text, "no turn has been resolved") {
		t.Errorf("a second undo of the first turn: %+v", d)
	}
	_, got = b.Bade(anna, "GM REDO", "")
	if d := got[anna]; len(d) != 1 || !strings.Contains(d[0].Text, "Turn 1 is resolved again") ||
		len(got["r1@example.org"]) != 1 || len(got[bert]) != 1 {
		t.Errorf("redo: %+v", got)
	}
	b.Advance(worldtest.Friday.Add(7 * 24 * time.Hour))
	b.ClockAt = worldtest.Friday.Add(7 * 24 * time.Hour)
	day := b.Sent("", b.ClockAt)
	if !slices.ContainsFunc(day, func(d outbox.Draft) bool {
		return d.To == bert && d.Subject == "[Bovistan] What game masters have done" &&
			strings.Contains(d.Text, anna+", GM REPORT:")
	}) {
		t.Errorf("the letter of the day: %+v", day)
	}
	b.Bade(anna, "GM UNDO", "A mistake.\n")
	if asked, _ := b.Bade(anna, "GM UNDO", "One more.\n"); !strings.Contains(asked.Text,
		"Turn 2 is taken back already and awaits orders; GM REDO") {
		t.Errorf("the second undo is shown as\n%s", asked.Text)
	}
}

// A code works from the game master's address alone that it was mailed to, and the other one is told why. Who waits for
// a realm is named when it is freed, and the other hears of that at once.
func TestACodeOfAnotherGameMaster(t *testing.T) {
	t.Parallel()
	b := mastered(t, func(s *world.Settings) { s.Signup, s.Places = true, 2 })
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	l := b.Letter(1, "")
	l.From, l.Subject = anna, "GM FREE 2"
	b.Accept(l)
	asked := b.Sent("", b.ClockAt)
	asked = asked[len(asked)-1:]
	if !strings.Contains(asked[0].Text, "Next on the waiting list is Kim <kim@one.example>.") {
		t.Errorf("%s", asked[0].Text)
	}
	l = b.Letter(1, "Yes\n")
	l.From, l.Subject = bert, "Re: "+asked[0].Subject
	b.Accept(l)
	if d := b.Sent("", b.ClockAt); len(d) != 1 || !strings.Contains(d[0].Text, "was mailed to another game master") {
		t.Errorf("%+v", d)
	}
	_, got := b.Bade(anna, "GM FREE 2", "")
	if d := got[anna]; len(d) != 1 || !strings.Contains(d[0].Text, "Next on the waiting list is Kim") {
		t.Errorf("%+v", d)
	}
	if d := got[bert]; len(d) != 1 || !strings.Contains(d[0].Text, "no longer plays realm 2") {
		t.Errorf("%+v", d)
	}
}
