package gamemaster_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Who only asked is forgotten 30 days after the last letter, in everything the world keeps. Players are not, nor the game
// master, nor somebody who has written again.
func TestStrangersAreForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup, s.Practice = true, 20 })
	b.Sent("", worldtest.Day0)
	asks := func(from, subject, text string) {
		b.Ask(func(l *letter.Letter) {
			l.From, l.FromName, l.Subject, l.Text, l.Proof.Domain = from, "Tove", subject, text, "one.example"
		})
	}
	const tove, uta, kim = "tove@one.example", "uta@one.example", "kim@one.example"
	asks(tove, "A place?", "Is there a place free? What does it cost?\n")
	asks(uta, "A place?", "Is there a place free for uta@one.example?\n")
	b.Accept(b.Newcomer(kim, "SIGNUP"))
	b.Asks(1, "A question", "Who is Tove@one.example?\n")
	b.Sent("", b.ClockAt)

	holds := func(mail string) bool {
		where, _ := b.Holding(mail)
		return len(where) > 0
	}
	later := func(after time.Duration) {
		t.Helper()
		b.ClockAt = worldtest.Day0.Add(after)
		must(t, gamemaster.ForgetStrangers(b.World, b.ClockAt))
	}
	later(20 * 24 * time.Hour)
	asks(uta, "Again", "Is there a place free now?\n")
	b.Sent("", b.ClockAt)
	later(players.StrangersKept - time.Hour)
	if !holds(tove) {
		t.Fatal("forgotten too early")
	}
	later(players.StrangersKept + 24*time.Hour)
	if holds(tove) || holds("Tove@one.example") {
		where, _ := b.Holding(tove, "Tove@one.example")
		t.Errorf("Tove's address is in %q", where)
	}
	if !holds(uta) || !holds("r1@example.org") {
		t.Error("forgotten: somebody who has written since, or a player")
	}
	later(2*players.StrangersKept + 48*time.Hour)
	if holds(uta) {
		where, _ := b.Holding(uta)
		t.Errorf("Uta's address is in %q", where)
	}
	if !holds("r1@example.org") || !holds("leiter@example.org") {
		t.Error("forgotten: a player, or the game master")
	}
}

// A forged mail that says it is from the game makes nobody forget the game's own address: 30 days later it still stands in
// the letters that wait.
func TestTheGameIsNoStranger(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0)
	b.Ask(func(l *letter.Letter) {
		l.From, l.Text, l.Machine = b.Settings.Address, "hello\n", "own address"
	})
	b.ClockAt = worldtest.Day0.Add(players.StrangersKept + 24*time.Hour)
	b.Asks(2, "HELP", "")
	must(t, gamemaster.ForgetStrangers(b.World, b.ClockAt))
	if sent := b.Sent("", b.ClockAt); len(sent) != 1 || !strings.Contains(sent[0].Text, b.Settings.Address) {
		t.Errorf("left are %+v", sent)
	}
}
