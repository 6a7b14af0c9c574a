// Package smtp writes letters (Render) and hands them to a server (Sender). The same Draft gives the same bytes, so a
// letter that leaves again is the same letter. Each attempt is an Outcome, which says whether it is about this letter
// or about the server. A letter that may have arrived is Uncertain, not refused. One recipient never stops letters to
// others. What an outcome means for a letter is decided by the outbox.
package smtp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Config is the server that takes our letters. Password and token are never printed.
type Config struct {
	Addr      string // host:port
	TLS       wire.TLSMode
	TLSConfig *tls.Config // nil: the system's roots, and the host of Addr
	User      string      // "": no AUTH
	Password  string
	Auth      wire.Auth
	Token     string        // access token for XOAUTH2
	Hello     string        // our name; "": localhost
	Fallback  string        // sender to use if the server refuses the null sender at MAIL
	NoNull    bool          // the server is known to refuse it: Fallback is used at once
	Timeout   time.Duration // for each step of a letter; 0: a minute
}

// String names the server without the password.
func (c Config) String() string { return "smtp " + c.User + "@" + c.Addr }

// GoString is for %#v, which would print the password.
func (c Config) GoString() string { return c.String() }

// Sender sends letters over one connection, which is made for the first letter and kept for all. It is for one
// goroutine.
type Sender struct {
	c      Config
	conn   *wire.Guarded // ours, so that a deadline or a context ends every wait
	client *smtp.Client
	NoNull bool // this server refuses the null sender
	served bool // it has accepted a sender on the present connection

	refused error // why the last connection could not be made, without secrets
}

// NewSender makes a sender without connecting yet.
func NewSender(c Config) (*Sender, error) {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	c.Hello = cmp.Or(c.Hello, "localhost")
	if c.Fallback != "" && !mime.PlainAddress(c.Fallback) {
		return nil, fmt.Errorf("smtp: %q is not an address", c.Fallback)
	}
	c.Fallback = mime.Wire(c.Fallback)
	return &Sender{c: c, NoNull: c.NoNull && c.Fallback != ""}, nil
}

// Send hands over one rendered letter to one address. If from is "", the sender is the null sender. Domains are sent
// in ASCII, since the next server may not know SMTPUTF8 either. Every failure is an outcome. A letter has one
// recipient: if there were several and one was refused, the library would drop the letter for all.
func (s *Sender) Send(ctx context.Context, from, to string, raw []byte) Outcome {
	for _, a := range []string{from, to} {
		if a != "" && !mime.PlainAddress(a) || to == "" {
			return Outcome{Result: Permanent, Stage: StageRcpt, Text: fmt.Sprintf("%q is not an address", a),
				From: from}
		}
	}
	from, to = mime.Wire(from), mime.Wire(to)
	reused := s.client != nil
	o := s.try(ctx, from, to, raw)
	if reused && o.Stage == StageMail && o.Code == 0 && ctx.Err() == nil {
		// The server had closed the connection since the last letter. It has heard nothing of this one yet.
		o = s.try(ctx, from, to, raw)
	}
	return o
}

// try sends one letter, on the present connection or a new one.
func (s *Sender) try(ctx context.Context, from, to string, raw []byte) (o Outcome) {
	if o := s.ready(ctx); o.Result != Delivered {
		o.From = from
		return o
	}
	stop := context.AfterFunc(ctx, s.cut())
	defer func() { stop() }()
	if from == "" && s.NoNull {
		from = s.c.Fallback
	}
	e := s.envelope(from, to)
	refused := false
	if from == "" && s.c.Fallback != "" && replyCode(e.mail)/100 == 5 && e.lost == nil {
		// QUIRK: providers that accept no null sender from their customers. It was the null sender only if the other
		// sender is accepted.
		from = s.c.Fallback
		e = s.envelope(from, to)
		refused = e.mail == nil
		s.NoNull = refused
	}
	defer func() { o.From, o.NullRefused = from, refused }()
	s.served = s.served || e.mail == nil
	switch {
	case e.mail != nil:
		return s.failed(StageMail, e.mail)
	case e.rcpt != nil:
		return s.failed(StageRcpt, e.rcpt)
	case e.data != nil:
		return s.failed(StageData, e.data)
	}
	return s.body(raw, func() bool {
		if !stop() {
			return false
		}
		cut := s.cut()
		stop = context.AfterFunc(ctx, func() { time.AfterFunc(answerTime, cut) })
		return true
	})
}

// answerTime is how long a server may take to say that it has a letter, after our time was up.
const answerTime = 3 * time.Second

// body sends the letter itself. last is called before the final dot, and returns false if the time is up. If the
// connection is lost after the dot, it is open whether the server has the letter.
func (s *Sender) body(raw []byte, last func() bool) Outcome {
	w := s.client.Text.DotWriter()
	for rest := raw; len(rest) > 0; {
		n := min(len(rest), 64<<10)
		if err := s.step(func() error { _, err := w.Write(rest[:n]); return err }); err != nil {
			s.drop() // without the final dot it was never sent
			return Outcome{Result: Temporary, Stage: StageBody, Text: err.Error()}
		}
		rest = rest[n:]
	}
	if !last() {
		s.drop()
		return Outcome{Result: Temporary, Stage: StageBody, Text: context.Canceled.Error()}
	}
	said := ""
	if err := s.step(func() (err error) {
		if err = w.Close(); err == nil {
			_, said, err = s.client.Text.ReadResponse(250)
		}
		return err
	}); err != nil {
		o := s.failed(StageDot, err)
		if o.Code == 0 {
			o.Result = Uncertain
		}
		return o
	}
	// What the server says is often the letter's number in its log.
	return Outcome{Result: Delivered, Stage: StageDot, Code: 250, Text: mime.Short(said)}
}

// ready makes the connection, if there is none.
func (s *Sender) ready(ctx context.Context) Outcome {
	if s.client != nil {
		return Outcome{Result: Delivered}
	}
	return s.connect(ctx)
}

// connect makes the connection: TLS, greeting, AUTH. A failure here is not about any letter, and is always temporary.
func (s *Sender) connect(ctx context.Context) Outcome {
	fail := func(stage Stage, err error) Outcome {
		s.drop()
		s.refused = s.secrets().Hide(err)
		said := s.secrets().Mask(err.Error())
		o := Outcome{Result: Temporary, Stage: stage, Code: replyCode(err), Text: mime.Short(said), Trouble: wire.Connecting(err)}
		// A server that cannot check the password says 4xx.
		if stage == StageAuth && (o.Code/100 == 5 || errors.Is(err, wire.ErrNoAuth)) {
			o.Trouble = wire.Login
		}
		return o
	}
	dialCtx, cancel := context.WithTimeout(ctx, s.c.Timeout)
	defer cancel()
	conn, err := wire.Dial(dialCtx, s.c.Addr, s.c.TLS)
	if err != nil {
		return fail(StageConnect, err)
	}
	s.conn = conn
	stop := context.AfterFunc(ctx, s.cut())
	defer stop()
	over := net.Conn(conn)
	tc := wire.TlsFor(s.c.TLSConfig, s.c.Addr)
	if s.c.TLS == wire.ImplicitTLS {
		t := tls.Client(conn, tc)
		if err := t.HandshakeContext(dialCtx); err != nil {
			return fail(StageTLS, err)
		}
		over = t
	}
	host, _, _ := net.SplitHostPort(s.c.Addr)
	err = s.step(func() (err error) { s.client, err = smtp.NewClient(over, host); return err })
	if err != nil {
		return fail(StageConnect, err)
	}
	if err := s.step(func() error { return s.client.Hello(s.c.Hello) }); err != nil {
		return fail(StageConnect, err)
	}
	if s.c.TLS == wire.StartTLS {
		if ok, _ := s.client.Extension("STARTTLS"); !ok {
			return fail(StageTLS, wire.NoTLS("the server offers no STARTTLS"))
		}
		if err := s.step(func() error { return s.client.StartTLS(tc) }); err != nil {
			return fail(StageTLS, err)
		}
	}
	if err := s.auth(host); err != nil {
		return fail(StageAuth, err)
	}
	return Outcome{Result: Delivered}
}

// step gives one command its time.
func (s *Sender) step(f func() error) error {
	s.conn.Allow(wire.FewOctets)
	if err := s.conn.SetDeadline(time.Now().Add(s.c.Timeout)); err != nil {
		return err
	}
	return f()
}

// failed sorts the server's answer, and makes the connection ready for the next letter, or drops it.
func (s *Sender) failed(stage Stage, err error) Outcome {
	o := s.blamed(outcomeOf(stage, err, s.secrets()))
	if o.Code == 0 || o.Code == 421 {
		s.drop()
	} else if s.step(s.client.Reset) != nil {
		s.drop()
	}
	return o
}

func (s *Sender) secrets() wire.Secrets { return wire.SecretsOf(s.c.User, s.c.Password, s.c.Token) }

// cut returns a function that closes the present connection.
func (s *Sender) cut() func() {
	conn := s.conn
	return func() { conn.Close() }
}

func (s *Sender) drop() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.conn, s.client, s.served = nil, nil, false
}

// Close says goodbye. The server's answer does not matter, since every letter has its outcome.
func (s *Sender) Close() error {
	if s.client == nil {
		return nil
	}
	_ = s.conn.SetDeadline(time.Now().Add(min(s.c.Timeout, wire.GoodbyeTime)))
	_ = s.client.Quit()
	s.drop()
	return nil
}

func replyCode(err error) int {
	if reply, is := errors.AsType[*textproto.Error](err); is {
		return reply.Code
	}
	return 0
}

// auth gives user and password, or a token, to an SMTP server. The library's guard against sending them in the clear
// is not needed: Dial has refused that already.
func (s *Sender) auth(host string) error {
	if s.c.User == "" {
		return nil
	}
	_, line := s.client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(line))
	has := func(mechanism string) bool { return slices.Contains(offered, mechanism) }
	var a smtp.Auth
	want := s.c.Auth.Wanted(s.c.Token)
	switch {
	case want == wire.AuthXOAuth2 && has("XOAUTH2"):
		a = smtp.XOAuth2Auth(s.c.User, s.c.Token)
	case (want == wire.AuthAuto || want == wire.AuthPlain) && has("PLAIN"):
		a = smtp.PlainAuth("", s.c.User, s.c.Password, host, true)
	case (want == wire.AuthAuto || want == wire.AuthLogin) && has("LOGIN"):
		a = smtp.LoginAuth(s.c.User, s.c.Password, host, true)
	case want == wire.AuthAuto:
		return wire.NoAuth("PLAIN or LOGIN", offered)
	default:
		return wire.NoAuth(strings.ToUpper(string(want)), offered)
	}
	return s.step(func() error { return s.client.Auth(a) })
}

// Probe makes the connection that Send would use, with TLS and login. What is wrong with it is a *ServerError.
func (s *Sender) Probe(ctx context.Context) error {
	if o := s.ready(ctx); o.Result != Delivered {
		return &wire.ServerError{Trouble: o.Trouble, Err: fmt.Errorf("smtp %s: %w", s.c.Addr, s.refused)}
	}
	return nil
}
