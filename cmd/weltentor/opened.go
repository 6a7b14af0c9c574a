package main

import (
	"time"

	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// opened is a world a command works on, with its settings.
type opened struct {
	World    *world.World
	settings *settings.Settings
	call     *Call
	placed   bool  // it was seen that the world is where it mails from
	stopped  error // why it must not mail from here, see inPlace
	apart    bool  // it is a copy, or an older state: what this command makes does not leave
}

// open opens a world; it works while another command runs.
func (c *Call) open(dir string) (*opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	return c.openWith(dir, s)
}

// look is open for a command that only reads: what the store says is in the
// language of the call, not in that of letters to the game master.
func (c *Call) look(dir string) (*opened, error) {
	s, err := settings.Read(dir)
	if err != nil {
		return nil, err
	}
	s.GM.Lang = string(c.voice.book.Lang)
	return c.openWith(dir, s)
}

func (c *Call) openWith(dir string, s *settings.Settings) (*opened, error) {
	if err := c.aboard.serve(s); err != nil {
		return nil, err
	}
	st := forStore(s)
	st.Journal = c.aboard.link()
	w, err := world.Open(dir, c.books, st)
	if err != nil {
		return nil, c.storeError(dir, err)
	}
	return &opened{World: w, settings: s, call: c}, nil
}

// change opens a world for a command that writes, alone: the second of two
// such commands is told to come later. The caller calls done in the end.
func (c *Call) change(dir string) (w *opened, done func(), err error) {
	w, err = c.open(dir)
	if err != nil {
		return nil, nil, err
	}
	return w.locked()
}

// write is change for a command that leaves letters in the outbox: they are
// sent from the game's address, so there must be one. Where they do not leave, the caller's done says so.
func (c *Call) write(dir string) (w *opened, done func(), err error) {
	w, err = c.open(dir)
	if err != nil {
		return nil, nil, err
	}
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return nil, nil, err
	}
	w, unlock, err := w.locked()
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

func (w *opened) locked() (_ *opened, done func(), err error) {
	c, dir := w.call, w.settings.Dir
	lock, unlock, err := lockOf(c, dir)
	if err != nil {
		return nil, nil, err
	}
	w.World.Holds(lock)
	w.World.Acts(logbook.Hand{By: logbook.Command, At: c.now(), Why: c.why})
	return w, unlock, nil
}

// lockOf takes the lock of a world's folder. A world of a fleet has been locked by whoever took it in hand.
func lockOf(c *Call, dir string) (lock *store.DirLock, unlock func(), err error) {
	if c.aboard != nil && c.aboard.Dir == dir {
		return c.aboard.Lock, func() {}, nil
	}
	if lock, err = store.Lock(dir); err != nil {
		return nil, nil, c.storeError(dir, err)
	}
	return lock, func() { lock.Unlock() }, nil
}

// watched shows a bar for long work of a world, where complaints go: an answer stays an answer. The caller
// calls gone when the work has ended.
func (w *opened) watched(work string) (gone func()) {
	bar := w.call.side.Bar(w.call.voice.book.T(work))
	if bar == nil {
		return func() {}
	}
	w.World.Progress = bar.Show
	return func() { w.World.Progress = nil; bar.Clear() }
}

// zone is the world's time zone; the settings are valid.
func (w *opened) zone() *time.Location { return forStore(w.settings).Zone }
