package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds/game"
)

// turnCmd resolves a turn.
type turnCmd struct {
	Dir   string `arg:""`
	Force bool
	Yes   bool
}

// Run resolves the turn if it is due, and else says what it waits for; both
// are done (exit 0). It reads no mail: what lies in the mailbox does not count
// unless `poll` was run before. A turn nobody has sent orders for is not forced
// without a yes: most likely it was just resolved, or the mail was not fetched.
func (k *turnCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if k.Force && !k.Yes {
		if err := w.forcible(); err != nil {
			return err
		}
	}
	did, err := w.Advance(c.now(), k.Force)
	if err != nil {
		return w.wrong(err)
	}
	if !did.Resolved {
		if len(did.Graced) > 0 {
			c.voice.say("graced", phrase.Num("n", len(did.Graced)), phrase.Str("time", when(did.Deadline, w.zone())))
		}
		fmt.Fprintln(c.out, c.machineWords().Say(did.Waits))
		return nil
	}
	c.voice.say("resolved", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports))
	return nil
}

// forcible refuses to bring a turn forward that no realm has sent orders for.
func (w *opened) forcible() error {
	s, err := w.Status(w.call.now())
	if err != nil {
		return w.wrong(err)
	}
	sent := slices.ContainsFunc(s.Realms, func(r resolve.RealmStatus) bool { return !r.Sent.IsZero() })
	if sent || s.Due || s.Passed || len(s.Realms) == 0 {
		return nil
	}
	return usage("nobody-sent", phrase.Str("dir", w.settings.dir), phrase.Num("turn", s.Turn))
}

// machineWords are the sentences of the store, in the language of the call.
func (c *call) machineWords() *phrase.Book { return resolve.Words(c.voice.book.Lang) }

// submitCmd enters orders by hand.
type submitCmd struct {
	Dir   string   `arg:""`
	File  string   `arg:""`
	Realm number   `required:"" placeholder:"N"`
	With  []string `placeholder:"FILE"`
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
	f := w.Rulebook().Language().Parse(text)
	if err := w.refused(int(k.Realm), f.Identity); err != nil {
		return err
	}
	a, err := w.Submit(int(k.Realm), text, c.now(), files...)
	if err != nil {
		return w.wrong(err)
	}
	v := verdict{file: k.File, problems: a.Checked.Problems, orders: a.Good,
		book: w.Rulebook().Words(c.voice.book.Lang), ours: c.voice.book}
	v.onlyCounted(f)
	if err := v.print(c.out, c.voice); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	switch {
	case a.Fate == resolve.Refused:
		return no("submit-refused", phrase.Str("why", c.machineWords().Say(a.Reason)))
	case a.Fate == resolve.Kept:
		return no("submit-kept")
	case a.Bad > 0:
		return silent(exitNo)
	}
	return nil
}
