package gamemaster_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// A forgotten player who stands in for another one is in no other realm's record and in no open code any more. The
// other player is told.
func TestAForgottenSubstituteIsNowhere(t *testing.T) {
	t.Parallel()
	const his = "r1@example.org"
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", worldtest.Day0)
	b.Answering(his, b.Offered(2, his))
	b.Asks(3, "SUBSTITUTE "+his+" 2", "")
	b.Sent("", b.ClockAt)
	before, _ := b.Holding(his)
	if !slices.Contains(before, "tokens") {
		t.Fatalf("he is in %v", before)
	}
	f, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
	must(t, err)
	after, _ := b.Holding(his)
	if slices.Contains(after, "realms") || slices.Contains(after, "tokens") || len(f.Elsewhere) != 0 ||
		!slices.Equal(f.StoodIn, []int{2}) {
		t.Errorf("he is in %v, %+v", after, f)
	}
	told := b.Sent("", b.ClockAt)
	if len(told) != 1 || told[0].To != "r2@example.org" ||
		!strings.Contains(told[0].Text, "the substitution for realm 2 Reich2 is over") {
		t.Errorf("told %+v", told)
	}
	if rows, err := players.Realms(b.World); err != nil || rows[1].Substitute != "" {
		t.Errorf("%+v, %v", rows[1], err)
	}
	if said := b.Written(0); !slices.Contains(said, "substitute-over command") {
		t.Errorf("the log: %q", said)
	}
	b.Verified()
}

// A substitution that is over is forgotten as well, even if its realm has another player now.
func TestAFormerSubstituteIsNowhere(t *testing.T) {
	t.Parallel()
	const his = "r1@example.org"
	for _, handed := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Sent("", worldtest.Day0)
		b.Answering(his, b.Offered(2, his))
		at := worldtest.Friday
		for range 3 {
			b.Advance(at)
			b.Sent("", at)
			at = at.AddDate(0, 0, 7)
		}
		if handed {
			must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at))
		}
		f, err := gamemaster.PlayerOf(b.World, 1).Forget(false, at)
		must(t, err)
		if after, _ := b.Holding(his); slices.Contains(after, "realms") || len(f.StoodIn) != 0 {
			t.Errorf("handed over %v: he is in %v, %+v", handed, after, f)
		}
	}
}

// When a former player is forgotten, their substitute is forgotten for that realm. The substitute's own realm stays as
// it is, and so does the present player.
func TestAFormerPlayersSubstituteIsForgotten(t *testing.T) {
	t.Parallel()
	b, told := worldtest.Standing(t)
	password := passwordOf.FindStringSubmatch(told[0].Text)[1]
	must(t, players.AddMail(b.World, 3, worldtest.Ann))
	b.OrdersFrom(worldtest.Ann, "$I 2 "+password+"\n$A\ndig 3 ; by me\n", func(*letter.Letter) {})
	b.OrdersFrom(worldtest.Ann, "$I 3 "+b.Passwords[3]+"\n$A\ndig 4\n", func(*letter.Letter) {})
	b.Sent("", b.ClockAt)
	at := b.ClockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at))
	b.Sent("", at)
	digs := func(d players.PersonalData, line string) bool {
		return slices.ContainsFunc(d.Letters, func(l players.StoredLetter) bool { return strings.Contains(l.Text, line) })
	}
	former := gamemaster.PlayerOf(b.World, 2)
	former.Former = 1
	if d, err := former.Data(); err != nil || !digs(d, "dig 3") || digs(d, "dig 4") {
		t.Errorf("of realm 2: %+v, %v", d.Letters, err)
	}
	_, err := former.Forget(false, at)
	must(t, err)
	if d, err := gamemaster.PlayerOf(b.World, 3).Data(); err != nil || digs(d, "dig 3") || !digs(d, "dig 4") {
		t.Errorf("of realm 3: %+v, %v", d.Letters, err)
	}
	if rows, err := players.Realms(b.World); err != nil || !slices.Equal(rows[1].Mail, []string{"uli@example.org"}) ||
		!slices.Contains(rows[2].Mail, worldtest.Ann) {
		t.Errorf("%+v, %v", rows, err)
	}
	b.Verified()
}

// Nothing is left of a substitute who was nobody else, whether the player still plays or has left: no orders for later
// turns, and no letter of another player to the realm.
func TestASubstituteIsForgottenWithThePlayer(t *testing.T) {
	t.Parallel()
	for _, gone := range []bool{false, true} {
		b, told := worldtest.Standing(t, func(s *world.Settings) { s.Press = world.PressNow })
		b.Send(1, "$I 1 PASSWORD 1\n$N\n#2\nPeace?\n", receipt.Taken)
		b.OrdersFrom(worldtest.Ann, "$I 2 "+passwordOf.FindStringSubmatch(told[0].Text)[1]+"\n$A\ndig 3\n", func(*letter.Letter) {})
		b.OrdersFrom(worldtest.Ann, "A question of mine?\n", func(*letter.Letter) {})
		b.Sent("", b.ClockAt)
		at := b.ClockAt.Add(time.Hour)
		if gone {
			must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at))
		}
		of := gamemaster.PlayerOf(b.World, 2)
		if gone {
			of.Former = 1
		}
		_, err := of.Forget(false, at)
		must(t, err)
		if where, _ := b.Holding(worldtest.Ann); len(where) > 0 {
			t.Errorf("gone %v: still in %v", gone, where)
		}
	}
}

// Orders for later turns are erased with the player of a fallen realm, too.
func TestOrdersAheadAreForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD 3\n$A\ndig 7 ; my secret plan\n", receipt.Ahead)
	b.Fall(1)
	_, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
	must(t, err)
	if where, _ := b.Holding("my secret plan"); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
}
