// Package players changes who plays: it founds a world, enrols, seats, hands over and frees realms, and lets somebody
// stand in. It also shows and erases what a world stores about a person (data.go, forget.go), and owns the records of
// practice games (practice.go). Each change is one transaction with the letters about it. The records of realms belong
// to package roster. Begin with Enrolment: all who come in come in by it.
package players

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// The beginning of a world: it is founded, or comes out of a copy.

// Found makes a world directory with its store and the files given (such as world.toml), all private. Everything is
// made in a directory beside it that is renamed at the end, so a kill leaves no half world, and founding again works.
// f.Tables are the world's own numbers. dir must not exist, or must be empty.
func Found(dir string, rb game.Rulebook, f game.Founding, now time.Time, files ...game.File) (err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return fmt.Errorf("founding: %w", err)
	}
	defer func() { err = disk.Full(err) }()
	switch there, err := os.ReadDir(dir); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("founding: %w", err)
	case len(there) > 0 && errors.Is(store.Missing(dir), faults.ErrNoWorld):
		return fmt.Errorf("%w: %s", faults.ErrFilled, dir)
	case len(there) > 0:
		return fmt.Errorf("%w: %s is not empty", faults.ErrExists, dir)
	}
	world, note, tables, err := found(rb, f, now)
	if err != nil {
		return err
	}
	building := dir + ".founding"
	lock, err := clearSite(building, files)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	for _, file := range files {
		err := disk.WriteNew(filepath.Join(building, file.Name),
			func(w io.Writer) error { _, err := w.Write(file.Data); return err })
		if err != nil {
			return fmt.Errorf("founding: %w", err)
		}
	}
	path := filepath.Join(building, disk.FileName)
	if err := store.Create(path, first(rb, world, f, note, tables)); err != nil {
		return fmt.Errorf("founding: %w", err)
	}
	if err := errors.Join(disk.SyncDir(building), disk.RenameDir(building, dir, lock.Unlock),
		disk.SyncDir(filepath.Dir(dir))); err != nil {
		return fmt.Errorf("founding %s: %w", dir, err)
	}
	return nil
}

// found makes the first state and what is said about it.
func found(rb game.Rulebook, f game.Founding, now time.Time) (game.World, chronicle.Founding, []byte, error) {
	tables, err := rb.Tables(f.Tables)
	if err != nil {
		return nil, chronicle.Founding{}, nil, fmt.Errorf("%w: %w", faults.ErrTables, err)
	}
	f.Tables = tables
	world, err := rb.Found(f)
	if err != nil {
		return nil, chronicle.Founding{}, nil, fmt.Errorf("founding: %w", err)
	}
	turn := world.Asked().Turn
	if turn == 1 {
		turn = 0
	}
	return world, chronicle.Founding{First: turn, Seed: f.Seed.String(), Width: f.Width, Height: f.Height,
		Tables: store.SumOf(tables),
		Rules:  rb.Version(), State: store.SumOf(world.State()), At: now.UTC(), Announced: f.Announced,
		Stored: !rb.Repeats(world.State())}, tables, nil
}

// clearSite makes the directory in which a world is built. If a killed founding left one, it takes that over, without
// its content.
func clearSite(building string, files []game.File) (*disk.DirLock, error) {
	if err := os.Mkdir(building, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("founding: %w", err)
	}
	// In a folder that is open to all, somebody else may have put it there.
	if err := disk.Private(building, 0o700); err != nil {
		return nil, fmt.Errorf("founding: %w", err)
	}
	lock, err := disk.Lock(building)
	if err != nil {
		return nil, err
	}
	names := []string{disk.FileName}
	for _, f := range files {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(building, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			lock.Unlock()
			return nil, fmt.Errorf("founding: %w", err)
		}
	}
	return lock, nil
}

// first fills the store of a new world.
func first(rb game.Rulebook, world game.World, f game.Founding, note chronicle.Founding,
	tables []byte) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		store.Found(tx, rb.Name(), f.Seed[:])
		chronicle.PutSigner(tx, f.Signer)
		chronicle.PutFounding(tx, note)
		store.PutFile(tx, tables)
		if note.Stored {
			store.PutFile(tx, world.State())
		}
		chronicle.PutState(tx, world.Asked().Turn, world.State(), chronicle.Opening{Since: note.At, Former: note.State})
		for _, r := range world.Realms() { // of a game that moved in; nobody plays them yet
			roster.Put(tx, r.Number, roster.RealmRecord{})
		}
		store.States.Set(tx, 1) // not drawn: the same founding makes the same store
		return nil
	}
}

// Restoring is a copy of a world's store that is about to take the world's place: it is checked and made ready in a
// folder of its own. The world is untouched until Done.
type Restoring struct {
	Lost Lost

	dir, work string
	engine    store.Engine // that has the world; nil: it is in its folder
}

// Lost is what a world has and its copy lacks.
type Lost struct {
	Known     bool // false: the world's store cannot be read, and everything below except Turn is unknown
	Was, Turn int  // the turn that awaits orders, in the world and in the copy
	Since     time.Time
	Letters   int   // that the mailbox brings again
	ByHand    []int // realms for which orders were entered on the command line; 0: the game master
	Sent      int   // letters that left; they do not leave again
	Log       []logbook.Entry
}

// workName is the folder in which a copy is made ready. If a kill leaves something in it, the next try removes it.
const workName = "restoring"

// ErrPresent says that the present store, not the copy, has something wrong with it that can be mended.
var ErrPresent = errors.New("the store that is to be replaced")

// Restore checks a copy of a world's store, as Backup or a turn has made it, and makes it ready. It knows then which
// letters came since and which left, and it is the one that mails from then on. The caller holds the world's lock. An
// error about the copy is ErrDamaged, ErrSchema or ErrRulebook, or ErrRestore if it is a copy of another world.
// Otherwise it is ErrPresent.
func Restore(dir, copied string, books []game.Rulebook, s world.Settings, machine string, hand logbook.Hand,
	now time.Time) (ready *Restoring, err error) {
	r := &Restoring{dir: dir, work: filepath.Join(dir, workName)}
	if s.Name == "" {
		s.Name = world.FolderName(dir)
	}
	if r.engine, err = s.Engine(dir); err != nil {
		return nil, err
	}
	own := s
	own.Elsewhere = nil
	if err := errors.Join(os.RemoveAll(r.work), os.Mkdir(r.work, 0o700)); err != nil {
		return nil, fmt.Errorf("restoring: %w", err)
	}
	defer func() {
		if err != nil {
			r.Drop()
		}
	}()
	if err := store.Unpacked(filepath.Join(r.work, disk.FileName), copied); err != nil {
		return nil, err
	}
	back, err := world.Open(r.work, books, own)
	if err != nil {
		return nil, store.Uncured(err)
	}
	back.SetActor(hand)
	if err := sound(back, copied); err != nil {
		return nil, store.Uncured(err)
	}
	generation, err := r.compare(back, books, s)
	if errors.Is(err, faults.ErrRestore) {
		return nil, err
	}
	for _, mended := range []error{faults.ErrBusy, faults.ErrExposed, faults.ErrFull, faults.ErrUnlocked,
		faults.ErrSilent, faults.ErrOlder} {
		if errors.Is(err, mended) { // when that is mended, the store may be readable
			return nil, fmt.Errorf("%w: %w", ErrPresent, err)
		}
	}
	if err != nil { // there is nothing to compare it with
		r.Lost = Lost{}
		if back, err = world.Open(r.work, books, own); err != nil {
			return nil, err
		}
		back.SetActor(hand)
		if err := back.Update(received.NoteAllLost); err != nil {
			return nil, err
		}
	}
	if err := r.waits(back, now); err != nil {
		return nil, err
	}
	at := world.PlaceOf(back, machine)
	if at.Dir = dir; r.engine != nil {
		if err := r.engine.View(func(k store.Keys) error { at.Database = store.FromKeys(k).Place(); return nil }); err != nil {
			return nil, err
		}
	}
	what := phrase.P("log.restore", phrase.Num("turn", r.Lost.Turn), phrase.Num("was", r.Lost.Was))
	return r, at.Adopt(what, generation, now, HoldMade)
}

// sound checks every value and page of a copy against its sum.
func sound(w *world.World, path string) error {
	return w.View(func(tx *store.Tx) error {
		for err := range tx.Wrong() {
			return fmt.Errorf("%w: %s: %w", faults.ErrDamaged, path, err)
		}
		return nil
	})
}

// compare finds out what the world has and the copy lacks, and records it in the copy. It returns the generation of
// the world.
func (r *Restoring) compare(back *world.World, books []game.Rulebook, s world.Settings) (generation uint64, err error) {
	there, err := world.Open(r.dir, books, s)
	if err != nil {
		return 0, err
	}
	if generation, _, err = world.PlaceOf(there, "").Stamp(); err != nil {
		return 0, err
	}
	return generation, r.hold(back, there)
}

// waits lets the turn of the copy wait until its letters are read again.
func (r *Restoring) waits(back *world.World, now time.Time) error {
	var want received.Wanted
	err := back.View(func(tx *store.Tx) (err error) {
		r.Lost.Turn = store.Turn(tx)
		want = received.WantedFor(tx, r.Lost.Turn)
		return nil
	})
	if err != nil || r.Lost.Letters == 0 && !want.All {
		return err
	}
	if _, mark, err := back.Mark(); err != nil || r.Lost.Letters == 0 && mark.Where == "" {
		return err // it has never read a mailbox
	}
	return notices.MailboxLeft(back, deadlines.Reason{What: phrase.P("restored-unread")}, now)
}

// hold compares the copy with the world.
func (r *Restoring) hold(back, there *world.World) error {
	own, _, err := back.Mark()
	if err != nil {
		return err
	}
	if name, _, err := there.Mark(); err != nil || name != own {
		return errors.Join(err, wording.Fault(faults.ErrRestore, "restore-other"))
	}
	return there.View(func(now *store.Tx) error {
		return back.Update(func(tx *store.Tx) (err error) {
			l := Lost{Known: true, Was: store.Turn(now), Turn: store.Turn(tx)}
			if l.Log, err = logbook.Since(tx, now); err != nil {
				return err
			}
			if len(l.Log) > 0 {
				l.Since = l.Log[0].At
			}
			secrets.CarryLinks(tx, now)
			l.Letters, l.ByHand = received.NoteLost(tx, now)
			if err := received.CarryPassed(tx, now); err != nil {
				return err
			}
			if l.Sent, err = outbox.Open(tx).Departed(outbox.Open(now)); err != nil {
				return err
			}
			r.Lost = l
			return nil
		})
	})
}

// Done puts the copy in place of the store, at one moment. It returns the name under which the former store is kept,
// among the backups or in the database, and "" if there was none.
func (r *Restoring) Done(lock *disk.DirLock, now time.Time) (kept string, err error) {
	defer r.Drop()
	if r.engine == nil {
		return store.Replace(r.dir, filepath.Join(r.work, disk.FileName), lock, now)
	}
	if err := lock.Stands(); err != nil {
		return "", err
	}
	return store.ReplaceBy(r.engine, filepath.Join(r.work, disk.FileName), now)
}

// Drop removes the copy.
func (r *Restoring) Drop() { _ = os.RemoveAll(r.work) }

// Wanted returns the letters that are to be read again now. If nobody knows which came, and the turn is due without
// them, those that came after its deadline are for the next turn. If it was due before, all of them are.
func Wanted(w *world.World, now time.Time) (want received.Wanted, err error) {
	err = w.View(func(tx *store.Tx) error {
		want = received.WantedFor(tx, store.Turn(tx))
		if !want.All {
			return nil
		}
		s, err := w.Overview(tx, now, false)
		switch {
		case err != nil || !s.Ready.Due && !s.Ready.Held:
		case s.Ready.Passed:
			want.Until = s.Ready.Deadline.UTC()
		default:
			want.Until = want.Since
		}
		return err
	})
	return want, err
}

// Reread records that these have been read again.
func Reread(w *world.World, want received.Wanted, now time.Time) error {
	return w.Update(func(tx *store.Tx) error {
		found, gone := want.Settle(tx)
		if found+gone == 0 {
			return nil
		}
		_, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.again", phrase.Num("n", found),
			phrase.Num("gone", gone))})
		return err
	})
}

// HoldMade holds the waiting letters that were made in a copy, from the given one on. 0 means that there are none.
func HoldMade(tx *store.Tx, first uint64) error {
	if first == 0 {
		return nil
	}
	return outbox.Open(tx).HoldFrom(first)
}
