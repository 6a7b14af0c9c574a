package turn

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
)

// RedoCmd resolves a turn again that was taken back.
type RedoCmd struct {
	folder.Writes
	JSON bool `name:"json"`
}

// Run resolves the turn, and says whether the result is that of the turn taken back.
func (k *RedoCmd) Run(c *call.Call, w *folder.Opened) error {
	gone := w.Watched("work-turn")
	did, again, err := turns.Redo(w.World, c.Now())
	gone()
	if err = published(w, err); err != nil {
		return err
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
			Changed   bool     `json:"changed"`   // the rules or numbers differ from the first time
			Otherwise bool     `json:"otherwise"` // the result differs from the first time
			Because   []string `json:"because"`   // what differs: orders, world, rules, tables
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
