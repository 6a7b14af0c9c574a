package resolve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

func TestALetterIsTheSameEveryTime(t *testing.T) {
	b := sit(t, tiny{}, 1)
	_, _, err := b.AddRealm(game.Joining{Name: "Old", Computer: game.PC, Lang: "de"}, "old@example.org", day0)
	must(t, err)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", Taken)
	seen := map[string]bool{}
	for {
		first, err := b.Next(friday)
		must(t, err)
		if first == nil {
			break
		}
		// Other settings later do not change a letter that waits.
		b.reopen(tiny{}, func(s *Settings) { s.Name, s.Address, s.Zone = "Other", "other@example.com", time.UTC })
		again, err := b.Next(friday.Add(time.Hour))
		must(t, err)
		if !bytes.Equal(first.Raw, again.Raw) || first.MessageID != again.MessageID || first.From != again.From {
			t.Errorf("first\n%s\nthen\n%s", first.Raw, again.Raw)
		}
		if seen[first.MessageID] || !strings.HasSuffix(first.MessageID, "@example.org>") {
			t.Errorf("Message-ID %s", first.MessageID)
		}
		seen[first.MessageID] = true
		if receipt := strings.Contains(first.MessageID, "receipt"); receipt != (first.From == "") {
			t.Errorf("%s is sent from %q", first.MessageID, first.From)
		}
		if first.To == "old@example.org" && !bytes.Contains(first.Raw, []byte("CP437")) {
			t.Errorf("charset of a PC: %s", first.Raw)
		}
		must(t, b.Record(first.ID, outbox.Attempt{At: friday, Result: outbox.Delivered}))
	}
	if len(seen) != 3 {
		t.Errorf("%d letters", len(seen))
	}
}

// try records one result again and again, each as soon as the letter is due, and
// gives the state it ends in and the waits between the attempts.
func try(t *testing.T, b *table, result outbox.Result) (outbox.State, []time.Duration) {
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
	state, gaps := try(t, sit(t, tiny{}, 1), outbox.Temporary)
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
	b := sit(t, tiny{}, 1)
	if state, gaps := try(t, b, outbox.Permanent); state != outbox.Failed || len(gaps) != 0 {
		t.Errorf("permanent: %s after %v", state, gaps)
	}
	// The game master hears of it, and a notice that fails begets no other.
	o, err := b.Next(day0)
	must(t, err)
	if o == nil || o.To != "leiter@example.org" || !bytes.Contains(o.Raw, []byte("451 later")) {
		t.Fatalf("to the game master: %+v", o)
	}
	must(t, b.Record(o.ID, outbox.Attempt{At: day0, Result: outbox.Permanent}))
	if o, err := b.Next(day0.AddDate(0, 0, 1)); err != nil || o != nil {
		t.Errorf("then %+v, %v", o, err)
	}
	if state, gaps := try(t, sit(t, tiny{}, 1), outbox.Uncertain); state != outbox.Unclear || len(gaps) != 2 {
		t.Errorf("uncertain: %s after %v", state, gaps)
	}
	if err := b.Record(99, outbox.Attempt{}); err == nil {
		t.Error("recorded an attempt for no letter")
	}
}

func TestAlarmOnceADay(t *testing.T) {
	b := sit(t, tiny{}, 0)
	for _, at := range []time.Duration{0, time.Hour, 25 * time.Hour} {
		must(t, b.Alarm("mailbox", "The mailbox cannot be read.", day0.Add(at)))
	}
	must(t, b.Alarm("another", "Something else.", day0))
	if got := b.sent("notice", day0.Add(48*time.Hour)); len(got) != 3 {
		t.Errorf("%d letters, want 3: %+v", len(got), got)
	}
}

// Who wants attachments zipped gets the report that way, others as it is.
func TestZipIsAsTheRealmWishes(t *testing.T) {
	b := sit(t, tiny{}, 0)
	for _, player := range []string{"Zipper", "Plain"} {
		_, _, err := b.AddRealm(game.Joining{Name: player, Player: player, Lang: "de"}, player+"@example.org", day0)
		must(t, err)
	}
	for range 2 {
		o, err := b.Next(friday)
		must(t, err)
		var d outbox.Draft
		must(t, json.Unmarshal(o.Raw, &d))
		want := ""
		if o.To == "Zipper@example.org" {
			want = "ERGEBNIS.ZIP"
		}
		if d.Zip != want || len(d.Files) == 0 {
			t.Errorf("to %s: a ZIP %q of %d files", o.To, d.Zip, len(d.Files))
		}
		must(t, b.Record(o.ID, outbox.Attempt{At: friday, Result: outbox.Delivered}))
	}
}

// TestManyLettersAreAddressed: of more letters than are addressed in a transaction
// none is left out, and none twice.
func TestManyLettersAreAddressed(t *testing.T) {
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	const letters = 2*outbox.AtOnce + 1
	must(t, b.update(func(tx *store.Tx) error {
		for n := range letters {
			e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, To: "gm@example.org",
				Subject: fmt.Sprint(n)}}
			outbox.In(tx).AddText(e, outbox.Draft{Text: "x"}, day0)
		}
		return nil
	}))
	was := b.generation()
	if out, err := b.Next(day0); err != nil || out == nil {
		t.Fatal(out, err)
	}
	if n := b.generation() - was; n != 3 {
		t.Errorf("%d transactions, want 3", n)
	}
	ids := map[string]bool{}
	rows, err := b.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.State == outbox.Waiting {
			ids[r.MessageID] = true
		}
	}
	if len(ids) != letters || ids[""] {
		t.Errorf("%d Message-IDs of %d letters", len(ids), letters)
	}
}

// generation is how many changes the store has had.
func (b *table) generation() (n uint64) {
	b.t.Helper()
	must(b.t, b.view(func(tx *store.Tx) error {
		n = store.NumberOf(tx, "generation")
		return nil
	}))
	return n
}
