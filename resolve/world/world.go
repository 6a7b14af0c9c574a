// Package world is a world that is open: its folder with the settings, the store and the rules become a World. Other
// packages run their transactions on it as a Session, with the turn that awaits orders and the time. The store is
// opened only for the moment of a call. The package also owns the place from which a world mails (place.go), so that
// two copies of one world never write to the same player. Begin with Open and Session.
package world

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// World is an opened world directory. Its store is opened only for the moment of a call. Whoever changes a world holds
// its Lock; readers need none. A World is for one goroutine at a time.
type World struct {
	*outbox.Office  // the letters that leave
	*logbook.Keeper // what has happened
	*Setup
	// Progress, if anybody wants to know, is called with how far long work is: steps done and steps in all, one call
	// at a time.
	Progress func(done, all int)

	Disk   *store.Store
	Cache  *sheets.Cache
	Cached chronicle.Current // of generation Cached.Generation
}

// Open opens a world directory for calls. Nothing is changed on the disk, with two exceptions: a store of an older
// schema is raised to the present one, and a packed copy is unpacked (see store.Open).
func Open(dir string, books []game.Rulebook, s Settings) (*World, error) {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	if s.Lang == "" {
		s.Lang = phrase.Langs[0]
	}
	if s.Name == "" {
		s.Name = FolderName(dir)
	}
	master := outbox.Master{World: s.Name, Mails: s.Masters, Lang: s.Lang}
	w := &World{Setup: &Setup{Settings: s, People: roster.NewRoster(), ToMaster: master,
		Received: received.Remember()}, Cache: sheets.NewCache()}
	var err error
	if w.Disk, err = s.open(dir, func(tx *store.Tx) (err error) {
		w.Rules, err = rulebookOf(tx, dir, books)
		return err
	}); err != nil {
		return nil, err
	}
	w.Disk.Rulebook = w.Rules.Name()
	w.Keeper = &logbook.Keeper{Disk: w.Disk}
	w.Logbook = w.Keeper
	w.Office = &outbox.Office{Disk: w.Disk, Address: s.Address, PerHour: s.PerHour, ZipAbove: s.ZipAbove,
		Master: master, Render: s.Render,
		Speaks: func(tx *store.Tx, realm int) (phrase.Lang, error) {
			c, err := w.Now(tx)
			if err != nil {
				return "", err
			}
			here, _ := c.Realm(realm)
			return here.Lang, nil
		},
		Log: func(tx *store.Tx, what phrase.Phrase) error {
			_, err := w.Note(tx, logbook.Entry{What: what})
			return err
		}}
	return w, nil
}

// open opens the store, wherever it is.
func (s Settings) open(dir string, look func(*store.Tx) error) (*store.Store, error) {
	switch e, err := s.Engine(dir); {
	case err != nil:
		return nil, err
	case e != nil:
		return store.OpenOn(e, dir, look)
	}
	st, err := store.Open(dir, s.Backups, look)
	if err == nil {
		st.CopiesMost = s.CopiesMost
	}
	return st, err
}

// Engine is where the records of a world are; nil: in its folder.
func (s Settings) Engine(dir string) (store.Engine, error) {
	if s.Elsewhere == nil {
		return nil, nil
	}
	return s.Elsewhere(dir)
}

// Holds tells the world that this command has its lock. From now on the lock must be valid before anything is changed.
func (w *World) Holds(l *disk.DirLock) { w.Disk.Holds(l) }

// BackupFile writes a copy of the store as it is at one moment into a new private file. Put in the place of world.db,
// the copy is the world again.
func (w *World) BackupFile(path string) error { return w.Disk.BackupFile(path, w.Step) }

// Step reports how far long work is.
func (w *World) Step(done, all int) {
	if w.Progress != nil {
		w.Progress(done, all)
	}
}

// View opens the store for reading, in one transaction.
func (w *World) View(f func(*store.Tx) error) error { return w.Disk.View(f) }

// Update opens the store for one transaction: all of f, or nothing. Sheets that are listed stay so if nothing else has
// changed the store.
func (w *World) Update(f func(*store.Tx) error) error {
	committed, listed := false, w.Cache.SetAside()
	defer func() {
		if !committed { // what was listed and opened within it was never stored
			w.Cache.Unlist()
			w.Cached = chronicle.Current{}
		}
	}()
	err := w.Disk.Update(func(tx *store.Tx) error {
		w.Cache.PutBack(listed, tx)
		if err := w.NoteSettings(tx, w.Settings.listed()); err != nil {
			return err
		}
		if err := w.keepMap(tx); err != nil {
			return err
		}
		return f(tx)
	})
	committed = err == nil
	return err
}

// keepMap refuses settings that would show more of the map than players were told.
func (w *World) keepMap(tx *store.Tx) error {
	return public.KeepMap(tx, w.Settings.Map, func() (bool, error) { return w.shows(tx) })
}

// Accepts returns why no change can be stored with these settings, see keepMap.
func (w *World) Accepts() error {
	return w.View(func(tx *store.Tx) error {
		_, err := public.MapHolds(tx, w.Settings.Map, func() (bool, error) { return w.shows(tx) })
		return err
	})
}

// shows reports whether the board is open to all.
func (w *World) shows(tx *store.Tx) (bool, error) {
	c, err := w.Now(tx)
	if err != nil {
		return false, err
	}
	return public.Open(c.World)
}

// rulebookOf finds the rulebook of the world in a directory.
func rulebookOf(tx *store.Tx, dir string, books []game.Rulebook) (game.Rulebook, error) {
	name := store.RulebookOf(tx)
	var names []string
	for _, rb := range books {
		if rb.Name() == name {
			return rb, nil
		}
		names = append(names, rb.Name())
	}
	return nil, wording.Fault(faults.ErrRulebook, "unknown-book", phrase.Str("path", filepath.Join(dir, disk.FileName)),
		phrase.Str("name", name), phrase.Str("list", strings.Join(names, ", ")))
}

// FolderName is the name in letters of a world that has no name of its own.
func FolderName(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // through a link it is the same world, with the same subjects
	}
	return wording.OneLine(filepath.Base(dir))
}

// Rulebook is the world's game.
func (w *World) Rulebook() game.Rulebook { return w.Rules }

// Now reads the turn that awaits orders. It is not decoded again while the state stays the same.
func (w *World) Now(tx *store.Tx) (chronicle.Current, error) {
	generation := store.States.Of(tx)
	if w.Cached.World != nil && w.Cached.Generation == generation {
		return w.Cached, nil
	}
	secret, err := chronicle.Secret(tx)
	if err != nil {
		return chronicle.Current{}, err
	}
	c := chronicle.Current{Generation: generation, Turn: store.Turn(tx), Secret: secret}
	copy(c.Seed[:], store.Seed(tx))
	tables, err := w.Tables(tx)
	if err != nil {
		return c, err
	}
	c.Tables = tables
	c.Opened, _ = chronicle.OpeningOf(tx, c.Turn)
	state, err := chronicle.StateOf(tx, c.Turn)
	if err != nil {
		return c, err
	}
	if c.World, err = w.Rules.Open(state, tables); err != nil {
		return c, fmt.Errorf("opening the state of turn %d: %w", c.Turn, err)
	}
	if closed := chronicle.ReadClosure(tx); closed.Happened() {
		c.World = chronicle.Shut(c.World)
	}
	c.Realms = chronicle.ByNumber(c.World)
	if c.Opened.Edits > 0 {
		if c.Edited, err = chronicle.Edited(tx, c.Turn); err != nil {
			return c, err
		}
	}
	w.Keep(c)
	return c, nil
}

// Archive is the world's turns as they were resolved.
func (w *World) Archive() chronicle.Archive { return chronicle.Archive{Rb: w.Rules, Cache: w.Cache} }

// Keep remembers a turn, so that it need not be decoded again. If the transaction fails, it is forgotten, see Update.
func (w *World) Keep(c chronicle.Current) {
	w.Cached = c
	w.People.ForgetSenders()
	w.Cache.Forget() // perhaps of earlier turns
}

// Ask passes the turn that awaits orders to a question about a realm that exists, or about the game master, who is
// realm 0. A panic of the rules becomes the error.
func (w *World) Ask(number int, question func(chronicle.Current)) error {
	return w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if _, found := c.Realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", faults.ErrRealm, number)
		}
		return store.Guarded(func() { question(c) })
	})
}

// MostUndone is how many turns can be taken back in a row, without one between that stays.
const MostUndone = 5

// PlaceOf is where a world is, on a machine of this name.
func PlaceOf(w *World, machine string) PlaceKeeper {
	return PlaceKeeper{Disk: w.Disk, Dir: w.Disk.Dir, Machine: machine, Note: w.Note}
}
