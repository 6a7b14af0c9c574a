// Package ahead keeps orders for turns to come: a sheet of a realm for a later turn goes in, and comes out when that
// turn begins. Nobody has checked it against a state before: intake does that then.
package ahead

import (
	"fmt"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
)

// What was taken out when its turn began is kept in a bucket of its own, for as long as the turn before can be taken
// back: perhaps it is not in force, and its player is to lose no letter by that. Each is made with the first sheet.
var (
	bucket = []byte("ahead")
	begun  = []byte("ahead begun")
)

// is tells whether a record has orders: one that was taken back has none.
func is(r chronicle.SheetRecord) bool { return r.Text != "" || len(r.Files) > 0 }

// Put keeps a sheet for its turn, record.Turn, which must not have begun: it counts as if it came
// when that turn begins, and its receipt goes out then. One that was kept for the turn is
// replaced. What the machine needs of the record is its realm, turn, text and files (with data, or
// the sum of what the store has), Letter and At; Good is told as the lines that can be read.
// Whatever has put a sheet in force may be handed in as it is: what was known of its lines is
// reckoned anew. A sheet without text and files is none, see Withdraw.
//
// Whoever takes a turn back puts back what was taken out for the turn that came after it, see Return, and
// then hands in the sheets that are in force for that, and removes them there.
func Put(tx *store.Tx, record chronicle.SheetRecord) error {
	if record.Absent { // nobody has sent it
		return nil
	}
	record.Void, record.Partial = nil, 0
	return put(tx, bucket, record)
}

func put(tx *store.Tx, into []byte, record chronicle.SheetRecord) error {
	if _, err := tx.CreateBucketIfNotExists(into); err != nil {
		return fmt.Errorf("storing orders ahead: %w", err)
	}
	record.Sheet = record.Sheet.Unread()
	chronicle.PutSheet(tx, into, store.Pair(record.Turn, record.Realm), record)
	return nil
}

// Sheet reads what a realm has for a turn to come. Of its files it has the sums. found is false if
// there is nothing, or nothing any more: then Stored tells what its letters for that turn brought.
func Sheet(tx *store.Tx, turn, realm int) (record chronicle.SheetRecord, found bool, err error) {
	b := tx.Bucket(bucket)
	if b == nil {
		return record, false, nil
	}
	record, found, err = store.GetPacked[chronicle.SheetRecord](b, store.Pair(turn, realm))
	return record, found && is(record), err
}

// Withdraw takes back what a realm has for a turn to come. How much its letters for it have brought
// into the store is remembered until that turn begins.
func Withdraw(tx *store.Tx, record chronicle.SheetRecord) error {
	record.Text, record.Files, record.Good, record.Bad = "", nil, 0, 0
	return Put(tx, record)
}

// Of lists what a realm has for turns to come, by turn, and how many bytes its letters for them
// have brought into the store.
func Of(tx *store.Tx, realm int) (out []chronicle.SheetRecord, stored int, err error) {
	err = each(tx, bucket, func(r chronicle.SheetRecord) {
		if r.Realm == realm {
			if stored += r.Stored; is(r) {
				out = append(out, r)
			}
		}
	})
	return out, stored, err
}

// Turns lists for how many turns to come each realm has orders.
func Turns(tx *store.Tx) (map[int]int, error) {
	turns := map[int]int{}
	err := each(tx, bucket, func(r chronicle.SheetRecord) {
		if is(r) {
			turns[r.Realm]++
		}
	})
	return turns, err
}

// Take takes out what was kept for a turn that begins, by realm, and what is left of turns before. It can be put
// back (Return) until turn oldest cannot be taken back any more: what was taken out before that turn is forgotten.
func Take(tx *store.Tx, turn, oldest int) (out []chronicle.SheetRecord, err error) {
	out, err = remove(tx, bucket, func(r chronicle.SheetRecord) bool { return r.Turn <= turn },
		func(r chronicle.SheetRecord) bool { return r.Turn == turn && is(r) })
	if err != nil {
		return nil, err
	}
	for _, r := range out {
		if err := put(tx, begun, r); err != nil {
			return nil, err
		}
	}
	_, err = remove(tx, begun, func(r chronicle.SheetRecord) bool { return r.Turn <= oldest }, nil)
	return out, err
}

// Begun lists what was taken out for a turn, by realm.
func Begun(tx *store.Tx, turn int) (out []chronicle.SheetRecord, err error) {
	err = each(tx, begun, func(r chronicle.SheetRecord) {
		if r.Turn == turn {
			out = append(out, r)
		}
	})
	return out, err
}

// Return puts back what was taken out for a turn: it has not begun after all.
func Return(tx *store.Tx, turn int) error {
	back, err := remove(tx, begun, func(r chronicle.SheetRecord) bool { return r.Turn == turn }, is)
	if err != nil {
		return err
	}
	for _, r := range back {
		if err := put(tx, bucket, r); err != nil {
			return err
		}
	}
	return nil
}

// Drop forgets all that a realm has for turns to come, and has had for turns that have begun: its player goes.
func Drop(tx *store.Tx, realm int) error {
	for _, b := range [][]byte{bucket, begun} {
		if _, err := remove(tx, b, func(r chronicle.SheetRecord) bool { return r.Realm == realm }, nil); err != nil {
			return err
		}
	}
	return nil
}

// remove removes what is of a kind, and gives of it what is wanted.
func remove(tx *store.Tx, from []byte, of, wanted func(chronicle.SheetRecord) bool) (out []chronicle.SheetRecord,
	err error) {
	var gone [][]byte
	err = each(tx, from, func(r chronicle.SheetRecord) {
		if !of(r) {
			return
		}
		gone = append(gone, store.Pair(r.Turn, r.Realm))
		if wanted != nil && wanted(r) {
			out = append(out, r)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, key := range gone {
		store.Remove(tx.Bucket(from), key)
	}
	return out, nil
}

// each reads all sheets, by turn and realm.
func each(tx *store.Tx, in []byte, do func(chronicle.SheetRecord)) error {
	b := tx.Bucket(in)
	if b == nil {
		return nil
	}
	c := b.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		r, _, err := store.GetPacked[chronicle.SheetRecord](b, key)
		if err != nil {
			return err
		}
		do(r)
	}
	return nil
}
