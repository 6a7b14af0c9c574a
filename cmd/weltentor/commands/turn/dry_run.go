package turn

import (
	"io"

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
		return err
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
		row.Refused = r.Failing(c.MachineWords(), words)
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
	_, err = io.WriteString(c.Out, t.Tell(c.MachineWords(), words))
	return err
}
