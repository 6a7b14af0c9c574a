package notices_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/worldtest"
)

// passed are the letters between players in a realm's newest table: turn, writer, reader or "all", and words.
func passed(b *worldtest.Game, realm int) (said []string) {
	b.T.Helper()
	laid, err := notices.Laid(b.World, realm, -1)
	must(b.T, err)
	for _, l := range tableOf(b.T, string(laid)).Passed {
		to := fmt.Sprint(l.To)
		if l.All {
			to = "all"
		}
		said = append(said, fmt.Sprintf("%d: %d to %s: %s", l.Turn, l.From, to, l.Text))
		if l.At == "" || strings.Contains(l.Text, "LETTER") {
			b.T.Errorf("%+v", l)
		}
	}
	return said
}

// A letter that was passed on at once is in no report. The data of a page have it, for who wrote it and who got it, in
// the report's turn and the next one.
func TestTableHasPassedLetters(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 3)
	b.WriteTo(1, 2, "Peace, until spring?")
	b.WriteTo(2, 1, "Peace.")
	l := b.Letter(1, "$I 1 PASSWORD\nThe toll is off.\n")
	l.Subject = "LETTER A"
	b.Accept(l)
	b.Advance(b.ClockAt.Add(7 * limits.Day))
	b.WriteTo(3, 2, "I am at your border.")
	all := []string{"1: 1 to 2: Peace, until spring?", "1: 2 to 0: Peace.", "1: 1 to all: The toll is off."}
	for realm, want := range map[int][]string{
		1: all,
		2: {"1: 1 to 0: Peace, until spring?", "1: 2 to 1: Peace.", all[2], "2: 3 to 0: I am at your border."},
		3: {all[2], "2: 3 to 2: I am at your border."},
	} {
		if got := passed(b, realm); !slices.Equal(got, want) {
			t.Errorf("realm %d: %q", realm, got)
		}
	}
	b.Advance(b.ClockAt.Add(7 * limits.Day))
	if got := passed(b, 2); !slices.Equal(got, []string{"2: 3 to 0: I am at your border."}) {
		t.Errorf("a turn later: %q", got)
	}
}

// Letters to a player and from them stay theirs: whoever plays the realm after them, or in their place, does not get
// them with the data of a page.
func TestTableOfAnotherHasNoPassedLetters(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*worldtest.Game){
		"handed over": func(b *worldtest.Game) {
			must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org"}, b.ClockAt.Add(time.Hour)))
		},
		"substitute": func(b *worldtest.Game) { b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann)) },
	} {
		b := worldtest.Plotting(t, 3)
		b.WriteTo(1, 2, "Peace, until spring?")
		b.WriteTo(2, 1, "Peace.")
		change(b)
		b.Advance(b.ClockAt.Add(7 * limits.Day))
		if got := passed(b, 2); len(got) != 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
