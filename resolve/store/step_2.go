package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"go.etcd.io/bbolt"
)

// Schema 2 gave every value a checksum, counted the letters and notices that status lists, and gave joins keys of
// their own. The step stays as it was when the schema was new: it reads and writes the forms of that time, whatever
// has become of them since.

func toSchema2(db *bbolt.DB) error {
	return errors.Join(seal(db), db.Update(func(raw *bbolt.Tx) error { return indexed2(In(raw)) }))
}

func indexed2(tx *Tx) error {
	for _, name := range []string{"unsettled", "news", "joins"} {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	letters2(tx)
	joins2(tx)
	notices2(tx)
	return nil
}

// letter2 is what a letter of the outbox says about its state.
type letter2 struct {
	State    string            `json:"state"`
	Attempts []json.RawMessage `json:"attempts"`
	Ticked   bool              `json:"ticked"`
	Stranger bool              `json:"stranger"`
}

// unsettled is what may still become of the letter.
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

func letters2(tx *Tx) {
	states := map[string]int{}
	letters := tx.Bucket([]byte("outbox"))
	for k := range KeysOf(letters) {
		l, _ := GetJSON[letter2](letters, k)
		states[l.State]++
		if what := l.unsettled(); what != "" {
			Put(tx.Bucket([]byte("unsettled")), bytes.Clone(k), []byte(what))
		}
	}
	PutJSON(tx.Bucket(metaBucket), []byte("letters by state"), states)
}

// opening2 is how a turn began. Earlier it had joins as a list, which grew with each join and was written again with
// each.
type opening2 struct {
	Since  time.Time         `json:"since"`
	Former string            `json:"former"`
	Joins  []json.RawMessage `json:"joins,omitempty"`
}

func joins2(tx *Tx) {
	turns := tx.Bucket([]byte("turns"))
	for turn := range Turn(tx) + 1 {
		t := turns.Bucket(U32(turn))
		if t == nil {
			continue
		}
		o, found := GetJSON[opening2](t, []byte("opened"))
		if !found || len(o.Joins) == 0 {
			continue
		}
		for n, j := range o.Joins {
			PutJSON(tx.Bucket([]byte("joins")), Pair(turn, n), j)
		}
		o.Joins = nil
		PutJSON(t, []byte("opened"), o)
	}
}

// notices2 lists as news the notices that nobody was told, or that came after the last turn.
func notices2(tx *Tx) {
	var last struct {
		At time.Time `json:"at"`
	}
	if t := tx.Bucket([]byte("turns")).Bucket(U32(Turn(tx) - 1)); t != nil {
		last, _ = GetJSON[struct {
			At time.Time `json:"at"`
		}](t, []byte("record"))
	}
	notices := tx.Bucket([]byte("notices"))
	for k := range KeysOf(notices) {
		n, _ := GetPacked[struct {
			At   time.Time `json:"at"`
			Told time.Time `json:"told"`
		}](notices, k)
		if n.Told.IsZero() || !n.At.Before(last.At) {
			Put(tx.Bucket([]byte("news")), bytes.Clone(k), nil)
		}
	}
}
