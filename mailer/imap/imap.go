package imap

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Config is a mailbox that is polled. Password and token are never printed.
type Config struct {
	Addr       string // host:port
	TLS        wire.TLSMode
	TLSConfig  *tls.Config // nil: the system's roots, and the host of Addr
	User       string
	Password   string
	Auth       wire.Auth
	Token      string        // access token for XOAUTH2
	Inbox      string        // "": INBOX
	Processed  string        // folder for mails that were taken
	Quarantine string        // folder for mails that cannot be read
	Mark       Mark          // says to other worlds that this one reads the inbox
	Mine       Mine          // which mails are taken; nil: all
	Marks      *Marks        // of the worlds that share the inbox, for several polls; nil: each poll reads them
	Timeout    time.Duration // for each command; 0: a minute
	MaxSize    int64         // largest mail in octets; 0: MaxMail
	Line       *Line         // keeps the connection for the next poll; nil: each logs in
	Later      *Later        // keeps what may be done after the answers have left; nil: each poll does it itself
}

// String names the mailbox without its password.
func (c Config) String() string { return "imap " + c.User + "@" + c.Addr }

// GoString is for %#v, which would print the password.
func (c Config) GoString() string { return c.String() }

// Filled returns the configuration with defaults for what is not set.
func (c Config) Filled() (Config, error) {
	c.Inbox = cmp.Or(c.Inbox, "INBOX")
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	if c.MaxSize <= 0 {
		c.MaxSize = mime.MaxMail
	}
	switch {
	case c.Processed == "" || c.Quarantine == "":
		return c, errors.New("imap: no folder given for processed or quarantined mail")
	case c.Processed == c.Inbox || c.Quarantine == c.Inbox || c.Processed == c.Quarantine:
		return c, errors.New("imap: inbox and the folders for processed and quarantined mail must differ")
	}
	return c, nil
}

// mailbox is a connection to an IMAP server. The library has neither contexts nor timeouts, and its Close can hang. So
// the network connection is ours. When time is up, it is closed, and whatever waits for it returns. After any error
// the connection is dead.
type mailbox struct {
	*imapclient.Client
	Raw     *wire.Guarded
	bundle  *bundle
	Timeout time.Duration
	cut     bool        // closed because time was up
	kept    bool        // from an earlier poll, and has not answered since
	clock   *time.Timer // of the command under way
	ear     ear
	inbox   string
	opened  string // the folder that is open, and may be changed; "": none
	numbers uint32 // its UIDVALIDITY
	line    *Line  // that it goes back to; nil: it is closed at its end
}

// openMailbox connects and logs in, unless the line has a connection.
func openMailbox(ctx context.Context, c Config) (*mailbox, error) {
	if m := c.Line.take(c); m != nil {
		return m, nil
	}
	m := &mailbox{Timeout: c.Timeout, ear: ear{news: make(chan struct{}, 1)},
		inbox: c.Inbox, line: c.Line}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	raw, err := wire.Dial(ctx, c.Addr, c.TLS)
	if err != nil {
		return nil, &wire.ServerError{Trouble: wire.Connecting(err), Err: fmt.Errorf("imap %s: %w", c.Addr, err)}
	}
	m.Raw = raw
	if err := m.do(ctx, func() error { return m.greet(ctx, c) }); err != nil {
		m.hangUp()
		return nil, &wire.ServerError{Trouble: wire.Connecting(err), Err: fmt.Errorf("imap %s: %w", c.Addr, err)}
	}
	if err := m.do(ctx, func() error { return m.login(c) }); err != nil {
		err = wire.SecretsOf(c.User, c.Password, c.Token).Hide(err)
		m.hangUp()
		return nil, &wire.ServerError{Trouble: wire.Answered(err, wire.Login),
			Err: fmt.Errorf("imap %s: login of %s: %w", c.Addr, c.User, err)}
	}
	return m, nil
}

// greet starts TLS on the connection and waits for the server's greeting.
func (m *mailbox) greet(ctx context.Context, c Config) error {
	tc := wire.TlsFor(c.TLSConfig, c.Addr)
	over := net.Conn(m.Raw)
	switch c.TLS {
	case wire.StartTLS:
		var err error
		if over, err = wire.BeginTLS(ctx, m.Raw, tc); err != nil {
			return err
		}
	case wire.ImplicitTLS:
		t := tls.Client(m.Raw, tc)
		if err := t.HandshakeContext(ctx); err != nil {
			return err
		}
		over = t
	}
	m.bundle = &bundle{Conn: over}
	m.Client = imapclient.New(wire.Mended(m.bundle), &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: m.ear.exist, Expunge: m.ear.gone}})
	return m.WaitGreeting()
}

// do runs a command. When its time or ctx ends, the connection is closed, which ends the command.
func (m *mailbox) do(ctx context.Context, command func() error) error {
	return m.receive(ctx, wire.FewOctets, command)
}

// receive is do for a command whose answer may be long. Of a connection that was kept nobody knows whether it is still
// there, so its first answer must come soon.
func (m *mailbox) receive(ctx context.Context, octets int64, command func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.Raw.Allow(octets)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m.clock = time.AfterFunc(m.patience(), func() { cancel(context.DeadlineExceeded) })
	defer m.clock.Stop()
	stop := context.AfterFunc(ctx, func() { m.Raw.Close() })
	err := command()
	if !stop() {
		m.cut = true
		return errors.Join(fmt.Errorf("no answer in time: %w", context.Cause(ctx)), err)
	}
	m.kept = m.kept && err != nil && !wire.Refused(err)
	return err
}

// patience is how long the server may take to answer.
func (m *mailbox) patience() time.Duration {
	if m.kept {
		return min(m.Timeout, aliveTime)
	}
	return m.Timeout
}

// goesOn gives the command under way its time again: part of its answer has come.
func (m *mailbox) goesOn() { m.clock.Reset(m.patience()) }

// hangUp closes without waiting for anybody, unless the line has the connection by now.
func (m *mailbox) hangUp() {
	if m.line == nil || m.line.m != m {
		m.Raw.Close()
	}
}

// logOut gives the connection back to its line. Without one it says goodbye; the server's answer does not matter.
func (m *mailbox) logOut(ctx context.Context) {
	if m.line != nil {
		m.line.m = m
		return
	}
	m.Timeout = min(m.Timeout, wire.GoodbyeTime)
	_ = m.do(ctx, func() error { return m.Logout().Wait() })
	m.hangUp()
}

// makeFolder creates a folder unless it exists.
func (m *mailbox) makeFolder(ctx context.Context, name string) error {
	_, err := m.makesFolder(ctx, name)
	return err
}

// makesFolder is makeFolder, and returns whether the folder was missing.
func (m *mailbox) makesFolder(ctx context.Context, name string) (made bool, err error) {
	err = m.do(ctx, func() error { return m.Create(name, nil).Wait() })
	no, is := errors.AsType[*imap.Error](err)
	if err == nil || is && no.Code == imap.ResponseCodeAlreadyExists {
		return err == nil, nil
	}
	there, why := m.refused(ctx, name, err)
	if there { // QUIRK: servers that say NO without saying why
		return false, nil
	}
	return false, why
}

// refused returns whether a folder is there that a server refuses to make or to open, and says what the trouble is. A
// server that is throttled says NO as well, so it is asked for the folder's name.
func (m *mailbox) refused(ctx context.Context, folder string, err error) (there bool, why error) {
	trouble := wire.Answered(err, wire.Missing)
	no, _ := errors.AsType[*imap.Error](err)
	if trouble == wire.Missing && no.Code != imap.ResponseCodeNonExistent && no.Code != imap.ResponseCodeNoPerm {
		asked := m.do(ctx, func() error {
			list, err := m.List("", folder, nil).Collect()
			there = err == nil && len(list) == 1 && !slices.Contains(list[0].Attrs, imap.MailboxAttrNonExistent) &&
				!slices.Contains(list[0].Attrs, imap.MailboxAttrNoSelect)
			return err
		})
		if there || asked != nil {
			trouble = wire.Down
		}
	}
	return there, &wire.ServerError{Trouble: trouble, Err: fmt.Errorf("folder %q: %w", folder, err)}
}

// open opens a folder.
func (m *mailbox) open(ctx context.Context, folder string, readOnly bool) (box *imap.SelectData, err error) {
	err = m.do(ctx, func() error {
		box, err = m.opening(folder, readOnly)()
		return err
	})
	if err != nil {
		_, err = m.refused(ctx, folder, err)
	}
	return box, err
}

// standing asks how a folder stands that is not open. What it returns waits for the answer.
func (m *mailbox) standing(folder string) (answer func() (*imap.StatusData, error)) {
	return m.Status(folder, &imap.StatusOptions{NumMessages: true, UIDNext: true, UIDValidity: true}).Wait
}

// opening asks for a folder to be opened. What it returns waits for the answer.
func (m *mailbox) opening(folder string, readOnly bool) (answer func() (*imap.SelectData, error)) {
	m.opened = ""
	m.ear.leaves()
	cmd := m.Select(folder, &imap.SelectOptions{ReadOnly: readOnly})
	return func() (*imap.SelectData, error) {
		box, err := cmd.Wait()
		if err == nil && !readOnly {
			m.opened, m.numbers = folder, box.UIDValidity
		}
		if err == nil && folder == m.inbox {
			m.ear.opens(box)
		}
		return box, err
	}
}

// move moves mails, and returns what UIDs they have now, if the server says so. Without the MOVE capability the library
// would delete the mails even if the copy failed, so each step is waited for.
func (m *mailbox) move(ctx context.Context, uids []imap.UID, folder string) (to imap.CopyData, err error) {
	set := imap.UIDSetNum(uids...)
	err = m.do(ctx, func() error {
		caps := m.Caps()
		if caps == nil {
			return net.ErrClosed // a dead connection, not a server without capabilities
		}
		if caps.Has(imap.CapMove) {
			moved, err := m.Move(set, folder).Wait()
			if err == nil {
				to.UIDValidity = moved.UIDValidity
				to.DestUIDs, _ = moved.DestUIDs.(imap.UIDSet)
			}
			return err
		}
		copied, err := m.Copy(set, folder).Wait()
		if err != nil {
			return err
		}
		to = *copied
		return m.remove(set)
	})
	return to, err
}

// remove marks mails as deleted, and deletes them if the server can delete just these: a bare EXPUNGE would also delete
// what others marked. A mail marked \Deleted is not polled again.
func (m *mailbox) remove(set imap.UIDSet) error {
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := m.Store(set, deleted, nil).Close(); err != nil || !m.Caps().Has(imap.CapUIDPlus) {
		return err
	}
	m.ear.deafens()
	return m.UIDExpunge(set).Close()
}

// listed is a mail before its body is fetched.
type listed struct {
	uid     imap.UID
	Size    int64
	at      time.Time
	deleted bool // it is marked as deleted, if that was asked for
}

// list returns sizes and dates, in no order. QUIRK: servers that refuse all of them for one mail, which they cannot
// parse. Then each is asked for alone, and of that mail only whether it is there.
func (m *mailbox) list(ctx context.Context, uids []imap.UID) ([]listed, error) {
	wanted := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}
	out, err := m.listAs(ctx, uids, wanted)
	if !wire.Refused(err) {
		return out, err
	}
	out = nil
	for _, uid := range uids {
		some, err := m.listAs(ctx, []imap.UID{uid}, wanted)
		if wire.Refused(err) {
			some, err = m.listAs(ctx, []imap.UID{uid}, &imap.FetchOptions{UID: true})
		}
		if err != nil {
			return out, err
		}
		out = append(out, some...)
	}
	return out, nil
}

func (m *mailbox) listAs(ctx context.Context, uids []imap.UID, wanted *imap.FetchOptions) (out []listed, err error) {
	err = m.receive(ctx, wire.ManyOctets, func() error {
		out, err = listing(m.Fetch(imap.UIDSetNum(uids...), wanted))
		return err
	})
	return out, err
}

// everything asks for sizes and dates of all mails of the folder that is open.
func (m *mailbox) everything() *imapclient.FetchCommand {
	return m.Fetch(imap.UIDSet{{Start: 1}}, &imap.FetchOptions{UID: true, Flags: true, RFC822Size: true,
		InternalDate: true})
}

// listing waits for the answer to such a command.
func listing(cmd *imapclient.FetchCommand) (out []listed, err error) {
	got, err := cmd.Collect()
	for _, g := range got {
		out = append(out, listed{g.UID, g.RFC822Size, g.InternalDate, slices.Contains(g.Flags, imap.FlagDeleted)})
	}
	return out, err
}

// fetch fetches one mail, or only its header, up to limit octets. whole is false if there were more. If it returns
// nothing and no error, the mail is gone, or the server cannot show it.
func (m *mailbox) fetch(ctx context.Context, uid imap.UID, header bool,
	limit int64) (raw []byte, whole bool, err error) {
	whole = true
	err = m.sections(ctx, imap.UIDSetNum(uid), 1, header, limit, func(_ uint32, got []byte) {
		if got != nil {
			raw = got
		}
		if int64(len(raw)) > limit {
			raw, whole = raw[:limit], false
		}
	})
	return raw, whole, err
}

// sections fetches so many mails, or only their headers: up to limit octets of each, and one more if there are more.
// take gets what the server sends, which is nil if it does not show the mail.
func (m *mailbox) sections(ctx context.Context, set imap.NumSet, most int, header bool, limit int64,
	take func(uid uint32, raw []byte)) error {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: limit + 1}}
	if header {
		section.Specifier = imap.PartSpecifierHeader
	}
	return m.receive(ctx, wire.FewOctets+int64(most)*2*limit, func() error {
		cmd := m.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
		defer cmd.Close() // an unread FETCH blocks the connection forever
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			var uid uint32
			var raw []byte
			for item := msg.Next(); item != nil; item = msg.Next() {
				switch item := item.(type) {
				case imapclient.FetchItemDataUID:
					uid = uint32(item.UID)
				case imapclient.FetchItemDataBodySection:
					if item.Literal == nil {
						continue
					}
					var err error
					if raw, err = m.literal(item.Literal, limit+1); err != nil {
						return err
					}
				}
			}
			take(uid, raw)
			m.goesOn()
		}
		return cmd.Close()
	})
}

// literal reads up to most octets of what a server sends, and lets the rest go. QUIRK: servers that send a part as long
// as they like.
func (m *mailbox) literal(sent imap.LiteralReader, most int64) (raw []byte, err error) {
	raw, err = io.ReadAll(io.LimitReader(sent, most))
	if err == nil && int64(len(raw)) == min(most, sent.Size()) {
		_, err = io.Copy(io.Discard, sent)
		return raw, err
	}
	// The library takes that for the end, and reads on. Nobody else may read before it has stopped.
	m.Raw.Close()
	<-m.Closed()
	return nil, cmp.Or(err, io.ErrUnexpectedEOF)
}

// fielded is a mail, and whether its header has the field asked for.
type fielded struct {
	uid imap.UID
	has bool
}

// withField lists mails that are not marked as deleted, in no order.
func (m *mailbox) withField(ctx context.Context, set imap.NumSet, name string) (out []fielded, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader, HeaderFields: []string{name}}
	err = m.receive(ctx, wire.ManyOctets, func() error {
		got, err := m.Fetch(set, &imap.FetchOptions{UID: true, Flags: true,
			BodySection: []*imap.FetchItemBodySection{section}}).Collect()
		for _, g := range got {
			if slices.Contains(g.Flags, imap.FlagDeleted) {
				continue
			}
			f := fielded{uid: g.UID}
			for _, b := range g.BodySection {
				f.has = f.has || len(bytes.TrimSpace(b.Bytes)) > 0
			}
			out = append(out, f)
		}
		return err
	})
	return out, err
}

// login gives user and password, or a token, to an IMAP server. Every server knows the LOGIN command. AUTHENTICATE
// PLAIN is for those that have switched it off, and for letters beyond ASCII, for which LOGIN has no rule.
func (m *mailbox) login(c Config) error {
	caps := m.Caps()
	if caps == nil {
		return net.ErrClosed // a dead connection, not a server without capabilities
	}
	offered := caps.AuthMechanisms()
	has := func(mechanism string) bool { return slices.Contains(offered, mechanism) }
	closed := caps.Has(imap.CapLoginDisabled)
	want := c.Auth.Wanted(c.Token)
	if want == wire.AuthAuto {
		if want = wire.AuthLogin; has("PLAIN") && (closed || !mime.IsASCII([]byte(c.User+c.Password))) {
			want = wire.AuthPlain
		}
	}
	switch {
	case want == wire.AuthXOAuth2 && has("XOAUTH2"):
		return m.Authenticate(&wire.Xoauth2{User: c.User, Token: c.Token})
	case want == wire.AuthPlain && has("PLAIN"):
		return m.Authenticate(sasl.NewPlainClient("", c.User, c.Password))
	case want == wire.AuthLogin && !closed:
		return m.Login(c.User, c.Password).Wait()
	}
	return wire.NoAuth(strings.ToUpper(string(want)), offered)
}
