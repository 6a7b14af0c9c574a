package outbox

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

// day0 is when the tests' letters are queued.
var day0 = time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Whatever becomes of a letter, it is due exactly as long as it waits, at its time, and once.
func TestWhatWaitsIsDue(t *testing.T) {
	disk, err := storetest.New(t.TempDir())
	must(t, err)
	dice := rand.New(rand.NewPCG(8, 1))
	states := []State{Waiting, Sent, Failed, OnHold, Waiting, Bounced}
	must(t, disk.Update(func(tx *store.Tx) error {
		o := Open(tx)
		var ids []uint64
		for range 20 {
			ids = append(ids, o.Add(Message{OutboxRow: OutboxRow{Kind: KindNotice}}, day0).ID)
		}
		for range 500 {
			e, err := o.letter(ids[dice.IntN(len(ids))])
			must(t, err)
			for range dice.IntN(3) + 1 { // saved several times after being read once
				e.State, e.Due = states[dice.IntN(len(states))], day0.Add(time.Duration(dice.IntN(3))*time.Hour)
				if e.State == Waiting && dice.IntN(2) == 0 {
					e.Attempts = append(e.Attempts, Attempt{At: day0, Result: Temporary})
				}
				e.Ticked = dice.IntN(4) == 0
				o.Save(&e)
			}
			var want, got [][]byte
			wantCount, undelivered := OutboxCount{}, []uint64(nil)
			must(t, o.walk(func(e Message) {
				counted(&wantCount, e)
				if e.undelivered() {
					undelivered = append(undelivered, e.ID)
				}
				if e.State == Waiting {
					want = append(want, dueKey(e))
				}
			}))
			for k := range store.KeysOf(tx.Bucket([]byte("due"))) {
				got = append(got, slices.Clone(k))
			}
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("due are %x, %x wait", got, want)
			}
			count, rows, err := o.Standing()
			must(t, err)
			if count != wantCount || !slices.EqualFunc(rows, undelivered,
				func(r OutboxRow, id uint64) bool { return r.ID == id }) {
				t.Fatalf("counted %+v, undelivered %v; there are %+v, %v", count, rows, wantCount, undelivered)
			}
		}
		letters, err := o.all(func(e Message) bool { return e.State == Waiting })
		must(t, err)
		for _, e := range letters {
			o.drop(e)
		}
		if count, _, err := o.Standing(); err != nil || count.Waiting+count.Retried != 0 || !count.Oldest.IsZero() {
			t.Errorf("%+v, %v", count, err)
		}
		if k, _ := tx.Bucket([]byte("due")).Cursor().First(); k != nil {
			t.Errorf("%x is due and no letter", k)
		}
		return nil
	}))
}

// counted counts a letter as status used to, one by one.
func counted(n *OutboxCount, e Message) {
	switch e.State {
	case Waiting:
		n.Waiting++
		if len(e.Attempts) > 0 {
			n.Retried++
		}
		if n.Oldest.IsZero() {
			n.Oldest = e.Queued
		}
	case Sent:
		n.Sent++
	case Unclear:
		n.Unclear++
	case OnHold:
		n.Held++
	case Bounced:
		n.Bounced++
	default:
		n.Failed++
	}
}

// A letter whose secret was removed when it left cannot be rendered again.
func TestALetterWithoutItsSecretIsNotRendered(t *testing.T) {
	disk, err := storetest.New(t.TempDir())
	must(t, err)
	must(t, disk.Update(func(tx *store.Tx) error {
		Open(tx).AddText(Message{OutboxRow: OutboxRow{Kind: KindReceipt}}, Draft{Text: "x"}, day0)
		e, err := Open(tx).letter(1)
		must(t, err)
		if _, err := whole(tx, e); err != nil {
			t.Errorf("without a secret: %v", err)
		}
		e.Secret = &secrets.Sealed{Use: secrets.AsPassword}
		if _, err := whole(tx, e); err == nil || !strings.Contains(err.Error(), "has left") {
			t.Errorf("rendered again: %v", err)
		}
		return nil
	}))
}
