package players_test

import (
	"strings"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// While somebody waits, another realm gets the name they wished for. As soon as a place is free, they are told so,
// once, and the next on the list gets it meanwhile. Their answer, with the code, gives another name, and keeps their
// place.
func TestALostNameIsAskedForAnew(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Sent("", worldtest.Day0)
	wait := func(name, mail string) {
		must(t, b.Update(func(tx *store.Tx) error {
			roster.Applicant{Player: "Kim", Name: name, Lang: "en", Mail: mail, At: b.ClockAt}.Wait(tx)
			return nil
		}))
	}
	wait("Moor", "kim@one.example")
	wait("Heide", "uli@one.example")
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Jo"}, "jo@one.example", b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)

	b.Seat(3, 1) // Heide
	letters := func() (out []outbox.Draft) {
		for _, d := range b.Sent("signup", b.ClockAt) {
			if strings.Contains(d.Text, "Moor") {
				out = append(out, d)
			}
		}
		return out
	}
	got := letters()
	if len(got) != 1 || !strings.Contains(got[0].Text, "looks like, that of the realm Moor") ||
		!strings.Contains(got[0].Text, "\nRealm: Moor\n") {
		t.Fatalf("Kim gets %d letters: %+v", len(got), got)
	}
	b.Seat(4, 0)
	if again := letters(); len(again) != 0 {
		t.Errorf("told again: %+v", again)
	}
	token := worldtest.TokensIn(got[0].Text)[0]
	answer := func(text string) []outbox.Draft {
		l := b.Newcomer("kim@one.example", "Re: "+got[0].Subject)
		l.Text = text + "\n" + token + "\n"
		if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
			t.Errorf("%q: %+v", text, a)
		}
		return b.Sent("signup", b.ClockAt)
	}
	if d := answer("Realm: Heide\n"); len(d) != 1 || !strings.Contains(d[0].Text, "that of the realm Heide") {
		t.Errorf("another's name: %+v", d)
	}
	answer("Realm: Geest\n")
	rows, err := players.Realms(b.World)
	must(t, err)
	if last := rows[len(rows)-1]; len(rows) != 4 || last.Name != "Geest" || last.Mail[0] != "kim@one.example" {
		t.Errorf("%+v", rows)
	}
	if list, err := players.Signups(b.World); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// Somebody whose name was lost and who signs up again gets the letter that asks for another name once more. Its code
// may have expired.
func TestALostNameIsAskedForAgainOnRequest(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Sent("", worldtest.Day0)
	must(t, b.Update(func(tx *store.Tx) error {
		roster.Applicant{Player: "Kim", Name: "Moor", Lang: "en", Mail: "kim@one.example", At: b.ClockAt,
			NameAsked: b.ClockAt}.Wait(tx)
		return nil
	}))
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Jo"}, "jo@one.example", b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	b.Accept(b.Newcomer("kim@one.example", "SIGNUP"))
	if d := b.Sent("signup", b.ClockAt); len(d) != 1 || len(worldtest.TokensIn(d[0].Text)) != 1 {
		t.Errorf("%+v", d)
	}
}
