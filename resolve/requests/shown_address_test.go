package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/requests"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// An address whose domain only looks like another is shown as it travels: in the letter with the code, in notices to
// the player and to the game master, and in the list of realms. A form that the game master typed is one as well.
func TestForeignLettersOfAnAddressAreShownAsTheyTravel(t *testing.T) {
	t.Parallel()
	const looks, travels = "p1@b\u0430nk.example", "p1@xn--bnk-6cd.example"
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Masters = []string{"gm@example.org"} })
	b.Sent("", worldtest.Day0)
	shows := func(what string, letters []outbox.Draft, want int) {
		t.Helper()
		n := 0
		for _, d := range letters {
			if strings.Contains(d.Subject+d.Text+d.To+d.ToName, "b\u0430nk") {
				t.Errorf("%s: %s\n%s", what, d.Subject, d.Text)
			}
			n += strings.Count(d.Text, travels)
		}
		if n != want {
			t.Errorf("%s: it is shown %d times, not %d", what, n, want)
		}
	}
	b.Asks(2, "SUBSTITUTE "+looks+" 2", "")
	shows("SUBSTITUTE", b.Sent("", b.ClockAt), 1)
	b.Asks(2, "ADDRESS "+looks, "")
	asked := b.Sent("", b.ClockAt)
	shows("ADDRESS", asked, 1)
	b.Asks(2, "Re: "+worldtest.TokensIn(asked[0].Text)[0], "Yes\n")
	asked = b.Sent("", b.ClockAt)
	shows("asked", asked, 1)
	b.Accept(b.LetterFrom(looks, "Yes "+worldtest.CodeTo(t, asked, travels)+"\n"))
	shows("moved", b.Sent("", b.ClockAt), 3) // the old address twice, and the game master
	b.Accept(b.LetterFrom(looks, "Where is my report? I have waited for it all day long.\n"))
	shows("question", b.Sent("", b.ClockAt), 2)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Kim"}, "kim@\u0440\u0430y.example", b.ClockAt)
	must(t, err)
	rows, err := players.Realms(b.World)
	must(t, err)
	if !slices.Equal(rows[1].Mail, []string{travels}) || !slices.Equal(rows[2].Mail, []string{"kim@xn--y-7sb1c.example"}) {
		t.Errorf("the list has %v and %v", rows[1].Mail, rows[2].Mail)
	}
}

// Of several addresses none is taken in silence: the answer asks for one.
func TestSeveralAddressesAreAsked(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	for _, c := range []struct {
		subject, text string
		asks          bool
	}{
		{"ADDRESS a@one.example, b@two.example", "", true},
		{"", "ADDRESS a@one.example; b@two.example\n", true},
		{"ADDRESS a@one.example", "ADDRESS b@two.example\n", true},
		{"SUBSTITUTE a@one.example b@two.example 3", "", true},
		{"ADDRESS a@one.example <mailto:A@one.example>", "", false},
		{"ADDRESS a@one.example", "ADDRESS a@one.example\n", false},
		{"SUBSTITUTE a@one.example 3", "", false},
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Asks(2, c.subject, c.text)
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || len(worldtest.TokensIn(got[0].Text)) != map[bool]int{true: 0, false: 1}[c.asks] ||
			c.asks && !strings.Contains(got[0].Text, "rite one") {
			t.Errorf("%q %q: %+v", c.subject, c.text, got)
		}
	}
	if wish, is := requests.Words().Wished("REPORT a@one.example, b@two.example", "", nil); is {
		t.Errorf("%+v", wish)
	}
}

// The game's own addresses, those with a tag, the game master's and those of mail servers become nobody's, and nobody
// there is asked to stand in or invited.
func TestTheGamesAddressesAreNobodys(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) {
		s.Masters, s.Aliases, s.Signup = []string{"gm@example.org"}, []string{"zug@example.org"}, true
	})
	b.Sent("", worldtest.Day0)
	for _, mail := range []string{"spiel@example.org", "Spiel+1@example.org", "zug+a@example.org", "gm@example.org",
		"mailer-daemon@anywhere.example", "Postmaster@example.org", "MAILER-DAEMON@example.org"} {
		b.Asks(2, "ADDRESS "+mail, "")
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || len(worldtest.TokensIn(got[0].Text)) > 0 || !strings.Contains(got[0].Text, "cannot be your new address") {
			t.Errorf("%s: %+v", mail, got)
		}
		if mail == "gm@example.org" {
			continue
		}
		b.Asks(2, "SUBSTITUTE "+mail+" 2", "")
		got = b.Sent("", b.ClockAt)
		if len(got) != 1 || len(worldtest.TokensIn(got[0].Text)) > 0 || !strings.Contains(got[0].Text, "cannot be your substitute") {
			t.Errorf("%s: %+v", mail, got)
		}
		b.Accept(b.Newcomer(mail, "SIGNUP"))
		silentTo(b, mail, "SIGNUP")
	}
	if b.Asks(2, "ADDRESS spieler+1@example.org", ""); len(b.Sent("", b.ClockAt)) != 1 {
		t.Error("another's tag is refused")
	}
}
