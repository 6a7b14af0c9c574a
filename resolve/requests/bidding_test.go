package requests_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// The game master's STATUS distinguishes final orders from others, and names those who want more time.
func TestStatusByMail(t *testing.T) {
	t.Parallel()
	for lang, want := range map[phrase.Lang]string{
		phrase.De: "Befehle sind da von Reich 4.\nBefehle sind da, aber noch nicht endgültig, von den Reichen 1, 3.\n" +
			"Befehle fehlen von den Reichen 2, 5.\nMehr Zeit wünscht Reich 2.\n",
		phrase.En: "Orders are in from realm 4.\nOrders are in, but not final yet, from realms 1, 3.\n" +
			"Orders are missing from realms 2, 5.\nRealm 2 wants more time.\n",
	} {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 5, generous, func(s *world.Settings) { s.Lang = lang })
		b.Sent("", b.ClockAt)
		if got := b.Bids("SL STATUS"); strings.Contains(got, "ndgültig") || strings.Contains(got, "final") ||
			strings.Contains(got, "more time") {
			t.Errorf("before:\n%s", got)
		}
		b.Send(3, "$I 3 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", receipt.Taken)
		b.Send(4, "$I 4 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", receipt.Taken)
		b.Sent("", b.ClockAt)
		b.MoreTime(2)
		worldtest.Has(t, b.Bids("GM STATUS"), want)
	}
}

// The list of what can be done by mail is complete, and each of its lines can be read.
func TestTheListOfBiddings(t *testing.T) {
	t.Parallel()
	for lang, lines := range map[phrase.Lang]string{
		phrase.De: "SL STATUS, SL AN 3 4, SL AN alle, SL PAUSE bis 2027-08-20, SL WEITER, " +
			"SL FRIST 2027-08-20 18:00, SL SCHLUSS nach 9, SL SCHLUSS sofort, SL SCHLUSS nein, SL FREI 3, SL AUFNEHMEN 5, SL MASCHINE 3, " +
			"SL VORSCHAU, SL HALTEN, SL FREIGEBEN, SL ZURÜCK, SL WIEDERHOLEN, SL BEFEHLE 3, SL BERICHT 3, SL HILFE",
		phrase.En: "GM STATUS, GM TELL 3 4, GM TELL all, GM PAUSE until 2027-08-20, GM RESUME, " +
			"GM DEADLINE 2027-08-20 18:00, GM CLOSE after 9, GM CLOSE now, GM CLOSE no, GM FREE 3, GM ACCEPT 5, GM BOT 3, " +
			"GM PREVIEW, GM HOLD, GM RELEASE, GM UNDO, GM REDO, GM ORDERS 3, GM REPORT 3, GM HELP",
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 4, func(s *world.Settings) { s.Lang = lang })
		b.Sent("", b.ClockAt)
		var listed []string
		for line := range strings.Lines(b.Bids("GM HELP")) {
			if line, is := strings.CutPrefix(line, "  "); is {
				listed = append(listed, strings.TrimSpace(strings.SplitN(line, "   ", 2)[0]))
			}
		}
		if got := strings.Join(listed, ", "); got != lines {
			t.Errorf("%s: %s", lang, got)
		}
		for _, line := range listed {
			b.ClockAt = b.ClockAt.Add(time.Hour) // so that the limit of an hour is not reached
			if got := b.Bids(line); strings.Contains(got, "cannot be read") || strings.Contains(got, "nicht zu lesen") {
				t.Errorf("%s:\n%s", line, got)
			}
		}
	}
}

// If a request cannot be fulfilled, the answer says why at once, in a sentence that fits the case. At the deadline, a
// request may still give a later one. A time that is now is not in the future any more.
func TestWhatHindersABidding(t *testing.T) {
	t.Parallel()
	at := func(when time.Time) string { return when.In(worldtest.Berlin).Format("2006-01-02 15:04") }
	late := worldtest.Friday.Add(10 * time.Hour) // and the turn is not resolved yet
	far := func(from time.Time) time.Time { return from.Add(100 * 24 * time.Hour).Truncate(time.Minute) }
	for _, c := range []struct {
		rules worldtest.Tiny
		then  func(b *worldtest.Game)
		line  string
		want  string
	}{
		{line: "GM DEADLINE " + at(worldtest.Friday.Add(time.Minute)), want: "would move to Friday, 27 November 2026, 18:01"},
		{line: "GM DEADLINE " + at(worldtest.Friday), want: "Nothing has been done: the deadline is Friday, 27 November 2026, " +
			"18:00 (Europe/Berlin), and can only be later."},
		{line: "GM DEADLINE 28.11.2026", want: "would move to Saturday, 28 November 2026, 18:00"},
		{line: "GM DEADLINE 27.11.2026", want: "and can only be later."},
		{line: "GM DEADLINE 2026-11-28T07:30", want: "would move to Saturday, 28 November 2026, 07:30"},
		{line: "GM DEADLINE soon", want: "\"soon\" is not a date such as 2027-08-20"},
		{line: "GM DEADLINE " + at(far(worldtest.Day0.Add(time.Hour))), want: "would move to"},
		{line: "GM DEADLINE " + at(far(worldtest.Day0.Add(time.Hour)).Add(time.Minute)), want: "more than a hundred days away"},
		{line: "GM PAUSE " + at(far(worldtest.Day0.Add(time.Hour)).Add(time.Minute)), want: "more than a hundred days away"},
		{line: "GM PAUSE " + at(worldtest.Day0.Add(time.Hour)), want: "that time is over already"},
		{line: "GM PAUSE " + at(worldtest.Day0.Add(time.Hour+time.Minute)), want: "would pause until Monday, 23 " +
			"November 2026, 13:01"},
		{line: "GM PAUSE", want: "would pause until you end the pause"},
		{line: "GM RESUME", want: "the game is not paused"},
		{line: "GM REDO", want: "Nothing has been done: turn 1 was not taken back."},
		{line: "GM REDO", then: func(b *worldtest.Game) { b.Advance(worldtest.Friday) }, want: "turn 2 was not taken back."},
		{line: "GM RESUME", then: func(b *worldtest.Game) { b.Paused(worldtest.Friday, b.ClockAt) }, want: "The pause would end."},
		{line: "GM DEADLINE " + at(worldtest.Friday.AddDate(0, 0, 20)), then: func(b *worldtest.Game) { b.Paused(worldtest.Friday, b.ClockAt) },
			want: "the game is paused: its end moves the deadline"},
		{line: "GM DEADLINE Saturday", then: func(b *worldtest.Game) { b.Paused(time.Time{}, b.ClockAt) },
			want: "the game is paused: its end moves the deadline"},
		{line: "GM DEADLINE " + at(worldtest.Friday.AddDate(0, 0, 1)), rules: worldtest.Tiny{Due: game.ByHand},
			want: "the turn has no deadline now that could be moved"},
		{line: "GM DEADLINE " + at(late), then: func(b *worldtest.Game) { b.ClockAt = late }, want: "that time is over already"},
		{line: "GM DEADLINE " + at(late.Add(time.Minute)), then: func(b *worldtest.Game) { b.ClockAt = late },
			want: "would move to Saturday, 28 November 2026, 04:01"},
	} {
		b := worldtest.Found(t, c.rules, 1, func(s *world.Settings) { s.Lang = phrase.En })
		if c.then != nil {
			c.then(b)
		}
		b.Sent("", b.ClockAt)
		worldtest.Has(t, b.Bids(c.line), c.want)
	}
}

// If a request cannot be fulfilled when its code comes back, the answer says why, too, and nothing is done.
func TestABiddingThatComesTooLate(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Lang = phrase.En })
	b.Sent("", b.ClockAt)
	code := worldtest.TokensIn(b.Bids("GM DEADLINE 2026-11-28"))
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 1).Add(time.Minute)
	worldtest.Has(t, b.Bids("YES "+code[0]), "Nothing has been done: that time is over already.")
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || s.Moved {
		t.Errorf("%+v, %v", s, err)
	}
}

// The letter with the code for UNDO lists what the command lists. What the turn's taking back would refuse after YES is
// refused at once.
func TestUndoByMailSaysAllAtOnce(t *testing.T) {
	t.Parallel()
	english := func(s *world.Settings) { s.Lang = phrase.En }
	undo := func(b *worldtest.Game) string {
		l := b.Letter(1, "The dice were loaded.")
		l.From, l.Subject = "leiter@example.org", "GM UNDO"
		b.Accept(l)
		return b.Sent("notice", b.ClockAt)[0].Text
	}
	after := func(rules game.Rulebook) *worldtest.Game {
		b := worldtest.Found(t, rules, 2, english)
		b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
		b.Advance(worldtest.Friday)
		b.Sent("", worldtest.Friday)
		b.ClockAt = worldtest.Friday.Add(time.Hour)
		return b
	}

	b := after(worldtest.Tiny{})
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.ClockAt))
	worldtest.Has(t, undo(b), "Turn 1 would be taken back, and orders would count again for it.\n",
		"1 report of it has left. Its reader is told that it does not count:\n", "to r1@example.org: ",
		"1 report of it went to a former player, who is not told:\n", "to r2@example.org: ",
		"Orders for turn 2 are kept for that turn, from realm 1.\n",
		"After the turn, realm 2 Reich2 got another player. It stays with Gina.\n",
		"Players who may know of it get a letter.\n", "The log has this reason:\n\n  The dice were loaded.\n")

	b = after(worldtest.Handful{})
	_, err := gamemaster.Edit(b.World, []string{"set", "1", "500"}, worldtest.Why, false, b.ClockAt)
	must(t, err)
	worldtest.Has(t, undo(b), "Nothing has been done: 1 change by hand was made after turn 1; say by `--edits before` or ")

	b = after(worldtest.Tiny{Grows: true})
	_, err = players.AddRealms(b.World, worldtest.Newcomers(3, 3), b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	worldtest.Has(t, undo(b), "Nothing has been done: realm 3 joined after turn 1, and does not fit into the world before it.")
	_, err = turns.ListUndo(b.World, 1, b.ClockAt)
	worldtest.WantError(t, err, faults.ErrUndo, "realm 3 joined after turn 1")
}
