package turn

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// trialRow is a realm in the answer of `turn --dry-run --json`.
type trialRow struct {
	Realm   int          `json:"realm"`
	Name    string       `json:"name"`
	Sent    bool         `json:"sent"`
	Falls   bool         `json:"falls,omitempty"`
	Before  []game.Count `json:"before,omitempty"`
	After   []game.Count `json:"after,omitempty"`
	Refused []string     `json:"refused,omitempty"` // lines of orders that fail, in words
}

// dryRun shows what the turn would do now, or one realm's report of it.
func (k *TurnCmd) dryRun(w *folder.Opened) error {
	c, words := w.Call, w.World.Rulebook().Words(w.Call.Voice.Book.Lang)
	t, err := turns.Try(w.World, c.Now())
	if err != nil {
		return w.Wrong(err)
	}
	if k.Report != 0 {
		rep, found := t.Reports[int(k.Report)]
		if !found {
			return fault.No("dry-run-no-report", phrase.Num("realm", k.Report))
		}
		_, err := c.Raw.Write(rep.Text)
		return err
	}
	rows := []trialRow{}
	for _, r := range t.Realms {
		row := trialRow{Realm: r.Number, Name: r.Name, Sent: r.Sent, Falls: r.Falls, Before: r.Before, After: r.After}
		for _, p := range r.Refused {
			row.Refused = append(row.Refused, c.Voice.Book.Say(phrase.P("dry-run-line", phrase.Num("line", p.Line),
				phrase.Str("what", words.Say(p.What)))))
		}
		rows = append(rows, row)
	}
	if k.JSON {
		return c.JSON().Encode(struct {
			Turn    int           `json:"turn"`
			Waits   phrase.Phrase `json:"waits,omitzero"`
			Fights  int           `json:"fights"`
			Over    bool          `json:"over,omitempty"`
			Winners []int         `json:"winners,omitempty"`
			Realms  []trialRow    `json:"realms"`
		}{t.Turn, t.Waits, t.Fights, t.Over, t.Winners, rows})
	}
	c.Voice.Say("dry-run", phrase.Num("turn", t.Turn))
	if t.Waits.Code != "" {
		fmt.Fprintln(c.Out, c.MachineWords().Say(t.Waits))
	}
	if t.Fights > 0 {
		c.Voice.Say("dry-run-fights", phrase.Num("n", t.Fights))
	}
	if t.Over {
		c.Voice.Say("dry-run-over")
	}
	for _, r := range rows {
		printTrial(c, r, words)
	}
	return nil
}

// printTrial shows what a turn would do to a realm.
func printTrial(c *call.Call, r trialRow, words *phrase.Book) {
	c.Voice.Say("dry-run-realm", phrase.Num("realm", r.Realm), phrase.Str("name", r.Name))
	if !r.Sent {
		c.Voice.Say("dry-run-unsent")
	}
	if r.Falls {
		c.Voice.Say("dry-run-falls")
	}
	for i, n := range r.Before {
		if after := r.After[i].N; after != n.N {
			c.Voice.Say("dry-run-count", phrase.Str("what", words.T("tally."+n.Name)), phrase.Num("before", n.N),
				phrase.Num("after", after), phrase.Str("change", fmt.Sprintf("%+d", after-n.N)))
		}
	}
	if len(r.Refused) > 0 {
		c.Voice.Say("dry-run-refused", phrase.Num("n", len(r.Refused)))
	}
	for _, line := range r.Refused {
		fmt.Fprintln(c.Out, "    "+line)
	}
}
