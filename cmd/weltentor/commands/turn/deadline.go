package turn

import (
	"errors"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store/faults"
)

// DeadlineCmd gives a turn a later deadline.
type DeadlineCmd struct {
	folder.Writes
	Date string `arg:""`
	Yes  bool
}

// farOff is by how much a deadline moves at most without a question: a mistyped one cannot be taken back.
const farOff = 28 * 24 * time.Hour

// Run moves the deadline of the turn that awaits orders, by the same rules as the game master's line by mail. It can
// only be later: players count on the time they have. If it moves far, Run asks first. The same deadline again has no
// effect.
func (k *DeadlineCmd) Run(c *call.Call, w *folder.Opened) error {
	now := c.Now()
	sure := func(was, at time.Time) error {
		return c.Sure(k.Yes || at.Sub(was) <= farOff, "deadline", phrase.Str("dir", k.Dir),
			phrase.Str("time", call.When(at, w.Zone())), c.Span("span", at.Sub(was)))
	}
	was, at, err := schedule.Postpone(w.World, k.Date, now, sure)
	if hindered, is := errors.AsType[*phrase.Fault](err); is && hindered.What.Code == "bid-past" {
		return complaint.Usage("deadline-past", phrase.Str("dir", k.Dir))
	}
	if errors.Is(err, faults.ErrEdit) {
		return complaint.Usage("deadline-refused", phrase.Str("dir", k.Dir), phrase.Str("why",
			complaint.InWords(err, c.Voice.Book.Lang)))
	}
	if err != nil {
		return err
	}
	if at.Equal(was) {
		c.Voice.Say("deadline-already", phrase.Str("time", call.When(at, w.Zone())))
		return nil
	}
	s, err := gamemaster.StatusOf(w.World, now)
	if err != nil {
		return err
	}
	c.Voice.Say("deadline-moved", phrase.Num("turn", s.Turn), phrase.Str("time", call.When(at, w.Zone())),
		c.Span("later", at.Sub(was)))
	return sayTold(c, w, now)
}
