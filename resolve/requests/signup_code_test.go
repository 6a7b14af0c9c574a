package requests_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Somebody who brings back the code of a sign-up is on the waiting list, and one letter says at which place. Whatever
// else the subject asks for, this letter has been answered. The same code again does nothing. A second sign-up is told
// the place, and is not added again.
func TestACodeSignsUpOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Sent("", worldtest.Day0)
	code := b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n")
	for i, c := range []struct{ from, text string }{{"uli@one.example", "Player: Uli\nRealm: Heide\nLanguage: en\n"},
		{"eve@one.example", "Player: Eve\nRealm: Geest\nLanguage: en\n"}} {
		got := b.Says(c.from, "Re:", "Yes\n"+b.Invited(c.from, c.text))
		if len(got) != 1 || !strings.Contains(got[0].Text, fmt.Sprintf("are number %d on the waiting list", i+1)) {
			t.Errorf("%s: %+v", c.from, got)
		}
	}
	got := b.Says("kim@one.example", "SIGNUP", "YES\n"+code+"\n")
	if len(got) != 1 || !strings.Contains(got[0].Text, "are number 3 on the waiting list") ||
		!strings.Contains(got[0].Text, "\nRealm: Moor\n") {
		t.Errorf("Kim: %+v", got)
	}
	l := b.Newcomer("kim@one.example", "Re:")
	l.Text = "Yes\n" + code
	if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("the same code again: %+v", a)
	}
	b.ClockAt = b.ClockAt.Add(24 * time.Hour) // somebody unknown gets one letter a day
	again := b.Says("uli@one.example", "SIGNUP", "Player: Uli\nLanguage: en\n")
	if len(again) != 1 || !strings.Contains(again[0].Text, "are number 1 on the waiting list") {
		t.Errorf("Uli a second time: %+v", again)
	}
	if list, err := players.Signups(b.World); err != nil || len(list) != 3 || list[0].Player != "Uli" || list[2].Player != "Kim" {
		t.Errorf("%+v, %v", list, err)
	}
}

// A code that comes back when sign-up is closed, or the list is full, is refused, and the answer says so. If a place
// is free, its writer gets the realm at once, and no other letter.
func TestACodeFindsTheDoor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		before     func(b *worldtest.Game)
	}{
		{"closed", "takes no new players", func(b *worldtest.Game) { b.World.Settings.Signup = false }},
		{"full", "The waiting list of Bovistan is full.", func(b *worldtest.Game) {
			must(b.T, b.Update(func(tx *store.Tx) error {
				for n := range limits.WaitingMost.Most() {
					who := fmt.Sprint("w", n)
					waits := roster.Applicant{Player: who, Name: who, Mail: who + "@two.example"}
					waits.Wait(tx)
				}
				return nil
			}))
		}},
		{"free", "", func(b *worldtest.Game) { b.World.Settings.Places = 2 }},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
		b.Sent("", worldtest.Day0)
		code := b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n")
		c.before(b)
		before, err := players.Signups(b.World)
		must(t, err)
		got := b.Says("kim@one.example", "Re:", "Yes\n"+code)
		after, err := players.Signups(b.World)
		must(t, err)
		rows, err := players.Realms(b.World)
		must(t, err)
		if c.want == "" {
			if len(rows) != 2 || rows[1].Mail[0] != "kim@one.example" || len(after) != 0 {
				t.Errorf("%s: %+v, waiting %+v", c.name, rows, after)
			}
			for _, d := range got {
				if strings.Contains(d.Text, "waiting list") {
					t.Errorf("%s: %s", c.name, d.Text)
				}
			}
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0].Text, c.want) || len(after) != len(before) || len(rows) != 1 {
			t.Errorf("%s: %+v, %d waiting, %d realms", c.name, got, len(after), len(rows))
		}
	}
}

// A letter whose text is missing in the store is reported as damage, and holds up no other.
func TestALetterWithoutItsText(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Asks(1, "HILFE", "")
	o, _ := b.Due()
	worldtest.EditStore(t, b.Dir, func(tx *store.Tx) error {
		store.Remove(tx.Bucket([]byte("drafts")), store.U64(o.ID))
		return nil
	})
	_, err := b.Draft(o.ID)
	worldtest.WantError(t, err, faults.ErrDamaged, fmt.Sprintf("letter %d has no text", o.ID))
	b.Asks(1, "HILFE", "")
	var to []string
	for _, d := range b.Sent("", b.ClockAt) {
		to = append(to, d.To)
	}
	if len(to) != 2 || to[0] == to[1] { // the second answer, and the game master's letter about the first
		t.Errorf("letters to %v", to)
	}
	if row := b.Row(o.ID); row.State != outbox.Failed {
		t.Errorf("%+v", row)
	}
}

// Somebody who has two codes and brings both back has one place on the list, the first one.
func TestTwoCodesSignUpOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Sent("", worldtest.Day0)
	const uli, form = "uli@one.example", "Player: Uli\nRealm: Heide\nLanguage: en\n"
	first := b.Invited(uli, form)
	b.ClockAt = b.ClockAt.Add(24 * time.Hour) // somebody unknown gets one letter a day
	second := b.Invited(uli, form)
	for _, code := range []string{first, second} {
		got := b.Says(uli, "Re:", "Yes\n"+code)
		if len(got) != 1 || !strings.Contains(got[0].Text, "are number 1 on the waiting list") {
			t.Errorf("%+v", got)
		}
	}
	if list, err := players.Signups(b.World); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

// If a new name that would bring a realm cannot be given, the place and the former name stay: all or nothing.
func TestARenamingFailsAsAWhole(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	const uli = "uli@one.example"
	b.Says(uli, "Re:", "Yes\n"+b.Invited(uli, "Player: Uli\nRealm: Heide\nLanguage: en\n"))
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Heide", Player: "Max"}, "max@one.example", b.ClockAt)
	must(t, err)
	b.World.Settings.Places = 3
	_, err = players.Seat(b.World, b.ClockAt)
	must(t, err)
	code := worldtest.TokensIn(b.Sent("signup", b.ClockAt)[0].Text)[0]
	random := b.World.Settings.Random
	b.World.Settings.Random = worldtest.Failing{}
	l := b.Newcomer(uli, "Re: "+code)
	l.Text = "Realm: Moor\n"
	if _, err := intake.Accept(b.World, l, b.ClockAt); !errors.Is(err, worldtest.ErrNoLuck) {
		t.Errorf("without luck: %v", err)
	}
	if rows, err := players.Signups(b.World); err != nil || len(rows) != 1 || rows[0].Name != "Heide" {
		t.Errorf("%+v, %v", rows, err)
	}
	b.World.Settings.Random = random
	if got := b.Says(uli, "Re: "+code, "Realm: Moor\n"); len(got) != 1 { // the welcome
		t.Errorf("%+v", got)
	}
	if rows, err := players.Signups(b.World); err != nil || len(rows) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
}
