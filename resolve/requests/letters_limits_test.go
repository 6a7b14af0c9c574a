package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// replyTo answers a letter that was passed on, in a realm's name, and returns what leaves then.
func replyTo(b *worldtest.Game, d outbox.Draft, realm int, text string) []outbox.Draft {
	b.T.Helper()
	b.Sent("", b.ClockAt)
	l := b.Letter(realm, text)
	l.Subject, l.References = "Re: "+d.Subject, d.MessageID
	b.Accept(l)
	return b.Sent("", b.ClockAt)
}

// goesTo checks that words reach these addresses and nobody else, and that their writer's receipt says so.
func goesTo(b *worldtest.Game, got []outbox.Draft, words, receipt string, want ...string) {
	b.T.Helper()
	var to []string
	said := false
	for _, d := range got {
		if strings.Contains(d.Text, words) {
			to = append(to, d.To)
		}
		said = said || strings.Contains(d.Text, receipt)
	}
	if slices.Sort(to); !slices.Equal(to, want) || !said {
		b.T.Errorf("%.20q reached %v, want %v, and a receipt with %q:\n%+v", words, to, want, receipt, got)
	}
}

// A letter to players, a reply, and a letter for the reports have 16 KB at most, whatever the letters are. One byte more
// reaches nobody, and the writer is told.
func TestALetterHas16KB(t *testing.T) {
	t.Parallel()
	for _, press := range []world.Press{world.PressNow, world.PressTurn} {
		t.Run(string(press), func(t *testing.T) {
			t.Parallel()
			b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Press = press })
			write := func(text string) []outbox.Draft {
				b.Sent("", b.ClockAt)
				l := b.Letter(1, "$I 1 PASSWORD\n"+text+"\n")
				l.Subject = "LETTER 2"
				b.Accept(l)
				return b.Sent("", b.ClockAt)
			}
			for _, line := range []string{strings.Repeat("word ", 15) + "end\n", strings.Repeat("wäre ", 15) + "ab\n"} {
				full := strings.Repeat(line, 16<<10/len(line))
				full += strings.Repeat("x", 16<<10-len(full)-1) + "!"
				if len(full) != 16384 {
					t.Fatalf("%d bytes", len(full))
				}
				long := write(full + "!")
				goesTo(b, long, full[:60], "mehr als 16 KB")
				if press == world.PressTurn {
					continue
				}
				goesTo(b, write(full), full[:60], "", "r2@example.org")
			}
		})
	}

	b := worldtest.Plotting(t, 2)
	d := b.WriteTo(1, 2, "Peace?")
	full := strings.Repeat("word ", 16<<10/5) + "end."
	goesTo(b, replyTo(b, d, 2, full+"!"), "word word", "more than 16 KB")
	goesTo(b, replyTo(b, d, 2, full), "word word", "", "r1@example.org")
}

// What undo takes back does not end a way back: the turns that were resolved meanwhile no longer count.
func TestAWayBackAfterUndo(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 2)
	d := b.WriteTo(1, 2, "Peace?")
	b.Advance(b.ClockAt.Add(7 * limits.Day))
	goesTo(b, replyTo(b, d, 2, "Once resolved."), "Once resolved.", "", "r1@example.org")
	b.Undo(b.ClockAt.Add(time.Hour))
	goesTo(b, replyTo(b, d, 2, "Taken back."), "Taken back.", "", "r1@example.org")
	b.Advance(b.ClockAt.Add(7 * limits.Day))
	b.Advance(b.ClockAt.Add(7 * limits.Day))
	goesTo(b, replyTo(b, d, 2, "Twice resolved."), "Twice resolved.", "LETTER 1")
	b.Undo(b.ClockAt.Add(time.Hour))
	goesTo(b, replyTo(b, d, 2, "Once again."), "Once again.", "", "r1@example.org")
	b.Verified()
}

// ways returns the ways back that are stored, each as writer and reader.
func ways(b *worldtest.Game) (list [][2]int) {
	b.T.Helper()
	must(b.T, b.View(func(tx *store.Tx) error {
		bucket := tx.Bucket([]byte("ways"))
		for k := range store.KeysOf(bucket) {
			w, _ := store.GetJSON[correspondence.Way](bucket, k)
			list = append(list, [2]int{w.Writer, w.Reader})
		}
		return nil
	}))
	return list
}

// The ways back from and to a player end when they are forgotten, and nobody else's do. Whoever plays the realm next
// gets nothing that was meant for the one before.
func TestAWayBackEndsWithWhoIsForgotten(t *testing.T) {
	t.Parallel()
	for _, forgotten := range []int{1, 2} {
		b := worldtest.Plotting(t, 4)
		d, other := b.WriteTo(1, 2, "Peace?"), b.WriteTo(3, 4, "War?")
		goesTo(b, replyTo(b, d, 2, "Before."), "Before.", "", "r1@example.org")
		_, err := gamemaster.PlayerOf(b.World, forgotten).Forget(true, b.ClockAt.Add(time.Hour))
		must(t, err)
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		if got := ways(b); !slices.Equal(got, [][2]int{{3, 4}}) {
			t.Errorf("realm %d is forgotten, and the ways back are %v", forgotten, got)
		}
		if forgotten == 1 {
			goesTo(b, replyTo(b, d, 2, "I march north."), "I march north.", "code that is no longer valid")
		}
		must(t, players.HandTo(b.World, forgotten, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example", Lang: phrase.En},
			b.ClockAt))
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		for _, got := range replyTo(b, d, 2, "I march south.") {
			if strings.Contains(got.Text, "I march south.") {
				t.Errorf("realm %d is forgotten, and a reply goes to %s:\n%s", forgotten, got.To, got.Text)
			}
		}
		goesTo(b, replyTo(b, other, 4, "I stay."), "I stay.", "", "r3@example.org")
	}
}
