// Package folder opens a world's folder for a command: a call and a path go in, an Opened comes out, read, to be
// changed, or to be written from. It takes the lock, hands the settings to the store, puts the store's errors
// into words, and tells whether this folder is the place that the world mails from. Commands call it.
package folder

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Opened is a world a command works on, with its settings.
type Opened struct {
	World    *world.World
	Settings *settings.Settings
	Call     *call.Call
	placed   bool  // it was seen that the world is where it mails from
	Stopped  error // why it must not mail from here, see InPlace
	Apart    bool  // it is a copy, or an older state: what this command makes does not leave
}

// Open opens a world; it works while another command runs.
func Open(c *call.Call, dir string) (*Opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	return OpenWith(c, dir, s)
}

// Look is Open for a command that only reads: what the store says is in the
// language of the call, not in that of letters to the game master.
func Look(c *call.Call, dir string) (*Opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	s.GM.Lang = string(c.Voice.Book.Lang)
	return OpenWith(c, dir, s)
}

// OpenWith is Open with settings that have been read.
func OpenWith(c *call.Call, dir string, s *settings.Settings) (*Opened, error) {
	if err := c.Linked.Serve(s); err != nil {
		return nil, err
	}
	st := ForStore(s)
	st.Journal = c.Linked.StoreLink()
	w, err := world.Open(dir, c.Books, st)
	if err != nil {
		return nil, StoreError(c, dir, err)
	}
	return &Opened{World: w, Settings: s, Call: c}, nil
}

// Change opens a world for a command that writes, alone: the second of two
// such commands is told to come later. The caller calls done in the end.
func Change(c *call.Call, dir string) (w *Opened, done func(), err error) {
	w, err = Open(c, dir)
	if err != nil {
		return nil, nil, err
	}
	return w.Locked()
}

// Write is Change for a command that leaves letters in the outbox: they are
// sent from the game's address, so there must be one. Where they do not leave, the caller's done says so.
func Write(c *call.Call, dir string) (w *Opened, done func(), err error) {
	w, err = Open(c, dir)
	if err != nil {
		return nil, nil, err
	}
	if err := w.Settings.Needs("address", w.Settings.Address); err != nil {
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

func (w *Opened) Locked() (_ *Opened, done func(), err error) {
	c, dir := w.Call, w.Settings.Dir
	lock, unlock, err := LockOf(c, dir)
	if err != nil {
		return nil, nil, err
	}
	w.World.Holds(lock)
	w.World.Acts(logbook.Hand{By: logbook.Command, At: c.Now(), Why: c.Why})
	return w, unlock, nil
}

// LockOf takes the lock of a world's folder. A world of a fleet has been locked by whoever took it in hand.
func LockOf(c *call.Call, dir string) (lock *store.DirLock, unlock func(), err error) {
	if c.Linked != nil && c.Linked.Dir == dir {
		return c.Linked.Lock, func() {}, nil
	}
	if lock, err = store.Lock(dir); err != nil {
		return nil, nil, StoreError(c, dir, err)
	}
	return lock, func() { lock.Unlock() }, nil
}

// Watched shows a bar for long work of a world, where complaints go: an answer stays an answer. The caller
// calls gone when the work has ended.
func (w *Opened) Watched(work string) (gone func()) {
	bar := w.Call.Side.Bar(w.Call.Voice.Book.T(work))
	if bar == nil {
		return func() {}
	}
	w.World.Progress = bar.Show
	return func() { w.World.Progress = nil; bar.Clear() }
}

// Zone is the world's time zone; the settings are valid.
func (w *Opened) Zone() *time.Location { return ForStore(w.Settings).Zone }
