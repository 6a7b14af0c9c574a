package intake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// digsTo sends a depth for a realm. It returns the receipt, what else was sent to players, and what the game master
// was told.
func digsTo(b *worldtest.Game, realm, depth int, more string) (receipt string, letters []outbox.Draft, master string) {
	b.T.Helper()
	b.Accept(b.Letter(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n%s", realm, depth, more)))
	for _, d := range b.Sent("", b.ClockAt) {
		switch {
		case strings.HasPrefix(d.MessageID, "<"+outbox.KindReceipt+"."):
			receipt = d.Text
		case d.To == b.Settings.Masters[0]:
			master += d.Text
		default:
			letters = append(letters, d)
		}
	}
	return receipt, letters, master
}

// Two realms report different things. The last one to write reads that in the receipt, the other one and the game
// master each in a letter. Once they agree, all of them are told that. The same contradiction again is no news.
func TestContradictionsAreTold(t *testing.T) {
	t.Parallel()
	const (
		differ = "Meldungen von Spielern widersprechen sich:\n  Keiner gräbt.\n"
		mended = "Kein Widerspruch mehr:\n  Keiner gräbt.\n"
	)
	b := worldtest.Found(t, worldtest.Tiny{Agreed: true}, 2)
	b.Sent("", worldtest.Day0)
	for _, c := range []struct {
		realm, depth            int
		more                    string
		receipt, letter, master string // what they say; "": nothing
	}{
		{1, 3, "", "", "", ""},
		{2, 4, "", "Contradicts what others report:\n  We dig 3 deep.\n",
			"Widerspricht dem, was andere melden:\n  Wir graben 4 tief.\n", differ},
		{2, 4, "; again\n", "Contradicts what others report:\n  We dig 3 deep.\n", "", ""},
		{2, 3, "", "What others report of it:\n  We dig 3 deep.\n",
			"Die Befehle von Reich 1 Reich1 widersprechen denen eines anderen Spielers nicht mehr.\n\nKein " +
				"Widerspruch mehr:\n  Wir graben 3 tief.\n", mended},
		{2, 3, "; again\n", "What others report of it:\n  We dig 3 deep.\n", "", ""},
		{1, 5, "", "Widerspricht dem, was andere melden:\n  Wir graben 3 tief.\n",
			"Contradicts what others report:\n  We dig 5 deep.\n", differ},
	} {
		receipt, letters, master := digsTo(b, c.realm, c.depth, c.more)
		if master != c.master {
			t.Errorf("%+v: the game master is told %q", c, master)
		}
		told := strings.Contains(receipt, "Widerspr") || strings.Contains(receipt, "Contradicts") ||
			strings.Contains(receipt, "others report")
		if told != (c.receipt != "") || !strings.Contains(receipt, c.receipt) {
			t.Errorf("%+v: the receipt says\n%s", c, receipt)
		}
		switch {
		case c.letter == "" && len(letters) == 0:
		case c.letter == "" || len(letters) != 1:
			t.Errorf("%+v: the letters are %v", c, letters)
		case letters[0].To != fmt.Sprintf("r%d@example.org", 3-c.realm) || !strings.Contains(letters[0].Text, c.letter):
			t.Errorf("%+v: to %s\n%s", c, letters[0].To, letters[0].Text)
		case c.realm == 2 && !strings.Contains(letters[0].Text,
			"\n\nAusgewertet wird am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin). "):
			t.Errorf("%+v: no deadline in\n%s", c, letters[0].Text)
		}
	}
}

// The status shows the game master what is to be reported, and how far it has been.
func TestStatusTellsWhatIsTold(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Agreed: true}, 2)
	for _, c := range []struct {
		realm, depth int
		want         string
	}{{1, 3, "untold"}, {2, 4, "contradicted"}, {2, 3, "settled"}} {
		digsTo(b, c.realm, c.depth, "")
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		if want := []gamemaster.ToldStatus{{About: 2, Accord: c.want, Text: "Keiner gräbt."}}; err != nil ||
			!slices.Equal(s.Told, want) {
			t.Errorf("%+v, %v, want %v", s.Told, err, want)
		}
	}
}

// Thirty letters change a contradiction to and fro. The other realm is told of the first ten in the hour. When the
// hour is over, it is told once how things stand.
func TestTheLastStateIsTold(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Agreed: true, Due: game.ByHand}, 2)
	digsTo(b, 1, 9, "")
	for n := range 30 {
		digsTo(b, 2, 1+n%8, "") // the last is 1 + 29 % 8 = 6
	}
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{30 * time.Minute, ""}, {2 * time.Hour, "Widerspricht dem, was andere melden:\n  Wir graben 6 tief.\n"},
		{3 * time.Hour, ""}} {
		at := b.ClockAt.Add(c.after)
		if _, err := turns.Advance(b.World, at, false); err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, d := range b.Sent("", at) {
			all += d.Text
		}
		if (all == "") != (c.want == "") || !strings.Contains(all, c.want) {
			t.Errorf("after %s: %q, want %q", c.after, all, c.want)
		}
		if c.want != "" && !strings.Contains(all,
			"\n\nDie Spielleitung wertet den Zug aus; vorgesehen ist Freitag, 27. November 2026, 18:00 Uhr "+
				"(Europe/Berlin).\n") {
			t.Errorf("it does not say who resolves the turn:\n%s", all)
		}
	}
}

// Rules that compare nothing report nothing, and a quarrel cannot fill a mailbox.
func TestContradictionsAreBounded(t *testing.T) {
	t.Parallel()
	for agreed, want := range map[bool]int{false: 0, true: limits.Crossed.Most()} {
		b := worldtest.Found(t, worldtest.Tiny{Agreed: agreed}, 2)
		digsTo(b, 1, 9, "")
		told := 0
		for n := range 30 {
			_, letters, _ := digsTo(b, 2, 1+n%8, "")
			told += len(letters)
		}
		if told != want {
			t.Errorf("compared %t: %d letters in an hour, want %d", agreed, told, want)
		}
	}
}
