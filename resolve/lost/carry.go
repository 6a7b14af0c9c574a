package lost

import (
	"encoding/binary"
	"errors"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// Carry takes over what was passed on to the game master since the copy. What has left is not sent again when its
// letter is read again. What still waited waits here. All of it can be answered, and so can letters between players.
func Carry(tx, now *store.Tx) error {
	if err := carryUnsent(tx, now); err != nil {
		return err
	}
	all := func(*store.Bucket, []byte) (bool, error) { return true, nil }
	for _, name := range [][]byte{correspondence.PassedBucket, correspondence.MailedBucket, correspondence.WaysBucket} {
		if err := carryOver(tx, now, name, all); err != nil {
			return err
		}
	}
	if n := store.NumberOf(now, "passed"); n > 0 {
		store.SetNumber(tx, "passed", n)
	}
	return carryWords(tx, now)
}

// carryUnsent takes over the letters with which something was passed on to the game master since, if they have not
// left. If the game master has no address, it takes over the notices that are stored instead.
func carryUnsent(tx, now *store.Tx) error {
	questions, err := correspondence.Questions(now)
	if err != nil {
		return err
	}
	last, numbers, times := store.NumberOf(tx, "passed"), map[uint64]bool{}, map[int64]bool{}
	for _, q := range questions {
		if q.Number > last {
			numbers[q.Number], times[q.At.Unix()] = true, true
		}
	}
	here, there := outbox.In(tx), outbox.In(now)
	return errors.Join(here.CarryPassed(there, func(n uint64) bool { return numbers[n] }),
		here.CarryNotices(there, func(at time.Time) bool { return times[at.Unix()] }))
}

// carryWords takes over records of what was passed on to players since: messages of other players and letters of the
// game master. Those that are lost with the outbox are left out.
func carryWords(tx, now *store.Tx) error {
	unsent, err := outbox.In(now).Unsent()
	if err != nil {
		return err
	}
	pressed := func(from *store.Bucket, k []byte) (bool, error) {
		at, _, err := store.GetJSON[time.Time](from, k)
		return !unsent[outbox.Queued{Kind: outbox.KindPress, At: at.UnixNano()}], err
	}
	told := func(from *store.Bucket, k []byte) (bool, error) {
		t, _, err := store.GetJSON[correspondence.Told](from, k)
		to := outbox.Queued{Kind: outbox.KindTold, Realm: int(binary.BigEndian.Uint32(k[4:8])), At: t.At.UnixNano()}
		return t.Text != "" || !unsent[to], err
	}
	return errors.Join(carryOver(tx, now, correspondence.PressBucket, pressed),
		carryOver(tx, now, correspondence.ToldBucket, told))
}

// carryOver takes over the wanted entries of a bucket.
func carryOver(tx, now *store.Tx, name []byte, wanted func(from *store.Bucket, k []byte) (bool, error)) error {
	from := now.Bucket(name)
	if from == nil {
		return nil
	}
	to, err := tx.CreateBucketIfNotExists(name)
	if err != nil {
		return err
	}
	for k := range store.KeysOf(from) {
		is, err := wanted(from, k)
		if err != nil {
			return err
		}
		if is {
			store.Put(to, k, from.Get(k))
		}
	}
	return nil
}
