// Package folder opens a world's folder for a command, which embeds Reads, Changes or Writes by what it does. It takes
// the lock, hands the settings to the store, puts the store's errors into words, and says whether the world mails from
// this folder. A reader takes no lock, so it is never shut out (law 11).
package folder

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
	"weltentor/worlds/external"
)

// Opened is a world that a command works on, with its settings.
type Opened struct {
	World    *world.World
	Settings *settings.Settings
	Call     *call.Call
	placed   bool  // InPlace was called, and has set Stopped
	Stopped  error // why it must not mail from here, see InPlace
	Apart    bool  // it is a copy, or an older state: letters that this command makes are not sent
}

// Open opens a world without locking it, so it works while another command runs.
func Open(c *call.Call, dir string) (*Opened, error) {
	s, err := read(c, dir)
	if err != nil {
		return nil, err
	}
	return OpenWith(c, dir, s)
}

// read reads a world's settings, wherever they are.
func read(c *call.Call, dir string) (*settings.Settings, error) {
	if c.Linked == nil {
		return settings.Read(dir)
	}
	s, err := settings.Parse([]byte(c.Linked.Settings))
	if err != nil {
		return nil, complaint.InFile(filepath.Join(dir, settings.File), err)
	}
	s.Dir = dir
	return s, nil
}

// Look is Open for a command that only reads: the store's sentences are in the language of the call, not in that of
// the game master's letters.
func Look(c *call.Call, dir string) (*Opened, error) {
	s, err := read(c, dir)
	if err != nil {
		return nil, err
	}
	s.GM.Lang = string(c.Voice.Book.Lang)
	return OpenWith(c, dir, s)
}

// Read is Look in the form of Change: there is nothing to be done at the end.
func Read(c *call.Call, dir string) (w *Opened, done func(), err error) {
	w, err = Look(c, dir)
	return w, func() {}, err
}

// OpenWith is Open with settings that have been read.
func OpenWith(c *call.Call, dir string, s *settings.Settings) (*Opened, error) {
	if err := c.Linked.Serve(s); err != nil {
		return nil, err
	}
	c.Voice.Here = s.Address == ""
	books, err := Books(c, s)
	if err != nil {
		return nil, err
	}
	st := Kept(c, s)
	if s.Engine != "" {
		st.Book = func(_ string, lang phrase.Lang) func() string {
			rules := books[0].(*external.Rulebook).Text(lang)
			if rules == "" {
				return nil
			}
			return func() string { return rules }
		}
		st.Rule = nil // its rules are one text
	}
	w, err := world.Open(dir, books, st)
	if err != nil {
		return nil, StoreError(c, dir, err)
	}
	c.Linked.Signs(w.Disk)
	return &Opened{World: w, Settings: s, Call: c}, nil
}

// Kept turns valid settings into those of the store, wherever it is.
func Kept(c *call.Call, s *settings.Settings) world.Settings {
	st := ForStore(s)
	if l := c.Linked; l != nil {
		st.Elsewhere = func(string) (store.Engine, error) { return l.Engine, nil }
	}
	return st
}

// Change opens a world for a command that writes, and locks it: a second such command must come later. The caller must
// call done.
func Change(c *call.Call, dir string) (w *Opened, done func(), err error) {
	w, err = Open(c, dir)
	if err != nil {
		return nil, nil, err
	}
	return w.Locked()
}

// Write is Change for a command that leaves letters in the outbox. They are sent from the game's address, so there
// must be one, unless all players sit at this machine. If the letters will not be sent, done says so.
func Write(c *call.Call, dir string) (w *Opened, done func(), err error) {
	w, err = Open(c, dir)
	if err != nil {
		return nil, nil, err
	}
	if err := w.needsAddress(); err != nil {
		return nil, nil, err
	}
	w, unlock, err := w.Locked()
	if err != nil {
		return nil, nil, err
	}
	said, err := w.sayApart()
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return w, func() { said(); unlock() }, nil
}

// WriteIf is Write for a command that asks first: sure looks at the world and may ask somebody, who may take their time.
// The world is locked only after that.
func WriteIf(c *call.Call, dir string, sure func(*Opened) error) (w *Opened, done func(), err error) {
	w, err = Look(c, dir)
	if err != nil {
		return nil, nil, err
	}
	if err = sure(w); errors.As(err, new(*complaint.Complaint)) {
		return nil, nil, err
	}
	if err != nil {
		return nil, nil, w.Wrong(err)
	}
	return Write(c, dir)
}

// needsAddress complains if the game has no address, and somebody plays by mail or nobody plays yet.
func (w *Opened) needsAddress() error {
	if w.Settings.Address != "" {
		return nil
	}
	realms, err := players.Realms(w.World)
	byMail := func(r roster.RealmRow) bool { return len(r.Mail) > 0 }
	if err == nil && len(realms) > 0 && !slices.ContainsFunc(realms, byMail) {
		return nil
	}
	if err != nil {
		return w.Wrong(err)
	}
	return w.Settings.Needs("address", "")
}

// Locked locks the world that was opened, and says in the logbook that a command acts. The caller must call done.
func (w *Opened) Locked() (_ *Opened, done func(), err error) {
	c, dir := w.Call, w.Settings.Dir
	lock, unlock, err := LockOf(c, dir)
	if err != nil {
		return nil, nil, err
	}
	w.World.Holds(lock)
	w.World.SetActor(logbook.Hand{By: logbook.Command, At: c.Now(), Why: c.Why})
	return w, unlock, nil
}

// LockOf locks a world's folder. A world of a fleet is locked already, by whoever took it in hand.
func LockOf(c *call.Call, dir string) (lock *disk.DirLock, unlock func(), err error) {
	if c.Linked != nil && c.Linked.Dir == dir {
		return nil, func() {}, nil
	}
	if lock, err = disk.Lock(dir); err != nil {
		return nil, nil, StoreError(c, dir, err)
	}
	return lock, func() { lock.Unlock() }, nil
}

// Watched shows a progress bar for long work on a world. It is on stderr, so that the answer stays clean. The caller
// must call gone when the work has ended.
func (w *Opened) Watched(work string) (gone func()) {
	bar := w.Call.Side.Bar(w.Call.Voice.Book.T(work))
	if bar == nil {
		return func() {}
	}
	w.World.Progress = bar.Show
	return func() { w.World.Progress = nil; bar.Clear() }
}

// Zone is the world's time zone. The settings must be valid.
func (w *Opened) Zone() *time.Location { return ForStore(w.Settings).Zone }

// Reads is the beginning of a command that looks at a world, see Look.
type Reads struct {
	Dir string `arg:""`
}

// Changes is the beginning of a command that changes a world, see Change.
type Changes struct {
	Dir string `arg:""`
}

// Writes is the beginning of a command that leaves letters in a world's outbox, see Write.
type Writes struct {
	Dir string `arg:""`
}

// Open opens the world for the command.
func (k *Reads) Open(c *call.Call) (*Opened, func(), error) { return Read(c, k.Dir) }

// Open opens the world for the command.
func (k *Changes) Open(c *call.Call) (*Opened, func(), error) { return Change(c, k.Dir) }

// Open opens the world for the command.
func (k *Writes) Open(c *call.Call) (*Opened, func(), error) { return Write(c, k.Dir) }
