package resolve

import (
	"strings"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// While somebody waits, another realm gets the name they wished for. As soon as a place is free, they are told so,
// once, and the next on the list gets it meanwhile. Their answer, with the code, gives another name, and keeps their
// place.
func TestALostNameIsAskedForAnew(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.sent("", day0)
	wait := func(name, mail string) {
		must(t, b.Update(func(tx *store.Tx) error {
			signup.Record{Player: "Kim", Name: name, Lang: "en", Mail: mail, At: b.clockAt}.Wait(tx)
			return nil
		}))
	}
	wait("Moor", "kim@one.example")
	wait("Heide", "uli@one.example")
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Jo"}, "jo@one.example", b.clockAt)
	must(t, err)
	b.sent("", b.clockAt)

	b.seat(3, 1) // Heide
	letters := func() (out []outbox.Draft) {
		for _, d := range b.sent("signup", b.clockAt) {
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
	b.seat(4, 0)
	if again := letters(); len(again) != 0 {
		t.Errorf("told again: %+v", again)
	}
	token := tokensIn(got[0].Text)[0]
	answer := func(text string) []outbox.Draft {
		l := b.newcomer("kim@one.example", "Re: "+got[0].Subject)
		l.Text = text + "\n" + token + "\n"
		if a := b.accept(l); a.Fate != receipt.Served || !a.Answered {
			t.Errorf("%q: %+v", text, a)
		}
		return b.sent("signup", b.clockAt)
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
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.sent("", day0)
	must(t, b.Update(func(tx *store.Tx) error {
		signup.Record{Player: "Kim", Name: "Moor", Lang: "en", Mail: "kim@one.example", At: b.clockAt,
			NameAsked: b.clockAt}.Wait(tx)
		return nil
	}))
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Jo"}, "jo@one.example", b.clockAt)
	must(t, err)
	b.sent("", b.clockAt)
	b.accept(b.newcomer("kim@one.example", "SIGNUP"))
	if d := b.sent("signup", b.clockAt); len(d) != 1 || len(tokensIn(d[0].Text)) != 1 {
		t.Errorf("%+v", d)
	}
}

// seat seats newcomers in a world with this many places, and checks how many come in.
func (b *table) seat(places, want int) {
	b.t.Helper()
	b.World.Settings.Places = places
	n, err := players.Seat(b.World, b.clockAt)
	must(b.t, err)
	if n != want {
		b.t.Errorf("with %d places %d came in, want %d", places, n, want)
	}
}
