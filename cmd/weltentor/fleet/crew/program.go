package crew

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
)

// program is the rest of this one, as the commands of a fleet see it.
type program struct {
	*call.Call
	told *complaints
}

// Program is what the commands of a fleet need of a call.
func Program(c *call.Call) commands.Program {
	return program{c, &complaints{last: map[string]time.Time{}}}
}

// complaints are those a host has made, so that it does not repeat them all day.
type complaints struct {
	sync.Mutex
	last map[string]time.Time
}

// Context ends when the command is to end.
func (p program) Context() context.Context { return p.Ctx }

// Env is the environment.
func (p program) Env(name string) string { return p.Call.Env(name) }

// Clock is this machine's.
func (p program) Clock() time.Time { return p.Now() }

// Version is the program's.
func (p program) Version() string { return call.Release }

// fleetFile is where the fleet's settings are if nobody says so.
const (
	fleetVar  = "WELTENTOR_FLEET"
	fleetFile = "fleet.toml"
)

// File is where the fleet's settings are.
func (p program) File() string { return cmp.Or(p.Fleet, p.Env(fleetVar), fleetFile) }

// Say answers.
func (p program) Say(code string, args ...phrase.Arg) { p.Voice.Say(code, args...) }

// Print shows a text as it is.
func (p program) Print(raw []byte) { _, _ = p.Raw.Write(raw) }

// Crew does what is to be done with one world.
func (p program) Crew(f *fleet.Fleet) fleet.Crew { return Crew{p.Call, f} }

// Tell complains of what goes wrong while a host runs: of one thing once an hour.
func (p program) Tell(world string, err error) {
	p.told.Lock()
	defer p.told.Unlock()
	key := world + "\x00" + fault.Subject(err)
	if last, is := p.told.last[key]; is && time.Since(last) < time.Hour {
		return
	}
	maps.DeleteFunc(p.told.last, func(_ string, last time.Time) bool { return time.Since(last) >= time.Hour })
	p.told.last[key] = time.Now()
	if s := (*fleet.Stumbled)(nil); errors.As(err, &s) {
		p.Voice.Warn("bug", phrase.Str("what", cmp.Or(world, "-")+": "+err.Error()), phrase.Str("stack", s.Stack))
		return
	}
	var c *fault.Complaint
	text := err.Error()
	if errors.As(commands.Wrong(world, folder.StoreError(p.Call, cmp.Or(world, p.Fleet), err)), &c) {
		text = c.Say(p.Voice.Book)
	}
	code := "fleet-trouble"
	if world == "" {
		code = "fleet-trouble-here"
	}
	p.Voice.Warn(code, phrase.Str("world", world), phrase.Str("what", text))
}

// Verify replays a world.
func (p program) Verify(s fleet.Stay) (count int, wrong []string, err error) {
	w, err := Crew{Call: p.Call}.look(s)
	if err != nil {
		return 0, nil, err
	}
	v, err := turns.Verify(w.World)
	return len(v.Turns), v.Wrong, w.Wrong(err)
}
