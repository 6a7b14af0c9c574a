package resolve

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// bids sends a mail of the game master's, and gives the answer.
func (b *table) bids(subject string) (answer string) {
	b.t.Helper()
	l := b.letter(1, "")
	l.From, l.Subject = "leiter@example.org", subject
	if a := b.accept(l); a.Fate != FromMaster {
		b.t.Fatalf("%s: %+v", subject, a)
	}
	got := b.sent("notice", b.clockAt)
	if len(got) != 1 {
		b.t.Fatalf("%s: %d answers", subject, len(got))
	}
	return got[0].Text
}

// The game master's STATUS parts orders that are final from those that are not, and names who wants
// more time.
func TestStatusByMail(t *testing.T) {
	for lang, want := range map[phrase.Lang]string{
		phrase.De: "Befehle sind da von Reich 4.\nBefehle sind da, aber noch nicht endgültig, von den Reichen 1, 3.\n" +
			"Befehle fehlen von den Reichen 2, 5.\nMehr Zeit wünscht Reich 2.\n",
		phrase.En: "Orders are in from realm 4.\nOrders are in, but not final yet, from realms 1, 3.\n" +
			"Orders are missing from realms 2, 5.\nRealm 2 wants more time.\n",
	} {
		b := sit(t, tiny{chart: true}, 5, generous, func(s *Settings) { s.Lang = lang })
		b.sent("", b.clockAt)
		if got := b.bids("SL STATUS"); strings.Contains(got, "ndgültig") || strings.Contains(got, "final") ||
			strings.Contains(got, "more time") {
			t.Errorf("before:\n%s", got)
		}
		b.send(3, "$I 3 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", Taken)
		b.send(4, "$I 4 PASSWORD\n$A\ndig 1\n", Taken)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nEntwurf ja\n", Taken)
		b.sent("", b.clockAt)
		b.moreTime(2)
		has(t, b.bids("GM STATUS"), want)
	}
}

// The list of what works by mail has all there is, and each line of it is read.
func TestTheListOfBiddings(t *testing.T) {
	for lang, lines := range map[phrase.Lang]string{
		phrase.De: "SL STATUS, SL AN 3 4, SL AN alle, SL PAUSE bis 2027-08-20, SL WEITER, " +
			"SL FRIST 2027-08-20 18:00, SL HILFE",
		phrase.En: "GM STATUS, GM TELL 3 4, GM TELL all, GM PAUSE until 2027-08-20, GM RESUME, " +
			"GM DEADLINE 2027-08-20 18:00, GM HELP",
	} {
		b := sit(t, tiny{}, 4, func(s *Settings) { s.Lang = lang })
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
			if got := b.bids(line); strings.Contains(got, "cannot be read") || strings.Contains(got, "nicht zu lesen") {
				t.Errorf("%s:\n%s", line, got)
			}
		}
	}
}
