package requests_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/limits"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Forged mails shut out nobody who is proven. Of the others, no domain gets all invitations of a day. The game master
// is told once that the limit was reached.
func TestForgedMailsShutOutNobody(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0)
	invited := 0
	for n := range limits.InvitationsOfOne.Most() + 5 {
		if b.Accept(b.Newcomer(fmt.Sprintf("a%d@one.example", n), "SIGNUP")).Answered {
			invited++
		}
	}
	if invited != limits.InvitationsOfOne.Most() {
		t.Errorf("%d of one domain were invited", invited)
	}
	if !b.Accept(b.Newcomer("kim@two.example", "SIGNUP")).Answered {
		t.Error("another domain is shut out")
	}
	for n := range limits.Invitations.Most() {
		b.Accept(b.Newcomer(fmt.Sprintf("a@d%d.example", n), "SIGNUP"))
	}
	if b.Accept(b.Newcomer("eve@three.example", "SIGNUP")).Answered {
		t.Error("more than the day's were invited")
	}
	proven := b.Newcomer("uli@one.example", "SIGNUP")
	proven.Proof.Domain = "one.example"
	if a := b.Accept(proven); !a.Answered {
		t.Errorf("a proven newcomer is shut out: %+v", a)
	}
	again := b.Newcomer("uli@one.example", "SIGNUP")
	if again.Proof.Domain = "one.example"; !b.Accept(again).Answered {
		t.Error("who has lost the form's letter, and is proven, gets none again")
	}
	told := 0
	for _, d := range b.Sent("notice", b.ClockAt) {
		if strings.Contains(d.Text, "als an einem Tag erlaubt ist") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the game master was told %d times", told)
	}
}

// If sign-up is open, somebody unknown who writes RULES gets the rules, once a day. Otherwise they get no answer.
func TestRulesForStrangers(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{true, false} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) {
			s.Signup, s.Book = open, worldtest.Rules("Graben heisst graben.\n")
		})
		b.Sent("", worldtest.Day0)
		for n := range 2 {
			a := b.Accept(b.Newcomer("neu@example.net", "RULES"))
			got := b.Sent("", b.ClockAt)
			if want := open && n == 0; a.Answered != want || (len(got) == 1) != want {
				t.Fatalf("open %t: %+v, %d letters", open, a, len(got))
			}
			for _, d := range got {
				if d.To != "neu@example.net" || len(d.Files) != 1 ||
					string(d.Files[0].Data) != "Graben heisst graben.\n" ||
					!strings.Contains(d.Text, "write SIGNUP to spiel@example.org") {
					t.Errorf("%+v", d)
				}
			}
		}
	}
}
