package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/turns"
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
func (k *turnCmd) Run(c *Call) error {
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

// discard takes back a turn that is held.
func (k *turnCmd) discard(c *Call) error {
	if strings.TrimSpace(c.why) == "" {
		return usage("undo-why")
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	did, err := turns.Discard(w.World, c.why, c.now())
	if err != nil {
		return w.wrong(err)
	}
	return w.takenBack(did, k.Dir, k.JSON)
}

// release lets the letters of the turn that is held go.
func (k *turnCmd) release(w *opened) error {
	turn, reports, err := turns.Release(w.World, w.call.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		return w.call.encode(turnJSON{Turn: turn, Reports: reports, Released: true})
	}
	w.call.voice.say("released-turn", phrase.Num("turn", turn), phrase.Num("reports", reports))
	return nil
}
