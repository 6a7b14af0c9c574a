package turn

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/schedule"
)

// PauseCmd stops a world, or makes it go on.
type PauseCmd struct {
	folder.Writes
	Until string `placeholder:"DATE"`
	Off   bool
	Yes   bool
}

// Check refuses flags that contradict each other.
func (k *PauseCmd) Check(*call.Call) error {
	if k.Off && k.Until != "" {
		return complaint.Usage("pause-both")
	}
	return nil
}

// Open opens the world. A pause that players would be told of is asked for before that.
func (k *PauseCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.Off {
		return folder.Write(c, k.Dir)
	}
	return folder.WriteIf(c, k.Dir, func(w *folder.Opened) error { return k.sure(c, w) })
}

// sure says what the pause means, and asks.
func (k *PauseCmd) sure(c *call.Call, w *folder.Opened) error {
	until, s, err := k.looked(c, w)
	if p := s.Paused; err != nil || p != nil && p.Until.Equal(until) {
		return err // nothing would change
	}
	n, code := told(c, s), "pause"
	if !until.IsZero() {
		code = "pause-until"
	}
	return c.Sure(k.Yes || n == 0, code, phrase.Str("dir", k.Dir), phrase.Str("name", s.Name), phrase.Num("turn", s.Turn),
		phrase.Num("n", n), phrase.Str("until", call.When(until, w.Zone())), c.Span("span", until.Sub(c.Now())))
}

// told returns how many players get a letter if all in the game are told something.
func told(c *call.Call, s gamemaster.Status) (n int) {
	for _, r := range s.Realms {
		if !c.Voice.Here && !r.Vacant && !r.Fallen {
			n++
		}
	}
	return n
}

// sayTold says how many players get a letter of what was changed since a moment.
func sayTold(c *call.Call, w *folder.Opened, since time.Time) error {
	n, err := schedule.Told(w.World, since)
	if err == nil {
		c.Voice.Say("players-told", phrase.Num("n", n))
	}
	return err
}

// looked reads the end of the pause, zero if there is none, and the state of a game that can pause.
func (k *PauseCmd) looked(c *call.Call, w *folder.Opened) (until time.Time, s gamemaster.Status, err error) {
	if k.Until != "" {
		if until, err = schedule.Moment(k.Until, time.Time{}, w.Zone()); err != nil {
			return until, s, complaint.Usage("not-a-date", phrase.Str("value", k.Until))
		}
		if !until.After(c.Now()) {
			return until, s, complaint.Usage("pause-past", phrase.Str("time", call.When(until, w.Zone())))
		}
	}
	if s, err = gamemaster.StatusOf(w.World, c.Now()); err == nil && s.Over {
		err = complaint.Usage("pause-over", phrase.Str("dir", k.Dir))
	}
	return until, s, err
}

// Run stops the world, or with --off makes it go on. Doing the same again has no effect, so that no player is told
// twice.
func (k *PauseCmd) Run(c *call.Call, w *folder.Opened) (err error) {
	until, _, err := k.looked(c, w)
	if err != nil {
		return err
	}
	now := c.Now()
	code, change := "paused", func() (bool, error) { return schedule.Pause(w.World, until, now) }
	switch {
	case k.Off:
		code, change = "resumed", func() (bool, error) { return schedule.Resume(w.World, now) }
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
	after, err := gamemaster.StatusOf(w.World, now)
	if err != nil {
		return err
	}
	c.Voice.Say(code, phrase.Str("dir", k.Dir), phrase.Str("until", call.When(until, w.Zone())))
	if code != "paused" && !after.Deadline.IsZero() {
		c.Voice.Say("status-deadline", phrase.Str("time", call.When(after.Deadline, w.Zone())))
	}
	return sayTold(c, w, now)
}
