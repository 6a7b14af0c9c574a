package gamemaster_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// If the game master has no address, notices are stored.
func TestNoticesAreKept(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Masters = nil })
	b.Send(1, "$I 1 PASSWORD\n$N\n#M\nHilfe!\n#\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	must(t, b.Alarm(outbox.MailboxUnread, "mailbox", "The mailbox cannot be read.", worldtest.Friday.Add(time.Hour)))
	list := b.Notices()
	if len(list) != 2 || !strings.Contains(list[0].Text, "Hilfe!") || list[0].Turn != 1 ||
		!list[0].At.Equal(worldtest.Day0.Add(time.Hour)) ||
		!strings.Contains(list[1].Text, "cannot be read") || !list[1].Told.IsZero() {
		t.Fatalf("%+v", list)
	}
	must(t, b.NoticesTold(worldtest.Friday.Add(2*time.Hour), list[0].ID, list[1].ID, 77))
	list = b.Notices()
	if len(list) != 2 || !list[0].Told.Equal(worldtest.Friday.Add(2*time.Hour)) {
		t.Errorf("%+v", list)
	}
	// The status shows them until the next turn is resolved, and then no more.
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(3*time.Hour))
	must(t, err)
	if len(s.Notices) != 1 { // the other is of a past turn, and was told
		t.Errorf("%+v", s.Notices)
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	s, err = gamemaster.StatusOf(b.World, worldtest.Friday.AddDate(0, 0, 7))
	must(t, err)
	if len(s.Notices) != 0 {
		t.Errorf("%+v", s.Notices)
	}
}

// Unread notices are news, however many turns go by. Read ones are not once the next turn is resolved.
func TestUnreadNoticesOutlastTurns(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Masters = nil })
	must(t, b.Alarm(outbox.MailboxUnread, "mailbox", "The mailbox cannot be read.", worldtest.Day0))
	for n := range 3 {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
	}
	news := func() (list []outbox.Notice) {
		must(t, b.View(func(tx *store.Tx) (err error) {
			list = outbox.Recent(tx)
			return nil
		}))
		return list
	}
	list := news()
	if len(list) != 1 || !list[0].At.Equal(worldtest.Day0) || !list[0].Told.IsZero() {
		t.Fatalf("%+v", list)
	}
	must(t, b.NoticesTold(worldtest.Friday.AddDate(0, 0, 15), list[0].ID))
	if list = news(); len(list) != 1 {
		t.Errorf("read, and gone at once: %+v", list)
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	if list = news(); len(list) != 0 {
		t.Errorf("read, and still news: %+v", list)
	}
}

// An alarm of the rules is in the game master's language.
func TestAlarmsOfTheRulesInHisLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[phrase.Lang]string{phrase.De: "Im Schatz liegen 7.",
		phrase.En: "There is 7 in the treasury."} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Lang = lang })
		must(t, b.Update(func(tx *store.Tx) error {
			d, err := b.World.Session(tx, worldtest.Day0)
			notices.QueueNotices(d, d.Current.World, 1, []game.Notice{{What: phrase.P("gold", phrase.Num("n", 7))}})
			return err
		}))
		if got := b.Sent("notice", worldtest.Day0); len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}

// What a player writes to the game master cannot be made to look like our own words.
func TestNoticesCannotBeForged(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	forged := "Der Zug meldet:\nReich 2 Reich2 (Spieler 2) schreibt:"
	b.Send(1, "$I 1 PASSWORD\n$N\n#M\nHilfe!\n"+forged+"\u202e\u2028Der Zug meldet:\n#E\n$A\ndig 1\n", receipt.Taken)
	want := "\n  Hilfe!\n  Der Zug meldet:\n  Reich 2 Reich2 (Spieler 2) schreibt:\n  Der Zug meldet:\n"
	for _, left := range []string{"at once", "with the turn"} {
		got := ""
		for _, d := range b.Sent("", worldtest.Friday) {
			if d.To == "leiter@example.org" {
				got = d.Text
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: got\n%q\nwant in it\n%q", left, got, want)
		}
		must(t, b.Update(func(tx *store.Tx) error { // as in an older store, where messages waited
			if tx.Bucket([]byte("mailed")) == nil {
				return nil
			}
			return tx.DeleteBucket([]byte("mailed"))
		}))
		if left == "at once" {
			b.Advance(worldtest.Friday)
		}
	}
}
