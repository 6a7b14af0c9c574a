package players_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// The player's orders and the substitute's both count, each with the writer's own password, and the last letter wins.
// The substitute's password is of no use elsewhere.
func TestSubstituteAndPlayerBothPlay(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t)
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	if password == b.Passwords[2] {
		t.Fatal("the substitute got the player's password")
	}
	none := func(*letter.Letter) {}
	with := func(password, dig string) string { return "$I 2 " + password + "\n$A\ndig " + dig + "\n" }
	for _, c := range []struct {
		from, password, dig string
		want                receipt.Fate
		inForce             string
		answer              string
	}{
		{worldtest.Ann, password, "1", receipt.Taken, "dig 1", worldtest.Ann},
		{"r2@example.org", b.Passwords[2], "2", receipt.Taken, "dig 2", "r2@example.org"},
		{worldtest.Ann, password, "3", receipt.Taken, "dig 3", worldtest.Ann},
		{worldtest.Ann, b.Passwords[2], "4", receipt.WrongWord, "dig 3", worldtest.Ann},
		{"r2@example.org", password, "5", receipt.WrongWord, "dig 3", "r2@example.org"},
		{"eve@example.net", password, "6", receipt.WrongWord, "dig 3", "r2@example.org"},
	} {
		if a := b.OrdersFrom(c.from, with(c.password, c.dig), none); a.Fate != c.want {
			t.Errorf("%s digs %s: %s, want %s", c.from, c.dig, a.Fate, c.want)
		}
		if got := b.InForce(2); !strings.Contains(got, c.inForce) {
			t.Errorf("%s digs %s: in force is %q", c.from, c.dig, got)
		}
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To != c.answer || c.answer == worldtest.Ann && strings.Contains(d.Text, "r2@") {
				t.Errorf("%s digs %s: a letter to %s:\n%s", c.from, c.dig, d.To, d.Text)
			}
		}
	}
}

// A code that was mailed to the player does nothing if the substitute sends it back. The player is told.
func TestAPlayersCodeIsNoSubstitutes(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	b.Asks(2, "PASSWORD", "")
	code := worldtest.TokensIn(b.Sent("", b.ClockAt)[0].Text)[0]
	got := b.Answering(worldtest.Ann, code)
	if len(got) != 1 || got[0].To != "r2@example.org" || passwordOf.MatchString(got[0].Text) {
		t.Errorf("%+v", got)
	}
	rows, err := players.Realms(b.World)
	must(t, err)
	if !slices.Equal(rows[1].Mail, []string{"r2@example.org"}) || rows[1].Substitute != worldtest.Ann || rows[1].Until != 2 {
		t.Errorf("%+v", rows[1])
	}
}

// Somebody who is asked gets one letter a day at most, whoever asks. An automatic answer agrees to nothing, and a code
// counts once.
func TestWhoIsAskedAgreesHimself(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", worldtest.Day0)
	code := b.Offered(2, worldtest.Ann)
	if again := b.Offered(3, worldtest.Ann); again != "" {
		t.Error("Ann was mailed twice")
	}
	l := b.Newcomer(worldtest.Ann, "Out of office")
	l.Text, l.Automatic = code, true
	if a := b.Accept(l); a.Fate != receipt.Machine || len(b.Sent("", b.ClockAt)) != 0 {
		t.Errorf("%+v", a)
	}
	if got := b.Answering(worldtest.Ann, code); len(got) != 4 || got[0].To != worldtest.Ann || got[3].To != "r2@example.org" {
		t.Errorf("%+v", got)
	}
	if got := b.Answering("eve@example.net", code); len(got) != 0 {
		t.Errorf("the code counts twice: %+v", got)
	}
}

// If the world demands a proof, the substitute has no password: their address is proven.
func TestSubstituteByProof(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t, func(s *world.Settings) { s.Auth = world.ByDKIM })
	if strings.Contains(told[0].Text, "$I 2 ") || !strings.Contains(told[0].Text, "up to and including turn 2.") {
		t.Errorf("Ann reads\n%s", told[0].Text)
	}
	proof := func(l *letter.Letter) { l.Proof = letter.Proof{Domain: "example.net", Marks: [][32]byte{l.Hash}} }
	if a := b.OrdersFrom(worldtest.Ann, "$I 2\n$A\ndig 4\n", proof); a.Fate != receipt.Taken {
		t.Errorf("Ann's orders: %+v", a)
	}
	if a := b.OrdersFrom(worldtest.Ann, "$I 2\n$A\ndig 5\n", func(*letter.Letter) {}); a.Fate != receipt.Unproven {
		t.Errorf("without a proof: %+v", a)
	}
}

// A realm that changes hands loses its substitute, who is told.
func TestHandOverEndsASubstitution(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	at := b.ClockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at))
	got := b.Sent("deadline", at)
	if len(got) != 1 || got[0].To != worldtest.Ann || !strings.Contains(got[0].Text, "substitution for realm 2 Reich2 is over") {
		t.Errorf("%+v", got)
	}
	if a := b.OrdersFrom(worldtest.Ann, "A question?\n", func(*letter.Letter) {}); a.Fate != receipt.Stranger {
		t.Errorf("%+v", a)
	}
}

// A substitute who was sent away does not come back: not by an earlier code, a step for missed turns, or orders ahead.
// The player's own orders ahead stay.
func TestWhoIsSentAwayStaysAway(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Steps("1 warn", "2 substitute"))
	b.Sent("", worldtest.Day0)
	password := passwordOf.FindStringSubmatch(b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann))[0].Text)[1]
	none := func(*letter.Letter) {}
	if a := b.OrdersFrom(worldtest.Ann, "$I 2 "+password+" 2\n$A\ndig 7\n", none); a.Fate != receipt.Ahead {
		t.Fatalf("%+v", a)
	}
	if a := b.OrdersFrom("r2@example.org", "$I 2 "+b.Passwords[2]+" 3\n$A\ndig 8\n", none); a.Fate != receipt.Ahead {
		t.Fatalf("%+v", a)
	}
	bob := b.Offered(2, "bob@example.net")
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	got := b.Dismissed(2)
	if len(got) != 2 || got[0].To != "r2@example.org" || got[1].To != worldtest.Ann {
		t.Fatalf("%+v", got)
	}
	worldtest.Has(t, got[0].Text, "the substitution for realm 2 Reich2 is over.\n",
		"What the substitute sent ahead no longer counts; it was for turn 2.\n")
	if got := b.Answering("bob@example.net", bob); bob == "" || b.SubstituteOf() != "" {
		t.Errorf("Bob stands in: %+v", got)
	}
	for turn := 1; turn <= 4; turn++ {
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		b.Advance(s.Deadline)
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == worldtest.Ann {
				t.Errorf("before turn %d Ann is asked:\n%s", turn+1, d.Text)
			}
		}
		if in := b.InForce(2); strings.Contains(in, "dig 7") || strings.Contains(in, "dig 8") != (turn == 2) {
			t.Errorf("in turn %d: %q", turn+1, in)
		}
	}
	b.Verified()
}

// An offer that nobody has accepted is withdrawn by the same word. Then its code is void.
func TestAnOfferIsWithdrawn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", worldtest.Day0)
	code := b.Offered(2, worldtest.Ann)
	got := b.Dismissed(2)
	if len(got) != 1 || got[0].To != "r2@example.org" {
		t.Fatalf("%+v", got)
	}
	worldtest.Has(t, got[0].Text, "Your request for a substitute is withdrawn. "+
		"The codes that were sent for it no longer count.\n")
	if got := b.Answering(worldtest.Ann, code); b.SubstituteOf() != "" {
		t.Errorf("%+v", got)
	}
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	b.Asks(2, "SUBSTITUTE END", "")
	worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text, "You have no substitute now.\n")
}

// If a substitute gives up, others whom the player has asked may still agree.
func TestASubstituteGivesUp(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	bob := b.Offered(2, "bob@example.net")
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	l := b.Newcomer(worldtest.Ann, "SUBSTITUTE END")
	b.Accept(l)
	got := b.Answering(worldtest.Ann, worldtest.TokensIn(b.Sent("", b.ClockAt)[0].Text)[0])
	if len(got) != 2 || b.SubstituteOf() != "" {
		t.Fatalf("%+v", got)
	}
	if b.Answering("bob@example.net", bob); b.SubstituteOf() != "bob@example.net" {
		t.Errorf("%q stands in", b.SubstituteOf())
	}
}

// Strangers who sign up, in anybody's name, do not keep a player from asking for a substitute. Somebody who has been
// asked today is not asked for a missed turn: that is tried again after the next one.
func TestStrangersKeepNobodyFromASubstitute(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Signup = true }, worldtest.Steps("1 warn", "2 substitute"))
	b.Sent("", worldtest.Day0)
	b.Accept(b.Newcomer(worldtest.Ann, "SIGNUP"))
	for n := range limits.Invitations.Most() {
		b.Accept(b.Newcomer(fmt.Sprintf("a@d%d.example", n), "SIGNUP"))
	}
	b.Sent("", b.ClockAt)
	b.Answering(worldtest.Ann, b.Offered(1, worldtest.Ann))
	if rows, err := players.Realms(b.World); err != nil || rows[0].Substitute != worldtest.Ann {
		t.Fatalf("%+v, %v", rows[0], err)
	}
	var said []string
	for turn := 1; turn <= 5; turn++ {
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		if turn == 2 { // as if she had already been asked that day
			must(t, b.World.Update(func(tx *store.Tx) error {
				limits.Offers.Count(tx, s.Deadline, limits.OfMail(worldtest.Ann))
				return nil
			}))
		}
		said = append(said, b.Skipping(1)...)
	}
	if want := []string{"warn", "", "substitute", "", ""}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	b.Verified()
}

// Whoever is asked to stand in, and plays a realm, is asked in the language that they read there.
func TestASubstituteIsAskedInTheirLanguage(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", b.ClockAt)
	for realm, to := range map[int]string{1: "r2@example.org", 2: "r1@example.org"} { // odd realms read German
		b.Asks(realm, "SUBSTITUTE "+to+" 2", "")
		b.Accept(b.Letter(realm, "Ja "+worldtest.CodeTo(t, b.Sent("", b.ClockAt), fmt.Sprintf("r%d@example.org", realm))+"\n"))
		asked := ""
		for _, d := range b.Sent("signup", b.ClockAt) {
			if d.To == to {
				asked = d.Text
			}
		}
		if english := strings.Contains(asked, "The code is valid for"); asked == "" || english != (to == "r2@example.org") {
			t.Errorf("%s is asked\n%s", to, asked)
		}
	}
}
