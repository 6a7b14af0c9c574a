package gamemaster_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// observed is a world whose newspaper goes to some addresses.
func observed(t *testing.T, mails ...string) *worldtest.Game {
	t.Helper()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) {
		s.Observers, s.Public = 5, public.Shown{public.Newspaper}
	})
	for i, mail := range mails {
		must(t, b.UpdateNow(worldtest.Day0.Add(time.Duration(i)*time.Hour), func(d world.Session) error {
			_, err := notices.Observe(d, mail, "en")
			return err
		}))
	}
	b.Sent("", worldtest.Day0)
	return b
}

func observing(t *testing.T, b *worldtest.Game) (mails []string) {
	t.Helper()
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	for _, o := range s.Observers.Now {
		mails = append(mails, o.Mail)
	}
	return mails
}

// The game master sees who observes, and can end it; a letter says so. A player who observes can read that among what is
// kept, and it ends when the player is forgotten.
func TestObserversAreListedAndGo(t *testing.T) {
	t.Parallel()
	b := observed(t, "ann@one.example", "R1@example.org", "bob@one.example")
	if got := observing(t, b); !slices.Equal(got, []string{"ann@one.example", "R1@example.org", "bob@one.example"}) {
		t.Errorf("%q observe", got)
	}
	must(t, players.DropObserver(b.World, "Ann@one.example", b.ClockAt))
	told := b.Sent("", b.ClockAt)
	if len(told) != 1 || told[0].To != "ann@one.example" || !strings.Contains(told[0].Text, "no longer comes to you") {
		t.Errorf("%+v", told)
	}
	worldtest.WantError(t, players.DropObserver(b.World, "ann@one.example", b.ClockAt), faults.ErrAddress)

	p := gamemaster.PlayerOf(b.World, 1)
	d, err := p.Data()
	must(t, err)
	if len(d.Observes) != 1 || d.Observes[0].Mail != "R1@example.org" ||
		!strings.Contains(d.Print(worldtest.Berlin), "Die Zeitung jedes Zuges geht an:\n") {
		t.Errorf("%+v", d.Observes)
	}
	_, err = p.Forget(false, b.ClockAt)
	must(t, err)
	if got := observing(t, b); !slices.Equal(got, []string{"bob@one.example"}) {
		t.Errorf("%q observe after realm 1 was forgotten", got)
	}
	if where, _ := b.Holding("R1@example.org", "r1@example.org"); len(where) > 0 {
		t.Errorf("the address is still in %q", where)
	}
}

// A turn that is taken back takes its newspapers along that have not left. Whoever has read one learns it from the next.
func TestNewspapersAreTakenBack(t *testing.T) {
	t.Parallel()
	b := observed(t, "ann@one.example", "bob@one.example")
	at := worldtest.Friday
	b.Advance(at)
	var ids []uint64
	must(t, b.View(func(tx *store.Tx) error {
		all := roster.Observers(tx)
		for _, o := range all {
			ids = append(ids, o.Letter)
		}
		return nil
	}))
	must(t, b.Record(ids[0], outbox.Attempt{At: at, Result: outbox.Delivered}))
	b.Undo(at.Add(time.Hour))
	b.Redo(at.Add(2 * time.Hour))
	got := map[string]int{}
	for _, d := range b.Sent("paper", at.Add(3*time.Hour)) {
		got[d.To]++
		if !strings.Contains(d.Text, "taken back") {
			t.Errorf("%s reads %s", d.To, d.Text)
		}
	}
	if got["ann@one.example"] != 1 || got["bob@one.example"] != 1 {
		t.Errorf("%v", got)
	}
}
