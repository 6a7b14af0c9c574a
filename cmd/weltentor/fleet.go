package main

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

// aboard is a call that works on a world of a fleet: in a host's copy of it, linked to its
// journal. The marks by which an ordinary folder is told from its copies say nothing here, for
// the journal refuses whoever is not its only writer.
type aboard struct {
	fleet.Stay
	config *config.Config
	mine   imap.Mine                   // which mails are taken
	sums   map[post.Mail]string        // of these mails, when they were sorted
	others func([]byte) (bool, error)  // tells whether a mail is another world's
	permit func(context.Context) error // asked before a letter leaves
}

// link is what a world's store is linked to; nil: nothing.
func (a *aboard) link() *store.Link {
	if a == nil {
		return nil
	}
	return a.Link
}

// lockOf takes the lock of a world's folder. A world of a fleet has been locked by whoever took it in hand.
func lockOf(c *call, dir string) (lock *store.DirLock, unlock func(), err error) {
	if c.aboard != nil && c.aboard.Dir == dir {
		return c.aboard.Lock, func() {}, nil
	}
	if lock, err = store.Lock(dir); err != nil {
		return nil, nil, c.storeError(dir, err)
	}
	return lock, func() { lock.Unlock() }, nil
}

// serve lets a world of a fleet use the servers of the fleet's settings, and no others: what the register has of it
// runs no command of a host and opens none of its files.
func (a *aboard) serve(s *settings.Settings) error {
	if a == nil {
		return nil
	}
	s.Fleet = a.config.File
	m, at, err := served(a.config, s, a.Mailbox, a.Account)
	if m != nil {
		m.Serve(s)
	}
	if at != nil {
		s.SMTP.Server = at.Server
	}
	return err
}

// replaced tells whether a mail is not the one that was sorted under its number, and another world's: a mail server
// that was set back gives numbers again. It stays in the inbox, to be sorted.
func (a *aboard) replaced(f imap.Fetched) (bool, error) {
	if a == nil {
		return false, nil
	}
	sum, is := a.sums[post.Mail{Validity: f.UIDValidity, UID: f.UID}]
	if !is || sum == post.SumOf(f.Raw) {
		return false, nil
	}
	return a.others(f.Raw)
}

// permitted asks, before a letter leaves, whether it may.
func (a *aboard) permitted(ctx context.Context) error {
	if a == nil || a.permit == nil {
		return nil
	}
	return a.permit(ctx)
}

// fleetFile is where the fleet's settings are if nobody says so.
const (
	fleetVar  = "WELTENTOR_FLEET"
	fleetFile = "fleet.toml"
)

// byHosts are commands that the hosts of a fleet do by themselves, and those that make worlds
// elsewhere.
var byHosts = []string{"cron", "poll", "send", "adopt", "new", "demo"}

// inFleet runs an ordinary command on a world of the fleet, whose name is given in place of a folder, or as --world.
func inFleet(c *call, parsed *kong.Context) error {
	var world *kong.Value
	for _, at := range parsed.Path {
		switch {
		case at.Positional != nil && at.Positional.Name == "dir":
			world = at.Positional
		case at.Flag != nil && at.Flag.Name == "world":
			world = at.Flag.Value
		}
	}
	if slices.Contains(byHosts, c.verb) {
		return usage("fleet-by-hosts", phrase.Str("command", c.verb))
	}
	if world == nil {
		return usage("fleet-no-dir", phrase.Str("command", c.verb))
	}
	name := world.Target.String()
	f, err := commands.Open(c.ctx, c.fleet, c.env, false)
	if err != nil {
		return err
	}
	defer f.Close()
	f.Marks = crew{c, f.Fleet}.Marks
	outer := c.ctx
	return commands.Stay(outer, f.Fleet, name, func(ctx context.Context, s fleet.Stay) error {
		world.Target.SetString(s.Dir)
		c.aboard, c.ctx = &aboard{Stay: s, config: f.Config}, ctx
		c.voice.folder, c.voice.world, c.voice.fleet = s.Dir, s.World, c.fleet
		if c.at.IsZero() {
			c.at = s.Now
		}
		return c.once(parsed, s, outer)
	})
}

// program is the rest of this one, as the commands of a fleet see it.
type program struct {
	*call
	told *complaints
}

// complaints are those a host has made, so that it does not repeat them all day.
type complaints struct {
	sync.Mutex
	last map[string]time.Time
}

// Context ends when the command is to end.
func (p program) Context() context.Context { return p.ctx }

// Env is the environment.
func (p program) Env(name string) string { return p.env(name) }

// Clock is this machine's.
func (p program) Clock() time.Time { return p.now() }

// Version is the program's.
func (p program) Version() string { return release }

// File is where the fleet's settings are.
func (p program) File() string { return cmp.Or(p.fleet, p.env(fleetVar), fleetFile) }

// Say answers.
func (p program) Say(code string, args ...phrase.Arg) { p.voice.say(code, args...) }

// Print shows a text as it is.
func (p program) Print(raw []byte) { _, _ = p.raw.Write(raw) }

// Crew does what is to be done with one world.
func (p program) Crew(f *fleet.Fleet) fleet.Crew { return crew{p.call, f} }

// Tell complains of what goes wrong while a host runs: of one thing once an hour.
func (p program) Tell(world string, err error) {
	p.told.Lock()
	defer p.told.Unlock()
	key := world + "\x00" + subject(err)
	if last, is := p.told.last[key]; is && time.Since(last) < time.Hour {
		return
	}
	maps.DeleteFunc(p.told.last, func(_ string, last time.Time) bool { return time.Since(last) >= time.Hour })
	p.told.last[key] = time.Now()
	if s := (*fleet.Stumbled)(nil); errors.As(err, &s) {
		p.voice.warn("bug", phrase.Str("what", cmp.Or(world, "-")+": "+err.Error()), phrase.Str("stack", s.Stack))
		return
	}
	var c *complaint
	text := err.Error()
	if errors.As(commands.Wrong(world, p.storeError(cmp.Or(world, p.fleet), err)), &c) {
		text = c.Say(p.voice.book)
	}
	code := "fleet-trouble"
	if world == "" {
		code = "fleet-trouble-here"
	}
	p.voice.warn(code, phrase.Str("world", world), phrase.Str("what", text))
}

// Verify replays a world.
func (p program) Verify(s fleet.Stay) (count int, wrong []string, err error) {
	w, err := crew{call: p.call}.look(s)
	if err != nil {
		return 0, nil, err
	}
	v, err := turns.Verify(w.World)
	return len(v.Turns), v.Wrong, w.wrong(err)
}

// Enter reads settings that a world of the fleet is to have.
func (p program) Enter(f *fleet.Fleet, world string, toml []byte,
	beside map[string]fleet.Entered) (e fleet.Entered, err error) {
	s, err := settings.Parse(toml)
	if err != nil {
		return e, err
	}
	return enter(f, world, s, toml, beside)
}

// enter is what the roll has of a world with these settings, or why it cannot be in the fleet.
func enter(f *fleet.Fleet, world string, s *settings.Settings, toml []byte,
	beside map[string]fleet.Entered) (e fleet.Entered, err error) {
	if s.KeyInside() {
		return e, usage("fleet-key-inside", phrase.Str("world", world), phrase.Str("path", s.DKIM.KeyFile))
	}
	e = fleet.Entered{Addresses: s.Addresses(), Name: cmp.Or(s.Name, world), Shared: s.IMAP.Shared,
		Settings: fleet.SumOf(toml)}
	m, at, err := served(f.Config, s, "", "")
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
		return e, usage(code, phrase.Str("world", world), phrase.Str("other", other), phrase.Str("mailbox", e.Mailbox))
	}
	with := maps.Clone(beside)
	if with == nil {
		with = map[string]fleet.Entered{}
	}
	with[world] = e
	var clash *sorting.Clash
	if _, err := fleet.NewSorter(with, e.Mailbox); errors.As(err, &clash) {
		return e, usage("fleet-clash", phrase.Str("world", world), phrase.Str("mailbox", e.Mailbox),
			phrase.Str("other", strings.TrimPrefix(clash.One, world)+strings.TrimPrefix(clash.Other, world)),
			phrase.Str("what", clash.Word))
	}
	return e, nil
}

// Join gives the world of an ordinary folder to a fleet. Its folder gets the fleet's mark before
// anything else: whatever then happens, it does not go on there. Its own marks are counted up, so
// that copies of the folder made before are seen to be old.
func (p program) Join(ctx context.Context, f *fleet.Fleet, dir, world string,
	beside map[string]fleet.Entered) (e fleet.Entered, toml []byte, err error) {
	s, err := settings.Read(dir)
	if err != nil {
		return e, nil, err
	}
	if toml, err = os.ReadFile(filepath.Join(dir, settings.File)); err != nil {
		return e, nil, err
	}
	if e, err = enter(f, world, s, toml, beside); err != nil {
		return e, nil, err
	}
	mark, marked, err := store.Marked(dir)
	if err != nil {
		return e, nil, err
	}
	take := store.Lock
	if marked && mark.World == world {
		take = store.LockOfFleet // begun before
	}
	lock, err := take(dir)
	if err != nil {
		return e, nil, p.storeError(dir, err)
	}
	defer lock.Unlock()
	c := *p.call
	c.ctx = ctx
	w, err := c.openWith(dir, s)
	if err != nil {
		return e, nil, err
	}
	w.World.Holds(lock)
	if !marked {
		if err := retire(ctx, w, beside); err != nil {
			return e, nil, err
		}
	}
	full, err := filepath.Abs(f.Config.File)
	if err != nil {
		return e, nil, err
	}
	if err := store.PutMark(dir, store.Mark{World: world, Fleet: full}); err != nil {
		return e, nil, err
	}
	e.Rulebook, e.Rules = w.World.Rulebook().Name(), w.World.Rulebook().Version()
	if e.Mark, _, err = w.World.Mark(); err != nil {
		return e, nil, w.wrong(err)
	}
	err = players.Join(w.World, &store.Link{Journal: f.Journal, World: world, Context: ctx})
	return e, toml, w.wrong(err)
}

// Land makes an ordinary folder the place that a world goes on in.
func (p program) Land(ctx context.Context, dir string) error {
	c := *p.call
	c.ctx = ctx
	w, done, err := c.change(dir)
	if err != nil {
		return err
	}
	defer done()
	return w.wrong(turns.Adopting{World: w.World, Place: w.place()}.Done(c.now()))
}
