package turn

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
)

// RedoCmd resolves again a turn that was taken back.
type RedoCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// Run resolves the turn, and says whether it ends as the one that was taken back.
func (k *RedoCmd) Run(c *call.Call) error {
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	gone := w.Watched("work-turn")
	did, again, err := turns.Redo(w.World, c.Now())
	gone()
	if err != nil {
		return w.Wrong(err)
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
		return c.JSON().Encode(struct {
			turnJSON
			Changed   bool     `json:"changed"`   // rules or numbers are others than the first time
			Otherwise bool     `json:"otherwise"` // it does not end as the first time
			Because   []string `json:"because"`   // what is other than the first time: orders, world, rules, tables
		}{turnJSON{Resolved: did.Resolved, Turn: did.Turn, Reports: did.Reports, Hash: did.Hash,
			Waits: did.Waits}, again.Rules || again.Tables, again.Otherwise, because})
	}
	c.Voice.Say("redone", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports))
	if again.Otherwise {
		c.Voice.Say("redone-otherwise")
	} else {
		c.Voice.Say("redone-same")
	}
	for _, what := range because {
		c.Voice.Say("redone-because-" + what)
	}
	return nil
}
