package intake_test

import (
	"strings"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Forged letters use up nothing of what a player's signed letters have, wherever a signature is looked at: a wrong
// password in one is answered, whatever came before it in the same hour. Strangers' signatures are no such proof.
func TestForgedLettersDoNotSilenceASignedOne(t *testing.T) {
	t.Parallel()
	for _, auth := range []world.Auth{world.ByPassword, world.ByEither, world.ByBoth, world.ByDKIM} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, asking(auth))
		b.Sent("", worldtest.Day0)
		forged := 0
		for range limits.Alarms.Most() + 2 {
			b.Accept(b.Letter(2, "$I 2 k7mw-x3pq-hhd42\ndig 3\n"))
			b.Accept(b.LetterFrom(evil, "$I 2 k7mw-x3pq-hhd42\ndig 3\n"))
			forged += len(b.Sent("", b.ClockAt))
		}
		if forged != limits.Alarms.Most() {
			t.Errorf("%s: %d alarms", auth, forged)
		}
		l := b.LetterFrom(evil, "$I 2 k7mw-x3pq-hhd42\ndig 3\n")
		l.Proof.Domain = "example.net"
		if b.Accept(l); len(b.Sent("", b.ClockAt)) != 0 {
			t.Errorf("%s: a stranger's signature makes another alarm", auth)
		}
		l = b.Letter(2, "$I 2 k7mw-x3pq-hhd42\ndig 3\n")
		l.Proof = proof
		if auth == world.ByDKIM {
			l.Others = true // a forwarded text, which the signature does not prove
		}
		if auth == world.ByEither {
			l.Text, l.Others = "$I 2\ndig 3\n", true
		}
		if a := b.Accept(l); !a.Answered || len(b.Sent("", b.ClockAt)) != 1 {
			t.Errorf("%s: the player's signed letter: %+v", auth, a)
		}
	}
}

// Nor do letters under the game master's address, also those that look automatic, or repeat what they say.
func TestForgedLettersDoNotSilenceTheGameMaster(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Masters = []string{"gm@example.org"} })
	b.Sent("", worldtest.Day0)
	from := func(text string, change func(*letter.Letter)) bool {
		l := b.LetterFrom("gm@example.org", text)
		l.Subject = ""
		change(&l)
		return b.Accept(l).Answered
	}
	for range limits.MasterWords.Most() {
		from("Hello there, who are you?\n", func(l *letter.Letter) { l.Automatic = true })
		from("Hello there, who are you?\n", func(*letter.Letter) {})
	}
	signed := func(l *letter.Letter) { l.Proof.Domain = "example.org" }
	if !from("Hello there, who are you?\n", signed) {
		t.Error("signed, and not answered")
	}
	if !from("Hello there, who are you?\n", signed) { // once more it looks like a program, which is answered once a day
		t.Error("signed, a second time, and not answered")
	}
}

// A question that a signature proves is not called unproven, neither a player's nor a former one's.
func TestAProvenQuestionIsNotCalledUnproven(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, asking(world.ByDKIM))
	b.Sent("", worldtest.Day0)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example", Lang: "de"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	for _, from := range []string{"r2@example.org", "r1@example.org"} {
		for _, signed := range []bool{true, false} {
			l := b.LetterFrom(from, "May I ask, "+map[bool]string{true: "signed", false: "bare"}[signed]+", what a castle costs now?\n")
			if signed {
				l.Proof.Domain = "example.org"
			}
			b.Accept(l)
			said := ""
			for _, d := range b.Sent("", b.ClockAt) {
				if d.To == "leiter@example.org" {
					said += d.Text
				}
			}
			if said == "" || strings.Contains(said, "ließ sich nicht nachweisen") == signed {
				t.Errorf("from %s, signed %t:\n%s", from, signed, said)
			}
		}
	}
}

const evil = "evil@example.net"
