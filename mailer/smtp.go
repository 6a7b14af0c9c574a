package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
)

// SMTPConfig is the server that takes our letters. Password and token are never printed.
type SMTPConfig struct {
	Addr      string // host:port
	TLS       TLSMode
	TLSConfig *tls.Config // nil: the system's roots, the host of Addr
	User      string      // "": no AUTH
	Password  string
	Auth      Auth
	Token     string        // access token for XOAUTH2
	Hello     string        // our name; "": localhost
	Fallback  string        // sender used when the server refuses the null sender at MAIL
	NoNull    bool          // it is known to refuse it: Fallback is used at once
	Timeout   time.Duration // for each step of a letter; 0: a minute
}

// String names the server without the password.
func (c SMTPConfig) String() string { return "smtp " + c.User + "@" + c.Addr }

// GoString is for %#v, which would print the password.
func (c SMTPConfig) GoString() string { return c.String() }

// Sender sends letters over one connection, made at the first and kept for all.
// It is for one goroutine.
type Sender struct {
	c      SMTPConfig
	conn   *guarded // ours, so that a deadline or a context ends every wait
	client *smtp.Client
	noNull bool // this server refuses the null sender
	served bool // it has taken a sender over the present connection

	refused error // why the last connection could not be made, without what must not be told
}

// NewSender makes a sender; nothing is dialled yet.
func NewSender(c SMTPConfig) (*Sender, error) {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	if c.Hello == "" {
		c.Hello = "localhost"
	}
	if c.Fallback != "" && !plainAddress(c.Fallback) {
		return nil, fmt.Errorf("smtp: %q is not an address", c.Fallback)
	}
	c.Fallback = Wire(c.Fallback)
	return &Sender{c: c, noNull: c.NoNull && c.Fallback != ""}, nil
}

// Send hands over one rendered letter to one address; from "" is the null
// sender. Their domains leave in ASCII: the next server may not know SMTPUTF8, either. Every failure is an outcome. One recipient a letter: where one of
// several is refused, the library drops the letter for all.
func (s *Sender) Send(ctx context.Context, from, to string, raw []byte) Outcome {
	for _, a := range []string{from, to} {
		if a != "" && !plainAddress(a) || to == "" {
			return Outcome{Result: Permanent, Stage: StageRcpt, Text: fmt.Sprintf("%q is not an address", a),
				From: from}
		}
	}
	from, to = Wire(from), Wire(to)
	reused := s.client != nil
	o := s.try(ctx, from, to, raw)
	if reused && o.Stage == StageMail && o.Code == 0 && ctx.Err() == nil {
		// The server had closed the connection since the last letter; nothing of
		// this one was said yet.
		o = s.try(ctx, from, to, raw)
	}
	return o
}

// try is one letter, over the present connection or a new one.
func (s *Sender) try(ctx context.Context, from, to string, raw []byte) (o Outcome) {
	if s.client == nil {
		if o := s.connect(ctx); o.Result != Delivered {
			o.From = from
			return o
		}
	}
	stop := context.AfterFunc(ctx, s.cut())
	defer stop()
	if from == "" && s.noNull {
		from = s.c.Fallback
	}
	s.client.SkipSMTPUTF8(isASCII([]byte(from + to)))
	err := s.step(func() error { return s.client.Mail("<" + from + ">") })
	refused := false
	if from == "" && s.c.Fallback != "" && replyCode(err)/100 == 5 {
		// QUIRK: providers that take no null sender from their customers. It was
		// the null sender only if the other one is taken.
		from = s.c.Fallback
		err = s.step(func() error { return s.client.Mail("<" + from + ">") })
		refused = err == nil
		s.noNull = refused
	}
	defer func() { o.From, o.NullRefused = from, refused }()
	if err != nil {
		return s.failed(StageMail, err)
	}
	s.served = true
	if err := s.step(func() error { return s.client.Rcpt("<" + to + ">") }); err != nil {
		return s.failed(StageRcpt, err)
	}
	return s.data(raw)
}

// data sends the letter itself. From the final dot on, a lost connection leaves
// open whether the server has it.
func (s *Sender) data(raw []byte) Outcome {
	var body interface {
		Write([]byte) (int, error)
		Close() error
	}
	err := s.step(func() (err error) { body, err = s.client.Data(); return err })
	if err != nil {
		return s.failed(StageData, err)
	}
	for rest := raw; len(rest) > 0; {
		n := min(len(rest), 64<<10)
		if err := s.step(func() error { _, err := body.Write(rest[:n]); return err }); err != nil {
			s.drop() // without the final dot it was never sent
			return Outcome{Result: Temporary, Stage: StageBody, Text: err.Error()}
		}
		rest = rest[n:]
	}
	if err := s.step(body.Close); err != nil {
		o := s.failed(StageDot, err)
		if o.Code == 0 {
			o.Result = Uncertain
		}
		return o
	}
	return Outcome{Result: Delivered, Stage: StageDot, Code: 250, Text: accepted(body)}
}

// accepted is what the server said when it took the letter, often its number
// in the server's log.
func accepted(body interface{ Close() error }) string {
	if d, ok := body.(interface{ ServerResponse() string }); ok {
		return short(d.ServerResponse())
	}
	return ""
}

// connect makes the connection: TLS, greeting, AUTH. What fails here is no
// letter's fault and always temporary.
func (s *Sender) connect(ctx context.Context) Outcome {
	fail := func(stage Stage, err error) Outcome {
		s.drop()
		s.refused = s.secrets().hide(err)
		said := s.secrets().mask(err.Error())
		o := Outcome{Result: Temporary, Stage: stage, Code: replyCode(err), Text: short(said), Trouble: connecting(err)}
		// A server that cannot ask whether the password is right says 4xx.
		if stage == StageAuth && (o.Code/100 == 5 || errors.Is(err, errNoAuth)) {
			o.Trouble = Login
		}
		return o
	}
	dialCtx, cancel := context.WithTimeout(ctx, s.c.Timeout)
	defer cancel()
	conn, err := dial(dialCtx, s.c.Addr, s.c.TLS)
	if err != nil {
		return fail(StageConnect, err)
	}
	s.conn = conn
	stop := context.AfterFunc(ctx, s.cut())
	defer stop()
	over := net.Conn(conn)
	tc := tlsFor(s.c.TLSConfig, s.c.Addr)
	if s.c.TLS == ImplicitTLS {
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
	if s.c.TLS == StartTLS {
		if ok, _ := s.client.Extension("STARTTLS"); !ok {
			return fail(StageTLS, noTLS("the server offers no STARTTLS"))
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
	s.conn.allow(fewOctets)
	if err := s.conn.SetDeadline(time.Now().Add(s.c.Timeout)); err != nil {
		return err
	}
	return f()
}

// failed sorts the server's answer, and makes the connection ready for the next
// letter, or drops it.
func (s *Sender) failed(stage Stage, err error) Outcome {
	o := s.blamed(outcome(stage, err, s.secrets()))
	if o.Code == 0 || o.Code == 421 {
		s.drop()
	} else if s.step(s.client.Reset) != nil {
		s.drop()
	}
	return o
}

func (s *Sender) secrets() secrets { return secretsOf(s.c.User, s.c.Password, s.c.Token) }

// cut gives a function that closes the present connection.
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

// Close says goodbye. What the server answers does not matter: every letter has
// its outcome.
func (s *Sender) Close() error {
	if s.client == nil {
		return nil
	}
	_ = s.conn.SetDeadline(time.Now().Add(min(s.c.Timeout, goodbyeTime)))
	_ = s.client.Quit()
	s.drop()
	return nil
}

// plainAddress tells an address that can stand between brackets in a command.
func plainAddress(a string) bool {
	at := strings.LastIndexByte(a, '@')
	return at > 0 && at < len(a)-1 && len(a) <= 254 && !strings.ContainsFunc(a, func(r rune) bool {
		return r <= ' ' || r == 0x7f || r == '<' || r == '>' || r == 0xfffd
	})
}

func replyCode(err error) int {
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return reply.Code
	}
	return 0
}
