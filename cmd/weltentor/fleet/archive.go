package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// The archive is apart from the engine and has whole copies of each world. If the engine is lost, at most what came
// after the newest copy is lost with it. Nothing waits for the archive, and no world is in hand while its copy is
// uploaded.

// mostCopies is how many copies of a world the archive keeps.
const mostCopies = 2

// A world is copied after a turn, once its letters have left or lettersTime has passed. It is also copied once a day
// if anything has changed.
const (
	lettersTime = time.Hour
	copyTime    = 24 * time.Hour
)

// toldTime is how long an archive must have failed before the operator is told.
const toldTime = time.Hour

// keeping is what a host knows about its archive.
type keeping struct {
	copies map[string][]archive.Copy // by world, as last listed
	wrong  map[string]error          // by world: why it could not be copied
	rest   time.Time                 // nothing is tried before this time

	telling sync.Mutex // only one at a time records in the register how the archive does
	sound   bool       // the register says that nothing is wrong with it
}

// base is the position of the world's last whole entry.
func (w *world) base() uint64 {
	if w.entry.Whole {
		return w.at
	}
	return uint64(w.entry.Base)
}

// outdated reports whether a copy must not be kept, because it has something that the world was told to forget.
func (w *world) outdated(c archive.Copy) bool {
	return w.entry.Drop > 0 && (!c.Since.Equal(w.Since) || entry.Position(c.At) < w.entry.Drop)
}

// lacks reports whether a world needs a new copy.
func (w *world) lacks(now time.Time, copies []archive.Copy) bool {
	if len(copies) == 0 || slices.ContainsFunc(copies, w.outdated) {
		return true
	}
	last := copies[len(copies)-1]
	switch {
	case !last.Since.Equal(w.Since), SumOf([]byte(last.Settings)) != w.Settings:
		return true
	case last.At == w.at:
		return false
	case last.Turn != w.gist.Turn || last.TurnHash != w.gist.TurnHash:
		return w.gist.Waiting == 0 || now.Sub(w.gist.Oldest) >= lettersTime
	}
	return now.Sub(last.Made) >= copyTime
}

// unarchived returns the worlds that the archive lacks, as far as this host knows.
func (h *Host) unarchived(s *seen) (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Archive == nil || h.keeping.rest.After(time.Now()) {
		return nil
	}
	for _, name := range s.order {
		w := s.worlds[name]
		if copies, looked := h.keeping.copies[name]; w.stopped == nil && (!looked || w.lacks(s.now, copies)) {
			out = append(out, name)
		}
	}
	h.Count.unarchived(len(out))
	return out
}

// archive copies a world if the archive lacks it, and records whether that worked.
func (h *Host) archive(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	err := h.Hold(ctx, "archive/"+name, func(ctx context.Context) error {
		copies, err := h.Archive.Copies(ctx, name)
		if err != nil {
			return fmt.Errorf("the archive: %w", err)
		}
		if err := h.against(ctx, w.name, w.Since, copies); err != nil {
			return err
		}
		if w.lacks(s.now, copies) {
			made, err := h.copy(ctx, w, copies)
			if err != nil {
				return err
			}
			copies = append(copies, made)
		}
		copies = slices.DeleteFunc(copies, w.outdated)
		copies = copies[max(0, len(copies)-mostCopies):]
		if err := h.Archive.Prune(ctx, name, copies); err != nil {
			return fmt.Errorf("the archive: %w", err)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.keeping.copies[name] = copies
		return nil
	})
	if errors.Is(err, engine.ErrTaken) {
		return h.leaseTime() / 3
	}
	if errors.Is(err, faults.ErrLogBehind) {
		h.stop(ctx, name, err)
		err = nil // nothing is wrong with the archive
	}
	h.tell(name, err)
	h.tell("", h.noteArchive(ctx, s.now, h.wrongWith(s, name, err)))
	if err != nil {
		return retryTime
	}
	return 0
}

// wrongWith records whether a world could be copied. It returns err or, if that is nil, what is wrong with another
// world.
func (h *Host) wrongWith(s *seen, name string, err error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.keeping.wrong, name)
	if err != nil {
		h.keeping.wrong[name] = err
		h.keeping.rest = time.Now().Add(h.Every) // so that all the worlds do not try at once
	}
	for world, other := range h.keeping.wrong {
		if w := s.worlds[world]; w == nil || w.stopped != nil {
			delete(h.keeping.wrong, world)
		} else if err == nil {
			err = other
		}
	}
	return err
}

// copy puts a copy of a world into the archive. The world is in hand only until the copy is a file on this host. The
// copy's time is later than that of all other copies, whatever the engine's clock says.
func (h *Host) copy(ctx context.Context, w *world, there []archive.Copy) (c archive.Copy, err error) {
	dir, done, err := h.Scratch(w.name)
	if err != nil {
		return c, err
	}
	defer done()
	file := filepath.Join(dir, disk.FileName)
	had, err := h.with(ctx, w.name, func(ctx context.Context, stay Stay) error {
		at, head, err := h.Journal.Head(ctx, w.name)
		if err != nil {
			return err
		}
		toml, err := os.ReadFile(filepath.Join(stay.Dir, disk.SettingsName))
		if err != nil {
			return err
		}
		c = archive.Copy{World: w.name, Since: w.Since, At: uint64(at), Hash: hashOf(head), Made: stay.Now,
			Turn: head.Turn, TurnHash: head.TurnHash, Settings: string(toml)}
		for _, was := range there {
			if !c.Made.After(was.Made) {
				c.Made = was.Made.Add(time.Second)
			}
		}
		return h.Worker.Copy(stay, file)
	})
	if err == nil && !had {
		err = fmt.Errorf("%w: %s", engine.ErrTaken, w.name)
	}
	if err != nil {
		return c, err
	}
	if c, err = h.Archive.Keep(ctx, c, file); err != nil {
		return c, fmt.Errorf("the archive: %w", err)
	}
	h.Count.archived.Add(1)
	return c, nil
}

func hashOf(e entry.Entry) string {
	text, _ := e.Hash().MarshalText()
	return string(text)
}

// compare looks into the archive to see whether a world's journal has lost entries. It is called before a host without
// a copy of its own touches the world. If the archive cannot be read, nobody waits: hosts look there again later.
func (f *Fleet) compare(ctx context.Context, world string, since time.Time) error {
	if f.Archive == nil {
		return nil
	}
	copies, err := f.Archive.Copies(ctx, world)
	if err != nil {
		return nil
	}
	return f.against(ctx, world, since, copies)
}

// against returns ErrLogBehind if a world's journal lacks the entry that a copy ends with, or has another one in its
// place.
func (f *Fleet) against(ctx context.Context, world string, since time.Time, copies []archive.Copy) error {
	at, head, err := f.Journal.Head(ctx, world) // read after the list, since the copies follow the journal
	if err != nil {
		return err
	}
	for _, c := range copies {
		if !c.Since.Equal(since) {
			continue
		}
		if has, err := f.has(ctx, world, at, head, c.At, c.Hash); err != nil {
			return err
		} else if !has {
			return entry.Behind(world, at, entry.Position(c.At))
		}
	}
	return nil
}

// has reports whether a journal with this head has, or once had, an entry of a hash at a position; it may have been
// dropped since. The hash is "" in copies of older versions, and is then not compared.
func (f *Fleet) has(ctx context.Context, world string, at entry.Position, head entry.Entry, was uint64,
	hash string) (bool, error) {
	if was < uint64(at) {
		p, err := entry.From(ctx, f.Journal, world, entry.Position(was))
		if err != nil {
			return false, err
		}
		at, head = p.At, p.Entry
	}
	return uint64(at) > was || uint64(at) == was && (hash == "" || hash == hashOf(head)), nil
}

// Scratch makes a folder on this host for one copy. No world can have its name.
func (f *Fleet) Scratch(world string) (dir string, done func(), err error) {
	dir = filepath.Join(f.Config.Cache, ".archive", world)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return "", nil, fmt.Errorf("the cache of the fleet: %w", err)
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

// noteArchive records that the archive fails, or that it works again. If it has failed for long, the operator is told.
func (h *Host) noteArchive(ctx context.Context, now time.Time, why error) error {
	h.keeping.telling.Lock()
	defer h.keeping.telling.Unlock()
	h.Count.archiveFails(why != nil)
	key := archiveKey + h.Config.Host
	switch {
	case why == nil && h.keeping.sound:
		return nil
	case why == nil:
		err := h.Roll().drop(ctx, key)
		h.keeping.sound = err == nil // if this failed, the next copy tries again
		return err
	}
	h.keeping.sound = false
	var t Trouble
	err := note(ctx, h.Roll(), key, func(v *Trouble) bool {
		if v.Since.IsZero() {
			v.Since = now
		}
		was := v.Why
		v.Why = why.Error()
		t = *v
		return v.Why != was
	})
	if err != nil || t.Told || now.Sub(t.Since) < toldTime {
		return err
	}
	if err := h.Worker.Warn(ctx, t); err != nil {
		return err
	}
	return note(ctx, h.Roll(), key, func(v *Trouble) bool { v.Told = true; return true })
}

// fetch writes the newest whole copy of a world into a file. It also returns what is wrong with newer copies.
func (f *Fleet) fetch(ctx context.Context, world, file string) (c archive.Copy, wrong []error, err error) {
	copies, err := f.Archive.Copies(ctx, world)
	if err != nil {
		return c, nil, err
	}
	for _, c := range slices.Backward(copies) {
		err := f.Archive.Fetch(ctx, c, file)
		if err == nil {
			return c, wrong, nil
		}
		if !errors.Is(err, archive.ErrDamaged) && !errors.Is(err, archive.ErrNone) {
			return c, wrong, err
		}
		wrong = append(wrong, err)
	}
	return c, wrong, fmt.Errorf("%w: no whole copy of %s", archive.ErrNone, world)
}

// Regain writes what a world can be brought back from into a file in dir. That is the newest whole copy in the
// archive, or the journal if it has all of that copy and more. Since is zero if the fleet has no journal of the world.
// What is wrong with anything newer is returned too.
func (f *Fleet) Regain(ctx context.Context, world string, since time.Time, dir string) (c archive.Copy, file string,
	journal bool, wrong []error, err error) {
	file, err = filepath.Join(dir, disk.FileName), fmt.Errorf("%w: no archive", archive.ErrNone)
	if f.Archive != nil {
		c, wrong, err = f.fetch(ctx, world, file)
	}
	none := errors.Is(err, archive.ErrNone)
	if since.IsZero() || err != nil && !none || !none && c.Since.After(since) {
		return c, file, false, wrong, err
	}
	own, made, lost := f.rebuild(ctx, world, since, filepath.Join(dir, "journal"))
	if lost == nil && !none && c.Since.Equal(since) && own.At > c.At {
		lost = f.against(ctx, world, since, []archive.Copy{c})
	}
	switch {
	case lost == nil && (none || c.Since.Before(since) || own.At > c.At):
		return own, made, true, wrong, nil
	case lost != nil && !errors.Is(lost, faults.ErrLogBehind):
		wrong = append(wrong, lost)
	}
	return c, file, false, wrong, err
}

// rebuild makes a store from a world's journal.
func (f *Fleet) rebuild(ctx context.Context, world string, since time.Time, dir string) (c archive.Copy, file string,
	err error) {
	at, head, err := f.Journal.Head(ctx, world)
	if err == nil && at == 0 {
		err = fmt.Errorf("%w: %s has no journal", archive.ErrNone, world)
	}
	if err == nil {
		err = os.Mkdir(dir, 0o700)
	}
	if err != nil {
		return c, "", err
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		return c, "", err
	}
	defer lock.Unlock()
	if _, err := store.CatchUp(ctx, dir, lock, f.Journal, world); err != nil {
		return c, "", err
	}
	toml, _, err := f.Roll().Settings(ctx, world)
	return archive.Copy{World: world, Since: since, At: uint64(at), Turn: head.Turn, Settings: string(toml)},
		filepath.Join(dir, disk.FileName), err
}
