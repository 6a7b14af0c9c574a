package doctor

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// Mail is what a game needs for its mail.
type Mail struct {
	IMAP    imap.Config
	SMTP    smtp.Config
	Address string        // the game's address
	Owner   string        // the provider whose domain the address has; "": the domain is the game master's
	Sender  Sender        // the provider whose server sends
	Signer  *proof.Signer // nil: letters are not signed
	Lookup  proof.LookupTXT
	Full    string                // what the mail server said last of a mailbox without room
	Verify  bool                  // the world itself verifies signatures, through Lookup
	Say     func(p string) string // why a signature proves nothing, in words
	Subject string                // of the letter to itself
	Text    string
	Wait    time.Duration // for that letter to arrive
	Pace    Pace
	Now     func() time.Time
}

// ServerTime is how long a server may take for each thing.
const ServerTime = 20 * time.Second

// Pace is how long the doctor waits for what may never come. Tests are less patient.
type Pace struct {
	DNS    time.Duration // for all questions to the DNS together; 0: dnsTime
	Letter time.Duration // for the letter to itself; 0: as the game master says
	Often  time.Duration // between two looks into the inbox; 0: a second
}

// Examine checks the servers, sends a letter to the game's own address, and waits for it to come back. It reports each
// finding at once.
func (m Mail) Examine(ctx context.Context, tell func(Finding)) {
	dns := m.names(ctx)
	tell(dns)
	if dns.State == Ill {
		Unseen(OfMail[1:], "dns", tell)
		return
	}
	m.IMAP.Timeout, m.SMTP.Timeout = ServerTime, ServerTime
	reads := m.mailbox(ctx, tell)
	sender, sends := m.post(ctx)
	tell(sends)
	if sender != nil {
		defer sender.Close()
	}
	raw, id, unwritten := m.letter()
	known := m.published(ctx, raw)
	because := ""
	switch {
	case !reads:
		because = "imap"
	case sends.State == Ill:
		because = "smtp"
	case unwritten != nil:
		known.dkim, because = unwritten, "dkim"
	}
	var back *returned
	letter := skipped("letter", because)
	if because == "" {
		if letter, back = m.thereAndBack(ctx, sender, raw, id); back == nil {
			because = "letter"
		}
	}
	tell(letter)
	if reads {
		tell(m.junk(ctx))
	} else {
		tell(skipped("junk", "imap"))
	}
	m.delivery(known, back, because, tell)
	if back != nil {
		tell(back.time)
	} else {
		tell(skipped("time", because))
	}
}

// names checks whether the servers' names can be resolved.
func (m Mail) names(ctx context.Context) Finding {
	ctx, cancel := context.WithTimeout(ctx, ServerTime)
	defer cancel()
	for _, s := range []struct{ section, addr string }{{"imap", m.IMAP.Addr}, {"smtp", m.SMTP.Addr}} {
		host, _, _ := net.SplitHostPort(s.addr)
		_, err := net.DefaultResolver.LookupHost(ctx, host)
		if err == nil {
			continue
		}
		code := "dns-down"
		if e := (*net.DNSError)(nil); errors.As(err, &e) && e.IsNotFound {
			code = "dns-name"
		}
		return ill("dns", code, err, phrase.Str("section", s.section), phrase.Str("host", host))
	}
	if !m.Verify {
		return well("dns")
	}
	// The name need not exist: that it does not exist is an answer too.
	_, err := m.Lookup(ctx, "_domainkey."+m.domain())
	if e := (*net.DNSError)(nil); errors.As(err, &e) && !e.IsNotFound {
		return ill("dns", "dns-resolver", err)
	}
	return well("dns")
}

func (m Mail) domain() string {
	_, domain, _ := strings.Cut(mime.Wire(m.Address), "@")
	return domain
}

// mailbox checks the server with the players' mail and its folders. It returns whether the mailbox can be read.
func (m Mail) mailbox(ctx context.Context, tell func(Finding)) bool {
	err := imap.Look(ctx, m.IMAP)
	switch {
	case err == nil:
		tell(well("imap"))
		tell(m.room(ctx))
		return true
	case wire.TroubleOf(err) == wire.Missing:
		tell(well("imap"))
		tell(ill("folders", "folder-missing", err, phrase.Str("inbox", m.IMAP.Inbox),
			phrase.Str("done", m.IMAP.Processed),
			phrase.Str("quarantine", m.IMAP.Quarantine)))
	default:
		tell(trouble("imap", m.IMAP.Addr, m.IMAP.TLS, err))
		tell(skipped("folders", "imap"))
	}
	return false
}

// room reports the folders, which exist, and whether they have room for more mails.
func (m Mail) room(ctx context.Context) Finding {
	full, asked, err := imap.Full(ctx, m.IMAP)
	if err != nil || !asked {
		full = m.Full
	}
	if full != "" {
		return ill("folders", "mailbox-full", errors.New(full), phrase.Str("done", m.IMAP.Processed))
	}
	return well("folders")
}

// post checks the server that takes letters.
func (m Mail) post(ctx context.Context) (*smtp.Sender, Finding) {
	sender, err := smtp.NewSender(m.SMTP)
	if err == nil {
		err = sender.Probe(ctx)
	}
	if err != nil {
		return nil, trouble("smtp", m.SMTP.Addr, m.SMTP.TLS, err)
	}
	return sender, well("smtp")
}

// trouble says what to do about a server that refuses us: its port, its TLS, its certificate or the login.
func trouble(section, addr string, mode wire.TLSMode, err error) Finding {
	dated, isDated := errors.AsType[x509.CertificateInvalidError](err)
	host, port, _ := net.SplitHostPort(addr)
	args := []phrase.Arg{phrase.Str("section", section), phrase.Str("host", host), phrase.Str("port", port),
		phrase.Str("tls", string(mode))}
	code := "server-down"
	switch {
	case wire.TroubleOf(err) == wire.Login:
		code = "login"
	case errors.As(err, new(x509.HostnameError)):
		code = "cert-name"
	case isDated && dated.Reason == x509.Expired:
		code = "cert-expired"
	case errors.As(err, new(x509.UnknownAuthorityError)):
		code = "cert-unknown"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		code = "cert-other"
	case wire.TroubleOf(err) == wire.Secured:
		code = "tls"
	case errors.Is(err, syscall.ECONNREFUSED):
		code = "port-closed"
	case errors.Is(err, context.DeadlineExceeded):
		code = "port-silent"
	}
	return ill(section, code, err, args...)
}

// letter writes the letter to itself, signed if the game signs letters. The finding says why that cannot be done; it is
// nil if it can.
func (m Mail) letter() (raw []byte, id string, unwritten *Finding) {
	var mark [12]byte
	rand.Read(mark[:])
	id = fmt.Sprintf("<doctor.%x@%s>", mark, m.domain())
	raw, err := smtp.Render(smtp.Draft{From: m.Address, To: m.Address, Subject: m.Subject, Date: m.Now(),
		MessageID: id, Text: m.Text})
	code := "letter-unwritten"
	if err == nil && m.Signer != nil {
		code = "dkim-unsigned"
		raw, err = m.Signer.Sign(raw)
	}
	if err != nil {
		f := ill("dkim", code, err)
		return nil, id, &f
	}
	return raw, id, nil
}

// mostSkew is how far the machine's clock and the mail server's may differ. A deadline is exact to the minute.
const mostSkew = 2 * time.Minute

// returned is a letter that came back.
type returned struct {
	head []byte
	time Finding // how the clocks of both sides compare
}

// thereAndBack sends the letter and waits for it. What came back is nil if it did not.
func (m Mail) thereAndBack(ctx context.Context, sender *smtp.Sender, raw []byte, id string) (Finding, *returned) {
	sent := m.Now()
	if o := sender.Send(ctx, m.Address, m.Address, raw); o.Result != smtp.Delivered {
		return ill("letter", "letter-refused", errors.New(o.String()), phrase.Str("address", m.Address)), nil
	}
	arrived, err := imap.Await(ctx, m.IMAP, id, m.Wait, cmp.Or(m.Pace.Often, time.Second))
	switch {
	case errors.Is(err, imap.ErrFull):
		return ill("letter", "mailbox-full", err, phrase.Str("done", m.IMAP.Processed)), nil
	case err != nil:
		return ill("letter", "letter-unread", err), nil
	case arrived.At.IsZero():
		return ill("letter", "letter-lost", nil, phrase.Str("address", m.Address), phrase.Str("inbox", m.IMAP.Inbox),
			phrase.Str("user", m.IMAP.User), phrase.Num("seconds", int(m.Wait/time.Second))), nil
	}
	back := &returned{head: arrived.Head, time: well("time")}
	// If both clocks are right, it arrived between these two times.
	if late := arrived.At.Sub(m.Now()); late > mostSkew {
		back.time = ill("time", "time-behind", nil, phrase.Str("by", late.Round(time.Second).String()))
	} else if early := sent.Sub(arrived.At); early > mostSkew {
		back.time = ill("time", "time-ahead", nil, phrase.Str("by", early.Round(time.Second).String()))
	}
	if arrived.Junk != "" {
		return beware("letter", "letter-junk", phrase.Str("folder", shown(arrived.Junk)),
			phrase.Str("address", m.Address)), back
	}
	return well("letter"), back
}

// orderMark begins the line that each letter with orders has.
const orderMark = "$I "

// junk counts what the mail server took for junk. Orders may be among it.
func (m Mail) junk(ctx context.Context) Finding {
	folders, err := imap.Junked(ctx, m.IMAP, orderMark)
	if err != nil {
		return unknown("junk", "junk-unread", err)
	}
	mails, orders, names := 0, 0, []string(nil)
	for _, f := range folders {
		mails, orders, names = mails+f.Mails, orders+f.Like, append(names, shown(f.Folder))
	}
	args := []phrase.Arg{phrase.Num("mails", mails), phrase.Num("orders", orders),
		phrase.Str("folder", strings.Join(names, ", ")), phrase.Str("inbox", m.IMAP.Inbox)}
	switch {
	case mails == 0:
		return well("junk")
	case orders == 0:
		return wellAs("junk", "junk-mails", args...)
	}
	return beware("junk", "junk-orders", args...)
}
