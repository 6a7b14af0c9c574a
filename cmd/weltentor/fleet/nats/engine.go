//go:build fleet

package nats

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"weltentor/cmd/weltentor/fleet/engine"
)

// patience is how long the engine waits for a leader; one is chosen within seconds, on a busy
// machine within half a minute.
const patience = 30 * time.Second

// ErrLater is of what cannot be done now, for too few servers are there. Nothing is lost.
var ErrLater = errors.New("too few of the fleet's servers answer")

// ErrGone is of servers that have lost what they kept.
var ErrGone = errors.New("the fleet's servers have lost what they kept")

// The streams. All logs are one stream, with a subject each; thousands of worlds are thousands
// of subjects, and one group of three servers that agree. What is large, and what changes often,
// is in streams of its own.
const (
	logs   = "wt-logs"
	parts  = "wt-parts"
	values = "wt-values" // of the register, and leases
)

// keeps is how many messages of a subject a stream keeps. Of a value some that were replaced are
// kept for a while, so that who was refused can see whether one of them is theirs.
var keeps = map[string]int64{logs: -1, parts: 1, values: 8}

// barrierOf is the subject of a stream's barrier, see barrier.
func barrierOf(stream string) string { return "wt.barrier." + stream }

// Headers of messages.
const (
	headerHead  = "Wt-Head"  // of an entry, as base64
	headerPrev  = "Wt-Prev"  // number of the entry before, as it was appended
	headerID    = "Wt-Id"    // of a message, however often it is sent
	headerGone  = "Wt-Gone"  // a value that was removed
	headerToken = "Wt-Token" // of a lease
	headerUntil = "Wt-Until" // when a lease ends
	headerParts = "Wt-Parts" // how many pieces a part has
	headerAt    = "Wt-At"    // when a part was put, by the time of most hosts
	headerHost  = "Wt-Host"  // who tells the time
)

// Engine keeps the fleet's truth in three streams.
type Engine struct {
	config   Config
	conn     *client.Conn
	js       jetstream.JetStream
	barriers map[string]*barrier
	streams  map[string]jetstream.Stream
	line     *line
	later    time.Duration // how far its time is ahead where ages of parts are counted: for tests
}

var _ engine.Engine = (*Engine)(nil)

// Connect gives what the servers keep to another process than theirs, such as a command. It
// asks this host's server first.
func Connect(ctx context.Context, c Config) (*Engine, error) {
	if err := c.check(); err != nil {
		return nil, engine.Unfit(err)
	}
	return open(ctx, c)
}

// dial connects to a server of the fleet, for good: it connects anew until it is closed.
func dial(c Config, more ...client.Option) (*client.Conn, error) {
	var urls []string
	for i := range c.Hosts {
		if h := c.Hosts[(c.at()+i)%len(c.Hosts)]; h.Clients != "" {
			urls = append(urls, "nats://"+h.Clients)
		}
	}
	opts := append([]client.Option{client.UserInfo(user, c.password("client")), client.MaxReconnects(-1),
		client.CustomReconnectDelay(delay),
		client.Timeout(5 * time.Second), client.PingInterval(5 * time.Second), client.MaxPingsOutstanding(2),
		client.DontRandomize(), client.IgnoreDiscoveredServers(), client.ReconnectBufSize(-1),
		client.IgnoreAuthErrorAbort(),
		client.ErrorHandler(func(*client.Conn, *client.Subscription, error) {})}, more...)
	if c.secure() {
		config, err := c.clientTLS()
		if err != nil {
			return nil, engine.Unfit(err)
		}
		opts = append(opts, client.Secure(config))
	}
	conn, err := client.Connect(strings.Join(urls, ","), opts...)
	if err == nil {
		return conn, nil
	}
	err = fmt.Errorf("connect with the fleet's servers: %w", err)
	if errors.As(err, new(*tls.CertificateVerificationError)) || errors.Is(err, client.ErrAuthorization) {
		err = engine.Unfit(err)
	}
	return nil, err
}

// delay is how long to wait after having tried all servers in vain that often.
func delay(often int) time.Duration {
	wait := min(time.Millisecond<<min(often, 8), 250*time.Millisecond)
	return wait + rand.N(wait)
}

// clientTLS shows this host's certificate, and wants one of the authority.
func (c Config) clientTLS() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(c.TLS.Certificate, c.TLS.Key)
	if err != nil {
		return nil, fmt.Errorf("TLS: %w", err)
	}
	pem, err := os.ReadFile(c.TLS.Authority)
	if err != nil {
		return nil, fmt.Errorf("TLS: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("TLS: %s has no certificate", c.TLS.Authority)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// open connects, and makes the streams if the fleet is new.
func open(ctx context.Context, c Config, more ...client.Option) (*Engine, error) {
	line := &line{cut: make(chan struct{})}
	e := &Engine{config: c, barriers: map[string]*barrier{}, streams: map[string]jetstream.Stream{},
		line: line}
	err := e.patiently(ctx, "connect", func(context.Context) (bool, error) {
		var err error
		e.conn, err = dial(c, append(more, client.DisconnectErrHandler(line.broken))...)
		return errors.Is(err, client.ErrNoServers) || errors.Is(err, os.ErrDeadlineExceeded), err
	})
	if err != nil {
		return nil, err
	}
	if e.js, err = jetstream.New(e.conn, jetstream.WithDefaultTimeout(patience)); err == nil {
		err = e.found(ctx)
	}
	if err != nil {
		e.conn.Close()
		return nil, err
	}
	return e, nil
}

// found makes the streams that are not there. Servers that had them once do not make them anew:
// what is gone then is for people to decide about.
func (e *Engine) found(ctx context.Context) error {
	for stream, subjects := range map[string][]string{logs: {roomLog + ">"}, parts: {roomPart + ">"},
		values: {roomValue + ">", roomLease + ">"}} {
		config := jetstream.StreamConfig{Name: stream, Subjects: append(subjects, barrierOf(stream)),
			Storage: jetstream.FileStorage, Replicas: e.config.replicas(), AllowDirect: true, AllowRollup: true,
			MaxMsgsPerSubject: keeps[stream], Duplicates: time.Second, Discard: jetstream.DiscardOld}
		e.barriers[stream] = newBarrier(e, stream)
		var missing time.Time // since when it is
		err := e.patiently(ctx, "the stream "+stream, func(ctx context.Context) (bool, error) {
			s, err := e.js.Stream(ctx, stream)
			if e.streams[stream] = s; !errors.Is(err, jetstream.ErrStreamNotFound) {
				missing = time.Time{}
				return err != nil, err
			}
			if missing.IsZero() {
				missing = time.Now()
			}
			if _, err := os.Stat(e.config.founded()); err == nil { // or a leader that has just begun
				return time.Since(missing) < once,
					fmt.Errorf("%w: the stream %s, which was there, is not any more", ErrGone, stream)
			}
			e.streams[stream], err = e.js.CreateStream(ctx, config)
			return err != nil, err
		})
		if err != nil {
			return err
		}
	}
	if _, err := os.Stat(e.config.Folder); err != nil {
		return nil // a command on a machine without a server
	}
	if err := os.WriteFile(e.config.founded(), []byte("The fleet's streams were here.\n"), 0o600); err != nil {
		return err
	}
	return syncFolders(e.config.Folder)
}

// syncFolders makes the names of all folders durable. NATS syncs the files it writes and the
// folder that they are in, but not that folder's own name.
func syncFolders(folder string) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // NATS has taken it away meanwhile
		}
		if err != nil || !d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
		return err
	})
}

// Close ends the connection. The server, if it is in this process, runs on.
func (e *Engine) Close() error {
	e.conn.Close()
	return nil
}

// once is how long an attempt may take, such as one that a lost server never answers.
const once = 10 * time.Second

// line is the connection to a server. When it is cut, no answer comes any more to what was
// asked; nats.go would wait for it.
type line struct {
	mu  sync.Mutex
	cut chan struct{}
}

func (l *line) broken(*client.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.cut)
	l.cut = make(chan struct{})
}

// attempt is a context that ends with the connection, or after a time.
func (l *line) attempt(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	l.mu.Lock()
	cut := l.cut
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, most)
	go func() {
		select {
		case <-cut:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// patiently tries until it is done, the context ends, or patience does. What is tried says
// whether trying again makes sense. The first attempts are short, as a server that is just
// starting never answers.
func (e *Engine) patiently(ctx context.Context, what string,
	try func(context.Context) (again bool, err error)) error {
	return e.trying(ctx, what, time.Second, try)
}

// trying is patiently, with a first attempt that may take so long.
func (e *Engine) trying(ctx context.Context, what string, first time.Duration,
	try func(context.Context) (again bool, err error)) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, ErrLater)
	defer cancel()
	wait := 2 * time.Millisecond
	for ; ; first = min(2*first, once) {
		attempt, end := e.line.attempt(ctx, first)
		again, err := try(attempt)
		end()
		if err == nil {
			return nil
		}
		if !again || errors.Is(err, client.ErrConnectionClosed) {
			return fmt.Errorf("%s: %w", what, e.config.clean(err))
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w: %w", what, context.Cause(ctx), e.config.clean(err))
		case <-time.After(wait + rand.N(wait)):
			wait = min(2*wait, 250*time.Millisecond)
		}
	}
}

// refused tells of an error that a message was not stored because another is the last of its
// subject, or another is under way.
func refused(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastConstant)
}

// wrongLastConstant is NATS's code where another message of the subject is under way.
const wrongLastConstant = 10164

// unheard tells of an error that nobody has even received what was sent.
func unheard(err error) bool {
	return errors.Is(err, client.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, client.ErrReconnectBufExceeded) || errors.Is(err, client.ErrConnectionReconnecting)
}
