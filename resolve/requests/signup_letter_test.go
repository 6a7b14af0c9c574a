package requests_test

import (
	"strings"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// The letter that asks a newcomer to confirm shows the code in a line of its own, and the lines that can be changed.
// It shows no names: it may go to somebody who has never written.
func TestAnInvitationShowsWhatWasUnderstood(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0)
	l := b.Newcomer("kim@one.example", "SIGNUP")
	l.Text = "Player: Kim\nLanguage: en\n"
	b.Accept(l)
	got := b.Sent("signup", b.ClockAt)
	if len(got) != 1 || len(worldtest.TokensIn(got[0].Text)) != 1 {
		t.Fatalf("%+v", got)
	}
	code := worldtest.TokensIn(got[0].Text)[0]
	if strings.Contains(got[0].Text, "Kim") {
		t.Errorf("a name is shown to an address that is not proven:\n%s", got[0].Text)
	}
	for _, want := range []string{"\n\n  " + code + "\n\n", "\n\nYou have not named your realm yet.",
		"\n\nLanguage: en\n\n"} {
		if !strings.Contains(got[0].Text, want) {
			t.Errorf("%q is not in\n%s", want, got[0].Text)
		}
	}
}

// The waiting list is in the order of coming, for the game master's commands.
func TestWaitingListIsRead(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	must(t, b.Update(func(tx *store.Tx) error {
		for _, who := range []string{"Kim", "Uli"} {
			roster.Applicant{Player: who, Lang: "en", Mail: strings.ToLower(who) + "@one.example", At: b.ClockAt}.Wait(tx)
		}
		return nil
	}))
	list, err := players.Signups(b.World)
	must(t, err)
	if len(list) != 2 || list[0].Player != "Kim" || list[1].Player != "Uli" || list[1].Mail != "uli@one.example" {
		t.Errorf("%+v", list)
	}
}

// Where a realm's name is taken, the letter asks for another one. It does not say that the names are recorded.
func TestATakenNameIsNotRecorded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	must(t, b.Update(func(tx *store.Tx) error {
		roster.Applicant{Player: "Uli", Name: "Nordmark", Lang: "en", Mail: "uli@one.example", At: b.ClockAt}.Wait(tx)
		return nil
	}))
	for name, taken := range map[string]bool{"Nordmark": true, "Sudmark": false} {
		b.Sent("", b.ClockAt)
		l := b.Newcomer(strings.ToLower(name)+"@two.example", "SIGNUP")
		l.Text = "Name: Kim\nRealm: " + name + "\nLanguage: en\n"
		b.Accept(l)
		got := b.Sent("signup", b.ClockAt)
		if len(got) == 0 {
			t.Fatalf("%s: no letter", name)
		}
		if text := got[len(got)-1].Text; strings.Contains(text, "are recorded as you wrote them") == taken {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
