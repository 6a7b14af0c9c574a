package main

import (
	"fmt"

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
func (k *turnCmd) dryRun(w *opened) error {
	c, words := w.call, w.World.Rulebook().Words(w.call.voice.book.Lang)
	t, err := turns.Try(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.Report != 0 {
		rep, found := t.Reports[int(k.Report)]
		if !found {
			return no("dry-run-no-report", phrase.Num("realm", k.Report))
		}
		_, err := c.raw.Write(rep.Text)
		return err
	}
	rows := []trialRow{}
	for _, r := range t.Realms {
		row := trialRow{Realm: r.Number, Name: r.Name, Sent: r.Sent, Falls: r.Falls, Before: r.Before, After: r.After}
		for _, p := range r.Refused {
			row.Refused = append(row.Refused, c.voice.book.Say(phrase.P("dry-run-line", phrase.Num("line", p.Line),
				phrase.Str("what", words.Say(p.What)))))
		}
		rows = append(rows, row)
	}
	if k.JSON {
		return c.encode(struct {
			Turn    int           `json:"turn"`
			Waits   phrase.Phrase `json:"waits,omitzero"`
			Fights  int           `json:"fights"`
			Over    bool          `json:"over,omitempty"`
			Winners []int         `json:"winners,omitempty"`
			Realms  []trialRow    `json:"realms"`
		}{t.Turn, t.Waits, t.Fights, t.Over, t.Winners, rows})
	}
	c.voice.say("dry-run", phrase.Num("turn", t.Turn))
	if t.Waits.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(t.Waits))
	}
	if t.Fights > 0 {
		c.voice.say("dry-run-fights", phrase.Num("n", t.Fights))
	}
	if t.Over {
		c.voice.say("dry-run-over")
	}
	for _, r := range rows {
		c.printTrial(r, words)
	}
	return nil
}

// printTrial shows what a turn would do to a realm.
func (c *Call) printTrial(r trialRow, words *phrase.Book) {
	c.voice.say("dry-run-realm", phrase.Num("realm", r.Realm), phrase.Str("name", r.Name))
	if !r.Sent {
		c.voice.say("dry-run-unsent")
	}
	if r.Falls {
		c.voice.say("dry-run-falls")
	}
	for i, n := range r.Before {
		if after := r.After[i].N; after != n.N {
			c.voice.say("dry-run-count", phrase.Str("what", words.T("tally."+n.Name)), phrase.Num("before", n.N),
				phrase.Num("after", after), phrase.Str("change", fmt.Sprintf("%+d", after-n.N)))
		}
	}
	if len(r.Refused) > 0 {
		c.voice.say("dry-run-refused", phrase.Num("n", len(r.Refused)))
	}
	for _, line := range r.Refused {
		fmt.Fprintln(c.out, "    "+line)
	}
}
