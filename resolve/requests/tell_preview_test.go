package requests_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What the letter with the code of GM TELL shows is what the players get, line by line and in full, also where words
// are taken out.
func TestThePreviewOfTellIsWhatIsSent(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	_, his, _ := b.Hears(func(l *letter.Letter) {
		l.Subject, l.Text = "GM TELL 2", "The turn\u200b is late.  \n\n  $I 2 geheim77\n"+
			"Code WT-ABCD-EFGH-JKLM-NPQR\nof *** late\tly\n"
		l.Files = []game.File{{Name: "a.png", Type: "image/png", Data: []byte("x")}}
	})
	_, _, got := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: "+his[0].Subject, "YES\n" })
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	words := wording.Words(phrase.En)
	_, sent, _ := strings.Cut(got[0].Text, "\n\n")
	sent, _, _ = strings.Cut(sent, "\n\n"+words.T("told-back"))
	var want strings.Builder
	for _, line := range strings.Split(sent, "\n") {
		want.WriteString("  " + strings.ReplaceAll(line, "***", "* * *") + "\n") // three stars are where the code goes
	}
	if !strings.Contains(his[0].Text, "\n\n"+want.String()+"\n") {
		t.Errorf("sent is\n%s\nshown\n%s", got[0].Text, his[0].Text)
	}
}

// A text to a realm whose player is away goes to the player, as to everybody; one to a realm without a player does not.
func TestTellWhoIsAway(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	_, _, err := schedule.Away(b.World, 1, 2, b.ClockAt)
	must(t, err)
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	b.Sent("", b.ClockAt)
	tell := func(realm int) outbox.Draft {
		_, his, _ := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = fmt.Sprint("GM TELL ", realm), "Back by Friday?\n" })
		return his[0]
	}
	_, _, got := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: "+tell(1).Subject, "YES\n" })
	if len(got) != 1 || got[0].To != "r1@example.org" || !strings.Contains(got[0].Text, "Back by Friday?") {
		t.Errorf("%+v", got)
	}
	worldtest.Has(t, tell(2).Text, "Reich 2 hat keinen Spieler; niemandem wurde geschrieben.")
}
