package players_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// fussy fails to render letters to addresses with "bad" in them, and panics at "worse".
func fussy(s *world.Settings) {
	s.Render = func(d outbox.Draft) ([]byte, error) {
		switch {
		case strings.Contains(d.To, "worse"):
			panic("ink spilt")
		case strings.Contains(d.To, "bad"):
			return nil, errors.New("that is no address for me")
		}
		return worldtest.RenderPlain(d)
	}
}

// A letter that cannot be rendered fails with its reason, the game master is told, and all other letters are sent.
func TestUnrenderableLetterHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, fussy)
	for _, who := range []string{"bad", "worse", "good"} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: who}, who+"@example.org", worldtest.Day0)
		must(t, err)
	}
	var to []string
	notices := ""
	for _, d := range b.Sent("", worldtest.Friday) {
		if to = append(to, d.To); d.To == "leiter@example.org" {
			notices += d.Text
		}
	}
	if want := "[r1@example.org good@example.org leiter@example.org leiter@example.org]"; fmt.Sprint(to) != want {
		t.Errorf("sent to %v, want %s", to, want)
	}
	for _, want := range []string{"bad@example.org (Reich 2) kann nicht", "Der Grund: that is no address for me",
		"worse@example.org (Reich 3)", "ink spilt"} {
		if !strings.Contains(notices, want) {
			t.Errorf("the game master does not read %q:\n%s", want, notices)
		}
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	if s.Outbox.Failed != 2 || s.Outbox.Waiting != 0 || len(s.Undelivered) != 2 || s.Undelivered[0].Realm != 2 ||
		s.Undelivered[0].To != "bad@example.org" || s.Undelivered[0].Reason != "that is no address for me" {
		t.Errorf("%+v", s.Undelivered)
	}
}

// Orders are taken whatever the sender's address looks like; the receipt goes
// where it can be sent.
func TestOddSendersAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for _, odd := range []string{"kim..x@b.example", "a.@x.example", ".a@x.example", strings.Repeat("x", 1000) +
		"@b.example", "a@b..example",
		"a@-b.example", "a@b.example.", `"a b"@x.example`, "a@[127.0.0.1]", "a@" + strings.Repeat("d", 64) +
			".example"} {
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
		l.From = odd
		if a := b.Accept(l); a.Fate != receipt.Taken || !a.Answered {
			t.Errorf("%.40q: %+v", odd, a)
		}
		if got := b.Sent("receipt", worldtest.Day0.Add(time.Hour)); len(got) != 1 || got[0].To != "r1@example.org" {
			t.Errorf("%.40q: the receipt is %+v", odd, got)
		}
	}
}

func TestUnusableNamesAndAddresses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before := b.Bytes()
	for _, mail := range []string{"kim..x@b.example", strings.Repeat("x", 290) + "@b.example", "a\x1b@b.example",
		"a@b.example\n", "a b@c.example", "a@b@c.example", "@b.example", "a@", ""} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: "X"}, mail, worldtest.Day0)
		worldtest.WantError(t, err, faults.ErrAddress)
		worldtest.WantError(t, players.SetMail(b.World, 1, mail), faults.ErrAddress)
		if strings.ContainsAny(err.Error(), "\x1b\n") || len(err.Error()) > 300 {
			t.Errorf("the error disturbs the terminal: %q", err)
		}
	}
	for _, name := range []string{"a\x1b[31mb", "a\nb", "a\x00", "a\u202eb", "a\u2028b", "a\xffb", "a\u0085",
		"R\u0435ich", "www.example.org", "12", "Spielleitung"} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: name}, "x@example.org", worldtest.Day0)
		worldtest.WantError(t, err, faults.ErrName)
		_, _, err = players.AddRealm(b.World, game.Joining{Name: "X", Player: name}, "x@example.org", worldtest.Day0)
		worldtest.WantError(t, err, faults.ErrName)
	}
	for _, name := range []string{"", "  ", "\u00a0"} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: name, Player: "P"}, "x@example.org", worldtest.Day0)
		worldtest.WantError(t, err, faults.ErrName)
	}
	if string(before) != string(b.Bytes()) {
		t.Error("a refusal changed the store")
	}
	for _, fine := range []string{"jörg@müller.example", "o'neil+spiel@x.example", "a.b-c_d@localhost"} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: "Ä’ö' " + fine[:1], Player: "Jo 'n"}, fine, worldtest.Day0)
		must(t, err)
	}
}

// The game's address is that of the settings when a letter is first sent.
func TestAddressOfTheSettings(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Address = "" })
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "X"}, "x@example.org", worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrAddress, "set address in world.toml")
	_, err = b.Next(worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrAddress, "set address in world.toml")
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Address = "neu@example.net" })
	if got := b.Sent("", worldtest.Day0); len(got) != 1 || got[0].From != "neu@example.net" ||
		!strings.HasSuffix(got[0].MessageID, "@example.net>") {
		t.Errorf("%+v", got)
	}
}

// If a letter meets a fault of ours, the error says so. Then it is set aside, and the letters after it are read.
func TestFaultOfOursIsNotTheStores(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Fault: "check"}, 1)
	_, err := intake.Accept(b.World, b.Letter(1, "$I 1 PASSWORD\n$A\ndig 7\n"), b.ClockAt)
	worldtest.WantError(t, err, faults.ErrRules)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 6\n", receipt.Taken)
}
