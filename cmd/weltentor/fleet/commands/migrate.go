package commands

import (
	"context"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/orders/phrase"
)

// migrateCmd moves a fleet from the journal of earlier versions to rows.
type migrateCmd struct {
	Drop bool
}

// migration moves what a fleet's database has, or with drop removes what was moved. tell hears what became of each world.
type migration func(ctx context.Context, c *config.Config, env func(string) string, drop bool,
	tell func(world, became string, err error)) error

// Run moves world by world. After a kill, and after a world that could not be moved, it can be run again.
func (k *migrateCmd) Run(c *call.Call) error {
	if migrate == nil {
		return fault.Usage("fleet-not-built")
	}
	of, err := config.Read(file(c))
	if err != nil {
		return err
	}
	if of.Journal == config.OfFile {
		return fault.Usage("fleet-file", phrase.Str("file", of.File))
	}
	n := 0
	err = migrate(c.Ctx, of, c.Env, k.Drop, func(world, became string, err error) {
		args := []phrase.Arg{phrase.Str("world", world)}
		if err != nil {
			args = append(args, phrase.Str("why", err.Error()))
		} else {
			n++
		}
		c.Voice.Say("fleet-migrate-"+became, args...)
	})
	if err != nil {
		return err
	}
	if k.Drop {
		c.Voice.Say("fleet-migrate-dropped")
	} else {
		c.Voice.Say("fleet-migrated", phrase.Num("n", n))
	}
	return nil
}
