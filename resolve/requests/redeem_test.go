package requests_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/worldtest"
)

// A player whose code was used or has expired is told so in a letter of its own, within the hourly limit of services.
// Nobody else is told.
func TestASpentCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, told string }{
		{"used", "already been done"},
		{"past", "no longer valid"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Sent("", worldtest.Day0)
		code := b.Token(2, "PAUSE 2")
		if c.name == "used" {
			if a := b.Asks(2, "Re: "+code, "Ja\n"); a.Fate != receipt.Served || a.Realm != 2 {
				t.Fatalf("%+v", a)
			}
			b.ClockAt = b.ClockAt.Add(time.Hour)
		} else {
			b.ClockAt = b.ClockAt.Add(letter.TokenLasts)
		}
		b.Sent("", b.ClockAt)
		for n := range limits.Services.Most() + 2 {
			a := b.Asks(2, "Re: "+code, "Ja\n")
			if a.Fate != receipt.Served || a.Realm != 2 || a.Answered != (n < limits.Services.Most()) {
				t.Fatalf("%s, letter %d: %+v", c.name, n+1, a)
			}
			for _, d := range b.Sent("", b.ClockAt) {
				if d.To != "r2@example.org" || !strings.Contains(d.Text, c.told) {
					t.Errorf("%s: to %s\n%s", c.name, d.To, d.Text)
				}
			}
		}
		must(t, b.View(func(tx *store.Tx) error {
			if n := limits.Services.Counted(tx, b.ClockAt, limits.OfRealm(2).Word("none").Proven()); n < limits.Services.Most() {
				t.Errorf("%s: %d services of realm 2 are counted", c.name, n)
			}
			return nil
		}))
		l := b.Letter(2, "")
		l.From, l.Subject = "who@example.net", "Re: "+code
		if a := b.Accept(l); a.Fate != receipt.Stranger || a.Realm != 0 || a.Answered {
			t.Errorf("%s, a stranger: %+v", c.name, a)
		}
	}
}

// The answer to a code goes to the address to which it was mailed, from whichever of the player's it comes back.
func TestACodeFromAnotherOwnAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	must(t, players.SetMail(b.World, 2, "home@example.org", "r2@example.org"))
	b.Sent("", worldtest.Day0)
	code := b.Token(2, "PAUSE 2")
	program := b.Letter(1, "Ja\n")
	program.From, program.Subject, program.Automatic = "who@example.net", "Re: "+code, true
	if a := b.Accept(program); a.Fate != receipt.Machine || a.Realm != 0 || a.Answered {
		t.Errorf("a program's answer: %+v", a)
	}
	l := b.Letter(1, "Ja\n")
	l.From, l.Subject = "home@example.org", "Re: "+code
	if a := b.Accept(l); a.Fate != receipt.Served || a.Realm != 2 || !a.Answered {
		t.Fatalf("%+v", a)
	}
	if got := b.Sent("", b.ClockAt); len(got) != 1 || got[0].To != "r2@example.org" ||
		!strings.Contains(got[0].Text, "2 turns") {
		t.Errorf("%+v", got)
	}
	rows, err := players.Realms(b.World)
	must(t, err)
	if !rows[1].Absent(2) || rows[0].Absent(1) {
		t.Errorf("%+v", rows)
	}
}

// Codes for a pause have an hourly limit, as those for a password do. Other words are still answered.
func TestPausesAreBoundedByTheHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for range limits.Tokens.Most() {
		b.Token(1, "PAUSE 2")
	}
	if a := b.Asks(1, "PAUSE 2", ""); a.Fate != receipt.Served || a.Answered {
		t.Errorf("one pause more: %+v", a)
	}
	if a := b.Asks(1, "HILFE", ""); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("help beside them: %+v", a)
	}
}

// A code for something that is no request, such as one that an older version does not know, does nothing. The error says
// so, and the code stays as it is.
func TestACodeForNoRequest(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	code := b.Token(2, "PAUSE 2")
	key := letter.TokenKey(code)
	var was correspondence.Token
	must(t, b.Update(func(tx *store.Tx) (err error) {
		was, _ = correspondence.TokenAt(tx, key)
		was.For = "dance"
		was.Save(tx, key)
		return nil
	}))
	l := b.Letter(2, "Ja\n")
	l.Subject = "Re: " + code
	if _, err := intake.Accept(b.World, l, b.ClockAt); !errors.Is(err, faults.ErrDamaged) || !strings.Contains(err.Error(), `"dance"`) {
		t.Errorf("the error is %v", err)
	}
	must(t, b.View(func(tx *store.Tx) error {
		is, _ := correspondence.TokenAt(tx, key)
		rec, _ := roster.Get(tx, 2)
		if !is.Used.IsZero() || rec.AbsentUntil != 0 {
			t.Errorf("the code was used at %v, and realm 2 is away until turn %d", is.Used, rec.AbsentUntil)
		}
		return nil
	}))
}
