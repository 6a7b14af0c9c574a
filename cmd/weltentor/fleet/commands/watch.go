package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/orders/phrase"
)

// runCmd is a host at work.
type runCmd struct{}

// Run works until it is told to end, or drained.
func (runCmd) Run(p Program) error {
	err := as(p, true, func(ctx context.Context, f *fleet.Fleet) error {
		h := &fleet.Host{Fleet: f, Crew: p.Crew(f), Program: p.Version(), Clock: p.Clock, Tell: p.Tell}
		h.Waits = func(waits bool) {
			p.Say(map[bool]string{false: "fleet-runs", true: "fleet-waits"}[waits], phrase.Str("host", f.Config.Host))
		}
		f.Journal = h.Count.Timed(f.Journal)
		if at := f.Config.Metrics; at != "" {
			l, err := net.Listen("tcp", at)
			if err != nil {
				what := phrase.P("fleet-metrics", phrase.Str("address", at))
				return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
			}
			server := &http.Server{Handler: &h.Count, ReadHeaderTimeout: 10 * time.Second,
				WriteTimeout: 10 * time.Second, IdleTimeout: 5 * time.Minute}
			go func() {
				if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
					p.Tell("", fmt.Errorf("the metrics at %s: %w", at, err))
				}
			}()
			defer server.Close()
		}
		p.Say("fleet-runs", phrase.Str("host", f.Config.Host))
		if err := h.Run(ctx); err != nil {
			return err
		}
		p.Say("fleet-ends", phrase.Str("host", f.Config.Host))
		return nil
	})
	var c *fault.Complaint
	passes := errors.Is(err, context.Canceled) || errors.As(err, &c) && c.Exit == fault.ExitLater
	if p.Context().Err() != nil && passes {
		return nil // it was told to end while it waited for the others
	}
	return err
}

// statusCmd shows the fleet.
type statusCmd struct {
	JSON bool `name:"json"`
}

// Run shows hosts and worlds, and what waits for what. What is wrong with the journal's servers and with
// mailboxes comes first. Whatever needs a person makes the answer no; a world that must not go on is 2.
func (k *statusCmd) Run(p Program) error {
	return with(p, func(ctx context.Context, f *fleet.Fleet) error {
		if err := f.Prove(ctx); err != nil {
			return err
		}
		v, err := f.View(ctx)
		if err != nil {
			return err
		}
		code := error(nil)
		switch {
		case v.Stopped():
			code = fault.Silent(fault.ExitUsage)
		case !v.Well():
			code = fault.Silent(fault.ExitNo)
		}
		if k.JSON {
			return cmp.Or(encode(p, v), code)
		}
		sayMembers(p, v)
		for _, name := range slices.Sorted(maps.Keys(v.Deaf)) {
			sayTrouble(p, "fleet-mailbox-unread", phrase.Str("mailbox", name), v.Deaf[name])
		}
		if len(v.Worlds) > 0 && !v.Hosted() {
			p.Say("fleet-no-host-works")
		}
		for _, name := range slices.Sorted(maps.Keys(v.Hosts)) {
			h := v.Hosts[name]
			p.Say("fleet-host-"+h.State, phrase.Str("host", name), phrase.Num("seconds", int64(math.Round(h.Ahead))),
				phrase.Str("at", toSecond(h.At)), phrase.Str("why", h.Why))
			if h.Aside {
				p.Say("fleet-host-aside", phrase.Str("host", name))
			}
			if a := h.Archive; a != nil {
				p.Say("fleet-host-archive", phrase.Str("why", a.Why), phrase.Str("at", toMinute(a.Since)))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v.Worlds)) {
			w := v.Worlds[name]
			args := []phrase.Arg{phrase.Str("world", name), phrase.Num("turn", w.Turn),
				phrase.Num("letters", w.Waiting), phrase.Num("mails", w.Mails), phrase.Str("rulebook", w.Rulebook),
				phrase.Num("rules", w.Rules),
				phrase.Str("why", w.Why), phrase.Str("host", w.Copy),
				phrase.Str("time", toMinute(w.Deadline)), phrase.Str("at", toMinute(w.Paused)),
				phrase.Str("until", toMinute(w.Resumes)), phrase.Num("held", w.Held), phrase.Str("fleet", p.File())}
			state := w.State
			if !w.Resumes.IsZero() {
				state = "paused-until"
			}
			p.Say("fleet-world-"+state, args...)
			if w.Mails > 0 {
				p.Say("fleet-world-mails", args...)
			}
			if w.Stuck != nil {
				sayTrouble(p, "fleet-world-stuck", args[0], *w.Stuck)
			}
			if w.Waiting > 0 {
				p.Say("fleet-world-letters", args...)
			}
		}
		if len(v.Worlds) == 0 {
			p.Say("fleet-empty")
		}
		return code
	})
}

// toMinute and toSecond are a time as the operator's machine has it, with its zone.
func toMinute(t time.Time) string { return t.Local().Format("2006-01-02 15:04 MST") }
func toSecond(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05 MST") }

// sayTrouble shows since when mail is kept from worlds, and why.
func sayTrouble(p Program, code string, of phrase.Arg, t fleet.Trouble) {
	p.Say(code, of, phrase.Str("at", toSecond(t.Since)), phrase.Str("why", t.Why))
}

// sayMembers shows the servers of the journal, those first that somebody should look after.
func sayMembers(p Program, v *fleet.View) {
	if n := v.Weak(); n > 0 {
		p.Say("fleet-weak", phrase.Num("n", n), phrase.Num("all", len(v.Members)))
	}
	for _, well := range []bool{false, true} {
		for _, m := range v.Members {
			if m.Well() != well {
				continue
			}
			name, why := m.Name, ""
			if m.Version != "" {
				name += " (" + m.Version + ")"
			}
			if m.Why != "" {
				why = ": " + m.Why
			}
			p.Say("fleet-member-"+string(m.State), phrase.Str("member", name), phrase.Str("why", why))
		}
	}
}
