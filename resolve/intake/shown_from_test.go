package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Somebody who is, or was, somebody in the game sends orders for a realm that is not theirs. Its player hears of the letter,
// and not from which address it came. Nor is a stranger's told: it would show that all others are somebody.
func TestAlarmsNameNoOtherPlayersAddress(t *testing.T) {
	t.Parallel()
	for _, auth := range []world.Auth{world.ByPassword, world.ByDKIM, world.ByBoth, world.ByEither} {
		for _, identity := range []string{"$I 1 other-word", "$I 1"} {
			told := 0
			for _, from := range []string{"r1@example.org", "r2@example.org", "r3@example.org", "who@example.com"} {
				b := worldtest.Found(t, worldtest.Tiny{}, 3, asking(auth))
				must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.net", Lang: phrase.En}, b.ClockAt))
				must(t, players.SetMail(b.World, 3, "new3@example.org"))
				b.Sent("", b.ClockAt)
				l := b.Letter(1, fmt.Sprintf("%s\n$A\ndig 3\n", identity))
				l.From, l.Proof = from, letter.Proof{Why: "unsigned"}
				_, err := intake.Accept(b.World, l, b.ClockAt)
				must(t, err)
				for _, d := range b.Sent("", b.ClockAt) {
					if d.To != "neu@example.net" {
						continue
					}
					if told++; strings.Contains(d.Text, from) {
						t.Errorf("%s, %s, from %s:\n%s", auth, identity, from, d.Text)
					}
				}
			}
			if told == 0 && identity != "$I 1" {
				t.Errorf("%s: nobody hears of it", auth)
			}
		}
	}
}
