//go:build fleet

package commands

import (
	"context"
	"errors"
	"path/filepath"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/config"
	journals "weltentor/cmd/weltentor/fleet/migrate"
	"weltentor/orders/phrase"
)

// migrate is the migration of this program; nil in one that was built without an engine.
var migrate migration = migrateJournal

// halfMoved is the folder of a world in the cache while it is moved. No world can have this name.
const halfMoved = "migrate.tmp"

func migrateJournal(ctx context.Context, c *config.Config, env func(string) string, drop bool,
	tell func(world, became string, err error)) error {
	at, err := database(c, env)
	if err != nil {
		return err
	}
	pool, err := at.Pool(ctx)
	if err != nil {
		return unfit(c, err)
	}
	defer pool.Close()
	m := &journals.Migration{Pool: pool, Dir: filepath.Join(c.Cache, halfMoved),
		Tell: func(world string, became journals.Became, err error) { tell(world, string(became), err) }}
	if drop {
		err = m.Drop(ctx)
	} else {
		err = m.Run(ctx)
	}
	file, why := phrase.Str("file", c.File), phrase.Str("why", "")
	if err != nil {
		why = phrase.Str("why", err.Error())
	}
	switch {
	case errors.Is(err, journals.ErrNone):
		return fault.Usage("fleet-migrate-none", file)
	case errors.Is(err, journals.ErrDone):
		return fault.Usage("fleet-migrate-done", file)
	case errors.Is(err, journals.ErrLeaves):
		return fault.Usage("fleet-migrate-leaves", why)
	case errors.Is(err, journals.ErrBusy):
		return fault.Later("fleet-migrate-busy", nil, why)
	case errors.Is(err, journals.ErrLeft):
		return fault.No("fleet-migrate-left")
	}
	return err
}
