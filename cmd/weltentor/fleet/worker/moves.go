package worker

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/turns"
)

// Enter reads settings that a world of the fleet would have, and returns the world's entry for the register.
func Enter(f *config.Config, world string, toml []byte,
	beside map[string]fleet.Entered) (e fleet.Entered, err error) {
	s, err := settings.Parse(toml)
	if err != nil {
		return e, err
	}
	return enter(f, world, s, beside)
}

// enter makes the entry of a world with these settings, or says why it cannot be in the fleet.
func enter(f *config.Config, world string, s *settings.Settings,
	beside map[string]fleet.Entered) (e fleet.Entered, err error) {
	if s.Engine != "" {
		return e, complaint.Usage("engine-fleet", phrase.Str("world", world))
	}
	if s.KeyInside() {
		return e, complaint.Usage("fleet-key-inside", phrase.Str("world", world), phrase.Str("path", s.DKIM.KeyFile))
	}
	e = fleet.Entered{Addresses: s.Addresses(), Name: cmp.Or(s.Name, world), Shared: s.IMAP.Shared}
	m, at, err := fleet.Served(f, s, "", "")
	if err != nil {
		return e, err
	}
	if m != nil {
		e.Mailbox = m.Name
	}
	if at != nil {
		e.Account = at.Name
	}
	if e.Mailbox == "" {
		return e, nil
	}
	if other := e.Unshared(world, beside); other != "" {
		code := map[bool]string{false: "fleet-not-shared", true: "fleet-other-not-shared"}[e.Shared]
		return e, complaint.Usage(code, phrase.Str("world", world), phrase.Str("other", other), phrase.Str("mailbox", e.Mailbox))
	}
	with := maps.Clone(beside)
	if with == nil {
		with = map[string]fleet.Entered{}
	}
	with[world] = e
	var clash *sorting.Clash
	if _, err := fleet.NewSorter(with, e.Mailbox); errors.As(err, &clash) {
		return e, complaint.Usage("fleet-clash", phrase.Str("world", world), phrase.Str("mailbox", e.Mailbox),
			phrase.Str("other", strings.TrimPrefix(clash.One, world)+strings.TrimPrefix(clash.Other, world)),
			phrase.Str("what", clash.Word))
	}
	return e, nil
}

// Join gives the world of an ordinary folder to a fleet. The folder gets the fleet's mark first, so that whatever
// happens, the game does not go on there. Its other marks are counted up, so that older copies of the folder are
// recognized as old. put puts what the world has into the fleet.
func Join(ctx context.Context, c *call.Call, f *config.Config, from Folder,
	put func(*folder.Opened) error) (e fleet.Entered, toml []byte, err error) {
	dir, world, beside := from.Dir, from.World, from.Beside
	s, err := settings.Read(dir)
	if err != nil {
		return e, nil, err
	}
	if toml, err = os.ReadFile(filepath.Join(dir, settings.File)); err != nil {
		return e, nil, err
	}
	if e, err = enter(f, world, s, beside); err != nil {
		return e, nil, err
	}
	mark, marked, err := disk.Marked(dir)
	if err != nil {
		return e, nil, err
	}
	take := disk.Lock
	if marked && mark.World == world {
		take = disk.LockOfFleet // an earlier run began it
	}
	lock, err := take(dir)
	if err != nil {
		return e, nil, folder.StoreError(c, dir, err)
	}
	defer lock.Unlock()
	own := *c
	own.Ctx = ctx
	w, err := folder.OpenWith(&own, dir, s)
	if err != nil {
		return e, nil, err
	}
	w.World.Holds(lock)
	if !marked {
		if err := retire(ctx, w, beside); err != nil {
			return e, nil, err
		}
	}
	full, err := filepath.Abs(f.File)
	if err != nil {
		return e, nil, err
	}
	if err := disk.PutMark(dir, disk.Mark{World: world, Fleet: full}); err != nil {
		return e, nil, err
	}
	e.Rulebook, e.Rules = w.World.Rulebook().Name(), w.World.Rulebook().Version()
	if e.Mark, _, err = w.World.Mark(); err != nil {
		return e, nil, w.Wrong(err)
	}
	return e, toml, w.Wrong(put(w))
}

// Folder is the folder of a world that is to join a fleet, and the worlds that are in it.
type Folder struct {
	Dir, World string
	Beside     map[string]fleet.Entered
}

// retire counts up the marks of a world that leaves its folder. It fails if the mark of another world forbids to read
// the mailbox, unless that world is in the fleet by now.
func retire(ctx context.Context, w *folder.Opened, beside map[string]fleet.Entered) error {
	if err := w.InPlace(); err != nil {
		return err
	}
	if w.Settings.IMAP.Host == "" {
		_, err := w.Place().Next(0)
		return w.Wrong(err)
	}
	m := mailing.NewMailer(w)
	server, err := m.IMAP(ctx)
	if err == nil {
		err = m.Claim(ctx, server, 0)
	}
	ours := func(a phrase.Arg) bool { return a.Name == "other" && fleet.Called(beside, a.S) }
	switch c := (*complaint.Complaint)(nil); {
	case err == nil, errors.As(err, &c) && c.What.Code == mailing.Shared && slices.ContainsFunc(c.What.Args, ours):
		return nil
	case c != nil:
		return err
	}
	return complaint.Later(mailing.NoIMAP, err, phrase.Str("dir", w.Settings.Dir), phrase.Str("host", w.Settings.IMAP.Addr()))
}

// Land makes an ordinary folder the place where the game goes on.
func Land(c *call.Call, dir string) error {
	w, done, err := folder.Change(c, dir)
	if err != nil {
		return err
	}
	defer done()
	return w.Wrong(turns.Adopting{World: w.World, Place: w.Place()}.Done(c.Now()))
}

// Adopt makes a world of a database that may be older, or another one, the one that the game goes on with, as `adopt`
// does for a folder. Letters that it lacks are read again before a turn is resolved, and the mailbox gets a new mark.
// unmarked is why it did not: a host puts it there later.
func (k Worker) Adopt(ctx context.Context, s fleet.Stay) (unmarked, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return nil, err
	}
	w.World.SetActor(logbook.Hand{By: logbook.Command, At: s.Now, Why: k.Why})
	reads := w.Settings.IMAP.Host != ""
	if err := (turns.Adopting{World: w.World, Place: w.Place(), Again: reads}).Done(s.Now); err != nil || !reads {
		return nil, w.Wrong(err)
	}
	config, err := w.IMAP(ctx)
	if err == nil {
		err = w.Claim(ctx, config, 0)
	}
	if errors.As(err, new(*complaint.Complaint)) {
		return nil, err
	}
	return err, nil
}

// Verify replays a world.
func (k Worker) Verify(s fleet.Stay) (count int, wrong []string, err error) {
	w, err := k.look(s)
	if err != nil {
		return 0, nil, err
	}
	v, err := turns.Verify(w.World)
	return len(v.Turns), v.Wrong, w.Wrong(err)
}
