package intake_test

import (
	"strings"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// TestStudyHashesAheadOnlyWhereNoLimitStands: a letter's password is tried ahead of its commit only in some cases. The
// letter must come from an address of the realm that it names, and only the password may matter. Otherwise wrong ones
// are counted first.
func TestStudyHashesAheadOnlyWhereNoLimitStands(t *testing.T) {
	t.Parallel()
	const mine, others = "R1@example.org", "r2@example.org"
	for _, c := range []struct {
		name, from, text string
		auth             world.Auth
		tried, right     bool
	}{
		{"the player's address", mine, "$I 1 PASSWORD\n$A\ndig 2\n", world.ByPassword, true, true},
		{"the player's address, a wrong password", mine, "$I 1 wrong-word-here\n$A\ndig 2\n", world.ByPassword, true, false},
		{"another player's address", others, "$I 1 PASSWORD\n$A\ndig 2\n", world.ByPassword, false, false},
		{"a stranger's address", "thief@example.net", "$I 1 PASSWORD\n$A\ndig 2\n", world.ByPassword, false, false},
		{"no password", mine, "$I 1\n$A\ndig 2\n", world.ByPassword, false, false},
		{"a proof is asked for, too", mine, "$I 1 PASSWORD\n$A\ndig 2\n", world.ByBoth, false, false},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Auth = c.auth })
		l := b.Letter(1, c.text)
		l.From = c.from
		_, senders, err := sender.Expect(b.World, l.Hash)
		must(t, err)
		l.Sender = senders[strings.ToLower(c.from)]
		sender.Study(b.World.Setup, &l)
		if got := l.Parts.Guess; (got != roster.Guess{}) != c.tried || got.Right != c.right {
			t.Errorf("%s: tried ahead %v, right %v", c.name, got != roster.Guess{}, got.Right)
		}
		if len(b.People.Proven) > 0 != c.right {
			t.Errorf("%s: %d passwords are remembered", c.name, len(b.People.Proven))
		}
		want := receipt.Taken
		switch {
		case c.auth == world.ByBoth:
			want = receipt.Unproven
		case c.name == "no password":
			want = receipt.Unidentified
		case c.tried && !c.right:
			want = receipt.WrongWord
		}
		if a := b.Accept(l); a.Fate != want {
			t.Errorf("%s: %s, want %s", c.name, a.Fate, want)
		}
	}
}

// TestStudiedGuessIsOfThePasswordInForce: a guess that was tried ahead does not count if the password has changed
// before the letter's commit.
func TestStudiedGuessIsOfThePasswordInForce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	_, senders, err := sender.Expect(b.World, l.Hash)
	must(t, err)
	l.Sender = senders[l.From]
	sender.Study(b.World.Setup, &l)
	if !l.Parts.Guess.Right {
		t.Fatal("the password was not tried")
	}
	_, err = players.ResetPassword(b.World, 1)
	must(t, err)
	if a := b.Accept(l); a.Fate != receipt.WrongWord {
		t.Errorf("with the password of before: %s", a.Fate)
	}
}
