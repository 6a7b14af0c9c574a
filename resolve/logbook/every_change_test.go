package logbook_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Whatever changes a world is in its log: letters, turns, and what the game master does.
func TestEveryChangeIsLogged(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	at := worldtest.Friday.Add(-time.Hour)
	b.ClockAt = at
	for _, c := range []struct {
		does func() error
		want []string
	}{
		{func() error { b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken); return nil }, []string{"letter-taken player"}},
		{func() error { b.Send(1, "$I 1 wrong\n$A\ndig 1\n", receipt.WrongWord); return nil },
			[]string{"letter-wrong-password stranger"}},
		{func() error { _, err := intake.Submit(b.World, 2, "$A\ndig 2\n", at); return err }, []string{"letter-taken command"}},
		{func() error { return players.AddMail(b.World, 1, "new@example.org") }, []string{"mail command"}},
		{func() error { _, err := players.ResetPassword(b.World, 2); return err }, []string{"password command"}},
		{func() error { _, _, err := schedule.Away(b.World, 2, 1, at); return err }, []string{"away command"}},
		{func() error { _, err := schedule.Pause(b.World, at.AddDate(0, 0, 3), at); return err }, []string{"pause command"}},
		{func() error { _, err := schedule.Pause(b.World, at.AddDate(0, 0, 3), at); return err }, nil}, // nothing changes
		{func() error { _, err := schedule.Resume(b.World, at); return err }, []string{"resume command"}},
		{func() error { _, err := b.Hold(); return err }, []string{"letters-held command"}},
		{func() error { _, err := b.Release(); return err }, []string{"letters-released command"}},
		{func() error { _, err := b.Release(); return err }, nil},
		{func() error {
			_, _, err := players.AddRealm(b.World, game.Joining{Name: "Late", Lang: phrase.En}, "late@example.org", at)
			return err
		}, []string{"realm-added command"}},
		{func() error { return players.Vacate(b.World, 3, at) }, []string{"realm-freed command"}},
		{func() error { _, err := turns.Advance(b.World, worldtest.Friday, true); return err }, []string{"turn-forced command"}},
		{func() error {
			b.Settings.Early = !b.Settings.Early
			return players.AddMail(b.World, 1, "other@example.org")
		},
			[]string{"setting command", "mail command"}},
	} {
		before, err := b.History(0)
		must(t, err)
		must(t, c.does())
		if got := b.Written(len(before)); !slices.Equal(got, c.want) {
			t.Errorf("written: %q, want %q", got, c.want)
		}
	}
	if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 {
		t.Error(v.Wrong, err)
	}
}

// A turn's record protects its logbook entry: if the entry is changed, with all sums adapted, the record reveals it.
func TestTheLogIsHeldByTurns(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 {
		t.Fatal(v.Wrong)
	}
	must(t, b.Disk.Update(func(tx *store.Tx) error {
		var list []logbook.Entry
		for e, err := range logbook.Entries(tx, 0) {
			must(t, err)
			list = append(list, e)
		}
		for _, e := range list {
			store.Remove(tx.Bucket([]byte("log")), store.U64(e.Number))
		}
		store.PutJSON(tx.Bucket([]byte("meta")), []byte("log"), logbook.Last{})
		list[1].By = logbook.Command // the letter
		for _, e := range list {
			e.Beside = ""
			logbook.Write(tx, e)
		}
		return nil
	}))
	if v, err = turns.Verify(b.World); err != nil || len(v.Wrong) == 0 ||
		!strings.Contains(v.Wrong[0], "of the log is not the turn's") {
		t.Errorf("%v, %v", v.Wrong, err)
	}
	must(t, b.Disk.Update(func(tx *store.Tx) error {
		turn := tx.Bucket([]byte("turns")).Bucket(store.U32(1))
		rec, _ := store.GetJSON[chronicle.TurnRecord](turn, []byte("record"))
		rec.Logged = nil
		store.PutJSON(turn, []byte("record"), rec)
		return nil
	}))
	if v, err = turns.Verify(b.World); err != nil || len(v.Wrong) == 0 || !strings.Contains(v.Wrong[0], "names no entry") {
		t.Errorf("%v, %v", v.Wrong, err)
	}
}
