package turn

import (
	"path/filepath"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/schedule"
)

// ClosingCmd closes a game for good before its rules end it.
type ClosingCmd struct {
	folder.Writes
	After  *call.Number `placeholder:"N"`
	Now    bool
	Cancel bool
	Yes    bool
	JSON   bool `name:"json"`
}

// closingJSON is the answer of `closing --json`.
type closingJSON struct {
	Changed bool                      `json:"changed"`
	Turn    int                       `json:"turn"` // that awaits orders, or would
	Over    bool                      `json:"over"`
	Closing *gamemaster.ClosureStatus `json:"closing,omitempty"`
	Votes   *gamemaster.VotesStatus   `json:"votes,omitempty"`
}

// closes reports whether the game is to be closed.
func (k *ClosingCmd) closes() bool { return k.Now || k.After != nil }

// Check refuses flags that contradict each other, and to close a game without a reason.
func (k *ClosingCmd) Check(c *call.Call) error {
	switch closes := k.closes(); {
	case k.Now && k.After != nil || k.Cancel && closes:
		return complaint.Usage("closing-both")
	case k.After != nil && *k.After == 0:
		return complaint.Usage("closing-first")
	case closes && c.Why == "":
		return complaint.Usage("closing-why")
	case !closes && !k.Cancel && c.Why != "":
		return complaint.Usage("closing-when")
	}
	return nil
}

// Open opens the world to write about the closing, or to look at it.
func (k *ClosingCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if !k.closes() && !k.Cancel {
		return folder.Read(c, k.Dir)
	}
	return folder.WriteIf(c, k.Dir, func(w *folder.Opened) error { return k.sure(c, w) })
}

// sure has the name of a world typed whose game would end at once.
func (k *ClosingCmd) sure(c *call.Call, w *folder.Opened) error {
	s, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil || !k.Now || k.Yes || s.Over {
		return err
	}
	args := []phrase.Arg{phrase.Str("dir", k.Dir), phrase.Str("name", s.Name), phrase.Num("turn", s.Turn),
		phrase.Num("n", told(c, s))}
	question := "closing-ask"
	if s.Turn == 1 {
		question = "closing-first-ask"
	}
	answer, asked := c.Answered(question, args...)
	if asked && (strings.EqualFold(answer, s.Name) || strings.EqualFold(answer, filepath.Base(k.Dir))) {
		return nil
	}
	return complaint.Usage("closing-unsure", args...)
}

// Run closes the game or cancels the closing, and shows the state. Doing the same again has no effect, so that no
// player is told twice.
func (k *ClosingCmd) Run(c *call.Call, w *folder.Opened) (err error) {
	now, changed := c.Now(), false
	switch {
	case k.Cancel:
		changed, err = schedule.CallOff(w.World, now)
	case k.Now:
		changed, err = schedule.Close(w.World, 0, c.Why, now)
	case k.After != nil:
		changed, err = schedule.Close(w.World, int(*k.After), c.Why, now)
	}
	if err == nil {
		err = k.show(c, w, changed)
	}
	if err != nil || !changed || k.JSON {
		return err
	}
	return sayTold(c, w, now)
}

// show shows the state of the closing, and what was done about it.
func (k *ClosingCmd) show(c *call.Call, w *folder.Opened, changed bool) error {
	s, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	switch late := k.Cancel && !changed && s.Over; {
	case late && s.Closing == nil:
		return complaint.Usage("closing-ended", phrase.Str("dir", k.Dir))
	case late:
		return complaint.Usage("closing-too-late", phrase.Str("dir", k.Dir), phrase.Num("turn", s.Closing.After))
	}
	if k.JSON {
		return c.JSON().Encode(closingJSON{changed, s.Turn, s.Over, s.Closing, s.Votes})
	}
	switch {
	case s.Closing == nil && s.Over:
		c.Voice.Say("closing-ended", phrase.Str("dir", k.Dir))
	case s.Closing == nil && changed:
		c.Voice.Say("closing-cancelled")
	case s.Closing == nil && k.Cancel:
		c.Voice.Say("closing-none")
	case s.Closing == nil:
		c.Voice.Say("closing-open", phrase.Str("dir", k.Dir))
	}
	show.SayClosing(c, s, w.Zone())
	return nil
}
