// Package mailertest is a mail provider on the loopback address, for the demo and for tests: an IMAP server and an SMTP
// server that share their mailboxes. What SMTP accepts for player@… is in that user's INBOX. Nothing is stored on disk;
// after a restart UIDVALIDITY and UIDs start again at 1. Tests speak to it as to any server, so no protocol is imitated
// in them.
//
// The IMAP server is the library's own in memory. It sends a mail by parsing it and printing it again. So if a mail has
// a line in its header that is not a field, it sends nothing, without an error. What such a server never says, a Script
// says line by line.
package mailertest

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// Options say what the servers offer.
type Options struct {
	TLS      *tls.Config      // offers STARTTLS and requires it for a login
	Implicit bool             // speaks TLS from the first octet instead
	NoMove   bool             // IMAP without MOVE
	NoPlus   bool             // IMAP without UIDPLUS
	NoIdle   bool             // IMAP without IDLE; not with TLS
	Login    bool             // SMTP offers only AUTH LOGIN, not PLAIN
	Quota    bool             // IMAP with QUOTA, see SetQuota; not with TLS
	XOAuth2  bool             // both offer only XOAUTH2; a user's password is their token
	Junk     string           // IMAP marks this folder of each user as that for junk; "": none is marked
	Time     func() time.Time // when a mail arrives; nil: now
}

// Letter is a mail that the SMTP server accepted.
type Letter struct {
	From, To string // envelope; From is "" for the null sender
	Raw      []byte
}

// Server is the provider.
type Server struct {
	o          Options
	lines      *lines // of IMAP
	smtpLn     net.Listener
	imap       *imapserver.Server
	smtp       *smtp.Server
	mu         sync.Mutex
	users      map[string]account
	letters    []Letter
	faults     []*Fault
	connection int
	stamp      string
	into       string
}

type account struct {
	password string
	box      *imapmemserver.User
}

// Start starts both servers on free ports of 127.0.0.1.
func Start(o Options) (*Server, error) {
	if o.Time == nil {
		o.Time = time.Now
	}
	s := &Server{o: o, users: map[string]account{}}
	var err error
	s.lines = &lines{noIdle: o.NoIdle, quota: o.Quota}
	if s.lines.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("mail servers: %w", err)
	}
	if s.smtpLn, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		s.lines.Close()
		return nil, fmt.Errorf("mail servers: %w", err)
	}
	imapLn, smtpLn := net.Listener(s.lines), s.smtpLn
	if o.Implicit {
		imapLn, smtpLn = tls.NewListener(imapLn, o.TLS), tls.NewListener(smtpLn, o.TLS)
	}
	s.imap, s.smtp = s.imapServer(), s.smtpServer()
	go s.imap.Serve(imapLn)
	go s.smtp.Serve(smtpLn)
	return s, nil
}

func (s *Server) imapServer() *imapserver.Server {
	caps := imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapNamespace: {}}
	if !s.o.NoMove {
		caps[imap.CapMove] = struct{}{}
	}
	if !s.o.NoPlus {
		caps[imap.CapUIDPlus] = struct{}{}
	}
	if s.o.Junk != "" {
		caps[imap.CapSpecialUse] = struct{}{}
	}
	o := &imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			if s.o.XOAuth2 {
				return &tokenSession{imapSession{s: s}}, nil, nil
			}
			if s.o.Junk != "" {
				return &junkSession{imapSession: imapSession{s: s}}, nil, nil
			}
			return &imapSession{s: s}, nil, nil
		},
		Caps:         caps,
		Logger:       log.New(io.Discard, "", 0),
		InsecureAuth: s.o.TLS == nil,
	}
	if !s.o.Implicit {
		o.TLSConfig = s.o.TLS
	}
	return imapserver.New(o)
}

// Close stops both servers and cuts their connections.
func (s *Server) Close() error {
	return errors.Join(s.imap.Close(), s.smtp.Close())
}

// IMAP is the address of the IMAP server, host:port.
func (s *Server) IMAP() string { return s.lines.Addr().String() }

// SMTP is the address of the SMTP server, host:port.
func (s *Server) SMTP() string { return s.smtpLn.Addr().String() }

// AddUser makes a mailbox; the address is the user's name for both servers.
func (s *Server) AddUser(address, password string) error {
	address = strings.ToLower(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.users[address]; ok {
		return fmt.Errorf("mail servers: %s has a mailbox already", address)
	}
	box := imapmemserver.NewUser(address, password)
	if err := box.Create("INBOX", nil); err != nil {
		return fmt.Errorf("mail servers: %w", err)
	}
	if s.o.Junk != "" {
		if err := box.Create(s.o.Junk, nil); err != nil {
			return fmt.Errorf("mail servers: %w", err)
		}
	}
	s.users[address] = account{password: password, box: box}
	return nil
}

// SetPassword replaces a user's password.
func (s *Server) SetPassword(address, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.users[strings.ToLower(address)]
	a.password = password
	s.users[strings.ToLower(address)] = a
}

// Deliver puts a raw mail into the user's INBOX unchanged, as if it had come from elsewhere.
func (s *Server) Deliver(address string, raw []byte) error {
	return s.DeliverInto(address, "INBOX", raw)
}

// DeliverInto puts a raw mail into a folder of the user's.
func (s *Server) DeliverInto(address, folder string, raw []byte) error {
	a, ok := s.account(address)
	if !ok {
		return fmt.Errorf("mail servers: nobody is called %s here", address)
	}
	if _, err := a.box.Append(folder, bytes.NewReader(raw), &imap.AppendOptions{Time: s.o.Time()}); err != nil {
		return fmt.Errorf("mail servers: delivery to %s: %w", address, err)
	}
	return nil
}

// Stamp says what the SMTP server writes on top of the letters that it takes from now on: fields of a header, with line
// ends.
func (s *Server) Stamp(fields string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stamp = fields
}

// SortInto makes a folder for a user, and the SMTP server deliver all letters into the folder of this name from now on.
func (s *Server) SortInto(address, folder string) error {
	a, ok := s.account(address)
	if !ok {
		return fmt.Errorf("mail servers: nobody is called %s here", address)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.into = folder
	if _, err := a.box.Status(folder, &imap.StatusOptions{}); err == nil {
		return nil
	}
	return a.box.Create(folder, nil)
}

// Count returns how many mails are in a user's folder, and how many of them are marked as deleted. It returns 0 if
// there is no such folder.
func (s *Server) Count(address, folder string) (all, deleted int) {
	a, ok := s.account(address)
	if !ok {
		return 0, 0
	}
	status, err := a.box.Status(folder, &imap.StatusOptions{NumMessages: true, NumDeleted: true})
	if err != nil {
		return 0, 0
	}
	return int(*status.NumMessages), int(*status.NumDeleted)
}

// CountWith counts the mails in a user's folder whose header has a field, whether they are marked as deleted or not.
func (s *Server) CountWith(address, folder, field string) int {
	a, ok := s.account(address)
	if !ok {
		return 0
	}
	session := imapmemserver.NewUserSession(a.box)
	if _, err := session.Select(folder, &imap.SelectOptions{ReadOnly: true}); err != nil {
		return 0
	}
	found, err := session.Search(imapserver.NumKindUID, &imap.SearchCriteria{
		Header: []imap.SearchCriteriaHeaderField{{Key: field}}}, &imap.SearchOptions{})
	if err != nil {
		return 0
	}
	return len(found.AllUIDs())
}

// Letters lists what the SMTP server has accepted, oldest first.
func (s *Server) Letters() []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.letters)
}

// Connections counts the SMTP connections so far.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.connection
}
