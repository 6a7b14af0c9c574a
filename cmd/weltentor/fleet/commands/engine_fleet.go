//go:build fleet

package commands

import (
	"context"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/archive/s3"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/settings"
)

// Reach connects to the engine of a fleet. It is nil in a program that was built without one.
var Reach = overPostgres

// secretOf reads a secret from its file or from the environment.
func secretOf(c *config.Config, section, file, name string, env func(string) string) (string, error) {
	s := settings.Settings{Dir: c.Dir, Fleet: c.File}
	return s.Password(section, settings.Server{PasswordFile: file, PasswordEnv: name}, env)
}

func overPostgres(ctx context.Context, c *config.Config, env func(string) string) (engine.Engine, error) {
	password, err := secretOf(c, "postgres", c.Postgres.PasswordFile, c.Postgres.PasswordEnv, env)
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, postgres.Settings{URL: c.Postgres.URL, Password: password})
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
