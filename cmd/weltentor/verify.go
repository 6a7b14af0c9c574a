package main

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/turns"
)

// verifyCmd replays a world.
type verifyCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// verifyJSON is the answer of `verify --json`.
type verifyJSON struct {
	chronicle.Verification
	Cure string `json:"cure,omitempty"` // which copy to restore, where the store itself is damaged
}

// Run replays the turns of the present rules and checks the chain of the older
// ones; anything wrong makes the answer no.
func (k *verifyCmd) Run(c *Call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-verify")
	v, err := turns.Verify(w.World)
	gone()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := verifyJSON{Verification: v}
		if v.Cure.Code != "" {
			out.Cure = c.machineWords().Say(v.Cure)
		}
		if err := c.encode(out); err != nil || len(v.Wrong) == 0 {
			return err
		}
		return silent(exitNo)
	}
	c.sayChecks(v.Turns, "verify")
	c.sayChecks(v.Undone, "verify-undone")
	if len(v.Turns)+len(v.Wrong) == 0 {
		c.voice.say("verify-none")
	}
	for _, line := range v.Wrong {
		fmt.Fprintln(c.out, line)
	}
	if v.Cure.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(v.Cure))
	}
	if len(v.Wrong) > 0 {
		return no("verify-wrong", phrase.Str("dir", k.Dir), phrase.Num("wrong", len(v.Wrong)))
	}
	return nil
}

// sayChecks tells of turns that were verified.
func (c *Call) sayChecks(turns []chronicle.TurnCheck, code string) {
	for _, t := range turns {
		how := code + "-replayed"
		if !t.Replayed {
			how = code + "-chained"
		}
		c.voice.say(how, phrase.Num("turn", t.Turn), phrase.Num("rules", t.Rules), phrase.Str("hash", t.Hash))
	}
}
