package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

// restoreCmd puts a backup in the place of a world's store.
type restoreCmd struct {
	Dir    string `arg:""`
	Backup string `arg:""`
	Yes    bool
}

// Run checks the backup and says what is lost; with --yes, or if somebody at a terminal says so, it takes
// its place. The store that was there is kept. The next poll takes in again the letters that came since.
func (k *restoreCmd) Run(c *call) error {
	if info, err := os.Stat(k.Backup); err != nil || !info.Mode().IsRegular() {
		return usage("restore-no-file", phrase.Str("file", k.Backup))
	}
	s, err := settings.Read(k.Dir)
	if err != nil {
		return err
	}
	lock, unlock, err := lockOf(c, k.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	st := forStore(s)
	st.Journal = c.aboard.link()
	hand := logbook.Hand{By: logbook.Command, At: c.now(), Why: c.why}
	r, err := players.Restore(k.Dir, k.Backup, c.books, st, c.machine(), hand, c.now())
	if errors.Is(err, players.ErrPresent) {
		return c.storeError(k.Dir, err)
	}
	if err != nil {
		return c.storeError(k.Backup, err)
	}
	defer r.Drop()
	c.sayLost(r.Lost, k.Backup, s)
	if !k.Yes && !c.agrees("restore-ask") {
		return usage("restore-unsure", phrase.Str("dir", k.Dir), phrase.Str("file", k.Backup))
	}
	kept, err := r.Done(lock, c.now())
	if err != nil {
		return c.storeError(k.Dir, err)
	}
	c.voice.say("restored", phrase.Str("dir", k.Dir), phrase.Num("turn", r.Lost.Turn))
	if kept != "" {
		c.voice.say("restored-kept", phrase.Str("file", kept))
	}
	return nil
}

// agrees asks whoever sits at the terminal, see answered. Where nobody sits, or nobody says yes, it is no.
func (c *call) agrees(question string, args ...phrase.Arg) bool {
	answer, _ := c.answered(question, args...)
	return slices.Contains([]string{"ja", "j", "yes", "y"}, answer)
}

// answered asks whoever sits at the terminal, and gives the answer in small letters; false: nobody sits there, or
// answers. The world stays locked meanwhile, so what was said before still holds when the answer comes.
func (c *call) answered(question string, args ...phrase.Arg) (answer string, asked bool) {
	if !c.seen || !terminal.Typing(c.in) {
		return "", false
	}
	fmt.Fprint(c.voice.out, c.voice.text(question, args...)+" ")
	line, err := terminal.At(c.ctx, c.in).Line()
	if err != nil {
		fmt.Fprintln(c.voice.out)
		return "", false
	}
	return strings.ToLower(strings.TrimSpace(line)), true
}

// sayLost tells what a world has that its backup has not.
func (c *call) sayLost(l players.Lost, file string, s *settings.Settings) {
	c.voice.say("restore-turn", phrase.Str("file", file), phrase.Num("turn", l.Turn))
	if !l.Known {
		c.voice.say("restore-unknown")
		if s.IMAP.Host != "" {
			c.voice.say("restore-all", phrase.Str("folder", s.IMAP.Done))
		}
		return
	}
	if back := l.Turn - l.Was; back > 0 {
		c.voice.say("restore-newer", phrase.Num("turn", l.Was), phrase.Num("n", back))
	} else {
		c.voice.say("restore-was", phrase.Num("turn", l.Was), phrase.Num("n", -back))
	}
	for _, n := range []struct {
		code string
		n    int
	}{{"restore-letters", l.Letters}, {"restore-by-hand", l.ByHand}, {"restore-sent", l.Sent}} {
		if n.n > 0 {
			c.voice.say(n.code, phrase.Num("n", n.n))
		}
	}
	if len(l.Log) == 0 {
		c.voice.say("restore-nothing")
		return
	}
	c.voice.say("restore-log")
	for _, e := range l.Log {
		fmt.Fprintln(c.out, c.logLine(e, forStore(s).Zone))
	}
}

// reread takes in again what a backup that was restored has lost, see players.Wanted. It
// looks into the mailbox only if there is something to look for.
func (w *opened) reread(ctx context.Context, config imap.Config, d *frontDesk) error {
	r := w.World
	want, err := players.Wanted(r, w.call.now())
	if err != nil || want.None() {
		return w.wrong(err)
	}
	w.again = true
	defer func() { w.again = false }()
	var fault error // nobody knows whose a mail is: it is looked at the next time
	wanted := func(f imap.Fetched) bool {
		hash := sha256.Sum256(f.Raw)
		known, _, err := sent.Expect(w.World, hash)
		// What is wrong with the store, the letter will tell.
		if err != nil || !want.Has(hash, f.Arrived, known[0]) {
			return false
		}
		others, err := sharer{w}.ofOthers(f.Raw)
		fault = cmp.Or(fault, err)
		return !others && err == nil
	}
	err = imap.Again(ctx, config, want.Since, wanted, func(f imap.Fetched) imap.Commit {
		d.Prepare([]imap.Fetched{f})
		return func() (imap.Verdict, error) {
			v, err := d.Commit()
			if err != nil || v[0] == imap.Keep { // whether its sender is proven can be told later
				want.Later(sha256.Sum256(f.Raw))
				return imap.Keep, err
			}
			return v[0], err
		}
	})
	if err = cmp.Or(err, fault); err != nil {
		return err
	}
	return w.wrong(players.Reread(r, want, w.call.now()))
}

// Bring puts a copy of a world's store into its journal, which has none of it, as `restore` does where nothing can
// be compared: letters that came since are read again before a turn is resolved.
func (p program) Bring(ctx context.Context, f *fleet.Fleet, world, file string, toml []byte, since time.Time,
	beside map[string]fleet.Entered) (e fleet.Entered, err error) {
	s, err := settings.Parse(toml)
	if err != nil {
		return e, err
	}
	if e, err = enter(f, world, s, toml, beside); err != nil {
		return e, err
	}
	e.Since = since
	lock, err := f.Furnish(ctx, world, since)
	if err != nil {
		return e, err
	}
	defer lock.Unlock()
	dir := f.Folder(world)
	if err := os.WriteFile(filepath.Join(dir, settings.File), toml, 0o600); err != nil {
		return e, err
	}
	if s, err = settings.Read(dir); err != nil {
		return e, err
	}
	st := forStore(s)
	st.Journal = &store.Link{Journal: f.Journal, World: world, Context: ctx}
	hand := logbook.Hand{By: logbook.Command, At: since, Why: p.why}
	r, err := players.Restore(dir, file, p.books, st, p.machine(), hand, since)
	if err != nil {
		return e, p.storeError(file, err)
	}
	defer r.Drop()
	if _, err := r.Done(lock, since); err != nil {
		return e, p.storeError(dir, err)
	}
	c := *p.call
	c.ctx = ctx
	w, err := c.openWith(dir, s)
	if err != nil {
		return e, err
	}
	e.Rulebook, e.Rules = w.World.Rulebook().Name(), w.World.Rulebook().Version()
	e.Mark, _, err = w.World.Mark()
	return e, w.wrong(err)
}

// verifyCmd replays a world.
type verifyCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// verifyJSON is the answer of `verify --json`.
type verifyJSON struct {
	chronicle.Verification
	Cure string `json:"cure,omitempty"` // which copy to restore, where the store itself is damaged
}

// Run replays the turns of the present rules and checks the chain of the older
// ones; anything wrong makes the answer no.
func (k *verifyCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-verify")
	v, err := turns.Verify(w.World)
	gone()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := verifyJSON{Verification: v}
		if v.Cure.Code != "" {
			out.Cure = c.machineWords().Say(v.Cure)
		}
		if err := c.encode(out); err != nil || len(v.Wrong) == 0 {
			return err
		}
		return silent(exitNo)
	}
	c.sayChecks(v.Turns, "verify")
	c.sayChecks(v.Undone, "verify-undone")
	if len(v.Turns)+len(v.Wrong) == 0 {
		c.voice.say("verify-none")
	}
	for _, line := range v.Wrong {
		fmt.Fprintln(c.out, line)
	}
	if v.Cure.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(v.Cure))
	}
	if len(v.Wrong) > 0 {
		return no("verify-wrong", phrase.Str("dir", k.Dir), phrase.Num("wrong", len(v.Wrong)))
	}
	return nil
}

// sayChecks tells of turns that were verified.
func (c *call) sayChecks(turns []chronicle.TurnCheck, code string) {
	for _, t := range turns {
		how := code + "-replayed"
		if !t.Replayed {
			how = code + "-chained"
		}
		c.voice.say(how, phrase.Num("turn", t.Turn), phrase.Num("rules", t.Rules), phrase.Str("hash", t.Hash))
	}
}

// backupCmd copies the store.
type backupCmd struct {
	Dir  string `arg:""`
	File string `arg:""`
}

// Run writes a whole copy, closed to others; the game goes on meanwhile.
func (k *backupCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-backup")
	err = w.World.BackupFile(k.File)
	gone()
	if errors.Is(err, store.ErrExists) {
		return usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, store.ErrFull) {
		return c.storeError(filepath.Dir(k.File), err)
	}
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say("backed-up", phrase.Str("file", k.File))
	if m, marked, _ := store.Marked(k.Dir); marked && c.aboard == nil {
		c.voice.warn("in-fleet-old", ofMark(c, &store.MarkedError{Dir: k.Dir, Mark: m})...)
	}
	return nil
}
