package limits_test

import (
	"testing"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

func TestLimitsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for l, row := range limits.Limits() {
		if row.Name == "" || row.Most <= 0 || row.Of == "" || seen[row.Name] {
			t.Errorf("limit %d: %+v", l, row)
		}
		if row.Per != 0 && row.Per != time.Hour && row.Per != limits.Day && row.Per != limits.Week {
			t.Errorf("%s is counted by %s", row.Name, row.Per)
		}
		seen[row.Name] = true
	}
}

func TestCounters(t *testing.T) {
	st, err := storetest.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(now time.Time, l limits.Limit, of limits.Whose) (n int) {
		if err := st.Update(func(tx *store.Tx) error {
			n = l.Count(tx, now, of)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		limit limits.Limit
		of    limits.Whose
		want  int
	}{
		{0, limits.Receipts, limits.OfRealm(1), 1}, {59 * time.Minute, limits.Receipts, limits.OfRealm(1), 2},
		{0, limits.Receipts, limits.OfRealm(11), 1}, {0, limits.Replies, limits.OfRealm(1), 1},
		{time.Hour, limits.Receipts, limits.OfRealm(1), 1}, {0, limits.Verdicts, limits.OfMail("A@b.test"), 1},
		{11 * time.Hour, limits.Verdicts, limits.OfMail("a@B.test"), 2},
		{12 * time.Hour, limits.Verdicts, limits.OfMail("a@b.test"), 1},
	} {
		if got := at(noon.Add(c.after), c.limit, c.of); got != c.want {
			t.Errorf("%s of%q after %s: %d, want %d", limits.Limits()[c.limit].Name, c.of, c.after, got, c.want)
		}
	}
}
