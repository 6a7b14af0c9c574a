package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A new password makes earlier requests void: an old letter that turns up later must not change the password behind
// the player's back.
func TestANewPasswordVoidsTheOtherTokens(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	first, second := b.Token(1, "KENNWORT"), b.Token(1, "KENNWORT")
	hash := func() string {
		var rec roster.RealmRecord
		must(t, b.View(func(tx *store.Tx) (err error) {
			rec, _ = roster.Get(tx, 1)
			return nil
		}))
		return string(rec.Hash)
	}
	old := hash()
	b.Asks(1, "Re: "+first, "Ja\n")
	changed := hash()
	if changed == old {
		t.Fatal("the token changed no password")
	}
	b.Asks(1, "Re: "+second, "Ja\n")
	if hash() != changed {
		t.Error("a token asked for before the new password changed it again")
	}
}

// The game master's new password voids every code that was asked for before, whatever it is for, and those with which a
// substitute or a new address would agree. The old address can still take a move back.
func TestTheMastersNewPasswordVoidsAllCodes(t *testing.T) {
	t.Parallel()
	depth := 3
	reset := func(b *worldtest.Game) {
		if _, err := players.ResetPassword(b.World, 2); err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range append(slices.Clone(coded), "PRACTICE") {
		b := worldtest.Found(t, worldtest.BotTiny{Depth: &depth}, 3, everyWord, func(s *world.Settings) { s.Practice = 2 })
		b.Sent("", worldtest.Day0)
		code := b.Token(2, word)
		reset(b)
		before, _ := codeChanges(b, 2, "")
		b.Asks(2, "Re: "+code, "Yes\n")
		if got := b.Sent("", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, "a code that is no longer valid") {
			t.Errorf("%s: %+v", word, got)
		}
		if now, changed := codeChanges(b, 2, before); changed {
			t.Errorf("%s: %s\nto\n%s", word, before, now)
		}
	}
	for _, word := range []string{"SUBSTITUTE " + evil + " 3", "ADDRESS " + evil} {
		for _, voids := range []bool{false, true} {
			b := worldtest.Found(t, worldtest.Tiny{}, 3)
			b.Sent("", worldtest.Day0)
			b.Asks(2, "Re: "+b.Token(2, word), "Yes\n")
			code := worldtest.CodeTo(t, b.Sent("", b.ClockAt), evil)
			if voids {
				reset(b)
			}
			before, _ := codeChanges(b, 2, "")
			l := b.Newcomer(evil, "Re: "+code)
			l.Text = "Yes\n"
			b.Accept(l)
			if now, changed := codeChanges(b, 2, before); changed == voids {
				t.Errorf("%s, voided %t: %s\nto\n%s", word, voids, before, now)
			}
			if voids || !strings.HasPrefix(word, "ADDRESS") {
				continue
			}
			back := worldtest.CodeTo(t, b.Sent("", b.ClockAt), "r2@example.org")
			reset(b)
			if b.Asks(2, "Re: "+back, "Yes\n"); b.Person(2).Mail[0] != "r2@example.org" {
				t.Errorf("the old address cannot take the move back: %v", b.Person(2).Mail)
			}
		}
	}
}

// A former player cannot take a realm back with a letter from their time.
func TestAHandedOverRealmKnowsNoOldTokens(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0.Add(time.Hour))
	token := b.Token(1, "KENNWORT")
	must(t, b.Update(func(tx *store.Tx) error {
		roster.Applicant{Player: "Neu", Name: "Neu", Lang: "de", Mail: "neu@example.org", At: b.ClockAt}.Wait(tx)
		return nil
	}))
	if _, err := players.HandOver(b.World, 1, 0, b.ClockAt); err != nil {
		t.Fatal(err)
	}
	b.Sent("", b.ClockAt) // the new player's welcome
	before := len(waiting(b))
	a := b.Asks(1, "Re: "+token, "Ja\n")
	if got := len(waiting(b)); a.Fate == receipt.Served || got != before {
		t.Errorf("the former player's token: %+v, %d letters more", a, got-before)
	}
}

// Answers are sent with the null sender, so that nothing answers them. Letters that are not answers are sent from the
// game's address, so that they come back if they cannot be delivered.
func TestEnvelopes(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.Paused(worldtest.Friday.AddDate(0, 0, 7), b.ClockAt)
	stranger := b.Letter(1, "")
	stranger.From, stranger.Subject = "neu@example.org", "ANMELDUNG"
	b.Accept(stranger)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	kinds := map[string]string{}
	for {
		out, err := b.Next(b.ClockAt)
		must(t, err)
		if out == nil {
			break
		}
		kinds[b.Row(out.ID).Kind] = out.From
		must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	}
	if len(kinds) < 3 {
		t.Fatalf("only letters of the kinds %v", kinds)
	}
	for kind, from := range kinds {
		if want := kind == outbox.KindReceipt; (from == "") != want {
			t.Errorf("a %s leaves from %q", kind, from)
		}
	}
}
