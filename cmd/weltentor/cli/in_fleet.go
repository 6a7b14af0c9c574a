package cli

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
)

// ByHosts are commands that a fleet refuses: those that its hosts do on their own, those that make worlds
// elsewhere, and what no world of a fleet has.
var ByHosts = []string{"cron", "run", "serve", "poll", "send", "adopt", "new", "demo", "login", "engine shell"}

// inFleet runs an ordinary command on a world of the fleet. The world's name takes the place of a folder, or is given
// by --world.
func inFleet(c *call.Call, parsed *kong.Context) error {
	var world reflect.Value
	for _, at := range parsed.Path {
		switch {
		case at.Positional != nil && at.Positional.Name == "dir" && at.Positional.Target.String() != "":
			world = at.Positional.Target
		case at.Positional != nil && at.Positional.Name == "dirs" && at.Positional.Target.Len() == 1:
			world = at.Positional.Target.Index(0)
		case !world.IsValid() && at.Flag != nil && at.Flag.Name == "world":
			world = at.Flag.Target
		}
	}
	if slices.Contains(ByHosts, c.Verb) {
		return complaint.Usage("fleet-by-hosts", phrase.Str("command", c.Verb))
	}
	if !world.IsValid() {
		return complaint.Usage("fleet-no-dir", phrase.Str("command", c.Verb))
	}
	return commands.InTables(c, world.String(), func(ctx context.Context, s fleet.Stay, conf *config.Config) error {
		world.SetString(s.Dir)
		c.Linked, c.Ctx = &fleet.World{Stay: s, Config: conf}, ctx
		c.Voice.Folder, c.Voice.World, c.Voice.Fleet = s.Dir, s.World, c.Fleet
		if c.At.IsZero() {
			c.At = s.Now
		}
		return once(c, parsed, s)
	})
}

// once makes sure that a command on a world of a fleet counts once. If its outcome is unknown, it can be given again
// by its key. If somebody gives the same arguments without the key, they are asked, since they may mean it a second
// time.
func once(c *call.Call, parsed *kong.Context, s fleet.Stay) error {
	i, before, err := fleet.Invoke(s, c.Verb, own(c), c.Again)
	named := func() []phrase.Arg {
		return []phrase.Arg{phrase.Str("world", s.World), phrase.Str("key", i.Key), phrase.Str("command", c.Verb),
			phrase.Str("time", i.At.Local().Format("2006-01-02 15:04:05"))}
	}
	switch {
	case errors.Is(err, fleet.ErrKey):
		return complaint.Usage("again-other", named()...)
	case err != nil:
		return err
	case before == fleet.Known:
		c.Voice.Say("again-counts", named()...)
		return nil
	case before == fleet.Doubted && !c.Agrees("again-ask", named()...):
		return complaint.Usage("again-doubted", named()...)
	case before == fleet.Doubted:
		i = i.Anew()
	case before == fleet.Again:
		c.Voice.Warn("again-now", named()...)
	}
	c.Linked.Key = i.Signs
	if err = run(c, parsed); errors.Is(err, faults.ErrUnconfirmed) {
		err = &complaint.Complaint{Exit: complaint.ExitLater, What: phrase.P("again-unknown", named()...), Cause: err, Bare: true}
	}
	return cmp.Or(err, i.Done(err))
}

// own returns the arguments that make the command what it is, without those that say how it is run.
func own(c *call.Call) (own []string) {
	beside := []string{"--again", "--fleet", "--lang"}
	for n := 0; n < len(c.Args); n++ {
		flag, _, whole := strings.Cut(c.Args[n], "=")
		switch {
		case !slices.Contains(beside, flag):
			own = append(own, c.Args[n])
		case !whole:
			n++
		}
	}
	return own
}
