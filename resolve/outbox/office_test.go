package outbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

// day0 is when the tests' letters are queued.
var day0 = time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC)

// office is a post office without a game.
type office struct {
	*outbox.Office
	t *testing.T
}

// retry queues letters again, as they are.
func (b *office) retry(ids ...uint64) error {
	return b.Disk.Update(func(tx *store.Tx) error {
		return b.Retry(tx, func(outbox.Message) (bool, error) { return false, nil }, ids...)
	})
}

// open opens one with a letter that is due for each of this many players, r1@example.org ….
func open(t *testing.T, letters int) *office {
	t.Helper()
	disk, err := storetest.New(t.TempDir())
	must(t, err)
	b := &office{&outbox.Office{Disk: disk, Address: "spiel@example.org",
		Master: outbox.Master{World: "Bovistan", Mails: []string{"leiter@example.org"}, Lang: phrase.De},
		Render: func(d outbox.Draft) ([]byte, error) { return json.MarshalIndent(d, "", " ") },
		Speaks: func(*store.Tx, int) (phrase.Lang, error) { return phrase.De, nil }}, t}
	for n := 1; n <= letters; n++ {
		b.queue(outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: n, Turn: 1, To: fmt.Sprintf("r%d@example.org", n),
			Subject: "Zug 1"})
	}
	return b
}

// queue queues a letter.
func (b *office) queue(row outbox.OutboxRow) {
	b.t.Helper()
	b.change(func(tx *store.Tx) error {
		outbox.Open(tx).AddText(outbox.Message{OutboxRow: row}, outbox.Draft{Text: "x"}, day0)
		return nil
	})
}

func (b *office) change(f func(*store.Tx) error) {
	b.t.Helper()
	must(b.t, b.Disk.Update(f))
}

// row finds a letter in the outbox's listing.
func (b *office) row(id uint64) outbox.OutboxRow {
	b.t.Helper()
	rows, err := b.Outbox()
	must(b.t, err)
	for _, r := range rows {
		if r.ID == id {
			return r
		}
	}
	b.t.Fatalf("no letter %d", id)
	return outbox.OutboxRow{}
}

// next takes a letter out that must be there.
func (b *office) next(at time.Time) *outbox.Outgoing {
	b.t.Helper()
	o, err := b.Next(at)
	must(b.t, err)
	if o == nil {
		b.t.Fatalf("nothing is due at %s", at)
	}
	return o
}

// sent takes out all letters that are due, as delivered.
func (b *office) sent(at time.Time) (all []*outbox.Outgoing) {
	b.t.Helper()
	for {
		o, err := b.Next(at)
		must(b.t, err)
		if o == nil {
			return all
		}
		all = append(all, o)
		must(b.t, b.Record(o.ID, outbox.Attempt{At: at, Result: outbox.Delivered}))
	}
}

// standing returns how many letters there are in each state, and which could not be delivered.
func (b *office) standing() (n outbox.OutboxCount, undelivered []outbox.OutboxRow) {
	b.t.Helper()
	must(b.t, b.Disk.View(func(tx *store.Tx) (err error) {
		n, undelivered, err = outbox.Open(tx).Standing()
		return err
	}))
	return n, undelivered
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
}

// try records one result again and again, each as soon as the letter is due. It returns the state in which it ends,
// and the waits between the attempts.
func try(t *testing.T, b *office, result outbox.Result) (outbox.State, []time.Duration) {
	t.Helper()
	start, now := day0, day0
	var gaps []time.Duration
	for range 200 {
		o, err := b.Next(now)
		must(t, err)
		if o == nil || o.To != "r1@example.org" {
			t.Fatalf("after %s: nothing is due", now.Sub(start))
		}
		must(t, b.Record(o.ID, outbox.Attempt{At: now, Result: result, Text: "451 later"}))
		rows, err := b.Outbox()
		must(t, err)
		row := rows[o.ID-1]
		if row.State != outbox.Waiting {
			if len(row.Attempts) != len(gaps)+1 || row.Attempts[0].Text != "451 later" {
				t.Errorf("attempts %+v", row.Attempts)
			}
			return row.State, gaps
		}
		if early, err := b.Next(row.Due.Add(-time.Second)); err != nil || early != nil {
			t.Errorf("due before its time: %+v, %v", early, err)
		}
		gaps = append(gaps, row.Due.Sub(now))
		now = row.Due
	}
	t.Fatal("tried for ever")
	return "", nil
}

func TestBackOff(t *testing.T) {
	state, gaps := try(t, open(t, 1), outbox.Temporary)
	if state != outbox.GivenUp || gaps[0] != 5*time.Minute || gaps[1] != 15*time.Minute || gaps[2] != time.Hour {
		t.Errorf("%s after %v", state, gaps)
	}
	var total time.Duration
	for i, g := range gaps {
		if total += g; i > 0 && g < gaps[i-1] {
			t.Errorf("gaps %v shrink", gaps)
		}
	}
	if total > 5*24*time.Hour || total < 4*24*time.Hour {
		t.Errorf("tried for %s", total)
	}
}

func TestPermanentAndUncertain(t *testing.T) {
	b := open(t, 1)
	if state, gaps := try(t, b, outbox.Permanent); state != outbox.Failed || len(gaps) != 0 {
		t.Errorf("permanent: %s after %v", state, gaps)
	}
	// The game master is told, and a notice that fails causes no other.
	o, err := b.Next(day0)
	must(t, err)
	if o == nil || o.To != "leiter@example.org" || !bytes.Contains(o.Raw, []byte("451 later")) {
		t.Fatalf("to the game master: %+v", o)
	}
	must(t, b.Record(o.ID, outbox.Attempt{At: day0, Result: outbox.Permanent}))
	if o, err := b.Next(day0.AddDate(0, 0, 1)); err != nil || o != nil {
		t.Errorf("then %+v, %v", o, err)
	}
	if state, gaps := try(t, open(t, 1), outbox.Uncertain); state != outbox.Unclear || len(gaps) != 2 {
		t.Errorf("uncertain: %s after %v", state, gaps)
	}
	if err := b.Record(99, outbox.Attempt{}); err == nil {
		t.Error("recorded an attempt for no letter")
	}
}

func TestAlarmOnceADay(t *testing.T) {
	b := open(t, 0)
	for _, at := range []time.Duration{0, time.Hour, 25 * time.Hour} {
		must(t, b.Alarm(outbox.MailboxUnread, "mailbox", "The mailbox cannot be read.", day0.Add(at)))
	}
	must(t, b.Alarm(outbox.MailboxUnread, "another", "Something else.", day0))
	if got := b.sent(day0.Add(48 * time.Hour)); len(got) != 3 {
		t.Errorf("%d letters, want 3: %+v", len(got), got)
	}
}

// Taking letters is one change of the store, in which they get their address and Message-ID. The others get theirs when
// their turn comes. If nothing is to be written, it is none.
func TestLettersAreAddressedWhenTheyAreTaken(t *testing.T) {
	b := open(t, 6)
	was, counted := b.changes()
	for n, want := range []int{1, 1, 2} { // the second time nothing has to be written
		most := 4
		if n == 2 {
			most = 6
		}
		if out, err := b.Exchange(nil, most, day0); err != nil || len(out) != most {
			t.Fatal(out, err)
		}
		if is, _ := b.changes(); counted && is-was != want {
			t.Errorf("%d transactions, want %d", is-was, want)
		}
		ids := map[string]bool{}
		rows, err := b.Outbox()
		must(t, err)
		for _, r := range rows {
			if r.MessageID != "" {
				ids[r.MessageID] = true
			}
		}
		if len(ids) != most {
			t.Errorf("%d Message-IDs, want %d", len(ids), most)
		}
	}
}

// changes returns how many changes the store has had, if that is counted.
func (b *office) changes() (n int, counted bool) {
	b.t.Helper()
	n, counted, err := storetest.Changes(b.Disk.Dir)
	must(b.t, err)
	return n, counted
}
