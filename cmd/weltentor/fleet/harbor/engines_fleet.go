//go:build fleet

package harbor

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/archive/s3"
	"weltentor/cmd/weltentor/fleet/charter"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/nats"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/settings"
)

// Engines are those this program was built with.
var Engines = map[string]Reach{charter.OfPostgres: overPostgres, charter.OfNATS: overNATS}

// secretOf reads a secret from its file or from the environment.
func secretOf(c *charter.Charter, section, file, name string, env func(string) string) (string, error) {
	s := settings.Settings{Dir: c.Dir, Fleet: c.File}
	return s.Password(section, settings.Server{PasswordFile: file, PasswordEnv: name}, env)
}

func overPostgres(ctx context.Context, c *charter.Charter, env func(string) string, _ bool) (engine.Engine, error) {
	password, err := secretOf(c, "postgres", c.Postgres.PasswordFile, c.Postgres.PasswordEnv, env)
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, postgres.Settings{URL: c.Postgres.URL, Password: password})
}

func overNATS(ctx context.Context, c *charter.Charter, env func(string) string, host bool) (engine.Engine, error) {
	secret, err := secretOf(c, "nats", c.NATS.SecretFile, c.NATS.SecretEnv, env)
	if err != nil {
		return nil, err
	}
	config := nats.Config{Name: c.Host, Folder: c.NATS.Folder, Secret: secret, Clock: c.Clock,
		TLS: nats.TLS{Authority: c.NATS.CAFile, Certificate: c.NATS.CertFile, Key: c.NATS.KeyFile}}
	if c.Log != nil {
		config.Log = func(level, text string) {
			if level != nats.Notice { // of which each connection is one
				c.Log(line(fmt.Sprintf("NATS %s: %s", level, text)))
			}
		}
	}
	for _, h := range c.NATS.Hosts {
		config.Hosts = append(config.Hosts, nats.Host(h))
	}
	if !host {
		return nats.Connect(ctx, config)
	}
	s, err := nats.Start(ctx, config)
	if err != nil {
		return nil, err
	}
	e, err := s.Engine(ctx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return served{e, s}, nil
}

// line is what a server of the engine says.
type line string

func (l line) Error() string { return string(l) }

// counting are what differs each time that a server says the same: attempts, connections, ports.
var counting = regexp.MustCompile(`(attempt |:)\d+`)

// Subject is the line without that.
func (l line) Subject() string { return counting.ReplaceAllString(string(l), "$1…") }

// inBucket is an archive in an S3-compatible store.
func inBucket(c *charter.Charter, env func(string) string) (archive.Place, error) {
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

// served is an engine whose server is in this process.
type served struct {
	engine.Engine
	server *nats.Server
}

// Close ends both.
func (s served) Close() error { return errors.Join(s.Engine.Close(), s.server.Close()) }
