package resolve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

const ann = "ann@example.net"

// standing returns a world in which Ann stands in for the player of realm 2 for two turns, and the letters about that.
func standing(t *testing.T, change ...func(*world.Settings)) (b *table, told []outbox.Draft) {
	b = sit(t, tiny{}, 3, change...)
	b.sent("", day0)
	return b, b.answering(ann, b.offered(2, ann))
}

// offered lets a player name a substitute and confirm it, and returns the code that is sent.
func (b *table) offered(realm int, mail string) (code string) {
	b.t.Helper()
	b.asks(realm, "SUBSTITUTE "+mail+" 2", "")
	asked := b.sent("", b.clockAt)
	codes := tokensIn(asked[len(asked)-1].Text)
	if len(codes) != 1 {
		b.t.Fatalf("%+v", asked)
	}
	yes := b.letter(realm, codes[0])
	yes.Subject, yes.Proof.Domain = "Re:", "example.org"
	b.accept(yes)
	for _, d := range b.sent("signup", b.clockAt) {
		if d.To == mail {
			return tokensIn(d.Text)[0]
		}
	}
	return ""
}

// answering brings a code back from an address, and returns the letters that are sent.
func (b *table) answering(from, code string) []outbox.Draft {
	b.t.Helper()
	l := b.newcomer(from, "Re:")
	l.Text = code
	b.accept(l)
	return b.sent("", b.clockAt)
}

// from is a letter of orders from an address.
func (b *table) from(mail, text string, change func(*letter.Letter)) receipt.Acceptance {
	b.t.Helper()
	l := b.letter(2, text)
	l.From = mail
	change(&l)
	return b.accept(l)
}

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// The player's orders and the substitute's both count, each with the writer's own password, and the last letter wins.
// The substitute's password is of no use elsewhere.
func TestSubstituteAndPlayerBothPlay(t *testing.T) {
	t.Parallel()
	b, told := standing(t)
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	if password == b.passwords[2] {
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
		{ann, password, "1", receipt.Taken, "dig 1", ann},
		{"r2@example.org", b.passwords[2], "2", receipt.Taken, "dig 2", "r2@example.org"},
		{ann, password, "3", receipt.Taken, "dig 3", ann},
		{ann, b.passwords[2], "4", receipt.WrongWord, "dig 3", ann},
		{"r2@example.org", password, "5", receipt.WrongWord, "dig 3", "r2@example.org"},
		{"eve@example.net", password, "6", receipt.WrongWord, "dig 3", "r2@example.org"},
	} {
		if a := b.from(c.from, with(c.password, c.dig), none); a.Fate != c.want {
			t.Errorf("%s digs %s: %s, want %s", c.from, c.dig, a.Fate, c.want)
		}
		if got := b.inForce(2); !strings.Contains(got, c.inForce) {
			t.Errorf("%s digs %s: in force is %q", c.from, c.dig, got)
		}
		for _, d := range b.sent("", b.clockAt) {
			if d.To != c.answer || c.answer == ann && strings.Contains(d.Text, "r2@") {
				t.Errorf("%s digs %s: a letter to %s:\n%s", c.from, c.dig, d.To, d.Text)
			}
		}
	}
}

// A code that was mailed to the player does nothing if the substitute sends it back. The player is told.
func TestAPlayersCodeIsNoSubstitutes(t *testing.T) {
	t.Parallel()
	b, _ := standing(t)
	b.asks(2, "PASSWORD", "")
	code := tokensIn(b.sent("", b.clockAt)[0].Text)[0]
	got := b.answering(ann, code)
	if len(got) != 1 || got[0].To != "r2@example.org" || passwordOf.MatchString(got[0].Text) {
		t.Errorf("%+v", got)
	}
	rows, err := players.Realms(b.World)
	must(t, err)
	if !slices.Equal(rows[1].Mail, []string{"r2@example.org"}) || rows[1].Substitute != ann || rows[1].Until != 2 {
		t.Errorf("%+v", rows[1])
	}
}

// Somebody who is asked gets one letter a day at most, whoever asks. An automatic answer agrees to nothing, and a code
// counts once.
func TestWhoIsAskedAgreesHimself(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3)
	b.sent("", day0)
	code := b.offered(2, ann)
	if again := b.offered(3, ann); again != "" {
		t.Error("Ann was mailed twice")
	}
	l := b.newcomer(ann, "Out of office")
	l.Text, l.Automatic = code, true
	if a := b.accept(l); a.Fate != receipt.Machine || len(b.sent("", b.clockAt)) != 0 {
		t.Errorf("%+v", a)
	}
	if got := b.answering(ann, code); len(got) != 4 || got[0].To != ann || got[3].To != "r2@example.org" {
		t.Errorf("%+v", got)
	}
	if got := b.answering("eve@example.net", code); len(got) != 0 {
		t.Errorf("the code counts twice: %+v", got)
	}
}

// If the world demands a proof, the substitute has no password: their address is proven.
func TestSubstituteByProof(t *testing.T) {
	t.Parallel()
	b, told := standing(t, func(s *world.Settings) { s.Auth = world.ByDKIM })
	if strings.Contains(told[0].Text, "$I 2 ") || !strings.Contains(told[0].Text, "up to and including turn 2.") {
		t.Errorf("Ann reads\n%s", told[0].Text)
	}
	proof := func(l *letter.Letter) { l.Proof = letter.Proof{Domain: "example.net", Marks: [][32]byte{l.Hash}} }
	if a := b.from(ann, "$I 2\n$A\ndig 4\n", proof); a.Fate != receipt.Taken {
		t.Errorf("Ann's orders: %+v", a)
	}
	if a := b.from(ann, "$I 2\n$A\ndig 5\n", func(*letter.Letter) {}); a.Fate != receipt.Unproven {
		t.Errorf("without a proof: %+v", a)
	}
}

// A realm that changes hands loses its substitute, who is told.
func TestHandOverEndsASubstitution(t *testing.T) {
	t.Parallel()
	b, _ := standing(t)
	at := b.clockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at))
	got := b.sent("deadline", at)
	if len(got) != 1 || got[0].To != ann || !strings.Contains(got[0].Text, "substitution for realm 2 Reich2 is over") {
		t.Errorf("%+v", got)
	}
	if a := b.from(ann, "A question?\n", func(*letter.Letter) {}); a.Fate != receipt.Stranger {
		t.Errorf("%+v", a)
	}
}

// dismissed lets a player end the substitution and confirm that, and returns the letters that are sent then.
func (b *table) dismissed(realm int) []outbox.Draft {
	b.t.Helper()
	b.asks(realm, "SUBSTITUTE END", "")
	codes := tokensIn(b.sent("", b.clockAt)[0].Text)
	if len(codes) != 1 {
		b.t.Fatal("there was nothing to end")
	}
	b.asks(realm, "Re:", codes[0])
	return b.sent("", b.clockAt)
}

// substituteOf returns who stands in for the player of realm 2.
func (b *table) substituteOf() string {
	b.t.Helper()
	rows, err := players.Realms(b.World)
	must(b.t, err)
	return rows[1].Substitute
}

// A substitute who was sent away does not come back: not by an earlier code, a step for missed turns, or orders ahead.
// The player's own orders ahead stay.
func TestWhoIsSentAwayStaysAway(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, steps("1 warn", "2 substitute"))
	b.sent("", day0)
	password := passwordOf.FindStringSubmatch(b.answering(ann, b.offered(2, ann))[0].Text)[1]
	none := func(*letter.Letter) {}
	if a := b.from(ann, "$I 2 "+password+" 2\n$A\ndig 7\n", none); a.Fate != receipt.Ahead {
		t.Fatalf("%+v", a)
	}
	if a := b.from("r2@example.org", "$I 2 "+b.passwords[2]+" 3\n$A\ndig 8\n", none); a.Fate != receipt.Ahead {
		t.Fatalf("%+v", a)
	}
	bob := b.offered(2, "bob@example.net")
	b.clockAt = b.clockAt.Add(2 * time.Hour)
	got := b.dismissed(2)
	if len(got) != 2 || got[0].To != "r2@example.org" || got[1].To != ann {
		t.Fatalf("%+v", got)
	}
	has(t, got[0].Text, "the substitution for realm 2 Reich2 is over.\n",
		"What the substitute sent ahead no longer counts; it was for turn 2.\n")
	if got := b.answering("bob@example.net", bob); bob == "" || b.substituteOf() != "" {
		t.Errorf("Bob stands in: %+v", got)
	}
	for turn := 1; turn <= 4; turn++ {
		s, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		b.advance(s.Deadline)
		for _, d := range b.sent("", b.clockAt) {
			if d.To == ann {
				t.Errorf("before turn %d Ann is asked:\n%s", turn+1, d.Text)
			}
		}
		if in := b.inForce(2); strings.Contains(in, "dig 7") || strings.Contains(in, "dig 8") != (turn == 2) {
			t.Errorf("in turn %d: %q", turn+1, in)
		}
	}
	b.verified()
}

// An offer that nobody has accepted is withdrawn by the same word. Then its code is void.
func TestAnOfferIsWithdrawn(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3)
	b.sent("", day0)
	code := b.offered(2, ann)
	got := b.dismissed(2)
	if len(got) != 1 || got[0].To != "r2@example.org" {
		t.Fatalf("%+v", got)
	}
	has(t, got[0].Text, "Your request for a substitute is withdrawn. "+
		"The codes that were sent for it no longer count.\n")
	if got := b.answering(ann, code); b.substituteOf() != "" {
		t.Errorf("%+v", got)
	}
	b.clockAt = b.clockAt.Add(2 * time.Hour)
	b.asks(2, "SUBSTITUTE END", "")
	has(t, b.sent("", b.clockAt)[0].Text, "You have no substitute now.\n")
}

// If a substitute gives up, others whom the player has asked may still agree.
func TestASubstituteGivesUp(t *testing.T) {
	t.Parallel()
	b, _ := standing(t)
	bob := b.offered(2, "bob@example.net")
	b.clockAt = b.clockAt.Add(2 * time.Hour)
	l := b.newcomer(ann, "SUBSTITUTE END")
	b.accept(l)
	got := b.answering(ann, tokensIn(b.sent("", b.clockAt)[0].Text)[0])
	if len(got) != 2 || b.substituteOf() != "" {
		t.Fatalf("%+v", got)
	}
	if b.answering("bob@example.net", bob); b.substituteOf() != "bob@example.net" {
		t.Errorf("%q stands in", b.substituteOf())
	}
}

// Strangers who sign up, in anybody's name, do not keep a player from asking for a substitute. Somebody who has been
// asked today is not asked for a missed turn: that is tried again after the next one.
func TestStrangersKeepNobodyFromASubstitute(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Signup = true }, steps("1 warn", "2 substitute"))
	b.sent("", day0)
	b.accept(b.newcomer(ann, "SIGNUP"))
	for n := range limits.Invitations.Most() {
		b.accept(b.newcomer(fmt.Sprintf("a@d%d.example", n), "SIGNUP"))
	}
	b.sent("", b.clockAt)
	b.answering(ann, b.offered(1, ann))
	if rows, err := players.Realms(b.World); err != nil || rows[0].Substitute != ann {
		t.Fatalf("%+v, %v", rows[0], err)
	}
	var said []string
	for turn := 1; turn <= 5; turn++ {
		s, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		if turn == 2 { // as if she had already been asked that day
			must(t, b.World.Update(func(tx *store.Tx) error {
				limits.Offers.Count(tx, s.Deadline, limits.OfMail(ann))
				return nil
			}))
		}
		said = append(said, b.skipping(1)...)
	}
	if want := []string{"warn", "", "substitute", "", ""}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	b.verified()
}
