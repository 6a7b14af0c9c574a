package turn

import (
	"fmt"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
)

// UndoCmd takes the last turn back.
type UndoCmd struct {
	folder.Writes
	Turn  call.Number `placeholder:"N"`
	Edits editsSince  `placeholder:"before|drop"`
	Yes   bool
	JSON  bool `name:"json"`
}

// editsSince says what to do with changes by hand that were made after the turn.
type editsSince turns.EditsSince

// UnmarshalText refuses other words. It is called by kong.
func (e *editsSince) UnmarshalText(text []byte) error {
	switch known := turns.EditsSince(text); known {
	case turns.EditsBefore, turns.EditsDropped:
		*e = editsSince(known)
		return nil
	}
	return complaint.Usage("not-edits", phrase.Str("value", string(text)))
}

// undoJSON is the answer of `undo --json` and `turn --discard --json`.
type undoJSON struct {
	Turn      int                `json:"turn"`              // that awaits orders again
	Already   bool               `json:"already,omitempty"` // it was taken back before: nothing was done
	Discarded bool               `json:"discarded,omitempty"`
	Deadline  time.Time          `json:"deadline,omitzero"`
	Withdrawn int                `json:"withdrawn"`
	Out       []outbox.OutboxRow `json:"out"` // reports that have left, or may have
	Ahead     []int              `json:"ahead,omitempty"`
	Handed    []int              `json:"handed,omitempty"`
	Joined    []int              `json:"joined,omitempty"`
	Edited    []string           `json:"edited,omitempty"`  // changes by hand that now come before the turn
	Dropped   []string           `json:"dropped,omitempty"` // those that were dropped, or could not be made again
	Stands    []int              `json:"stands,omitempty"`  // realms whose substitution goes on
}

// Check refuses to take a turn back without a reason.
func (k *UndoCmd) Check(c *call.Call) error { return c.NeedsWhy("undo-why") }

// Run shows what taking the turn back means, and does it after a yes at the terminal, or with --yes, which requires
// the turn's number.
func (k *UndoCmd) Run(c *call.Call, w *folder.Opened) error {
	list, err := turns.ListUndo(w.World, int(k.Turn), c.Now())
	if err != nil {
		return err
	}
	if k.Yes && k.Turn == 0 {
		return complaint.Usage("undo-which", phrase.Num("turn", list.Turn))
	}
	if !k.JSON {
		fmt.Fprint(c.Out, list.Page(c.MachineWords(), func(t time.Time) string { return call.When(t, w.Zone()) }))
	}
	how := turns.UndoOptions{Turn: list.Turn, Why: c.Why, Edits: turns.EditsSince(k.Edits)}
	if !list.Already {
		if how.Edits, err = k.sure(c, list); err != nil {
			return err
		}
	}
	did, err := turns.Undo(w.World, how, c.Now())
	return takenBack(w, did, err, k.Dir, k.JSON)
}

// sure asks for what was not given: what to do with changes by hand, and whether to take the turn back at all.
func (k *UndoCmd) sure(c *call.Call, list schedule.UndoList) (edits turns.EditsSince, err error) {
	args := []phrase.Arg{phrase.Str("dir", k.Dir), phrase.Num("turn", list.Turn), phrase.Num("n", len(list.Edits))}
	if edits = turns.EditsSince(k.Edits); edits == "" && len(list.Edits) > 0 {
		answer := editsSince("")
		if said, asked := c.Answered("undo-edits-ask", args...); !asked || answer.UnmarshalText([]byte(said)) != nil {
			return "", complaint.Usage("undo-edits", args...)
		}
		edits = turns.EditsSince(answer)
	}
	said := ""
	if edits != "" {
		said = " --edits " + string(edits)
	}
	return edits, c.Sure(k.Yes, "undo", append(args, phrase.Str("edits", said))...)
}

// takenBack says what the result is, or why there is none, without what the list of UndoList has said beforehand.
func takenBack(w *folder.Opened, did turns.TakenBack, err error, dir string, asJSON bool) error {
	if err := published(w, err); err != nil {
		return err
	}
	if !did.Deadline.IsZero() {
		did.Deadline = did.Deadline.In(w.Zone())
	}
	if asJSON {
		out := undoJSON(did)
		out.Out = append([]outbox.OutboxRow{}, did.Out...)
		return w.Call.JSON().Encode(out)
	}
	say := func(code string, args ...phrase.Arg) {
		w.Call.Voice.Say(code, append(args, phrase.Num("turn", did.Turn), phrase.Str("dir", dir))...)
	}
	switch {
	case did.Already:
		say("undone-already")
		return nil
	case did.Discarded:
		say("discarded")
	default:
		say("undone")
	}
	if !did.Deadline.IsZero() {
		say("undone-deadline", phrase.Str("time", call.When(did.Deadline, w.Zone())))
	}
	for _, change := range did.Edited {
		say("undone-edited", phrase.Str("change", change))
	}
	for _, change := range did.Dropped {
		say("undone-dropped", phrase.Str("change", change))
	}
	s, err := gamemaster.StatusOf(w.World, w.Call.Now())
	if err == nil && s.Closing != nil && s.Closing.Due.IsZero() {
		say("undone-closes")
	}
	return err
}
