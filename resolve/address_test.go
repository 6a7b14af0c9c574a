package resolve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
)

// moved moves realm 1 to new@example.net by mail, and returns the code with which the old address can take that back.
func (b *table) moved() (back string) {
	b.t.Helper()
	back = b.moves("r1@example.org", "new@example.net")
	if got := b.addresses(); !strings.Contains(got, "new@example.net") || strings.Contains(got, "r1@example.org") {
		b.t.Fatalf("the addresses are %s", got)
	}
	return back
}

// moves moves realm 1 from one address to another by mail, and returns the code with which the old one can take that
// back.
func (b *table) moves(from, to string) (back string) {
	b.t.Helper()
	l := b.from1(from, "")
	l.Subject = "ADDRESS " + to
	b.accept(l)
	for _, mail := range []string{from, to} {
		b.accept(b.from1(mail, "Ja "+codeTo(b.t, b.sent("", b.clockAt), mail)+"\n"))
	}
	return codeTo(b.t, b.sent("", b.clockAt), from)
}

// from1 is a letter from any address.
func (b *table) from1(mail, text string) letter.Letter {
	l := b.letter(1, text)
	l.From = mail
	return l
}

// codeTo is the only code in the letters to an address.
func codeTo(t testing.TB, letters []outbox.Draft, to string) string {
	t.Helper()
	var codes []string
	for _, d := range letters {
		if d.To == to {
			codes = append(codes, tokensIn(d.Subject+d.Text)...)
		}
	}
	if codes = slices.Compact(codes); len(codes) != 1 {
		t.Fatalf("%d codes to %s", len(codes), to)
	}
	return codes[0]
}

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
		b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Auth = c.auth })
		b.sent("", day0)
		l := b.letter(1, c.text)
		if l.Subject = "ADRESSE new@example.net"; c.signed {
			l.Proof.Domain = "example.org"
		}
		b.accept(l)
		asked := slices.ContainsFunc(b.sent("", b.clockAt), func(d outbox.Draft) bool { return d.To == "new@example.net" })
		if asked != c.asked {
			t.Errorf("%s, %q, signed %t: asked %t", c.auth, c.text, c.signed, asked)
		}
		if got := b.addresses(); strings.Contains(got, "new@example.net") {
			t.Errorf("%s: the addresses are %s", c.auth, got)
		}
	}
}

// Each code does one thing, once: that of the player asks, that of the new address moves. A letter read twice is one.
// One address is asked once a day, so a flood reaches nobody.
func TestCodesForAnAddress(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	own := b.token(1, "ADRESSE new@example.net")
	b.accept(b.from1("new@example.net", "Ja "+own+"\n")) // the player's code, from elsewhere: it does nothing
	b.silentTo("new@example.net", "the player's code")
	yes := b.from1("r1@example.org", "Ja "+own+"\n")
	b.accept(yes)
	if a := b.accept(yes); a.Fate != receipt.Known {
		t.Errorf("read twice: %+v", a)
	}
	offer := codeTo(t, b.sent("", b.clockAt), "new@example.net")
	if strings.Contains(b.addresses(), "new@example.net") {
		t.Fatal("the player's code alone moves")
	}
	b.asks(1, "Re: "+own, "Ja\n")
	for _, d := range b.sent("", b.clockAt) {
		if d.To == "new@example.net" {
			t.Errorf("asked again: %s", d.Subject)
		}
	}
	b.accept(b.from1("new@example.net", "Ja "+offer+"\n"))
	if !strings.Contains(b.addresses(), "new@example.net") {
		t.Fatal("the new address has agreed, and nothing moved")
	}
	b.sent("", b.clockAt)
	asked := 0
	for range 3 { // realm 2 wants the same address, again and again
		b.clockAt = b.clockAt.Add(time.Hour)
		b.asks(2, "Re: "+b.token(2, "ADDRESS new@example.net"), "Ja\n")
		for _, d := range b.sent("", b.clockAt) {
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
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	back := b.moved()
	thief := func(subject, text string) []outbox.Draft {
		l := b.from1("new@example.net", text)
		l.Subject = subject
		b.accept(l)
		return b.sent("", b.clockAt)
	}
	for _, word := range []string{"LEAVE", "ADDRESS other@example.net"} {
		if got := thief(word, ""); len(got) != 1 || len(tokensIn(got[0].Subject)) != 0 {
			t.Errorf("%s: %+v", word, got)
		}
	}
	thief("Re: "+codeTo(t, thief("PASSWORD", ""), "new@example.net"), "Ja\n")
	stolen := string(b.person(1).Hash)
	offer := codeTo(t, thief("Re: "+codeTo(t, thief("SUBSTITUTE eve@example.net 3", ""), "new@example.net"), "Ja\n"),
		"eve@example.net")
	b.accept(b.from1("eve@example.net", "Ja "+offer+"\n"))
	b.sent("", b.clockAt)
	left := codeTo(t, thief("PAUSE 5", ""), "new@example.net")
	if b.person(1).Substitute == nil {
		t.Fatal("nobody stands in")
	}

	b.accept(b.from1("r1@example.org", "Nein "+back+"\n")) // surprise does not end the code
	b.clockAt = b.clockAt.Add(6 * 24 * time.Hour)
	b.accept(b.from1("r1@example.org", "Ja "+back+"\n"))
	rec := b.person(1)
	if !slices.Equal(rec.Mail, []string{"r1@example.org"}) || rec.Moved != nil || string(rec.Hash) == stolen ||
		rec.Substitute != nil {
		t.Errorf("%+v", rec)
	}
	b.sent("", b.clockAt)
	thief("Re: "+left, "Ja\n")
	if b.person(1).AbsentUntil != 0 {
		t.Error("a code of the new address still counts")
	}
	again := string(b.person(1).Hash)
	b.accept(b.from1("r1@example.org", "Ja, once more "+back+"\n"))
	if string(b.person(1).Hash) != again || len(b.sent("signup", b.clockAt)) > 0 {
		t.Error("taken back twice")
	}
}

// After a week a move is final: the old address gets no more reports, and its code does nothing. The same goes for
// addresses that the game master has set since.
func TestAMoveBecomesFinal(t *testing.T) {
	t.Parallel()
	for _, byMaster := range []bool{false, true} {
		b := sit(t, tiny{}, 2)
		b.sent("", day0)
		back := b.moved()
		if byMaster {
			must(t, players.SetMail(b.World, 1, "office@example.org"))
		} else {
			b.clockAt = b.clockAt.Add(letter.TokenLasts)
		}
		was := b.addresses()
		b.accept(b.from1("r1@example.org", "Ja "+back+"\n"))
		if got := b.addresses(); got != was {
			t.Errorf("by the game master %t: %s, before %s", byMaster, got, was)
		}
		b.sent("", b.clockAt)
		b.advance(friday.AddDate(0, 0, 7))
		for _, d := range b.sent("report", friday.AddDate(0, 0, 7)) {
			if d.To == "r1@example.org" {
				t.Error("the old address gets a report")
			}
		}
	}
}

// The old address is forgotten with the player, also after a week.
func TestAnOldAddressIsForgotten(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	b.moved()
	b.sent("", b.clockAt)
	d, err := master.PlayerOf(b.World, 1).Data()
	must(t, err)
	if !slices.Equal(d.Mail, []string{"new@example.net", "r1@example.org"}) {
		t.Errorf("kept: %v", d.Mail)
	}
	_, err = master.PlayerOf(b.World, 1).Forget(true, b.clockAt)
	must(t, err)
	if where := b.canaries("r1@example.org", "new@example.net"); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
}
