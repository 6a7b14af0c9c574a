package lost

import (
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// Carry takes over what was passed on to the game master since the copy. What has left is not sent again when its
// letter is read again. What still waited waits here. All of it can be answered, and so can letters between players.
// Records of what was passed on to players are left out if they are lost with the outbox.
func Carry(tx, now *store.Tx) error {
	if err := carryUnsent(tx, now); err != nil {
		return err
	}
	unsent, err := outbox.In(now).Unsent()
	if err != nil {
		return err
	}
	arrived := func(kind string, realm int, at time.Time) bool {
		return !unsent[outbox.Queued{Kind: kind, Realm: realm, At: at.UnixNano()}]
	}
	correspondence.Carry(tx, now, func(at time.Time) bool { return arrived(outbox.KindPress, 0, at) },
		func(realm int, at time.Time) bool { return arrived(outbox.KindTold, realm, at) })
	return nil
}

// carryUnsent takes over the letters with which something was passed on to the game master since, if they have not
// left. If the game master has no address, it takes over the notices that are stored instead.
func carryUnsent(tx, now *store.Tx) error {
	questions := correspondence.Questions(now)
	last, numbers, times := correspondence.LastNumber(tx), map[uint64]bool{}, map[int64]bool{}
	for _, q := range questions {
		if q.Number > last {
			numbers[q.Number], times[q.At.Unix()] = true, true
		}
	}
	here, there := outbox.In(tx), outbox.In(now)
	here.CarryNotices(there, func(at time.Time) bool { return times[at.Unix()] })
	return here.CarryPassed(there, func(n uint64) bool { return numbers[n] })
}
