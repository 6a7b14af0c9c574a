package resolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"weltentor/resolve/store"

	"go.etcd.io/bbolt"
)

// Schema 2 gave every value a checksum, counted letters and notices that status lists,
// and gave joins keys of their own. The step stays as it was when the schema was new:
// what it reads and writes has the form of that time, whatever has become of it since.

func toSchema2(db *bbolt.DB) error {
	return errors.Join(store.Seal(db), db.Update(func(raw *bbolt.Tx) error { return indexed2(store.In(raw)) }))
}

func indexed2(tx *store.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return errors.Join(letters2(tx), joins2(tx), notices2(tx))
}

// letter2 is what of a letter of the outbox says how it stands.
type letter2 struct {
	State    string            `json:"state"`
	Attempts []json.RawMessage `json:"attempts"`
	Ticked   bool              `json:"ticked"`
	Stranger bool              `json:"stranger"`
}

// unsettled is what may still become of it.
func (l letter2) unsettled() string {
	switch {
	case l.State == "waiting" && len(l.Attempts) > 0:
		return "retried"
	case l.State == "waiting" || l.State == "held":
		return l.State
	case l.Stranger || l.Ticked:
		return ""
	case l.State == "failed" || l.State == "given-up" || l.State == "unclear" || l.State == "bounced":
		return "undelivered"
	}
	return ""
}

func letters2(tx *store.Tx) error {
	states := map[string]int{}
	letters := tx.Bucket(outboxBucket)
	for k := range keys(letters) {
		l, _, err := getJSON[letter2](letters, k)
		if err != nil {
			return err
		}
		states[l.State]++
		if what := l.unsettled(); what != "" {
			put(tx.Bucket(unsettledBucket), bytes.Clone(k), []byte(what))
		}
	}
	putJSON(tx.Bucket(metaBucket), []byte("letters by state"), states)
	return nil
}

// opening2 is how a turn began. Before, joins were a list in it, which grew with each and
// was written with each.
type opening2 struct {
	Since  time.Time         `json:"since"`
	Former string            `json:"former"`
	Joins  []json.RawMessage `json:"joins,omitempty"`
}

func joins2(tx *store.Tx) error {
	turns := tx.Bucket(turnsBucket)
	for turn := range int(number(tx, "turn")) + 1 {
		t := turns.Bucket(u32(turn))
		if t == nil {
			continue
		}
		o, found, err := getJSON[opening2](t, []byte("opened"))
		if err != nil {
			return err
		}
		if !found || len(o.Joins) == 0 {
			continue
		}
		for n, j := range o.Joins {
			putJSON(tx.Bucket(joinsBucket), pair(turn, n), j)
		}
		o.Joins = nil
		putJSON(t, []byte("opened"), o)
	}
	return nil
}

// notices2 lists as news the notices that nobody was told of, or since the last turn.
func notices2(tx *store.Tx) error {
	var last struct {
		At time.Time `json:"at"`
	}
	if t := tx.Bucket(turnsBucket).Bucket(u32(int(number(tx, "turn")) - 1)); t != nil {
		var err error
		if last, _, err = getJSON[struct {
			At time.Time `json:"at"`
		}](t, []byte("record")); err != nil {
			return err
		}
	}
	notices := tx.Bucket(noticesBucket)
	for k := range keys(notices) {
		n, _, err := getPacked[struct {
			At   time.Time `json:"at"`
			Told time.Time `json:"told"`
		}](notices, k)
		if err != nil {
			return err
		}
		if n.Told.IsZero() || !n.At.Before(last.At) {
			put(tx.Bucket(newsBucket), bytes.Clone(k), nil)
		}
	}
	return nil
}
