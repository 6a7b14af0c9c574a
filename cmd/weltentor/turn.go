package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/judged"
	"weltentor/resolve/master"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// turnCmd resolves a turn.
type turnCmd struct {
	Dir   string `arg:""`
	Force bool
	Yes   bool
	JSON  bool `name:"json"`

	DryRun bool
	Report number `placeholder:"REALM"`

	Hold    bool
	Release bool
	Discard bool
}

// turnJSON is the answer of `turn --json`.
type turnJSON struct {
	Resolved bool          `json:"resolved"`
	Held     bool          `json:"held,omitempty"`     // resolved, and its letters wait
	Released bool          `json:"released,omitempty"` // its letters wait no longer
	Turn     int           `json:"turn"`               // that was resolved, or that waits
	Reports  int           `json:"reports,omitempty"`
	Hash     string        `json:"hash,omitempty"`
	Waits    phrase.Phrase `json:"waits,omitzero"`
	Deadline time.Time     `json:"deadline,omitzero"` // of a turn that waits
	Reminded []int         `json:"reminded,omitempty"`
	Graced   []int         `json:"graced,omitempty"`
}

// Run resolves the turn if it is due, and else says what it waits for; both
// are done (exit 0). It reads no mail: what lies in the mailbox does not count
// unless `poll` was run before. A turn nobody has sent orders for is not forced
// without a yes: most likely it was just resolved, or the mail was not fetched.
func (k *turnCmd) Run(c *call) error {
	switch {
	case k.DryRun && k.Force:
		return usage("dry-run-forced")
	case k.Report != 0 && !k.DryRun:
		return usage("report-without-dry-run")
	case k.DryRun && (k.Hold || k.Release || k.Discard), k.Hold && (k.Release || k.Discard), k.Release && k.Discard,
		k.Force && (k.Release || k.Discard):
		return usage("turn-one")
	case k.Discard:
		return k.discard(c)
	}
	open := c.write
	if k.DryRun {
		open = c.change // it leaves no letters
	}
	w, done, err := open(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	switch {
	case k.DryRun:
		return k.dryRun(w)
	case k.Release:
		return k.release(w)
	}
	if k.Force && !k.Yes {
		if err := w.forcible(); err != nil {
			return err
		}
	}
	gone := w.watched("work-turn")
	resolveTurn := turns.Advance
	if k.Hold {
		resolveTurn = turns.Hold
	}
	did, err := resolveTurn(w.World, c.now(), k.Force)
	gone()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := turnJSON{Resolved: did.Resolved, Held: did.Resolved && k.Hold, Turn: did.Turn,
			Reports: did.Reports, Hash: did.Hash, Waits: did.Waits,
			Reminded: did.Reminded, Graced: did.Graced}
		if !did.Deadline.IsZero() {
			out.Deadline = did.Deadline.In(w.zone())
		}
		return c.encode(out)
	}
	if !did.Resolved {
		if len(did.Graced) > 0 {
			c.voice.say("graced", phrase.Num("n", len(did.Graced)), phrase.Str("time", when(did.Deadline, w.zone())))
		}
		fmt.Fprintln(c.out, c.machineWords().Say(did.Waits))
		return nil
	}
	if k.Hold {
		c.voice.say("resolved-held", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports),
			phrase.Str("dir", k.Dir))
		return nil
	}
	c.voice.say("resolved", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports))
	return nil
}

// forcible refuses to bring a turn forward that no realm has sent orders for. While a turn is held,
// nothing is missing: orders stay in the mailbox.
func (w *opened) forcible() error {
	s, err := master.StatusOf(w.World, w.call.now())
	if err != nil {
		return w.wrong(err)
	}
	sent := slices.ContainsFunc(s.Realms, func(r master.RealmStatus) bool { return !r.Sent.IsZero() })
	if sent || s.Held != nil || s.Due || s.Passed || s.Over || len(s.Realms) == 0 {
		return nil
	}
	return usage("nobody-sent", phrase.Str("dir", w.settings.Dir), phrase.Num("turn", s.Turn))
}

// machineWords are the sentences of the store, in the language of the call.
func (c *call) machineWords() *phrase.Book { return wording.Words(c.voice.book.Lang) }

// submitCmd enters orders by hand.
type submitCmd struct {
	Dir   string   `arg:""`
	File  string   `arg:""`
	Realm number   `required:"" placeholder:"N"`
	With  []string `placeholder:"FILE"`
	JSON  bool     `name:"json"`
}

// submitJSON is the answer of `submit --json`: that of `check`, and whether the orders are in force.
type submitJSON struct {
	checkJSON
	Taken  bool   `json:"taken"`
	Reason string `json:"reason,omitempty"` // why they are not
}

// Run stores the orders as if they had come by mail, and prints their problems
// as `check` does.
func (k *submitCmd) Run(c *call) error {
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	var files []game.File
	for _, path := range k.With {
		raw, err := c.readAll(path)
		if err != nil {
			return err
		}
		files = append(files, game.File{Name: filepath.Base(path), Data: raw})
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	f := w.World.Rulebook().Language().Parse(text)
	if err := w.refused(int(k.Realm), f.Identity); err != nil {
		return err
	}
	a, err := intake.Submit(w.World, int(k.Realm), text, c.now(), files...)
	if err != nil {
		return w.wrong(err)
	}
	v := verdict{file: k.File, ours: c.voice.book}
	v.by(w.World.Rulebook(), false)
	v.take(judged.Letter{Checked: a.Checked, For: a.For, DroppedErrors: f.DroppedErrors,
		DroppedWarnings: f.DroppedWarnings,
		Lines:           judged.Lines{Good: a.Good, Bad: a.Bad, Partial: a.Partial, NotYet: a.NotYet}})
	if a.Fate == receipt.Known { // nobody has judged them again
		if err := v.seen(w, int(k.Realm), text); err != nil {
			return err
		}
	}
	why, said := k.became(c, a, len(files) > 0)
	if k.JSON {
		out := submitJSON{checkJSON: v.json(), Taken: why.Code == "" && v.later == 0}
		if why.Code != "" {
			out.Reason = c.voice.book.Say(why)
		}
		err = c.encode(out)
	} else if err = v.print(c.out, c.voice); err != nil {
		err = fmt.Errorf("print the answer: %w", err)
	} else if said.Code != "" {
		c.voice.say(said.Code, said.Args...)
	}
	switch {
	case err != nil:
		return err
	case why.Code != "" && !k.JSON:
		return no(why.Code, why.Args...)
	case why.Code != "" || a.Bad > 0:
		return silent(exitNo)
	}
	return nil
}

// became says what became of the orders: why nothing changed, or what is in force or kept now.
func (k *submitCmd) became(c *call, a receipt.Acceptance, files bool) (why, said phrase.Phrase) {
	here := []phrase.Arg{phrase.Num("turn", a.Turn), phrase.Num("realm", int(k.Realm))}
	switch {
	case a.Fate == receipt.Refused:
		return phrase.P("submit-refused", phrase.Str("why", c.machineWords().Say(a.Reason))), said
	case a.Fate == receipt.Kept:
		return phrase.P("submit-kept"), said
	case a.Fate == receipt.Ahead:
		return why, phrase.P("submit-ahead", phrase.Num("turn", a.For))
	case a.Fate == receipt.Known:
		return why, phrase.P("submit-known")
	case a.Good+a.Partial == 0 && !files:
		return why, phrase.P("submit-taken-empty")
	case k.Realm == 0:
		return why, phrase.P("submit-taken-master", here...)
	}
	return why, phrase.P("submit-taken", here...)
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
func (c *call) printTrial(r trialRow, words *phrase.Book) {
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
