package turn

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/schedule"
)

// PauseCmd stops a world, or makes it go on.
type PauseCmd struct {
	folder.Writes
	Until string `placeholder:"DATE"`
	Off   bool
	Yes   bool
}

// longPause is the longest pause without a question. A typing error in the year makes ten years, and all players are
// told.
const longPause = 100 * 24 * time.Hour

// Check refuses flags that contradict each other.
func (k *PauseCmd) Check(*call.Call) error {
	if k.Off && k.Until != "" {
		return fault.Usage("pause-both")
	}
	return nil
}

// Run stops the world, or with --off makes it go on. Doing the same again has no effect, so that no player is told
// twice.
func (k *PauseCmd) Run(c *call.Call, w *folder.Opened) (err error) {
	var until time.Time
	if k.Until != "" {
		if until, err = schedule.Moment(k.Until, time.Time{}, w.Zone()); err != nil {
			return fault.Usage("not-a-date", phrase.Str("value", k.Until))
		}
		if !until.After(c.Now()) {
			return fault.Usage("pause-past", phrase.Str("time", call.When(until, w.Zone())))
		}
		if until.Sub(c.Now()) > longPause && !k.Yes {
			return fault.Usage("pause-long", phrase.Str("time", call.When(until, w.Zone())),
				phrase.Num("days", int(until.Sub(c.Now()).Hours()/24)))
		}
	}
	before, err := master.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	if before.Over {
		return fault.Usage("pause-over", phrase.Str("dir", k.Dir))
	}
	code, change := "paused", func() (bool, error) { return schedule.Pause(w.World, until, c.Now()) }
	switch {
	case k.Off:
		code, change = "resumed", func() (bool, error) { return schedule.Resume(w.World, c.Now()) }
	case k.Until != "":
		code = "paused-until"
	}
	changed, err := change()
	if err != nil {
		return err
	}
	if !changed {
		c.Voice.Say(map[bool]string{true: "resumed-already", false: "paused-already"}[k.Off])
		return nil
	}
	after, err := master.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	c.Voice.Say(code, phrase.Str("dir", k.Dir), phrase.Str("until", call.When(until, w.Zone())),
		phrase.Str("time", call.When(after.Deadline, w.Zone())))
	return nil
}
