package world

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/show"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// BackupCmd copies the store.
type BackupCmd struct {
	folder.Reads
	File string `arg:""`
}

// Run writes a whole copy that other users cannot read. The game goes on meanwhile.
func (k *BackupCmd) Run(c *call.Call, w *folder.Opened) error {
	gone := w.Watched("work-backup")
	err := w.World.BackupFile(k.File)
	gone()
	if errors.Is(err, faults.ErrExists) {
		return complaint.Usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, faults.ErrFull) {
		return folder.StoreError(c, filepath.Dir(k.File), err)
	}
	if err != nil {
		return err
	}
	c.Voice.Say("backed-up", phrase.Str("file", k.File))
	if err := sayEngine(w); err != nil {
		return err
	}
	// The copy has the pages as they are, with whatever is wrong in them.
	if err := w.World.View(func(tx *store.Tx) error {
		for wrong := range tx.Wrong() {
			return fmt.Errorf("%w: %w", faults.ErrDamaged, wrong)
		}
		return nil
	}); err != nil {
		c.Voice.Warn("backed-up-damaged", phrase.Str("file", k.File))
		return err
	}
	if m, marked, _ := disk.Marked(k.Dir); marked && c.Linked == nil {
		c.Voice.Warn("in-fleet-old", folder.OfMark(c, &disk.MarkedError{Dir: k.Dir, Mark: m})...)
	}
	return nil
}

// RestoreCmd replaces a world's store by a backup.
type RestoreCmd struct {
	Dir    string `arg:""`
	Backup string `arg:""`
	Yes    bool
}

// Run checks the backup and says what is lost. With --yes, or after a yes at the terminal, the backup replaces the
// store, which is kept aside. The next poll takes in again the letters that came since.
func (k *RestoreCmd) Run(c *call.Call) error {
	if info, err := os.Stat(k.Backup); err != nil || !info.Mode().IsRegular() {
		return complaint.Usage("restore-no-file", phrase.Str("file", k.Backup))
	}
	s, err := settings.Read(k.Dir)
	if err != nil {
		return err
	}
	lock, unlock, err := folder.LockOf(c, k.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	st := folder.Kept(c, s)
	hand := logbook.Hand{By: logbook.Command, At: c.Now(), Why: c.Why}
	books, err := folder.Books(c, s)
	if err != nil {
		return err
	}
	r, err := players.Restore(k.Dir, k.Backup, books, st, folder.Machine(c), hand, c.Now())
	if errors.Is(err, players.ErrPresent) {
		return folder.StoreError(c, k.Dir, err)
	}
	if err != nil {
		return folder.StoreError(c, k.Backup, err)
	}
	defer r.Drop()
	sayLost(c, r.Lost, k.Backup, s)
	if err := c.Sure(k.Yes, "restore", phrase.Str("dir", k.Dir), phrase.Str("file", k.Backup)); err != nil {
		return err
	}
	kept, err := r.Done(lock, c.Now())
	if err != nil {
		return folder.StoreError(c, k.Dir, err)
	}
	c.Voice.Say("restored", phrase.Str("dir", k.Dir), phrase.Num("turn", r.Lost.Turn))
	if kept != "" {
		c.Voice.Say("restored-kept", phrase.Str("file", kept))
	}
	if s.Engine == "" {
		return nil
	}
	w, err := folder.Look(c, k.Dir)
	if err != nil {
		return err
	}
	return sayEngine(w)
}

// sayEngine says which program has made the state, if the rules are a program: that is in no copy.
func sayEngine(w *folder.Opened) error {
	made, err := w.Hosted()
	if err != nil || made == nil {
		return w.Wrong(err)
	}
	by, now := made.MadeBy()
	code := "engine-apart"
	if by != now {
		code = "engine-apart-other"
	}
	w.Call.Voice.Say(code, phrase.Str("path", w.Settings.Engine), phrase.Str("sum", by))
	return nil
}

// sayLost says what a world has that its backup lacks.
func sayLost(c *call.Call, l players.Lost, file string, s *settings.Settings) {
	c.Voice.Say("restore-turn", phrase.Str("file", file), phrase.Num("turn", l.Turn))
	if !l.Known {
		c.Voice.Say("restore-unknown")
		if s.IMAP.Host != "" {
			c.Voice.Say("restore-all", phrase.Str("folder", s.IMAP.Done))
		}
		return
	}
	if back := l.Turn - l.Was; back > 0 {
		c.Voice.Say("restore-newer", phrase.Num("turn", l.Was), phrase.Num("n", back))
	} else {
		c.Voice.Say("restore-was", phrase.Num("turn", l.Was), phrase.Num("n", -back))
	}
	for _, n := range []struct {
		code string
		n    int
	}{{"restore-letters", l.Letters}, {"restore-by-hand", len(l.ByHand)}, {"restore-sent", l.Sent}} {
		if n.n > 0 {
			c.Voice.Say(n.code, phrase.Num("n", n.n), phrase.Str("realms", wording.NumbersOf(l.ByHand)))
		}
	}
	if len(l.Log) == 0 {
		c.Voice.Say("restore-nothing")
		return
	}
	if s.Table != "" {
		c.Voice.Say("restore-doors")
	}
	c.Voice.Say("restore-log")
	for _, e := range l.Log {
		fmt.Fprintln(c.Out, show.LogLine(c, e, folder.ForStore(s).Zone))
	}
}
