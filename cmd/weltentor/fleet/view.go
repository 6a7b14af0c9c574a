package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/cmd/weltentor/settings"
)

// View is the fleet as `fleet status` shows it.
type View struct {
	Now     time.Time            `json:"now"`
	Members []engine.Member      `json:"members,omitempty"`   // servers of the engine, if it knows them
	Deaf    map[string]Trouble   `json:"mailboxes,omitempty"` // those that no host can read
	Hosts   map[string]HostView  `json:"hosts"`
	Worlds  map[string]WorldView `json:"worlds"`
}

// Well reports whether nobody needs to act: the engine's servers are there and a host is at work, mail is taken, and
// no world stands still.
func (v *View) Well() bool {
	for _, w := range v.Worlds {
		if w.State == "stopped" || w.State == "unreadable" || w.State == "leaves" && w.On == "" || w.Stuck != nil {
			return false
		}
	}
	return v.Weak() == 0 && len(v.Deaf) == 0 && (len(v.Worlds) == 0 || v.Hosted())
}

// Stopped reports whether a world stands still because its journal has lost what it had confirmed.
func (v *View) Stopped() bool {
	for _, w := range v.Worlds {
		if w.State == "stopped" {
			return true
		}
	}
	return false
}

// Hosted reports whether a host is at work.
func (v *View) Hosted() bool {
	for _, h := range v.Hosts {
		if h.State == "well" || h.State == "off" {
			return true
		}
	}
	return false
}

// Weak is how many of the engine's servers are not well.
func (v *View) Weak() (n int) {
	for _, m := range v.Members {
		if !m.Well() {
			n++
		}
	}
	return n
}

// HostView is a host of the fleet. States: well, gone, off (its clock is), idle (drained, and waiting to work again) and
// drained (it has ended). One whose value in the register is damaged is unreadable.
type HostView struct {
	State   string   `json:"state"`
	Aside   bool     `json:"aside,omitempty"` // it takes no work, even if it is started again
	Why     string   `json:"why,omitempty"`
	Archive *Trouble `json:"archive,omitempty"` // it fails
	Beat
}

// WorldView is a world of the fleet. States: well, idle (no deadline), due, held (its turn is), paused, stopped, leaves
// (it is being exported) and rules (it waits for rules that no host has). One whose value in the register or whose
// journal is damaged is unreadable.
type WorldView struct {
	State    string    `json:"state"`
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline,omitzero"`
	Held     int       `json:"held,omitempty"`    // the turn that is held
	Paused   time.Time `json:"paused,omitzero"`   // since when; zero: it is not
	Resumes  time.Time `json:"resumes,omitzero"`  // zero: a person ends the pause
	Waiting  int       `json:"letters,omitempty"` // letters still to leave
	Mails    int       `json:"mails,omitempty"`   // mails still to be taken
	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"`
	Mailbox  string    `json:"mailbox,omitempty"`
	Account  string    `json:"account,omitempty"`
	On       string    `json:"on,omitempty"` // the host that has it in hand now
	Why      string    `json:"why,omitempty"`
	Copy     string    `json:"copy,omitempty"`  // the host with the newest copy, if it stands still
	Stuck    *Trouble  `json:"stuck,omitempty"` // it cannot take its mails
}

// View looks at the whole fleet.
func (f *Fleet) View(ctx context.Context) (*View, error) {
	s, books, err := f.viewed(ctx)
	if err != nil {
		return nil, err
	}
	v := &View{Now: s.now, Hosts: map[string]HostView{}, Worlds: map[string]WorldView{}}
	if e, knows := f.Engine.(engine.Members); knows {
		if v.Members, err = e.Members(ctx); err != nil {
			return nil, fmt.Errorf("the engine's servers: %w", err)
		}
	}
	if v.Deaf, err = f.troubles(ctx, deafKey, s.now); err != nil {
		return nil, err
	}
	for name, err := range s.torn {
		if _, is := v.Deaf[name]; !is {
			v.Deaf[name] = Trouble{Since: s.now, Why: err.Error()}
		}
	}
	stuck, err := f.troubles(ctx, stuckKey, s.now)
	if err != nil {
		return nil, err
	}
	failing, err := f.troubles(ctx, archiveKey, s.now)
	if err != nil {
		return nil, err
	}
	aside, _, err := all[bool](ctx, f.Roll(), drainKey)
	if err != nil {
		return nil, err
	}
	for name, err := range s.strange {
		v.Hosts[name] = HostView{State: "unreadable", Why: err.Error()}
	}
	for name, b := range s.hosts {
		h := HostView{State: "well", Beat: b, Aside: aside[name]}
		if why, is := failing[name]; is {
			h.Archive = &why
		}
		switch {
		case b.Idle && b.alive(s.now):
			h.State = "idle"
		case b.Drained && !b.Idle:
			h.State = "drained"
		case !b.alive(s.now):
			h.State = "gone"
		case time.Duration(b.Ahead*float64(time.Second)).Abs() > farOff:
			h.State = "off"
		}
		v.Hosts[name] = h
	}
	on, err := f.Engine.Holders(ctx, LogOf(""))
	if err != nil {
		return nil, err
	}
	unsettled, err := f.unsettled(ctx)
	if err != nil {
		return nil, err
	}
	for name, w := range s.worlds {
		row := WorldView{State: "well", Turn: w.gist.Turn, Deadline: w.gist.Deadline, Waiting: w.gist.Waiting,
			Rulebook: w.Rulebook, Rules: w.Rules, Mailbox: w.Mailbox, Account: w.Account, On: on[LogOf(name)]}
		if w.Mailbox != "" {
			row.Mails = len(books[w.Mailbox].For(name, w.taken))
		}
		if t, is := stuck[name]; is {
			row.Stuck = &t
		}
		switch {
		case w.stopped != nil && w.stopped.At.IsZero():
			row.State, row.Why = "unreadable", w.stopped.Why
		case unsettled[name] != nil:
			row.State, row.Why = "unreadable", unsettled[name].Error()
		case w.stopped != nil:
			row.State, row.Why, row.Copy = "stopped", w.stopped.Why, w.stopped.Host
		case v.Hosted() && !played(s, w):
			row.State = "rules"
		case w.gist.Held > 0:
			row.State, row.Held = "held", w.gist.Held
		case w.paused(s):
			row.State, row.Paused, row.Resumes = "paused", w.gist.Paused, w.gist.Resumes
		case w.gist.Deadline.IsZero():
			row.State = "idle"
		case w.due(s):
			row.State = "due"
		}
		v.Worlds[name] = row
	}
	for name, e := range s.leaving {
		v.Worlds[name] = WorldView{State: "leaves", Rulebook: e.Rulebook, Rules: e.Rules, Mailbox: e.Mailbox,
			Account: e.Account, On: on[LogOf(name)]}
	}
	return v, nil
}

// unsettled returns the worlds whose settings cannot be read.
func (f *Fleet) unsettled(ctx context.Context) (Torn, error) {
	all, err := f.Roll().All(ctx, settingsKey)
	torn := Torn{}
	for key, toml := range all {
		if _, err := settings.Parse(toml); err != nil {
			world := strings.TrimPrefix(key, settingsKey)
			torn[world] = fmt.Errorf("%w: %w", ErrValue, fault.InFile("the register of the fleet, "+key, err))
		}
	}
	return torn, err
}

// troubles returns the troubles of a kind. One that cannot be read counts as a trouble too; since when it lasts is
// unknown.
func (f *Fleet) troubles(ctx context.Context, key string, now time.Time) (map[string]Trouble, error) {
	out, torn, err := all[Trouble](ctx, f.Roll(), key)
	for name, err := range torn {
		out[name] = Trouble{Since: now, Why: err.Error()}
	}
	return out, err
}

// viewed does what a look does, for a caller that is not a host.
func (f *Fleet) viewed(ctx context.Context) (*seen, map[string]*post.Book, error) {
	now, err := f.Now(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("the engine does not answer: %w", err)
	}
	s := &seen{now: now, worlds: map[string]*world{}, torn: map[string]error{}}
	if s.hosts, s.strange, err = f.Roll().Hosts(ctx); err != nil {
		return nil, nil, err
	}
	if err := f.see(ctx, s); err != nil {
		return nil, nil, err
	}
	books := map[string]*post.Book{}
	for _, w := range s.worlds {
		if w.Mailbox != "" && books[w.Mailbox] == nil {
			books[w.Mailbox] = post.Open(f.Engine, w.Mailbox)
			err := books[w.Mailbox].Follow(ctx)
			if err != nil && !errors.Is(err, post.ErrRow) {
				return nil, nil, err
			} else if err != nil {
				s.torn[w.Mailbox] = err
			} else {
				s.doubt(w.Mailbox, books[w.Mailbox].Last())
			}
		}
	}
	return s, books, nil
}
