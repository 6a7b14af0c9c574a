package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/orders/phrase"
)

// removeCmd removes a world from the fleet.
type removeCmd struct {
	World string `arg:""`
	Yes   bool
}

// Run drops the world's journal. If the world was not exported, only copies are left of it.
func (k *removeCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		return f.Hold(ctx, fleet.LogOf(k.World), func(ctx context.Context) error {
			_, is, err := f.Roll().World(ctx, k.World)
			if torn := errors.Is(err, fleet.ErrValue); err != nil && !torn {
				return err
			} else if torn {
				is = true
			}
			head, err := f.Engine.Head(ctx, fleet.LogOf(k.World))
			switch {
			case err != nil:
				return err
			case !is && head.Number == 0:
				return worker.Wrong(k.World, fleet.ErrUnknown)
			case is && !k.Yes:
				return fault.Usage("fleet-remove-unsure", phrase.Str("world", k.World))
			}
			if err := leaveArchive(ctx, f, k.World, !is); err != nil {
				return err
			}
			if err := errors.Join(f.Roll().Remove(ctx, k.World), f.Drop(ctx, k.World)); err != nil {
				return err
			}
			c.Voice.Say("fleet-removed", phrase.Str("world", k.World))
			return nil
		})
	})
}

// leaveArchive makes the archive no longer bring back a world that leaves the fleet. With all, it also removes the
// copies themselves.
func leaveArchive(ctx context.Context, f *fleet.Fleet, world string, all bool) error {
	if f.Archive == nil {
		return nil
	}
	err := f.Archive.Retire(ctx, world)
	if err == nil && all {
		err = f.Archive.Prune(ctx, world, nil)
	}
	if err != nil {
		return fmt.Errorf("the archive: %w", err)
	}
	return nil
}

// upgradeCmd raises the version of a world's rules.
type upgradeCmd struct {
	World string `arg:""`
}

// Run makes this program's version of the rules resolve the world's next turn.
func (k *upgradeCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		e, err := known(ctx, f, k.World)
		if err != nil {
			return err
		}
		rules := worker.Of(c, f).Rules()[e.Rulebook]
		args := []phrase.Arg{phrase.Str("world", k.World), phrase.Num("rules", rules), phrase.Num("was", e.Rules)}
		switch {
		case rules == e.Rules:
			c.Voice.Say("fleet-upgraded-already", args...)
			return nil
		case rules < e.Rules:
			return fault.Usage("fleet-rules-older", args...)
		}
		if err := f.Roll().Raise(ctx, k.World, rules); err != nil {
			return err
		}
		c.Voice.Say("fleet-upgraded", args...)
		return nil
	})
}

// settingsCmd shows a world's settings, or replaces them.
type settingsCmd struct {
	World string `arg:""`
	File  string `arg:"" optional:""`
}

// Run prints the world.toml, or replaces it with a file.
func (k *settingsCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		if _, err := known(ctx, f, k.World); err != nil {
			return err
		}
		toml, revision, err := f.Roll().Settings(ctx, k.World)
		if err != nil {
			return err
		}
		if k.File == "" {
			_, _ = c.Raw.Write(toml)
			return nil
		}
		raw, err := os.ReadFile(k.File)
		if err != nil {
			return fmt.Errorf("read the settings: %w", err)
		}
		return enrolling(ctx, f, func(ctx context.Context) error { return k.put(ctx, c, f, raw, revision) })
	})
}

// put replaces the settings of a revision.
func (k *settingsCmd) put(ctx context.Context, c *call.Call, f *fleet.Fleet, raw []byte, revision uint64) error {
	beside, err := f.Roll().Whole(ctx)
	if err != nil {
		return err
	}
	next, err := worker.Enter(f, k.World, raw, beside)
	if err != nil {
		return fault.InFile(k.File, err)
	}
	if revision, err = f.Roll().PutSettings(ctx, k.World, raw, revision); errors.Is(err, engine.ErrFenced) {
		return fault.Later("fleet-busy", nil, phrase.Str("world", k.World))
	} else if err != nil {
		return err
	}
	if err := f.Roll().Settle(ctx, k.World, next); err != nil {
		return err
	}
	c.Voice.Say("fleet-settings", phrase.Str("world", k.World), phrase.Num("revision", int64(revision)))
	sayMail(c, k.World, next)
	return nil
}

// drainCmd makes a host end its work, or begin again.
type drainCmd struct {
	Host string `arg:""`
	Back bool
}

// Run asks the host to finish what it has begun, and to take no new work until it is asked back.
func (k *drainCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		hosts, torn, err := f.Roll().Hosts(ctx)
		if err != nil {
			return err
		}
		if _, is := hosts[k.Host]; !is && torn[k.Host] == nil {
			return fault.Usage("fleet-no-host", phrase.Str("host", k.Host))
		}
		if err := f.Roll().Drain(ctx, k.Host, !k.Back); err != nil {
			return err
		}
		c.Voice.Say(map[bool]string{false: "fleet-drained", true: "fleet-drained-back"}[k.Back], phrase.Str("host", k.Host))
		return nil
	})
}

// verifyCmd replays the worlds of the fleet.
type verifyCmd struct {
	Worlds []string `arg:"" optional:""`
	JSON   bool     `name:"json"`
}

// verified is one world in the answer of `fleet verify --json`.
type verified struct {
	World string   `json:"world"`
	Turns int      `json:"turns"`
	Wrong []string `json:"wrong,omitempty"`
}

// Run replays each world from its journal. The exit code is 1 if anything is wrong.
func (k *verifyCmd) Run(c *call.Call) error {
	if is, err := overTables(c, k.over); is || err != nil {
		return err
	}
	return with(c, func(ctx context.Context, f *fleet.Fleet) error {
		worlds := k.Worlds
		if len(worlds) == 0 {
			all, torn, err := f.Roll().Worlds(ctx)
			if err != nil {
				return err
			}
			worlds = slices.AppendSeq(slices.Collect(maps.Keys(all)), maps.Keys(torn))
			slices.Sort(worlds)
		}
		return k.show(c, worlds, func(name string) (row verified, err error) {
			row.World = name
			err = Stay(ctx, f, name, func(_ context.Context, s fleet.Stay) (err error) {
				row.Turns, row.Wrong, err = worker.Verify(c, s)
				return err
			})
			return row, err
		})
	})
}

// show verifies worlds, and prints what is wrong.
func (k *verifyCmd) show(c *call.Call, worlds []string, verify func(name string) (verified, error)) error {
	rows, bad := []verified{}, 0
	for _, name := range worlds {
		row, err := verify(name)
		var said *fault.Complaint
		if errors.As(err, &said) && said.Exit == fault.ExitUsage {
			row.Wrong = append(row.Wrong, said.Error())
		} else if err != nil {
			return err
		}
		rows = append(rows, row)
		if len(row.Wrong) > 0 {
			bad++
		}
	}
	if k.JSON {
		if err := encode(c, rows); err != nil {
			return err
		}
	} else {
		for _, row := range rows {
			c.Voice.Say("fleet-verified", phrase.Str("world", row.World), phrase.Num("turns", row.Turns),
				phrase.Num("wrong", len(row.Wrong)))
			for _, line := range row.Wrong {
				c.Voice.Say("fleet-verify-line", phrase.Str("line", line))
			}
		}
	}
	if bad > 0 {
		return fault.No("fleet-verify-wrong", phrase.Num("n", bad))
	}
	return nil
}
