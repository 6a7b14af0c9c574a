package resolve

import (
	"strings"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/signup"
	"weltentor/resolve/world"
)

// Forged letters use up nothing of what a player's signed letters have, wherever a signature is looked at: a wrong
// password in one is answered, whatever came before it in the same hour. Strangers' signatures are no such proof.
func TestForgedLettersDoNotSilenceASignedOne(t *testing.T) {
	t.Parallel()
	for _, auth := range []world.Auth{world.ByPassword, world.ByEither, world.ByBoth, world.ByDKIM} {
		b := sit(t, tiny{}, 2, asking(auth))
		b.sent("", day0)
		forged := 0
		for range limits.Alarms.Most() + 2 {
			b.accept(b.letter(2, "$I 2 k7mw-x3pq-hhd42\ndig 3\n"))
			b.accept(b.from1(evil, "$I 2 k7mw-x3pq-hhd42\ndig 3\n"))
			forged += len(b.sent("", b.clockAt))
		}
		if forged != limits.Alarms.Most() {
			t.Errorf("%s: %d alarms", auth, forged)
		}
		l := b.from1(evil, "$I 2 k7mw-x3pq-hhd42\ndig 3\n")
		l.Proof.Domain = "example.net"
		if b.accept(l); len(b.sent("", b.clockAt)) != 0 {
			t.Errorf("%s: a stranger's signature makes another alarm", auth)
		}
		l = b.letter(2, "$I 2 k7mw-x3pq-hhd42\ndig 3\n")
		l.Proof = proof
		if auth == world.ByDKIM {
			l.Others = true // a forwarded text, which the signature does not prove
		}
		if auth == world.ByEither {
			l.Text, l.Others = "$I 2\ndig 3\n", true
		}
		if a := b.accept(l); !a.Answered || len(b.sent("", b.clockAt)) != 1 {
			t.Errorf("%s: the player's signed letter: %+v", auth, a)
		}
	}
}

// Nor do letters under the game master's address, also those that look automatic, or repeat what they say.
func TestForgedLettersDoNotSilenceTheGameMaster(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Masters = []string{"gm@example.org"} })
	b.sent("", day0)
	from := func(text string, change func(*letter.Letter)) bool {
		l := b.from1("gm@example.org", text)
		l.Subject = ""
		change(&l)
		return b.accept(l).Answered
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
	b := sit(t, tiny{}, 2, asking(world.ByDKIM))
	b.sent("", day0)
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Kim", Mail: "kim@one.example", Lang: "de"}, b.clockAt))
	b.sent("", b.clockAt)
	for _, from := range []string{"r2@example.org", "r1@example.org"} {
		for _, signed := range []bool{true, false} {
			l := b.from1(from, "May I ask, "+map[bool]string{true: "signed", false: "bare"}[signed]+", what a castle costs now?\n")
			if signed {
				l.Proof.Domain = "example.org"
			}
			b.accept(l)
			said := ""
			for _, d := range b.sent("", b.clockAt) {
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
