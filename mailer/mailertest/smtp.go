package mailertest

import (
	"cmp"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Fault makes the SMTP server fail.
type Fault struct {
	// Stage is AUTH, MAIL, RCPT, "body" (in the middle of the letter; the connection is always cut) or "dot" (after
	// its end).
	Stage string
	Code  int    // reply code; 0 cuts the connection
	Text  string // the server's words
	From  string // only for this sender; "<>" is the null sender, "" means all
	To    string // only for this recipient, from RCPT on; "" means all
	Times int    // how often; 0: always
	Taken bool   // at "dot" with Code 0: the letter is delivered before the connection is cut
}

// Fail adds a fault. If several fit, the first counts.
func (s *Server) Fail(f Fault) {
	f.Times = cmp.Or(f.Times, -1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Mend removes all faults.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// fault finds the fault for a step and counts it.
func (s *Server) fault(stage, from, to string) *Fault {
	from = cmp.Or(from, "<>")
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Stage != stage || f.Times == 0 || f.From != "" && f.From != from || f.To != "" && f.To != to {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		return f
	}
	return nil
}

func (s *Server) smtpServer() *smtp.Server {
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		s.mu.Lock()
		s.connection++
		s.mu.Unlock()
		return &session{s: s, c: c}, nil
	}))
	srv.Domain = "localhost"
	srv.ErrorLog = log.New(io.Discard, "", 0)
	srv.ReadTimeout, srv.WriteTimeout = time.Minute, time.Minute
	srv.MaxMessageBytes = 32 << 20
	srv.AllowInsecureAuth = s.o.TLS == nil
	if !s.o.Implicit {
		srv.TLSConfig = s.o.TLS
	}
	return srv
}

// session is one SMTP connection. Users with a password need not use it: like any provider, this one accepts letters
// to its own users from everybody.
type session struct {
	s    *Server
	c    *smtp.Conn
	from string
	to   []string
}

// AuthMechanisms lists what AUTH offers.
func (t *session) AuthMechanisms() []string {
	if t.s.o.XOAuth2 {
		return []string{"XOAUTH2"}
	}
	if t.s.o.Login {
		return []string{sasl.Login}
	}
	return []string{sasl.Plain, sasl.Login}
}

// Auth checks user and password.
func (t *session) Auth(mech string) (sasl.Server, error) {
	check := func(user, password string) error {
		if f := t.s.fault("AUTH", t.from, ""); f != nil {
			return t.fail(f)
		}
		if a, ok := t.s.account(user); !ok || a.password != password {
			return smtp.ErrAuthFailed
		}
		return nil
	}
	switch mech {
	case "XOAUTH2":
		return &xoauth2Server{check: check}, nil
	case sasl.Plain:
		return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) }), nil
	case sasl.Login:
		return &loginServer{check: check}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

// loginServer speaks AUTH LOGIN, which the library only knows as a client.
type loginServer struct {
	check func(user, password string) error
	step  int
	user  string
}

// Next asks for the name, then for the password.
func (l *loginServer) Next(response []byte) ([]byte, bool, error) {
	if l.step == 0 && response != nil {
		l.step = 1 // the name came with the command
	}
	l.step++
	switch l.step {
	case 1:
		return []byte("Username:"), false, nil
	case 2:
		l.user = string(response)
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.user, string(response))
}

// Reset forgets the current letter.
func (t *session) Reset() { t.from, t.to = "", nil }

// Logout ends the session.
func (t *session) Logout() error { return nil }

// Mail accepts the sender.
func (t *session) Mail(from string, _ *smtp.MailOptions) error {
	if f := t.s.fault("MAIL", from, ""); f != nil {
		return t.fail(f)
	}
	t.from = from
	return nil
}

// Rcpt accepts a recipient who has a mailbox here.
func (t *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	to = strings.ToLower(to)
	if f := t.s.fault("RCPT", t.from, to); f != nil {
		return t.fail(f)
	}
	t.s.mu.Lock()
	_, ok := t.s.users[to]
	t.s.mu.Unlock()
	if !ok {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such user here"}
	}
	t.to = append(t.to, to)
	return nil
}

// Data accepts the letter and delivers it.
func (t *session) Data(r io.Reader) error {
	to := strings.Join(t.to, " ")
	if f := t.s.fault("body", t.from, to); f != nil {
		if _, err := io.CopyN(io.Discard, r, 100); err != nil {
			return err
		}
		return t.fail(&Fault{})
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	f := t.s.fault("dot", t.from, to)
	if f != nil && !f.Taken {
		return t.fail(f)
	}
	for _, to := range t.to {
		if err := t.s.receive(Letter{From: t.from, To: to, Raw: slices.Clone(raw)}); err != nil {
			return err
		}
	}
	if f != nil {
		return t.fail(f)
	}
	return nil
}

// receive delivers a letter as the last server on its way: it adds the envelope sender on top, and what Stamp says.
func (s *Server) receive(l Letter) error {
	s.mu.Lock()
	stamp, into := s.stamp, cmp.Or(s.into, "INBOX")
	s.mu.Unlock()
	head := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\n%s", l.From, l.To, stamp)
	if err := s.DeliverInto(l.To, into, append([]byte(head), l.Raw...)); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.letters = append(s.letters, l)
	return nil
}

// fail answers as the fault says, or cuts the connection.
func (t *session) fail(f *Fault) error {
	if f.Code == 0 {
		t.c.Conn().Close()
		return io.ErrUnexpectedEOF
	}
	text := f.Text
	text = cmp.Or(text, "Not now")
	return &smtp.SMTPError{Code: f.Code, EnhancedCode: smtp.EnhancedCode{f.Code / 100, 0, 0}, Message: text}
}
