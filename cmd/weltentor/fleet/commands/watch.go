//go:build fleet

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

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/orders/phrase"
)

// over is `fleet run`.
func (runCmd) over(c *call.Call, s *shared) error {
	told := worker.NewComplaints(c)
	h := &hosts.Host{Config: s.Config, Tables: s.tables, Worlds: s.worlds, Worker: s.worker(c), Program: call.Release,
		Clock: c.Now, Tell: told.Tell}
	h.Waits = func(waits bool) {
		c.Voice.Say(map[bool]string{false: "fleet-runs", true: "fleet-waits"}[waits], phrase.Str("host", s.Host))
	}
	off, err := measured(s.Metrics, h, told)
	if err != nil {
		return err
	}
	defer off()
	c.Voice.Say("fleet-runs", phrase.Str("host", s.Host))
	if err := h.Run(c.Ctx); err != nil {
		return toldToEnd(c, err)
	}
	c.Voice.Say("fleet-ends", phrase.Str("host", s.Host))
	return nil
}

// over is `fleet status`.
func (k *statusCmd) over(c *call.Call, s *shared) error {
	v, err := hosts.View(c.Ctx, s.tables)
	if err != nil {
		return err
	}
	return k.show(c, v)
}

// over is `fleet drain`.
func (k *drainCmd) over(c *call.Call, s *shared) error {
	is, err := s.tables.Aside(c.Ctx, k.Host, !k.Back)
	if err == nil && !is {
		err = complaint.Usage("fleet-no-host", phrase.Str("host", k.Host))
	}
	if err != nil {
		return err
	}
	c.Voice.Say(map[bool]string{false: "fleet-drained", true: "fleet-drained-back"}[k.Back], phrase.Str("host", k.Host))
	return nil
}

// toldToEnd drops what went wrong only because a host was told to end while it waited.
func toldToEnd(c *call.Call, err error) error {
	var said *complaint.Complaint
	passes := errors.Is(err, context.Canceled) || errors.As(err, &said) && said.Exit == complaint.ExitLater
	if c.Ctx.Err() != nil && passes {
		return nil
	}
	return err
}

// measured shows a host's counts at an address, until it is called off; "": nowhere.
func measured(at string, counts http.Handler, told *worker.Complaints) (off func(), err error) {
	if at == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", at)
	if err != nil {
		what := phrase.P("fleet-metrics", phrase.Str("address", at))
		return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: err}
	}
	server := &http.Server{Handler: counts, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		IdleTimeout: 5 * time.Minute}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			told.Tell("", fmt.Errorf("the metrics at %s: %w", at, err))
		}
	}()
	return func() { server.Close() }, nil
}

// show prints what there is to see.
func (k *statusCmd) show(c *call.Call, v *fleet.View) error {
	code := error(nil)
	switch {
	case v.Stopped():
		code = complaint.Silent(complaint.ExitUsage)
	case !v.Well():
		code = complaint.Silent(complaint.ExitNo)
	}
	if k.JSON {
		return cmp.Or(c.JSON().Encode(v), code)
	}
	for _, name := range slices.Sorted(maps.Keys(v.Unread)) {
		sayTrouble(c, "fleet-mailbox-unread", phrase.Str("mailbox", name), v.Unread[name])
	}
	if len(v.Worlds) > 0 && !v.Hosted() {
		c.Voice.Say("fleet-no-host-works")
	}
	for _, name := range slices.Sorted(maps.Keys(v.Hosts)) {
		h := v.Hosts[name]
		c.Voice.Say("fleet-host-"+h.State, phrase.Str("host", name), phrase.Num("seconds", int64(math.Round(h.Ahead))),
			phrase.Str("at", toSecond(h.At)))
		if h.Aside {
			c.Voice.Say("fleet-host-aside", phrase.Str("host", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Worlds)) {
		w := v.Worlds[name]
		args := []phrase.Arg{phrase.Str("world", name), phrase.Num("turn", w.Turn),
			phrase.Num("letters", w.Waiting), phrase.Num("mails", w.Mails), phrase.Str("rulebook", w.Rulebook),
			phrase.Num("rules", w.Rules),
			phrase.Str("why", w.Why),
			phrase.Str("time", toMinute(w.Deadline)), phrase.Str("at", toMinute(w.Paused)),
			phrase.Str("until", toMinute(w.Resumes)), phrase.Num("held", w.Held), phrase.Str("fleet", file(c))}
		state := w.State
		if !w.Resumes.IsZero() {
			state = "paused-until"
		}
		c.Voice.Say("fleet-world-"+state, args...)
		if w.Mails > 0 {
			c.Voice.Say("fleet-world-mails", args...)
		}
		if w.Stuck != nil {
			sayTrouble(c, "fleet-world-stuck", args[0], *w.Stuck)
		}
		if w.Waiting > 0 {
			c.Voice.Say("fleet-world-letters", args...)
		}
	}
	if len(v.Worlds) == 0 {
		c.Voice.Say("fleet-empty")
	}
	return code
}

// toMinute and toSecond format a time in the zone of the operator's machine.
func toMinute(t time.Time) string { return t.Local().Format("2006-01-02 15:04 MST") }
func toSecond(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05 MST") }

// sayTrouble shows since when mail does not reach worlds, and why.
func sayTrouble(c *call.Call, code string, of phrase.Arg, t fleet.Trouble) {
	c.Voice.Say(code, of, phrase.Str("at", toSecond(t.Since)), phrase.Str("why", t.Why))
}
