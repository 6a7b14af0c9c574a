package resolve

import (
	"time"

	"weltentor/resolve/store"
)

// What is known of the server that takes our letters: how many it takes an hour,
// and whether it takes the null sender.

// slot is how many attempts were made in five minutes.
type slot struct {
	At int64 `json:"at"` // unix seconds / slotSize
	N  int   `json:"n"`
}

const slotSize = 5 * 60

// inAnHour is how many slots any hour touches.
const inAnHour = 60*60/slotSize + 1

func slotOf(t time.Time) int64 { return t.Unix() / slotSize }

// sending gives the slots of the last hour that have attempts, oldest first.
func (o outbox) sending(now time.Time) ([]slot, error) {
	all, _, err := getJSON[[]slot](o.tx.Bucket(metaBucket), []byte("sending"))
	var last []slot
	for _, s := range all {
		if at := slotOf(now); s.At > at-inAnHour && s.At <= at {
			last = append(last, s)
		}
	}
	return last, err
}

// count counts a letter handed to the server. Whether it took it does not
// matter: providers count what was tried.
func (o outbox) count(now time.Time) error {
	slots, err := o.sending(now)
	if err != nil {
		return err
	}
	if last := len(slots) - 1; last >= 0 && slots[last].At == slotOf(now) {
		slots[last].N++
	} else {
		slots = append(slots, slot{slotOf(now), 1})
	}
	putJSON(o.tx.Bucket(metaBucket), []byte("sending"), slots)
	return nil
}

// limited tells until when the limit an hour keeps all letters back; zero if one may
// leave now, or there is no limit.
func (o outbox) limited(perHour int, now time.Time) (until time.Time, err error) {
	if perHour <= 0 {
		return until, nil
	}
	slots, err := o.sending(now)
	if err != nil {
		return until, err
	}
	n := 0
	for _, s := range slots {
		n += s.N
	}
	for _, s := range slots {
		if n < perHour {
			break
		}
		n -= s.N
		until = time.Unix((s.At+inAnHour)*slotSize, 0).UTC()
	}
	return until, nil
}

// nullRefusal is that a server takes no null sender.
type nullRefusal struct {
	Server string    `json:"server"`
	At     time.Time `json:"at"`
}

// nullForgotten is after how long the null sender is tried again: providers
// change their minds, and it is the better sender for an answer.
const nullForgotten = 30 * 24 * time.Hour

var nullKey = []byte("no null sender")

// NullRefused remembers that a server takes no null sender.
func (o *Office) NullRefused(server string, now time.Time) error {
	return o.disk.update(func(tx *store.Tx) error {
		putJSON(tx.Bucket(metaBucket), nullKey, nullRefusal{server, now.UTC()})
		return nil
	})
}

// RefusesNull tells whether that is remembered of a server.
func (o *Office) RefusesNull(server string, now time.Time) (refuses bool, err error) {
	err = o.disk.view(func(tx *store.Tx) error {
		r, found, err := getJSON[nullRefusal](tx.Bucket(metaBucket), nullKey)
		refuses = found && r.Server == server && now.Sub(r.At) < nullForgotten && !now.Before(r.At)
		return err
	})
	return refuses, err
}
