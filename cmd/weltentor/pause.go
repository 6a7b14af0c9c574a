package main

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/schedule"
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
func (k *pauseCmd) Run(c *Call) error {
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
