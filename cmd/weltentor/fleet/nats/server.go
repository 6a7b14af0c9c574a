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
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Server is a NATS server in this process. One whose disk was full keeps nothing more by itself; another takes
// its place when there is room again.
type Server struct {
	config Config
	clock  *client.Conn // answers with this host's time
	closed chan struct{}
	ended  chan struct{} // nobody looks after it any more

	mu    sync.Mutex
	inner *server.Server
}

// Start starts this host's server and waits, at most `patience`, until it has found the
// others. It works as well if they come later: then Engine waits.
func Start(ctx context.Context, c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, engine.Unfit(err)
	}
	s := &Server{config: c, closed: make(chan struct{}), ended: make(chan struct{})}
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	var err error
	if s.clock, err = s.tellTime(); err != nil {
		return nil, errors.Join(err, s.end())
	}
	go s.tend()
	return s, nil
}

// begin starts a server, in place of one that has ended.
func (s *Server) begin(ctx context.Context) error {
	opts, err := s.config.options()
	if err != nil {
		return engine.Unfit(err)
	}
	if err := roomy(s.config.Folder); err != nil {
		return fmt.Errorf("start NATS: %w", err) // without room it may panic as it reads its files
	}
	inner, err := server.NewServer(opts)
	if err != nil {
		return fmt.Errorf("start NATS: %w", s.config.clean(err))
	}
	said := newLines(s.config)
	inner.SetLoggerV2(said, false, false, false)
	s.mu.Lock()
	s.inner = inner
	s.mu.Unlock()
	go inner.Start()
	ready := make(chan bool, 1)
	go func() { ready <- inner.ReadyForConnections(patience) }()
	select {
	case ok := <-ready:
		if ok {
			return nil
		}
		err = fmt.Errorf("NATS did not start within %v; its lines say why", patience)
	case why := <-said.fatal:
		err = fmt.Errorf("NATS did not start: %s", why)
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	_ = s.end()
	return err
}

// tendTime is how often a host looks whether its server still keeps what it is to keep.
const tendTime = 2 * time.Second

// tend puts another server in place of one that has given up keeping anything, such as for a full disk.
func (s *Server) tend() {
	defer close(s.ended)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { <-s.closed; cancel() }()
	for {
		select {
		case <-s.closed:
			return
		case <-time.After(tendTime):
		}
		if s.now().JetStreamEnabled() || roomy(s.config.Folder) != nil {
			continue
		}
		if s.end() == nil {
			_ = s.begin(ctx) // or later
		}
	}
}

// enough is how much room a server needs to begin.
const enough = 8 << 20

// roomy gives an error if there is no such room in a folder.
func roomy(folder string) error {
	name := filepath.Join(folder, "room")
	defer os.Remove(name)
	return os.WriteFile(name, make([]byte, enough), 0o600)
}

func (s *Server) now() *server.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inner
}

// InProcessConn is a connection to the server that there is now.
func (s *Server) InProcessConn() (net.Conn, error) { return s.now().InProcessConn() }

// Close stops the server and waits until its files are closed.
func (s *Server) Close() error {
	close(s.closed)
	<-s.ended
	s.clock.Close()
	return s.end()
}

// end stops the server that there is now.
func (s *Server) end() error {
	inner := s.now()
	inner.Shutdown()
	stopped := make(chan struct{})
	go func() { inner.WaitForShutdown(); close(stopped) }()
	select {
	case <-stopped:
		return nil
	case <-time.After(patience):
		return fmt.Errorf("NATS did not stop within %v", patience)
	}
}

// Engine gives what the server keeps to this process.
func (s *Server) Engine(ctx context.Context) (*Engine, error) {
	return open(ctx, s.config, client.InProcessServer(s))
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
	fatal  chan string // the first thing without which it does not start
}

func newLines(c Config) *lines {
	l := &lines{to: c.Log, secret: c.secrets(), fatal: make(chan string, 1)}
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
	text := l.secret.Replace(fmt.Sprintf(format, args...))
	l.to(level, text)
	if level == Fatal {
		select {
		case l.fatal <- text:
		default:
		}
	}
}

// needless is a warning that no operator can do anything about: what hosts show each other is made of their secret.
const needless = "Plaintext passwords detected, use nkeys or bcrypt"

func (l *lines) Noticef(format string, args ...any) { l.say(Notice, format, args) }
func (l *lines) Warnf(format string, args ...any) {
	if format != needless {
		l.say(Warning, format, args)
	}
}
func (l *lines) Errorf(format string, args ...any) { l.say(Error, format, args) }
func (l *lines) Fatalf(format string, args ...any) { l.say(Fatal, format, args) }
func (l *lines) Debugf(string, ...any)             {}
func (l *lines) Tracef(string, ...any)             {}

// founded is the file that says: this server has seen the fleet's streams. If they are gone
// afterwards, they are not made anew.
func (c Config) founded() string { return filepath.Join(c.Folder, "founded") }
