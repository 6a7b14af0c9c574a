package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// moreTime lets a realm ask for more time, and confirm it if that is needed. It returns the last answer.
func (b *table) moreTime(realm int) string {
	b.t.Helper()
	b.asks(realm, map[bool]string{true: "Mehr Zeit bitte", false: "MORE TIME"}[realm%2 == 1], "")
	got := b.sent("receipt", b.clockAt)
	if len(got) != 1 {
		b.t.Fatalf("%d answers", len(got))
	}
	if len(tokensIn(got[0].Subject)) == 1 {
		b.asks(realm, "Re: "+got[0].Subject, "Ja\n")
		if got = b.sent("receipt", b.clockAt); len(got) != 1 {
			b.t.Fatalf("%d answers to the code", len(got))
		}
	}
	return got[0].Text
}

// generous lets players move the deadline by two days.
func generous(s *world.Settings) { s.MoreTime = 48 * time.Hour }

// The deadline moves when more than half of the realms that are asked want it, once a turn. Each of them is answered
// at once, and all others get one letter.
func TestMoreTime(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 4, generous)
	b.sent("", b.clockAt)
	has(t, b.moreTime(1), "Euer Wunsch nach mehr Zeit ist notiert: 1 von 4 Reichen wünscht sie. Es fehlen "+
		"noch 2; bis dahin "+
		"bleibt die Frist am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).\n")
	has(t, b.moreTime(1), "1 von 4 Reichen wünscht sie.") // it counts once
	has(t, b.moreTime(2), "2 of 4 realms want it. 1 more is needed;")
	b.waits(friday.Add(-time.Hour), "waits-deadline")
	s, err := master.StatusOf(b.World, b.clockAt)
	must(t, err)
	if !s.Realms[0].MoreTime || s.Realms[2].MoreTime || s.Moved {
		t.Errorf("%+v", s.Realms)
	}
	b.send(4, "$I 4 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.sent("", b.clockAt)
	code := b.token(3, "MEHR ZEIT")
	b.asks(3, "Re: "+code, "Ja\n")
	answers := 0
	for _, d := range b.sent("", b.clockAt) {
		switch d.To {
		case "r3@example.org":
			answers++
			has(t, d.Text, "3 von 4 Reichen wünschen mehr Zeit, und das genügt. Die Frist ist verschoben: "+
				"Sie endet am Sonntag, "+
				"29. November 2026, 18:00 Uhr (Europe/Berlin). Allen anderen sagt es ein Brief.\n")
		case "r1@example.org":
			answers++
			if d.Subject != "[Bovistan Z1] Mehr Zeit: Befehle bis Sonntag, 29. November, 18:00 Uhr" || d.Event == nil ||
				d.Event.Sequence != 1 {
				t.Errorf("%+v", d)
			}
			has(t, d.Text, "Mehr als die Hälfte der Reiche wünscht mehr Zeit. Die Frist ist darum auf "+
				"Sonntag, 29. November 2026, 18:00 Uhr (Europe/Berlin) verschoben; das geht einmal je Zug.\nVon Reich 1 Reich1 "+
				"liegen noch keine Befehle vor.\n")
		case "r2@example.org":
			answers++
			has(t, d.Text, "The deadline therefore moves, once in this turn, to Sunday, 29 November 2026, 18:00")
		case "r4@example.org":
			answers++
			has(t, d.Text, "Your orders are in; you have nothing to do.")
		default:
			t.Errorf("to %s: %s", d.To, d.Text)
		}
	}
	if answers != 4 {
		t.Errorf("%d letters", answers)
	}
	has(t, b.moreTime(4), "The deadline can move on request only once a turn. It has already moved, to Sunday, 29 "+
		"November 2026, 18:00")
	b.waits(friday.Add(47*time.Hour), "waits-deadline")
	b.advance(friday.Add(48 * time.Hour))
	if said := strings.Join(b.written(2), "\n"); !strings.Contains(said, "more-time player") {
		t.Errorf("the log says %s", said)
	}
	b.clockAt = friday.Add(49 * time.Hour)
	b.sent("", b.clockAt)
	has(t, b.moreTime(1), "1 von 4 Reichen wünscht sie.") // the next turn starts from zero
}

// A realm without a player does not count at all. Neither does one whose player is away, unless the player writes.
func TestMoreTimeCounts(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 4, generous)
	must(t, players.Vacate(b.World, 4, b.clockAt))
	b.away(3, 1)
	b.sent("", b.clockAt)
	has(t, b.moreTime(1), "1 von 2 Reichen wünscht sie. Es fehlt noch 1;")
	has(t, b.moreTime(3), "2 von 3 Reichen wünschen mehr Zeit, und das genügt.")
}

// If the deadline cannot move, the answer to the word says why.
func TestNoMoreTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules  tiny
		change func(*world.Settings)
		then   func(b *table)
		want   string
	}{
		"off":     {change: func(*world.Settings) {}, want: "In diesem Spiel verschiebt sich die Frist nicht auf Wunsch."},
		"by hand": {rules: tiny{due: game.ByHand}, want: "Diesen Zug wertet die Spielleitung von Hand aus."},
		"others":  {rules: tiny{inTurn: true}, want: "Euer Reich ist jetzt nicht am Zug."},
		"paused": {then: func(b *table) { b.paused(friday, b.clockAt) },
			want: "Das Spiel macht Pause; solange läuft keine Frist ab."},
		"late": {then: func(b *table) { b.clockAt = friday }, want: "Dafür ist es zu spät: Der Zug wird " +
			"schon ausgewertet."},
	} {
		if c.change == nil {
			c.change = generous
		}
		b := sit(t, c.rules, 1, c.change)
		if name == "others" {
			b = sit(t, c.rules, 3, c.change)
			b.asks(3, "Mehr Zeit", "")
			has(t, b.sent("receipt", b.clockAt)[0].Text, c.want)
			continue
		}
		if c.then != nil {
			c.then(b)
		}
		b.sent("", b.clockAt)
		has(t, b.moreTime(1), c.want)
	}
}

// A pause that is over has moved the deadline. More time is added to that, and the pause does not move it once more.
// From Monday 23 November, 12:00, it is 14 days to 7 December. The pause of one day makes it the 8th, and two days
// more the 10th.
func TestMoreTimeAfterAPause(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1, generous, func(s *world.Settings) { s.Deadline = chronicle.Deadline{Days: 14} })
	b.paused(b.clockAt.Add(24*time.Hour), b.clockAt)
	b.clockAt = b.clockAt.Add(25 * time.Hour)
	if was := b.waits(b.clockAt, "waits-deadline").Deadline; !was.Equal(day0.AddDate(0, 0, 15)) {
		t.Fatalf("after the pause the deadline is %s", was)
	}
	b.sent("", b.clockAt)
	has(t, b.moreTime(1), "1 von 1 Reich wünscht mehr Zeit, und das genügt. Die Frist ist verschoben: Sie endet am "+
		"Donnerstag, 10. Dezember 2026, 12:00 Uhr")
	if now := b.waits(b.clockAt, "waits-deadline").Deadline; !now.Equal(day0.AddDate(0, 0, 17)) {
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
		b := sit(t, tiny{}, 4, generous, asking(c.auth))
		b.sent("", b.clockAt)
		l := b.letter(2, c.text)
		l.Subject, l.Proof = c.subject, c.proof
		a := b.accept(l)
		s, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		if a.Fate != c.fate || s.Realms[1].MoreTime != c.counted {
			t.Errorf("%s, %q %q, %s: %s, counted %v", c.auth, c.subject, c.text, c.proof.Domain, a.Fate,
				s.Realms[1].MoreTime)
		}
		got := b.sent("", b.clockAt)
		if len(got) != 1 || got[0].To != "r2@example.org" {
			t.Fatalf("%s, %q %q: %+v", c.auth, c.subject, c.text, got)
		}
		if c.counted {
			has(t, got[0].Text, "1 of 4 realms wants it.")
		} else if c.fate == receipt.Served && len(tokensIn(got[0].Subject)) != 1 {
			t.Errorf("%s, %q %q:\n%s\n%s", c.auth, c.subject, c.text, got[0].Subject, got[0].Text)
		}
	}
}

// The letter with the code says what it is for. The code counts the realm once, in the turn for which it was drawn. If
// anything else hinders it when it comes back, the answer says so.
func TestTheCodeForMoreTime(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, generous)
	b.sent("", b.clockAt)
	b.asks(1, "MEHR ZEIT", "")
	d := b.sent("", b.clockAt)[0]
	code := tokensIn(d.Subject)[0]
	if d.Subject != "[Bovistan] Mehr Zeit? Bitte antworten "+code || d.Text != "Reich 1 Reich1: Zug 1\n\n"+
		"Für Reich 1 wurde in Zug 1 mehr Zeit gewünscht. Der Wunsch zählt, sobald Ihr antwortet.\n\n"+
		"Zeigt diesen Brief niemandem. Zur Bestätigung antwortet mit JA und lasst den Code im Brief stehen; er gilt 7 Tage und nur einmal. "+
		"NEIN, oder anderes, bewirkt nichts:\n  "+code+"\nWart Ihr es nicht, tut nichts: Ohne Antwort ändert sich nichts.\n" {
		t.Errorf("%s\n%s", d.Subject, d.Text)
	}
	later, paused := b.token(2, "MORE TIME"), b.token(3, "MEHR ZEIT")
	b.asks(1, "Re: "+code, "Ja\n")
	has(t, b.sent("", b.clockAt)[0].Text, "1 von 3 Reichen wünscht sie. Es fehlt noch 1;")
	b.asks(1, "Re: "+code, "Ja\n")
	has(t, b.sent("", b.clockAt)[0].Text, "Das ist schon geschehen")
	b.paused(b.clockAt.Add(time.Hour), b.clockAt)
	b.sent("", b.clockAt)
	b.asks(3, "Re: "+paused, "Ja\n")
	has(t, b.sent("", b.clockAt)[0].Text, "Das Spiel macht Pause; solange läuft keine Frist ab.")
	b.advance(friday)
	b.sent("", b.clockAt)
	b.asks(2, "Re: "+later, "Ja\n")
	has(t, b.sent("", b.clockAt)[0].Text,
		"The code was for turn 1, which is over. If you need more time now, send MORE TIME again.")
	if s, err := master.StatusOf(b.World, b.clockAt); err != nil || s.Realms[1].MoreTime || s.Realms[2].MoreTime || s.Moved {
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
		b := sit(t, tiny{}, 4, generous, voting)
		b.sent("", b.clockAt)
		l := b.letter(2, c.text)
		l.Subject = c.subject
		a := b.accept(l)
		s, err := master.StatusOf(b.World, b.clockAt)
		must(t, err)
		got := b.sent("", b.clockAt)
		voted := s.Votes != nil && s.Votes.For == 1
		if a.Fate != c.fate || voted != c.votes || !s.Realms[1].Sent.IsZero() || len(got) != 1 {
			t.Errorf("%q: %s, votes %+v, letters %+v", c.subject, a.Fate, s.Votes, got)
			continue
		}
		has(t, got[0].Text, c.says)
	}
}
