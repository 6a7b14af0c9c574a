package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
)

// redoCmd resolves again a turn that was taken back.
type redoCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// Run resolves the turn, and says whether it ends as the one that was taken back.
func (k *redoCmd) Run(c *Call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	gone := w.watched("work-turn")
	did, again, err := turns.Redo(w.World, c.now())
	gone()
	if err != nil {
		return w.wrong(err)
	}
	because := []string{}
	for _, other := range []struct {
		is   bool
		what string
	}{{again.Orders, "orders"}, {again.World, "world"}, {again.Rules, "rules"}, {again.Tables, "tables"}} {
		if other.is {
			because = append(because, other.what)
		}
	}
	if k.JSON {
		return c.encode(struct {
			turnJSON
			Changed   bool     `json:"changed"`   // rules or numbers are others than the first time
			Otherwise bool     `json:"otherwise"` // it does not end as the first time
			Because   []string `json:"because"`   // what is other than the first time: orders, world, rules, tables
		}{turnJSON{Resolved: did.Resolved, Turn: did.Turn, Reports: did.Reports, Hash: did.Hash,
			Waits: did.Waits}, again.Rules || again.Tables, again.Otherwise, because})
	}
	c.voice.say("redone", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports))
	if again.Otherwise {
		c.voice.say("redone-otherwise")
	} else {
		c.voice.say("redone-same")
	}
	for _, what := range because {
		c.voice.say("redone-because-" + what)
	}
	return nil
}
