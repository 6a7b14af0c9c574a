package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// bids sends a request of the game master, and returns the answer.
func (b *table) bids(subject string) (answer string) {
	b.t.Helper()
	l := b.letter(1, "")
	l.From, l.Subject = "leiter@example.org", subject
	if a := b.accept(l); a.Fate != receipt.FromMaster {
		b.t.Fatalf("%s: %+v", subject, a)
	}
	got := b.sent("notice", b.clockAt)
	if len(got) != 1 {
		b.t.Fatalf("%s: %d answers", subject, len(got))
	}
	return got[0].Text
}

// The game master's STATUS distinguishes final orders from others, and names those who want more time.
func TestStatusByMail(t *testing.T) {
	t.Parallel()
	for lang, want := range map[phrase.Lang]string{
		phrase.De: "Befehle sind da von Reich 4.\nBefehle sind da, aber noch nicht endgültig, von den Reichen 1, 3.\n" +
			"Befehle fehlen von den Reichen 2, 5.\nMehr Zeit wünscht Reich 2.\n",
		phrase.En: "Orders are in from realm 4.\nOrders are in, but not final yet, from realms 1, 3.\n" +
			"Orders are missing from realms 2, 5.\nRealm 2 wants more time.\n",
	} {
		b := sit(t, tiny{chart: true}, 5, generous, func(s *world.Settings) { s.Lang = lang })
		b.sent("", b.clockAt)
		if got := b.bids("SL STATUS"); strings.Contains(got, "ndgültig") || strings.Contains(got, "final") ||
			strings.Contains(got, "more time") {
			t.Errorf("before:\n%s", got)
		}
		b.send(3, "$I 3 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", receipt.Taken)
		b.send(4, "$I 4 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", receipt.Taken)
		b.sent("", b.clockAt)
		b.moreTime(2)
		has(t, b.bids("GM STATUS"), want)
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
		b := sit(t, tiny{}, 4, func(s *world.Settings) { s.Lang = lang })
		b.sent("", b.clockAt)
		var listed []string
		for line := range strings.Lines(b.bids("GM HELP")) {
			if line, is := strings.CutPrefix(line, "  "); is {
				listed = append(listed, strings.TrimSpace(strings.SplitN(line, "   ", 2)[0]))
			}
		}
		if got := strings.Join(listed, ", "); got != lines {
			t.Errorf("%s: %s", lang, got)
		}
		for _, line := range listed {
			b.clockAt = b.clockAt.Add(time.Hour) // so that the limit of an hour is not reached
			if got := b.bids(line); strings.Contains(got, "cannot be read") || strings.Contains(got, "nicht zu lesen") {
				t.Errorf("%s:\n%s", line, got)
			}
		}
	}
}

// If a request cannot be fulfilled, the answer says why at once, in a sentence that fits the case. At the deadline, a
// request may still give a later one. A time that is now is not in the future any more.
func TestWhatHindersABidding(t *testing.T) {
	t.Parallel()
	at := func(when time.Time) string { return when.In(berlin).Format("2006-01-02 15:04") }
	late := friday.Add(10 * time.Hour) // and the turn is not resolved yet
	far := func(from time.Time) time.Time { return from.Add(100 * 24 * time.Hour).Truncate(time.Minute) }
	for _, c := range []struct {
		rules tiny
		then  func(b *table)
		line  string
		want  string
	}{
		{line: "GM DEADLINE " + at(friday.Add(time.Minute)), want: "would move to Friday, 27 November 2026, 18:01"},
		{line: "GM DEADLINE " + at(friday), want: "Nothing has been done: the deadline is Friday, 27 November 2026, " +
			"18:00 (Europe/Berlin), and can only be later."},
		{line: "GM DEADLINE 28.11.2026", want: "would move to Saturday, 28 November 2026, 18:00"},
		{line: "GM DEADLINE 27.11.2026", want: "and can only be later."},
		{line: "GM DEADLINE 2026-11-28T07:30", want: "would move to Saturday, 28 November 2026, 07:30"},
		{line: "GM DEADLINE soon", want: "\"soon\" is not a date such as 2027-08-20"},
		{line: "GM DEADLINE " + at(far(day0.Add(time.Hour))), want: "would move to"},
		{line: "GM DEADLINE " + at(far(day0.Add(time.Hour)).Add(time.Minute)), want: "more than a hundred days away"},
		{line: "GM PAUSE " + at(far(day0.Add(time.Hour)).Add(time.Minute)), want: "more than a hundred days away"},
		{line: "GM PAUSE " + at(day0.Add(time.Hour)), want: "that time is over already"},
		{line: "GM PAUSE " + at(day0.Add(time.Hour+time.Minute)), want: "would pause until Monday, 23 " +
			"November 2026, 13:01"},
		{line: "GM PAUSE", want: "would pause until you end the pause"},
		{line: "GM RESUME", want: "the game is not paused"},
		{line: "GM REDO", want: "Nothing has been done: turn 1 was not taken back."},
		{line: "GM REDO", then: func(b *table) { b.advance(friday) }, want: "turn 2 was not taken back."},
		{line: "GM RESUME", then: func(b *table) { b.paused(friday, b.clockAt) }, want: "The pause would end."},
		{line: "GM DEADLINE " + at(friday.AddDate(0, 0, 20)), then: func(b *table) { b.paused(friday, b.clockAt) },
			want: "the game is paused: its end moves the deadline"},
		{line: "GM DEADLINE " + at(friday.AddDate(0, 0, 1)), rules: tiny{due: game.ByHand},
			want: "the turn has no deadline now that could be moved"},
		{line: "GM DEADLINE " + at(late), then: func(b *table) { b.clockAt = late }, want: "that time is over already"},
		{line: "GM DEADLINE " + at(late.Add(time.Minute)), then: func(b *table) { b.clockAt = late },
			want: "would move to Saturday, 28 November 2026, 04:01"},
	} {
		b := sit(t, c.rules, 1, func(s *world.Settings) { s.Lang = phrase.En })
		if c.then != nil {
			c.then(b)
		}
		b.sent("", b.clockAt)
		has(t, b.bids(c.line), c.want)
	}
}

// If a request cannot be fulfilled when its code comes back, the answer says why, too, and nothing is done.
func TestABiddingThatComesTooLate(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Lang = phrase.En })
	b.sent("", b.clockAt)
	code := tokensIn(b.bids("GM DEADLINE 2026-11-28"))
	b.clockAt = friday.AddDate(0, 0, 1).Add(time.Minute)
	has(t, b.bids("YES "+code[0]), "Nothing has been done: that time is over already.")
	if s, err := master.StatusOf(b.World, b.clockAt); err != nil || s.Moved {
		t.Errorf("%+v, %v", s, err)
	}
}

// The letter with the code for UNDO lists what the command lists. What the turn's taking back would refuse after YES is
// refused at once.
func TestUndoByMailSaysAllAtOnce(t *testing.T) {
	t.Parallel()
	english := func(s *world.Settings) { s.Lang = phrase.En }
	undo := func(b *table) string {
		l := b.letter(1, "The dice were loaded.")
		l.From, l.Subject = "leiter@example.org", "GM UNDO"
		b.accept(l)
		return b.sent("notice", b.clockAt)[0].Text
	}
	after := func(rules game.Rulebook) *table {
		b := sit(t, rules, 2, english)
		b.send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
		b.advance(friday)
		b.sent("", friday)
		b.clockAt = friday.Add(time.Hour)
		return b
	}

	b := after(tiny{})
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Gina", Mail: "gina@example.org", Lang: phrase.En}, b.clockAt))
	has(t, undo(b), "Turn 1 would be taken back, and orders would count again for it.\n",
		"1 report of it has left. Its reader learns that it does not count:\n", "to r1@example.org: ",
		"1 report of it has left to a former player, who is not told:\n", "to r2@example.org: ",
		"Orders for turn 2 are kept for that turn, from realm 1.\n",
		"Realm 2 Reich2 has changed hands since. It does so again and stays with Gina.\n",
		"Players who may know of it get a letter.\n", "The log has this reason:\n\n  The dice were loaded.\n")

	b = after(handful{})
	_, err := master.Edit(b.World, "set", []string{"1", "500"}, why, false, b.clockAt)
	must(t, err)
	has(t, undo(b), "Nothing has been done: 1 change by hand was made after turn 1; say by `--edits before` or ")

	b = after(tiny{grows: true})
	_, err = players.AddRealms(b.World, newcomers(3, 3), b.clockAt)
	must(t, err)
	b.sent("", b.clockAt)
	has(t, undo(b), "Nothing has been done: realm 3 joined after turn 1, and does not fit into the world before it.")
	_, err = turns.ListUndo(b.World, 1, b.clockAt)
	wantError(t, err, faults.ErrUndo, "realm 3 joined after turn 1")
}
