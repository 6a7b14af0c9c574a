package main

import (
	"errors"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
)

// deadlineCmd gives a turn a later deadline.
type deadlineCmd struct {
	Dir  string `arg:""`
	Date string `arg:""`
}

// Run moves the deadline of the turn that awaits orders, by the same rules as the game master's line
// by mail. An earlier one would take time from players who count on it, so there is none.
func (k *deadlineCmd) Run(c *Call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	at, err := schedule.Postpone(w.World, k.Date, c.now())
	if errors.Is(err, store.ErrEdit) {
		return usage("deadline-refused", phrase.Str("dir", k.Dir), phrase.Str("why",
			fault.InWords(err, c.voice.book.Lang)))
	}
	if err != nil {
		return w.wrong(err)
	}
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say("deadline-moved", phrase.Num("turn", s.Turn), phrase.Str("time", when(at, w.zone())))
	return nil
}
