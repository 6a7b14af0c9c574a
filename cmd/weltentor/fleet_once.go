package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// once runs a command on a world of a fleet so that it counts once: also if nobody could be told whether it counts, and
// it is given again by its key. The same arguments without it are asked about, for they may be meant a second time. What
// became of a change is asked until a context ends.
func (c *call) once(parsed *kong.Context, s fleet.Stay, asking context.Context) error {
	i, before, err := fleet.Invoke(s, c.verb, c.own(), c.again)
	named := func() []phrase.Arg {
		return []phrase.Arg{phrase.Str("world", s.World), phrase.Str("key", i.Key), phrase.Str("command", c.verb),
			phrase.Str("time", i.At.Local().Format("2006-01-02 15:04:05"))}
	}
	switch {
	case errors.Is(err, fleet.ErrKey):
		return usage("again-other", named()...)
	case err != nil:
		return err
	case before == fleet.Known:
		c.voice.say("again-counts", named()...)
		return nil
	case before == fleet.Doubted && !c.agrees("again-ask", named()...):
		return usage("again-doubted", named()...)
	case before == fleet.Doubted:
		i = i.Anew()
	case before == fleet.Again:
		c.voice.warn("again-now", named()...)
	}
	i.On(s.Link, asking)
	err = parsed.Run(c)
	if errors.Is(err, store.ErrUnconfirmed) || errors.Is(err, store.ErrDraft) {
		err = &complaint{Exit: exitLater, What: phrase.P("again-unknown", named()...), Cause: err, Bare: true}
	}
	return cmp.Or(err, i.Done(err))
}

// own are the arguments that tell a command from another one: without those that say how it is run.
func (c *call) own() (own []string) {
	beside := []string{"--again", "--fleet", "--lang"}
	for n := 0; n < len(c.args); n++ {
		flag, _, whole := strings.Cut(c.args[n], "=")
		switch {
		case !slices.Contains(beside, flag):
			own = append(own, c.args[n])
		case !whole:
			n++
		}
	}
	return own
}
