package resolve

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/store"
)

// Whatever becomes of a letter, it is due exactly as long as it waits, at its time,
// and once.
func TestWhatWaitsIsDue(t *testing.T) {
	b := sit(t, tiny{}, 1)
	dice := rand.New(rand.NewPCG(8, 1))
	states := []State{Waiting, Sent, Failed, OnHold, Waiting, Bounced}
	must(t, b.update(func(tx *store.Tx) error {
		o := outboxIn(tx)
		var ids []uint64
		for range 20 {
			ids = append(ids, o.add(entry{OutboxRow: OutboxRow{Kind: kindNotice}}, day0).ID)
		}
		for range 500 {
			e, err := o.letter(ids[dice.IntN(len(ids))])
			must(t, err)
			for range dice.IntN(3) + 1 { // saved several times as it was read once
				e.State, e.Due = states[dice.IntN(len(states))], day0.Add(time.Duration(dice.IntN(3))*time.Hour)
				o.save(&e)
			}
			var want, got [][]byte
			must(t, o.walk(func(e entry) {
				if e.State == Waiting {
					want = append(want, dueKey(e))
				}
			}))
			for k := range keys(tx.Bucket(dueBucket)) {
				got = append(got, slices.Clone(k))
			}
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("due are %x, %x wait", got, want)
			}
		}
		letters, err := o.all(func(e entry) bool { return e.State == Waiting })
		must(t, err)
		for _, e := range letters {
			o.drop(e)
		}
		if k, _ := tx.Bucket(dueBucket).Cursor().First(); k != nil {
			t.Errorf("%x is due and no letter", k)
		}
		return nil
	}))
}

// The buckets of the outbox are opened where they are made, and by the outbox.
func TestOnlyTheOutboxOpensItsBuckets(t *testing.T) {
	files, err := filepath.Glob("*.go")
	must(t, err)
	bucket := regexp.MustCompile(`\b(outbox|drafts|due|ids)Bucket\b`)
	opened := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") || f == "store.go" {
			continue
		}
		text, err := os.ReadFile(f)
		must(t, err)
		switch found := bucket.FindAll(text, -1); {
		case f == "outbox_letters.go":
			opened = len(found)
		case len(found) > 0:
			t.Errorf("%s opens %s", f, found[0])
		}
	}
	if opened == 0 {
		t.Error("the outbox opens none of them")
	}
}
