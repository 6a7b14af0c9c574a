//go:build fleet

package tables

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/resolve/store/postgres"
)

// Time limits: for a statement on the server, and for a connection.
const (
	mostStatement = 45 * time.Second
	mostConnect   = 10 * time.Second
)

// ErrSettings says that waiting cannot help: somebody must correct the settings, of this host or of the server.
var ErrSettings = errors.New("the database cannot be used")

// Database says where a fleet's database is.
type Database struct {
	// URL is postgres://USER@HOST:PORT/DATABASE?…; what is missing comes from the environment (PGHOST, PGPASSWORD,
	// PGPASSFILE …), as with psql.
	URL         string
	Password    string            // used if the URL, the environment and psql's file have none
	Connections int               // at most
	Witness     *postgres.Witness // that each connection is compared with; nil: none
}

// Pool connects: one connection is tried. Commits of its sessions are on the disk of the server, and of its synchronous
// standby; a server that forgets what it confirms is ErrSettings. A standby itself is never asked.
func (s Database) Pool(ctx context.Context) (*pgxpool.Pool, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err == nil {
		if err = keepsSessions(ctx, pool); err == nil {
			return pool, nil
		}
		pool.Close()
	}
	if errors.Is(err, errPooler) || swapped(err) {
		return nil, errPooler
	}
	if err = fmt.Errorf("PostgreSQL at %s: %w", where(cfg), err); refused(err) {
		err = fmt.Errorf("%w: %w", ErrSettings, err)
	}
	return nil, err
}

// errPooler says that a pooler gives each transaction another session. What a session was told is lost there, as that
// its commits must last.
var errPooler = fmt.Errorf("%w: between it and this host is a pooler that gives each transaction another session; "+
	"set pool_mode = session there for this database, or go past the pooler", ErrSettings)

// keepsSessions connects, and returns errPooler if two connections have the same session of the server by turns.
func keepsSessions(ctx context.Context, pool *pgxpool.Pool) error {
	ask := func(c *pgxpool.Conn) (pid uint32, err error) {
		err = c.QueryRow(ctx, "select pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
		return pid, err
	}
	first, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer first.Release()
	one, err := ask(first)
	if err != nil || one == first.Conn().PgConn().PID() { // nobody is between
		return err
	}
	second, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer second.Release()
	for range 5 { // others may have the sessions meanwhile
		other, err := ask(second)
		if err == nil && other == one {
			err = errPooler
		}
		if err == nil {
			one, err = ask(first)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// swapped reports whether a session does not know what it has just been told: it is another one.
func swapped(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && (said.Code == "26000" || said.Code == "42P05") // of prepared statements
}

// refused reports whether waiting cannot help: the user or password is wrong, the database does not exist, or the
// certificate is of an unknown authority.
func refused(err error) bool {
	var said *pgconn.PgError
	wrong := errors.As(err, &said) && (strings.HasPrefix(said.Code, "28") || said.Code == "3D000")
	return wrong || errors.As(err, new(*tls.CertificateVerificationError))
}

// Away reports whether the database was lost on the way to it, or ends.
func Away(err error) bool {
	var said *pgconn.PgError
	switch {
	case err == nil:
		return false
	case errors.As(err, &said):
		return strings.HasPrefix(said.Code, "57P") || said.Code == "53300" // it ends or begins; too many connections
	}
	return errors.As(err, new(*pgconn.ConnectError)) || errors.As(err, new(net.Error)) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// errAddress does not quote the URL: an address that cannot be parsed may have a password anywhere.
var errAddress = errors.New("the address of PostgreSQL cannot be read: write " +
	"postgres://USER@HOST:5432/DATABASE?sslmode=verify-full&sslrootcert=FILE, with letters other than a-z and 0-9 " +
	"of a password as %XX")

// config reads the settings, and refuses unsafe ones.
func (s Database) config() (*pgxpool.Config, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return nil, errAddress
	}
	cfg, err := pgxpool.ParseConfig(s.URL)
	if err != nil {
		return nil, errAddress
	}
	if !u.Query().Has("sslmode") && os.Getenv("PGSSLMODE") == "" && !near(cfg) {
		q := u.Query()
		q.Set("sslmode", "verify-full")
		u.RawQuery = q.Encode()
		if cfg, err = pgxpool.ParseConfig(u.String()); err != nil {
			return nil, errAddress
		}
	}
	c := cfg.ConnConfig
	if err := sealed(c.Host, c.TLSConfig); err != nil {
		return nil, err
	}
	for _, f := range c.Fallbacks {
		if err := sealed(f.Host, f.TLSConfig); err != nil {
			return nil, err
		}
	}
	if s.Password != "" {
		c.Password = s.Password
	}
	cfg.MinConns = 0
	if s.Connections > 0 {
		cfg.MaxConns = int32(s.Connections)
	}
	if c.ConnectTimeout == 0 || c.ConnectTimeout > mostConnect {
		c.ConnectTimeout = mostConnect
	}
	// A standby would answer too, but with what was true a moment ago.
	c.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	c.OnNotice = postgres.Notice
	cfg.AfterConnect = session
	if s.Witness != nil {
		s.Witness.On(cfg)
	}
	return cfg, nil
}

// near reports whether all hosts are this machine.
func near(cfg *pgxpool.Config) bool {
	away := func(f *pgconn.FallbackConfig) bool { return !local(f.Host) }
	return local(cfg.ConnConfig.Host) && !slices.ContainsFunc(cfg.ConnConfig.Fallbacks, away)
}

// local reports whether a host is a socket of the file system or a loopback address.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") ||
		ip != nil && ip.IsLoopback()
}

// sealed refuses a connection to another machine without TLS, or without checking its certificate.
func sealed(host string, c *tls.Config) error {
	if local(host) || c != nil && (!c.InsecureSkipVerify || c.VerifyPeerCertificate != nil) {
		return nil
	}
	return fmt.Errorf("PostgreSQL at %s is another machine: without TLS and its certificate everybody between can "+
		"read and change the worlds; write sslmode=verify-full (or verify-ca) into its address, and sslrootcert=FILE "+
		"if its certificate is from an authority of your own", host)
}

// where names a database without its password.
func where(cfg *pgxpool.Config) string {
	c := cfg.ConnConfig
	return fmt.Sprintf("%s:%d, database %s, user %s", c.Host, c.Port, c.Database, c.User)
}

// settle configures a session. Its commits are on the disk of the server, and of its standbys if there are some. Each
// statement sees what is there when it begins. None waits forever.
const settle = `select
	set_config('synchronous_commit',
		case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, false),
	set_config('default_transaction_isolation', 'read committed', false),
	set_config('statement_timeout', $1, false),
	set_config('lock_timeout', $1, false),
	set_config('idle_in_transaction_session_timeout', $1, false),
	set_config('client_min_messages', 'warning', false),
	set_config('application_name', 'weltentor', false)`

// session configures a new connection, and refuses a server that does not keep what it confirms.
func session(ctx context.Context, c *pgx.Conn) error {
	if _, err := c.Exec(ctx, settle, fmt.Sprint(mostStatement.Milliseconds())); err != nil {
		return err
	}
	var fsync, pages string
	err := c.QueryRow(ctx, `select current_setting('fsync'), current_setting('full_page_writes')`).Scan(&fsync, &pages)
	if err != nil {
		return err
	}
	if fsync != "on" || pages != "on" {
		return fmt.Errorf("%w: the server has fsync = %s and full_page_writes = %s: it would lose confirmed turns when the "+
			"power fails; set both to on in postgresql.conf", ErrSettings, fsync, pages)
	}
	return nil
}
