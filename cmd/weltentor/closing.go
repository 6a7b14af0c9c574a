package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/schedule"
)

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
func (k *closingCmd) Run(c *Call) error {
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
