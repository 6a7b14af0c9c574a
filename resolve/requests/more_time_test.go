package requests_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// asking makes a world demand proofs.
func asking(a world.Auth) func(*world.Settings) { return func(s *world.Settings) { s.Auth = a } }

// proof is what an honest provider's signature gives.
var proof = letter.Proof{Domain: "example.org"}

// voting is a world in which players can close the game.
func voting(s *world.Settings) { s.ClosingVote = true }

// generous lets players move the deadline by two days.
func generous(s *world.Settings) { s.MoreTime = 48 * time.Hour }

// The deadline moves when more than half of the realms that are asked want it, once a turn. Each of them is answered
// at once, and all others get one letter.
func TestMoreTime(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4, generous)
	b.Sent("", b.ClockAt)
	worldtest.Has(t, b.MoreTime(1), "Euer Wunsch nach mehr Zeit ist notiert: 1 von 4 Reichen wünscht sie. Es fehlen "+
		"noch 2; bis dahin "+
		"bleibt die Frist am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).\n")
	worldtest.Has(t, b.MoreTime(1), "1 von 4 Reichen wünscht sie.") // it counts once
	worldtest.Has(t, b.MoreTime(2), "2 of 4 realms want it. 1 more is needed;")
	b.Waits(worldtest.Friday.Add(-time.Hour), "waits-deadline")
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if !s.Realms[0].MoreTime || s.Realms[2].MoreTime || s.Moved {
		t.Errorf("%+v", s.Realms)
	}
	b.Send(4, "$I 4 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	code := b.Token(3, "MEHR ZEIT")
	b.Asks(3, "Re: "+code, "Ja\n")
	answers := 0
	for _, d := range b.Sent("", b.ClockAt) {
		switch d.To {
		case "r3@example.org":
			answers++
			worldtest.Has(t, d.Text, "3 von 4 Reichen wünschen mehr Zeit, und das genügt. Die Frist ist verschoben: "+
				"Sie endet am Sonntag, "+
				"29. November 2026, 18:00 Uhr (Europe/Berlin). Allen anderen sagt es ein Brief.\n")
		case "r1@example.org":
			answers++
			if d.Subject != "[Bovistan Z1] Mehr Zeit: Befehle bis Sonntag, 29. November, 18:00 Uhr" || d.Event == nil ||
				d.Event.Sequence != 1 {
				t.Errorf("%+v", d)
			}
			worldtest.Has(t, d.Text, "Mehr als die Hälfte der Reiche wünscht mehr Zeit. Die Frist ist darum auf "+
				"Sonntag, 29. November 2026, 18:00 Uhr (Europe/Berlin) verschoben; das geht einmal je Zug.\nVon Reich 1 Reich1 "+
				"liegen noch keine Befehle vor.\n")
		case "r2@example.org":
			answers++
			worldtest.Has(t, d.Text, "The deadline therefore moves, once in this turn, to Sunday, 29 November 2026, 18:00")
		case "r4@example.org":
			answers++
			worldtest.Has(t, d.Text, "Your orders are in; you have nothing to do.")
		default:
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	if answers != 4 {
		t.Errorf("%d letters", answers)
	}
	worldtest.Has(t, b.MoreTime(4), "The deadline can move on request only once a turn. It has already moved, to Sunday, 29 "+
		"November 2026, 18:00")
	b.Waits(worldtest.Friday.Add(47*time.Hour), "waits-deadline")
	b.Advance(worldtest.Friday.Add(48 * time.Hour))
	if said := strings.Join(b.Written(2), "\n"); !strings.Contains(said, "more-time player") {
		t.Errorf("the log says %s", said)
	}
	b.ClockAt = worldtest.Friday.Add(49 * time.Hour)
	b.Sent("", b.ClockAt)
	worldtest.Has(t, b.MoreTime(1), "1 von 4 Reichen wünscht sie.") // the next turn starts from zero
}

// A realm without a player does not count at all. Neither does one whose player is away, unless the player writes.
func TestMoreTimeCounts(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4, generous)
	must(t, players.Vacate(b.World, 4, b.ClockAt))
	b.Away(3, 1)
	b.Sent("", b.ClockAt)
	worldtest.Has(t, b.MoreTime(1), "1 von 2 Reichen wünscht sie. Es fehlt noch 1;")
	worldtest.Has(t, b.MoreTime(3), "2 von 3 Reichen wünschen mehr Zeit, und das genügt.")
}

// If the deadline cannot move, the answer to the word says why.
func TestNoMoreTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules  worldtest.Tiny
		change func(*world.Settings)
		then   func(b *worldtest.Game)
		want   string
	}{
		"off":     {change: func(*world.Settings) {}, want: "In diesem Spiel verschiebt sich die Frist nicht auf Wunsch."},
		"by hand": {rules: worldtest.Tiny{Due: game.ByHand}, want: "Diesen Zug wertet die Spielleitung von Hand aus."},
		"others":  {rules: worldtest.Tiny{InTurn: true}, want: "Euer Reich ist jetzt nicht am Zug."},
		"paused": {then: func(b *worldtest.Game) { b.Paused(worldtest.Friday, b.ClockAt) },
			want: "Das Spiel macht Pause; solange läuft keine Frist ab."},
		"late": {then: func(b *worldtest.Game) { b.ClockAt = worldtest.Friday }, want: "Dafür ist es zu spät: Der Zug wird " +
			"schon ausgewertet."},
	} {
		if c.change == nil {
			c.change = generous
		}
		b := worldtest.Found(t, c.rules, 1, c.change)
		if name == "others" {
			b = worldtest.Found(t, c.rules, 3, c.change)
			b.Asks(3, "Mehr Zeit", "")
			worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, c.want)
			continue
		}
		if c.then != nil {
			c.then(b)
		}
		b.Sent("", b.ClockAt)
		worldtest.Has(t, b.MoreTime(1), c.want)
	}
}

// A pause that is over has moved the deadline. More time is added to that, and the pause does not move it once more.
// From Monday 23 November, 12:00, it is 14 days to 7 December. The pause of one day makes it the 8th, and two days
// more the 10th.
func TestMoreTimeAfterAPause(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, generous, func(s *world.Settings) { s.Deadline = chronicle.Deadline{Days: 14} })
	b.Paused(b.ClockAt.Add(24*time.Hour), b.ClockAt)
	b.ClockAt = b.ClockAt.Add(25 * time.Hour)
	if was := b.Waits(b.ClockAt, "waits-deadline").Deadline; !was.Equal(worldtest.Day0.AddDate(0, 0, 15)) {
		t.Fatalf("after the pause the deadline is %s", was)
	}
	b.Sent("", b.ClockAt)
	worldtest.Has(t, b.MoreTime(1), "1 von 1 Reich wünscht mehr Zeit, und das genügt. Die Frist ist verschoben: Sie endet am "+
		"Donnerstag, 10. Dezember 2026, 12:00 Uhr")
	if now := b.Waits(b.ClockAt, "waits-deadline").Deadline; !now.Equal(worldtest.Day0.AddDate(0, 0, 17)) {
		t.Errorf("the deadline is %s", now)
	}
}

// A letter with a player's address as its sender moves nothing by itself, whatever the world demands for orders. It
// only sends a code to the registered address. The realm is counted only by that code, by a password or, if the world
// accepts that, by a proof.
func TestForgedMoreTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth    world.Auth
		subject string
		text    string
		proof   letter.Proof
		counted bool
		fate    receipt.Fate
	}{
		{world.ByPassword, "MORE TIME", "", letter.Proof{}, false, receipt.Served},
		{world.ByPassword, "MORE TIME", "", proof, false, receipt.Served}, // no proof is asked for
		{world.ByPassword, "", "more time\n", letter.Proof{}, false, receipt.Served},
		{world.ByPassword, "MORE TIME", "$I 2 k7mw-x3pq-hhd42\n", letter.Proof{}, false, receipt.WrongWord},
		{world.ByPassword, "Re: MORE TIME", "$I 2 PASSWORD\n$E\n", letter.Proof{}, true, receipt.Served},
		{world.ByPassword, "MORE TIME", "$I 2 PASSWORD 1\n", letter.Proof{}, true, receipt.Served},
		{world.ByPassword, "MORE TIME", "$I 2 PASSWORD 2\n", letter.Proof{}, false, receipt.Refused}, // about orders ahead
		{world.ByDKIM, "MORE TIME", "", letter.Proof{}, false, receipt.Served},
		{world.ByDKIM, "MORE TIME", "", proof, true, receipt.Served},
		{world.ByDKIM, "MORE TIME", "$I 2 PASSWORD\n", letter.Proof{}, false, receipt.Unproven},
		{world.ByEither, "MORE TIME", "", letter.Proof{}, false, receipt.Served},
		{world.ByEither, "MORE TIME", "", proof, true, receipt.Served},
		{world.ByEither, "MORE TIME", "$I 2 PASSWORD\n", letter.Proof{}, true, receipt.Served},
		{world.ByBoth, "MORE TIME", "", proof, false, receipt.Served},
		{world.ByBoth, "MORE TIME", "$I 2 PASSWORD\n", letter.Proof{}, false, receipt.Unproven},
		{world.ByBoth, "MORE TIME", "$I 2 PASSWORD\n", proof, true, receipt.Served},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 4, generous, asking(c.auth))
		b.Sent("", b.ClockAt)
		l := b.Letter(2, c.text)
		l.Subject, l.Proof = c.subject, c.proof
		a := b.Accept(l)
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		if a.Fate != c.fate || s.Realms[1].MoreTime != c.counted {
			t.Errorf("%s, %q %q, %s: %s, counted %v", c.auth, c.subject, c.text, c.proof.Domain, a.Fate,
				s.Realms[1].MoreTime)
		}
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || got[0].To != "r2@example.org" {
			t.Fatalf("%s, %q %q: %+v", c.auth, c.subject, c.text, got)
		}
		if c.counted {
			worldtest.Has(t, got[0].Text, "1 of 4 realms wants it.")
		} else if c.fate == receipt.Served && len(worldtest.TokensIn(got[0].Subject)) != 1 {
			t.Errorf("%s, %q %q:\n%s\n%s", c.auth, c.subject, c.text, got[0].Subject, got[0].Text)
		}
	}
}

// The letter with the code says what it is for. The code counts the realm once, in the turn for which it was drawn. If
// anything else hinders it when it comes back, the answer says so.
func TestTheCodeForMoreTime(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, generous)
	b.Sent("", b.ClockAt)
	b.Asks(1, "MEHR ZEIT", "")
	d := b.Sent("", b.ClockAt)[0]
	code := worldtest.TokensIn(d.Subject)[0]
	if d.Subject != "[Bovistan] Mehr Zeit? Bitte antworten "+code || d.Text != "Reich 1 Reich1: Zug 1\n\n"+
		"Für Reich 1 wurde in Zug 1 mehr Zeit gewünscht. Der Wunsch zählt, sobald Ihr antwortet.\n\n"+
		"Zeigt diesen Brief niemandem. Zur Bestätigung antwortet mit JA und lasst den Code im Brief stehen; er gilt 7 Tage und nur einmal. "+
		"NEIN, oder anderes, bewirkt nichts:\n  "+code+"\nWart Ihr es nicht, tut nichts: Ohne Antwort ändert sich nichts.\n" {
		t.Errorf("%s\n%s", d.Subject, d.Text)
	}
	later, paused := b.Token(2, "MORE TIME"), b.Token(3, "MEHR ZEIT")
	b.Asks(1, "Re: "+code, "Ja\n")
	worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text, "1 von 3 Reichen wünscht sie. Es fehlt noch 1;")
	b.Asks(1, "Re: "+code, "Ja\n")
	worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text, "Das ist schon geschehen")
	b.Paused(b.ClockAt.Add(time.Hour), b.ClockAt)
	b.Sent("", b.ClockAt)
	b.Asks(3, "Re: "+paused, "Ja\n")
	worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text, "Das Spiel macht Pause; solange läuft keine Frist ab.")
	b.Advance(worldtest.Friday)
	b.Sent("", b.ClockAt)
	b.Asks(2, "Re: "+later, "Ja\n")
	worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text,
		"The code was for turn 1, which is over. If you need more time now, send MORE TIME again.")
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || s.Realms[1].MoreTime || s.Realms[2].MoreTime || s.Moved {
		t.Errorf("%+v, %v", s, err)
	}
}

// If the password is the only text, a vote counts at once. Other words in a subject are answered as they are without
// it. None of these letters counts as a sheet without orders.
func TestAWordAboveThePassword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		subject, text string
		fate          receipt.Fate
		votes         bool
		says          string
	}{
		{"CLOSE yes", "$I 2 PASSWORD\n", receipt.Served, true, "1 of 4"},
		{"Re: schluss JA", "$I 2 PASSWORD\n$E\n", receipt.Served, true, "1 of 4"},
		{"CLOSE yes", "$I 2 k7mw-x3pq-hhd42\n", receipt.WrongWord, false, "wrong password"},
		{"CLOSE no", "$I 2 PASSWORD\n", receipt.Served, false, "No realm wants to close"},
		{"CLOSE", "$I 2 PASSWORD\n", receipt.Served, false, "CLOSE yes"},
		{"PAUSE 2", "$I 2 PASSWORD\n", receipt.Served, false, "2 turns"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 4, generous, voting)
		b.Sent("", b.ClockAt)
		l := b.Letter(2, c.text)
		l.Subject = c.subject
		a := b.Accept(l)
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		got := b.Sent("", b.ClockAt)
		voted := s.Votes != nil && s.Votes.For == 1
		if a.Fate != c.fate || voted != c.votes || !s.Realms[1].Sent.IsZero() || len(got) != 1 {
			t.Errorf("%q: %s, votes %+v, letters %+v", c.subject, a.Fate, s.Votes, got)
			continue
		}
		worldtest.Has(t, got[0].Text, c.says)
	}
}
