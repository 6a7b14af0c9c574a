package turns_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// news says for each realm, from 1, whether its last report has the treasury.
func news(b *worldtest.Game) (out string) {
	b.T.Helper()
	var turn int
	must(b.T, b.View(func(tx *store.Tx) error { turn = chronicle.NewestReport(tx, 1); return nil }))
	for realm := 1; realm < len(b.Passwords); realm++ {
		rep, err := turns.Report(b.World, realm, turn)
		must(b.T, err)
		word := " news"
		if strings.Contains(string(rep.Text), "Nothing new.") {
			word = " same"
		}
		out += word
	}
	return strings.TrimSpace(out)
}

// A realm is told its treasury in report 0, and again when it has changed. It is told anew after a hand-over, and after
// a report was taken back. What others were shown stays. So it is once where the record is of an older version. Verify
// finds a record that is not of the report beside it.
func TestReportsCountWhatWasShown(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Telling{}, 3)
	at := worldtest.Friday
	turn := func(want string) {
		t.Helper()
		if b.Advance(at); news(b) != want {
			t.Errorf("turn at %s: %s, not %s", at.Format(time.DateOnly), news(b), want)
		}
		at = at.AddDate(0, 0, 7)
		b.Verified()
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	turn("news same same") // report 0 had the treasuries
	turn("same same same")
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.De}, b.ClockAt))
	b.Verified()
	turn("same news same")
	turn("same same same")
	b.Undo(b.ClockAt.Add(time.Hour))
	b.Verified()
	b.Redo(b.ClockAt.Add(time.Hour))
	if got := news(b); got != "news news news" {
		t.Errorf("after an undo: %s", got)
	}
	b.Verified()
	tried, err := turns.Try(b.World, b.ClockAt)
	must(t, err)
	if text := string(tried.Reports[3].Text); !strings.HasSuffix(text, "Nothing new.\n") {
		t.Errorf("a dry run has the report %q", text)
	}
	turn("same same same")
	const stamp = 12
	must(t, b.Update(func(tx *store.Tx) error { // as versions before wrote it
		bucket := tx.Bucket([]byte("shown"))
		if bytes.Equal(bucket.Get(store.U32(2))[stamp:], bucket.Get(store.U32(3))[stamp:]) {
			t.Error("the records of two realms that were shown the same are alike")
		}
		store.Put(bucket, store.U32(2), append(bytes.Clone(bucket.Get(store.U32(2))[:stamp]), "attrvalu"...))
		return nil
	}))
	b.Verified()
	turn("same news same")
	turn("same same same")
	must(t, b.Update(func(tx *store.Tx) error {
		bucket := tx.Bucket([]byte("shown"))
		store.Put(bucket, store.U32(1), bucket.Get(store.U32(2)))
		store.Put(bucket, store.U32(3), []byte("short"))
		return nil
	}))
	v, err := turns.Verify(b.World)
	must(t, err)
	if wrong := strings.Join(v.Wrong, "\n"); len(v.Wrong) != 2 || !strings.Contains(wrong, "realm 1") ||
		!strings.Contains(wrong, "realm 3") {
		t.Errorf("verify: %q", v.Wrong)
	}
	b.Advance(at)
	if got := news(b); got != "news same news" {
		t.Errorf("with records that are of no report: %s", got)
	}
	b.Verified()
}
