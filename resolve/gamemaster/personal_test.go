package gamemaster_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// talkative returns a world in which the player of realm 1 has left traces wherever possible.
func talkative(t *testing.T) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2 ; a comment that stays\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	question := b.Letter(1, "May I sail to Atlantis?\n")
	question.Subject = "My secret question"
	b.Accept(question)
	b.Accept(b.Letter(1, "$A\ndig 4 ; without a line of mine\n"))
	stranger := b.Newcomer("r1@example.org", "SIGNUP")
	b.Accept(stranger)
	machine := b.Letter(1, "I am on holiday in Atlantis\n")
	machine.Machine = "Auto-Submitted: auto-replied"
	b.Accept(machine)
	b.Asks(1, "PAUSE 2", "")
	_, err := notices.Tell(b.World, []int{1}, "Nobody sails to Atlantis.", true, b.ClockAt)
	must(t, err)
	must(t, players.AddMail(b.World, 1, "r1@home.example"))
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
	return b
}

// What is stored about a player is erased from the file when they are forgotten, except their orders and the name they
// chose. The game goes on, and its turns are the same.
func TestAPlayerIsForgotten(t *testing.T) {
	t.Parallel()
	b := talkative(t)
	his := []string{"r1@example.org", "r1@home.example", "Atlantis", "secret question", "without a line of mine"}
	before, raw := b.Holding(his...)
	for _, bucket := range []string{"realms", "letters", "outbox", "drafts", "aside", "passed", "tokens", "silent",
		"told"} {
		if !slices.Contains(before, bucket) {
			t.Errorf("the bucket %s has nothing of him that could be forgotten", bucket)
		}
	}
	copies := 1 // from before the turn
	if b.Disk.Elsewhere() {
		copies = 0
	}
	f, err := gamemaster.PlayerOf(b.World, 1).Forget(false, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if after, _ := b.Holding(his...); len(after) > 0 {
		t.Errorf("still in %v", after)
	}
	file := b.Bytes()
	for _, v := range raw {
		if bytes.Contains(file, v) {
			t.Errorf("the file still has %d bytes of his", len(v))
		}
	}
	for _, word := range his {
		if bytes.Contains(file, []byte(word)) {
			t.Errorf("the file still has %q", word)
		}
	}
	if f.Letters != 8 || f.Questions != 1 || len(f.Mails) != 8 || f.Mails[0].MessageID != "<m1@r1>" || !f.Vacant ||
		len(f.Backups) != copies || len(f.Elsewhere) != 0 || f.Mailed == 0 || f.Entries == 0 {
		t.Errorf("%+v", f)
	}
	rows, err := players.Realms(b.World)
	must(t, err)
	if !rows[0].Vacant || rows[0].Player != "" || rows[1].Player != "Spieler 2" {
		t.Errorf("%+v", rows)
	}
	if where, _ := b.Holding("a comment that stays"); !slices.Equal(where, []string{"sheets"}) {
		t.Errorf("his orders are in %v", where)
	}
	b.Verified()
	b.ClockAt = worldtest.Friday.Add(2 * time.Hour)
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.HasPrefix(d.To, "r1@") {
			t.Errorf("he is written to: %+v", d)
		}
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	b.Verified()
	again, err := gamemaster.PlayerOf(b.World, 1).Forget(true, worldtest.Friday.AddDate(0, 0, 8))
	must(t, err)
	if again.Letters != 0 || again.Questions != 0 || len(again.Backups) != 0 || again.Mailed != 0 {
		t.Errorf("the second time %+v", again)
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 14))
	b.Verified()
}

// A former player of a realm is forgotten, and the present one is left alone.
func TestAFormerPlayerIsForgotten(t *testing.T) {
	t.Parallel()
	b := talkative(t)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, worldtest.Friday.Add(time.Hour)))
	at := worldtest.Friday.Add(2 * time.Hour)
	l := b.Letter(2, "What is Uli's question?\n")
	l.From = "uli@example.org"
	b.ClockAt = at
	b.Accept(l)
	b.Sent("", at)
	former := gamemaster.PlayerOf(b.World, 1)
	former.Former = 1
	f, err := former.Forget(false, at)
	must(t, err)
	if where, _ := b.Holding("r1@example.org", "r1@home.example", "Atlantis"); len(where) > 0 || f.Vacant {
		t.Errorf("still in %v, %+v", where, f)
	}
	for _, bucket := range []string{"realms", "letters", "outbox", "passed", "aside"} {
		if where, _ := b.Holding("uli@example.org"); !slices.Contains(where, bucket) {
			t.Errorf("the successor is no longer in %s", bucket)
		}
	}
	if rows, err := players.Realms(b.World); err != nil || !slices.Equal(rows[0].Mail, []string{"uli@example.org"}) {
		t.Errorf("%+v, %v", rows, err)
	}
	b.Verified()
}

// A player's data show everything that is stored about them, and nothing about anybody else.
func TestAPlayersData(t *testing.T) {
	t.Parallel()
	b := talkative(t)
	d, err := gamemaster.PlayerOf(b.World, 1).Data()
	must(t, err)
	if !slices.Equal(d.Mail, []string{"r1@example.org", "r1@home.example"}) || d.Player != "Spieler 1" ||
		len(d.Letters) != 8 || len(d.Questions) != 1 || len(d.Orders) != 2 || len(d.Log) == 0 || len(d.Mailed) == 0 {
		t.Errorf("%+v", d)
	}
	text := d.Print(time.UTC)
	for _, want := range []string{"Was Bovistan über Reich 1 Reich1 und seinen Spieler aufbewahrt\n",
		"Adressen: r1@example.org, r1@home.example\n", "    May I sail to Atlantis?\n",
		"  #1 My secret question\n", "    dig 2 ; a comment that stays\n", "    dig 5\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "r2@") || strings.Contains(text, "dig 3") || strings.Contains(text, b.Passwords[1]) {
		t.Errorf("not his:\n%s", text)
	}
	_, err = gamemaster.PlayerOf(b.World, 1).Forget(false, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if d, err := gamemaster.PlayerOf(b.World, 1).Data(); err != nil || len(d.Letters)+len(d.Questions)+len(d.Mailed) != 0 ||
		len(d.Mail) != 0 || d.Player != "" {
		t.Errorf("%+v, %v", d, err)
	}
}

// If the forgotten player's address is on the waiting list, that place goes, too. Other realms that know the address
// are named.
func TestForgettingNamesOtherRealms(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Sent("", worldtest.Day0)
	code := b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n")
	b.Says("kim@one.example", "Re:", "Yes\n"+code)
	must(t, players.AddMail(b.World, 1, "kim@one.example"))
	must(t, players.AddMail(b.World, 2, "kim@one.example"))
	f, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
	must(t, err)
	if !slices.Equal(f.Elsewhere, []int{2}) || f.Waiting != 1 {
		t.Errorf("%+v", f)
	}
	if where, _ := b.Holding("kim@one.example"); !slices.Equal(where, []string{"realms"}) {
		t.Errorf("in %v", where)
	}
}
