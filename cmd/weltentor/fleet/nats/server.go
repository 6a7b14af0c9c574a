//go:build fleet

package nats

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
)

// Server is a NATS server in this process.
type Server struct {
	config Config
	inner  *server.Server
	clock  *client.Conn // answers with this host's time
}

// Start starts this host's server and waits, at most `patience`, until it has found the
// others. It works as well if they come later: then Engine waits.
func Start(ctx context.Context, c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	opts, err := c.options()
	if err != nil {
		return nil, err
	}
	inner, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", c.clean(err))
	}
	inner.SetLoggerV2(newLines(c), false, false, false)
	s := &Server{config: c, inner: inner}
	go inner.Start()
	ready := make(chan bool, 1)
	go func() { ready <- inner.ReadyForConnections(patience) }()
	select {
	case ok := <-ready:
		if !ok {
			s.Close()
			return nil, fmt.Errorf("NATS did not start within %v; its lines say why", patience)
		}
	case <-ctx.Done():
		s.Close()
		return nil, context.Cause(ctx)
	}
	if s.clock, err = s.tellTime(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close stops the server and waits until its files are closed.
func (s *Server) Close() error {
	if s.clock != nil {
		s.clock.Close()
	}
	s.inner.Shutdown()
	stopped := make(chan struct{})
	go func() { s.inner.WaitForShutdown(); close(stopped) }()
	select {
	case <-stopped:
		return nil
	case <-time.After(patience):
		return fmt.Errorf("NATS did not stop within %v", patience)
	}
}

// Engine gives what the server keeps to this process.
func (s *Server) Engine(ctx context.Context) (*Engine, error) {
	return open(ctx, s.config, client.InProcessServer(s.inner))
}

// options are the server's settings. It listens where the config says, and nowhere else.
func (c Config) options() (*server.Options, error) {
	me := c.Hosts[c.at()]
	opts := &server.Options{
		ServerName: me.Name, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: c.Folder, JetStreamMaxMemory: 64 << 20,
		SyncAlways: true, // an answer means that it is on the disks
		MaxPayload: 1 << 20, DisableShortFirstPing: true,
		Username: user, Password: c.password("client"),
		DontListen: me.Clients == "",
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return nil, err
	}
	var err error
	if me.Clients != "" {
		if opts.Host, opts.Port, err = split(me.Clients); err != nil {
			return nil, err
		}
	}
	if c.Monitor != "" {
		if opts.HTTPHost, opts.HTTPPort, err = split(c.Monitor); err != nil {
			return nil, err
		}
	}
	if len(c.Hosts) > 1 {
		if err := c.cluster(opts, me); err != nil {
			return nil, err
		}
	}
	if c.secure() {
		wanted := server.TLSConfigOpts{CertFile: c.TLS.Certificate, KeyFile: c.TLS.Key, CaFile: c.TLS.Authority,
			Verify: true}
		if opts.TLSConfig, err = server.GenTLSConfig(&wanted); err != nil {
			return nil, fmt.Errorf("TLS: %w", err)
		}
		opts.TLS, opts.TLSVerify, opts.TLSTimeout = true, true, handshake
		opts.Cluster.TLSConfig, opts.Cluster.TLSTimeout = opts.TLSConfig.Clone(), handshake
		opts.Cluster.TLSConfig.RootCAs = opts.TLSConfig.ClientCAs
	}
	return opts, nil
}

// user is the one name that clients and servers have; handshake is how many seconds one of
// TLS may take on a busy machine.
const (
	user      = "weltentor"
	handshake = 10
)

// cluster are the settings by which the servers find each other.
func (c Config) cluster(opts *server.Options, me Host) error {
	listen := me.Listen
	if listen == "" {
		listen = me.Routes
	}
	var err error
	// By what it tells of itself others know that they have it already, and come by no other way.
	opts.Cluster = server.ClusterOpts{Name: user, Username: user, Password: c.password("route"), NoAdvertise: true,
		Advertise: me.Routes, AuthTimeout: handshake}
	if opts.Cluster.Host, opts.Cluster.Port, err = split(listen); err != nil {
		return err
	}
	for _, h := range c.Hosts {
		if h.Name != c.Name {
			opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats-route", Host: h.Routes,
				User: url.UserPassword(user, c.password("route"))})
		}
	}
	return nil
}

// split is an address with its port as a number.
func split(address string) (string, int, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 1 || n > 65535 {
		return "", 0, fmt.Errorf("address %q: the port is a number from 1 to 65535", address)
	}
	return host, n, nil
}

// Levels of what a server says.
const (
	Notice  = "notice"
	Warning = "warning"
	Error   = "error"
	Fatal   = "fatal"
)

// lines hands on what the server says, without what is secret.
type lines struct {
	to     func(level, text string)
	secret *strings.Replacer
}

func newLines(c Config) *lines {
	l := &lines{to: c.Log, secret: c.secrets()}
	if l.to == nil {
		l.to = func(string, string) {}
	}
	return l
}

// secrets takes out what nobody may read.
func (c Config) secrets() *strings.Replacer {
	return strings.NewReplacer(c.Secret, "…", c.password("client"), "…", c.password("route"), "…")
}

// clean is an error without what nobody may read.
func (c Config) clean(err error) error {
	if text := c.secrets().Replace(err.Error()); text != err.Error() {
		return errors.New(text)
	}
	return err
}

func (l *lines) say(level, format string, args []any) {
	l.to(level, l.secret.Replace(fmt.Sprintf(format, args...)))
}

func (l *lines) Noticef(format string, args ...any) { l.say(Notice, format, args) }
func (l *lines) Warnf(format string, args ...any)   { l.say(Warning, format, args) }
func (l *lines) Errorf(format string, args ...any)  { l.say(Error, format, args) }
func (l *lines) Fatalf(format string, args ...any)  { l.say(Fatal, format, args) }
func (l *lines) Debugf(string, ...any)              {}
func (l *lines) Tracef(string, ...any)              {}

// founded is the file that says: this server has seen the fleet's streams. If they are gone
// afterwards, they are not made anew.
func (c Config) founded() string { return filepath.Join(c.Folder, "founded") }
