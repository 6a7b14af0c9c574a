package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A forged letter moves nobody: the code goes to the old address. Only a signature stands in for it, where signatures
// alone count. The new address must always agree.
func TestWhoMovesAnAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth   world.Auth
		signed bool
		text   string
		asked  bool // the new address gets a letter at once
	}{
		{world.ByPassword, false, "", false},
		{world.ByPassword, true, "", false},
		{world.ByPassword, false, "$I 1 PASSWORD\n", false},
		{world.ByEither, true, "", true},
		{world.ByEither, false, "$I 1 PASSWORD\n", false},
		{world.ByDKIM, true, "", true},
		{world.ByDKIM, false, "", false},
		{world.ByBoth, true, "$I 1 PASSWORD\n", false},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Auth = c.auth })
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, c.text)
		if l.Subject = "ADRESSE new@example.net"; c.signed {
			l.Proof.Domain = "example.org"
		}
		b.Accept(l)
		asked := slices.ContainsFunc(b.Sent("", b.ClockAt), func(d outbox.Draft) bool { return d.To == "new@example.net" })
		if asked != c.asked {
			t.Errorf("%s, %q, signed %t: asked %t", c.auth, c.text, c.signed, asked)
		}
		if got := b.Addresses(); strings.Contains(got, "new@example.net") {
			t.Errorf("%s: the addresses are %s", c.auth, got)
		}
	}
}

// Each code does one thing, once: that of the player asks, that of the new address moves. A letter read twice is one.
// One address is asked once a day, so a flood reaches nobody.
func TestCodesForAnAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	own := b.Token(1, "ADRESSE new@example.net")
	b.Accept(b.LetterFrom("new@example.net", "Ja "+own+"\n")) // the player's code, from elsewhere: it does nothing
	silentTo(b, "new@example.net", "the player's code")
	yes := b.LetterFrom("r1@example.org", "Ja "+own+"\n")
	b.Accept(yes)
	if a := b.Accept(yes); a.Fate != receipt.Known {
		t.Errorf("read twice: %+v", a)
	}
	offer := worldtest.CodeTo(t, b.Sent("", b.ClockAt), "new@example.net")
	if strings.Contains(b.Addresses(), "new@example.net") {
		t.Fatal("the player's code alone moves")
	}
	b.Asks(1, "Re: "+own, "Ja\n")
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == "new@example.net" {
			t.Errorf("asked again: %s", d.Subject)
		}
	}
	b.Accept(b.LetterFrom("new@example.net", "Ja "+offer+"\n"))
	if !strings.Contains(b.Addresses(), "new@example.net") {
		t.Fatal("the new address has agreed, and nothing moved")
	}
	b.Sent("", b.ClockAt)
	asked := 0
	for range 3 { // realm 2 wants the same address, again and again
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Asks(2, "Re: "+b.Token(2, "ADDRESS new@example.net"), "Ja\n")
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == "new@example.net" {
				asked++
			}
		}
	}
	if asked != 0 {
		t.Errorf("asked %d times on the same day", asked)
	}
}

// While the old address can take a move back, the new one cannot give the realm up or move on. Then the password that
// the new address has asked for is void, its substitute is gone, and so are its codes.
func TestAMoveTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	back := b.Moved()
	thief := func(subject, text string) []outbox.Draft {
		l := b.LetterFrom("new@example.net", text)
		l.Subject = subject
		b.Accept(l)
		return b.Sent("", b.ClockAt)
	}
	for _, word := range []string{"LEAVE", "ADDRESS other@example.net"} {
		if got := thief(word, ""); len(got) != 1 || len(worldtest.TokensIn(got[0].Subject)) != 0 {
			t.Errorf("%s: %+v", word, got)
		}
	}
	thief("Re: "+worldtest.CodeTo(t, thief("PASSWORD", ""), "new@example.net"), "Ja\n")
	stolen := string(b.Person(1).Hash)
	offer := worldtest.CodeTo(t, thief("Re: "+worldtest.CodeTo(t, thief("SUBSTITUTE eve@example.net 3", ""), "new@example.net"), "Ja\n"),
		"eve@example.net")
	b.Accept(b.LetterFrom("eve@example.net", "Ja "+offer+"\n"))
	b.Sent("", b.ClockAt)
	left := worldtest.CodeTo(t, thief("PAUSE 5", ""), "new@example.net")
	if b.Person(1).Substitute == nil {
		t.Fatal("nobody stands in")
	}

	b.Accept(b.LetterFrom("r1@example.org", "Nein "+back+"\n")) // surprise does not end the code
	b.ClockAt = b.ClockAt.Add(6 * 24 * time.Hour)
	b.Accept(b.LetterFrom("r1@example.org", "Ja "+back+"\n"))
	rec := b.Person(1)
	if !slices.Equal(rec.Mail, []string{"r1@example.org"}) || rec.Moved != nil || string(rec.Hash) == stolen ||
		rec.Substitute != nil {
		t.Errorf("%+v", rec)
	}
	b.Sent("", b.ClockAt)
	thief("Re: "+left, "Ja\n")
	if b.Person(1).AbsentUntil != 0 {
		t.Error("a code of the new address still counts")
	}
	again := string(b.Person(1).Hash)
	b.Accept(b.LetterFrom("r1@example.org", "Ja, once more "+back+"\n"))
	if string(b.Person(1).Hash) != again || len(b.Sent("signup", b.ClockAt)) > 0 {
		t.Error("taken back twice")
	}
}

// After a week a move is final: the old address gets no more reports, and its code does nothing. The same goes for
// addresses that the game master has set since.
func TestAMoveBecomesFinal(t *testing.T) {
	t.Parallel()
	for _, byMaster := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Sent("", worldtest.Day0)
		back := b.Moved()
		if byMaster {
			must(t, players.SetMail(b.World, 1, "office@example.org"))
		} else {
			b.ClockAt = b.ClockAt.Add(letter.TokenLasts)
		}
		was := b.Addresses()
		b.Accept(b.LetterFrom("r1@example.org", "Ja "+back+"\n"))
		if got := b.Addresses(); got != was {
			t.Errorf("by the game master %t: %s, before %s", byMaster, got, was)
		}
		b.Sent("", b.ClockAt)
		b.Advance(worldtest.Friday.AddDate(0, 0, 7))
		for _, d := range b.Sent("report", worldtest.Friday.AddDate(0, 0, 7)) {
			if d.To == "r1@example.org" {
				t.Error("the old address gets a report")
			}
		}
	}
}

// The old address is forgotten with the player, also after a week.
func TestAnOldAddressIsForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Moved()
	b.Sent("", b.ClockAt)
	d, err := gamemaster.PlayerOf(b.World, 1).Data()
	must(t, err)
	if !slices.Equal(d.Mail, []string{"new@example.net", "r1@example.org"}) {
		t.Errorf("kept: %v", d.Mail)
	}
	_, err = gamemaster.PlayerOf(b.World, 1).Forget(true, b.ClockAt)
	must(t, err)
	if where := b.Canaries("r1@example.org", "new@example.net"); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
}
