package turn

import (
	"fmt"
	"io"
	"slices"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/practice"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// TurnCmd resolves a turn.
type TurnCmd struct {
	folder.Writes
	Force bool
	Yes   bool
	JSON  bool `name:"json"`

	DryRun bool
	Report call.Number `placeholder:"REALM"`

	Hold    bool
	Release bool
	Discard bool
}

// turnJSON is the answer of `turn --json`.
type turnJSON struct {
	Resolved bool          `json:"resolved"`
	Held     bool          `json:"held,omitempty"`     // the turn was resolved, and its letters wait
	Released bool          `json:"released,omitempty"` // its letters no longer wait
	Turn     int           `json:"turn"`               // that was resolved, or that waits
	Reports  int           `json:"reports,omitempty"`
	Hash     string        `json:"hash,omitempty"`
	Waits    phrase.Phrase `json:"waits,omitzero"`
	Deadline time.Time     `json:"deadline,omitzero"` // of a turn that is not due
	Reminded []int         `json:"reminded,omitempty"`
	Graced   []int         `json:"graced,omitempty"`
}

// Check refuses flags that contradict each other, and to take back a turn without a reason.
func (k *TurnCmd) Check(c *call.Call) error {
	switch {
	case k.DryRun && k.Force:
		return complaint.Usage("dry-run-forced")
	case k.Report != 0 && !k.DryRun:
		return complaint.Usage("report-without-dry-run")
	case k.DryRun && (k.Hold || k.Release || k.Discard), k.Hold && (k.Release || k.Discard), k.Release && k.Discard,
		k.Force && (k.Release || k.Discard):
		return complaint.Usage("turn-one")
	case k.Discard:
		return c.NeedsWhy("undo-why")
	}
	return nil
}

// Open opens the world for a turn and its letters, or only to try it.
func (k *TurnCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.DryRun {
		return folder.Change(c, k.Dir)
	}
	return folder.Write(c, k.Dir)
}

// Run resolves the turn if it is due, otherwise it says what the turn waits for; the exit code is 0 for both. It reads
// no mail: mail in the mailbox does not count unless `poll` was run before. If nobody has sent orders, forcing the
// turn needs a yes. Most likely it was just resolved, or the mail was not fetched.
func (k *TurnCmd) Run(c *call.Call, w *folder.Opened) error {
	switch {
	case k.DryRun:
		return k.dryRun(w)
	case k.Release:
		return k.release(w)
	case k.Discard:
		did, err := turns.Discard(w.World, c.Why, c.Now())
		return takenBack(w, did, err, k.Dir, k.JSON)
	}
	if k.Force && !k.Yes {
		if err := forcible(w); err != nil {
			return err
		}
	}
	due := c.Now() // what the page has sent until then is taken in
	if err := mailing.TakeArrived(w, nil); err != nil {
		return err
	}
	gone := w.Watched("work-turn")
	resolveTurn := turns.Advance
	if k.Hold {
		resolveTurn = turns.Hold
	}
	did, err := resolveTurn(w.World, due, k.Force)
	gone()
	if err == nil && !did.Held {
		err = practice.Play(c.Ctx, w.World, c.Now())
	}
	if err = published(w, err); err != nil {
		return err
	}
	if k.JSON {
		out := turnJSON{Resolved: did.Resolved, Held: did.Held, Turn: did.Turn,
			Reports: did.Reports, Hash: did.Hash, Waits: did.Waits,
			Reminded: did.Reminded, Graced: did.Graced}
		if !did.Deadline.IsZero() {
			out.Deadline = did.Deadline.In(w.Zone())
		}
		return c.JSON().Encode(out)
	}
	if !did.Resolved {
		if len(did.Graced) > 0 {
			c.Voice.Say("graced", phrase.Num("n", len(did.Graced)), phrase.Str("time", call.When(did.Deadline, w.Zone())))
		}
		fmt.Fprintln(c.Out, c.MachineWords().Say(did.Waits))
		return nil
	}
	if did.Held {
		c.Voice.Say("resolved-held", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports),
			phrase.Str("dir", k.Dir))
		return nil
	}
	c.Voice.Say("resolved", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports), phrase.Str("dir", k.Dir))
	return tells(w)
}

// tells says to the game master of a world without mail what a letter or cron would say in others.
func tells(w *folder.Opened) error {
	if w.Settings.SMTP.Host != "" {
		return nil
	}
	s, err := gamemaster.StatusOf(w.World, w.Call.Now())
	if err != nil {
		return w.Wrong(err)
	}
	return w.Wrong(mailing.NewMailer(w).Tell(s.Notices))
}

// forcible refuses to force a turn in a pause, on which players count, and one that no realm has sent orders for. While a
// turn is held, that is expected: orders stay in the mailbox.
func forcible(w *folder.Opened) error {
	s, err := gamemaster.StatusOf(w.World, w.Call.Now())
	if err != nil {
		return err
	}
	if s.Paused != nil {
		return complaint.Usage("force-paused", phrase.Str("dir", w.Settings.Dir), phrase.Num("turn", s.Turn))
	}
	sent := slices.ContainsFunc(s.Realms, func(r gamemaster.RealmStatus) bool { return !r.Sent.IsZero() })
	if sent || s.Held != nil || s.Due || s.Passed || s.Over || len(s.Realms) == 0 {
		return nil
	}
	return complaint.Usage("nobody-sent", phrase.Str("dir", w.Settings.Dir), phrase.Num("turn", s.Turn))
}

// published publishes what became of a turn, before letters leave that link to it. If nothing did, it returns why.
func published(w *folder.Opened, err error) error {
	if err != nil {
		return err
	}
	return mailing.NewMailer(w).Opens()
}

// release lets the letters of a held turn leave.
func (k *TurnCmd) release(w *folder.Opened) error {
	turn, reports, err := turns.Release(w.World, w.Call.Now())
	if err = published(w, err); err != nil {
		return err
	}
	if k.JSON {
		return w.Call.JSON().Encode(turnJSON{Turn: turn, Reports: reports, Released: true})
	}
	w.Call.Voice.Say("released-turn", phrase.Num("turn", turn), phrase.Num("reports", reports), phrase.Str("dir", k.Dir))
	return nil
}

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
			return complaint.No("dry-run-no-report", phrase.Num("realm", k.Report))
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
