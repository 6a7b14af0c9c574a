package main

import (
	"errors"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
)

// pauseCmd stops a world and lets it go on.
type pauseCmd struct {
	Dir   string `arg:""`
	Until string `placeholder:"DATE"`
	Off   bool
	Yes   bool
}

// longPause is how long a pause is at most that nobody is asked about: a year
// that is mistyped is ten years, and all players are written to.
const longPause = 100 * 24 * time.Hour

// Run stops the world, or with --off lets it go on. The same again does nothing,
// so that no player is told twice.
func (k *pauseCmd) Run(c *call) error {
	if k.Off && k.Until != "" {
		return usage("pause-both")
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	var until time.Time
	if k.Until != "" {
		if until, err = parseDate(k.Until, w.zone()); err != nil {
			return err
		}
		if !until.After(c.now()) {
			return usage("pause-past", phrase.Str("time", when(until, w.zone())))
		}
		if until.Sub(c.now()) > longPause && !k.Yes {
			return usage("pause-long", phrase.Str("time", when(until, w.zone())),
				phrase.Num("days", int(until.Sub(c.now()).Hours()/24)))
		}
	}
	before, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if before.Over {
		return usage("pause-over", phrase.Str("dir", k.Dir))
	}
	code, change := "paused", func() (bool, error) { return schedule.Pause(w.World, until, c.now()) }
	switch {
	case k.Off:
		code, change = "resumed", func() (bool, error) { return schedule.Resume(w.World, c.now()) }
	case k.Until != "":
		code = "paused-until"
	}
	changed, err := change()
	if err != nil {
		return w.wrong(err)
	}
	if !changed {
		c.voice.say(map[bool]string{true: "resumed-already", false: "paused-already"}[k.Off])
		return nil
	}
	after, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say(code, phrase.Str("dir", k.Dir), phrase.Str("until", when(until, w.zone())),
		phrase.Str("time", when(after.Deadline, w.zone())))
	return nil
}

// deadlineCmd gives a turn a later deadline.
type deadlineCmd struct {
	Dir  string `arg:""`
	Date string `arg:""`
}

// Run moves the deadline of the turn that awaits orders, by the same rules as the game master's line
// by mail. An earlier one would take time from players who count on it, so there is none.
func (k *deadlineCmd) Run(c *call) error {
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

// parseDate reads a day, with or without a time of day, in the world's zone, or
// a moment that names its own.
func parseDate(s string, zone *time.Location) (time.Time, error) {
	for _, form := range []string{"2006-01-02", "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339} {
		if t, err := time.ParseInLocation(form, s, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usage("not-a-date", phrase.Str("value", s))
}

// closingCmd closes a game before its rules end it: stops it for good.
type closingCmd struct {
	Dir    string `arg:""`
	After  number `placeholder:"N" default:"0"`
	Now    bool
	Cancel bool
	JSON   bool `name:"json"`
}

// closingJSON is the answer of `closing --json`.
type closingJSON struct {
	Changed bool                  `json:"changed"`
	Turn    int                   `json:"turn"` // that awaits orders, or would
	Over    bool                  `json:"over"`
	Closing *master.ClosureStatus `json:"closing,omitempty"`
	Votes   *master.VotesStatus   `json:"votes,omitempty"`
}

// Run closes the game, calls that off, or, if nothing is asked for, shows how it stands. The same again
// does nothing, so that no player is told twice.
func (k *closingCmd) Run(c *call) error {
	closes := k.Now || k.After > 0
	switch {
	case k.Now && k.After > 0 || k.Cancel && closes:
		return usage("closing-both")
	case closes && c.why == "":
		return usage("closing-why")
	case !closes && !k.Cancel && c.why != "":
		return usage("closing-when")
	case !closes && !k.Cancel:
		w, err := c.look(k.Dir)
		if err != nil {
			return err
		}
		return k.show(w, false)
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	changed := false
	if k.Cancel {
		changed, err = schedule.CallOff(w.World, c.now())
	} else {
		changed, err = schedule.Close(w.World, int(k.After), c.why, c.now())
	}
	if err != nil {
		return w.wrong(err)
	}
	return k.show(w, changed)
}

// show says how the closing stands, and what was done about it.
func (k *closingCmd) show(w *opened, changed bool) error {
	c := w.call
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	switch late := k.Cancel && !changed && s.Over; {
	case late && s.Closing == nil:
		return usage("closing-ended", phrase.Str("dir", k.Dir))
	case late:
		return usage("closing-too-late", phrase.Str("dir", k.Dir), phrase.Num("turn", s.Closing.After))
	}
	if k.JSON {
		return c.encode(closingJSON{changed, s.Turn, s.Over, s.Closing, s.Votes})
	}
	switch {
	case s.Closing == nil && s.Over:
		c.voice.say("closing-ended", phrase.Str("dir", k.Dir))
	case s.Closing == nil && changed:
		c.voice.say("closing-cancelled")
	case s.Closing == nil && k.Cancel:
		c.voice.say("closing-none")
	case s.Closing == nil:
		c.voice.say("closing-open", phrase.Str("dir", k.Dir))
	}
	c.sayClosing(s, w.zone())
	if changed {
		c.voice.say(map[bool]string{true: "closing-recalled", false: "closing-told"}[k.Cancel])
	}
	return nil
}

// sayClosing tells whether the game is to be closed, or is, and how many players want it.
func (c *call) sayClosing(s master.Status, zone *time.Location) {
	if l := s.Closing; l != nil {
		code, at := "status-closing-"+l.By, l.Decided
		args := []phrase.Arg{phrase.Num("turn", l.After)}
		switch {
		case !l.Closed.IsZero():
			code, at = "status-closed-"+l.By, l.Closed
		case !l.Due.IsZero():
			code, args = "status-closing-due", []phrase.Arg{phrase.Str("due", when(l.Due, zone))}
		}
		c.voice.say(code, append(args, phrase.Str("time", when(at, zone)))...)
		if l.Why != "" {
			c.voice.say("status-closing-why", phrase.Str("why", oneCell(l.Why)))
		}
	}
	if s.Votes != nil {
		c.voice.say("status-votes", phrase.Num("n", s.Votes.For), phrase.Num("of", s.Votes.Of))
	}
}
