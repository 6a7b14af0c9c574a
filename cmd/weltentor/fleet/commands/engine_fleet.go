//go:build fleet

package commands

import (
	"context"
	"errors"
	"path/filepath"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/archive/s3"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	journals "weltentor/cmd/weltentor/fleet/migrate"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
)

// Reach connects to the engine of a fleet. It is nil in a program that was built without one.
var Reach = overPostgres

// secretOf reads a secret from its file or from the environment.
func secretOf(c *config.Config, section, file, name string, env func(string) string) (string, error) {
	s := settings.Settings{Dir: c.Dir, Fleet: c.File}
	return s.Password(section, settings.Server{PasswordFile: file, PasswordEnv: name}, env)
}

func overPostgres(ctx context.Context, c *config.Config, env func(string) string) (engine.Engine, error) {
	s, err := database(c, env)
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, s)
}

// database is where the database of a fleet is.
func database(c *config.Config, env func(string) string) (postgres.Settings, error) {
	password, err := secretOf(c, "postgres", c.Postgres.PasswordFile, c.Postgres.PasswordEnv, env)
	return postgres.Settings{URL: c.Postgres.URL, Password: password}, err
}

// migrate is the migration of this program; nil in one that was built without an engine.
var migrate migration = migrateJournal

// halfMoved is the folder of a world in the cache while it is moved. No world can have this name.
const halfMoved = "migrate.tmp"

func migrateJournal(ctx context.Context, c *config.Config, env func(string) string, drop bool,
	tell func(world, became string, err error)) error {
	s, err := database(c, env)
	if err != nil {
		return err
	}
	pool, err := s.Pool(ctx)
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

// inBucket is an archive in an S3-compatible store.
func inBucket(c *config.Config, env func(string) string) (archive.Place, error) {
	b := c.S3
	secret, err := secretOf(c, "s3", b.SecretFile, b.SecretEnv, env)
	if err != nil {
		return nil, err
	}
	roots, err := (&settings.Settings{Dir: c.Dir}).Roots("s3", settings.Server{CAFile: b.CAFile})
	if err != nil {
		return nil, err
	}
	return s3.Open(s3.Settings{Endpoint: b.Endpoint, Region: b.Region, Bucket: b.Bucket, Prefix: b.Prefix,
		AccessKey: b.AccessKey, Secret: secret, PathStyle: b.PathStyle, TLS: roots})
}
