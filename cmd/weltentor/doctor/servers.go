package doctor

import (
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
	Signer  *proof.Signer // nil: letters are not signed
	Lookup  proof.LookupTXT
	Verify  bool                  // the world itself verifies signatures, through Lookup
	Say     func(p string) string // why a signature proves nothing, in words
	Subject string                // of the letter to itself
	Text    string
	Wait    time.Duration // for that letter to arrive
	Now     func() time.Time
}

// ServerTime is how long a server may take for each thing, and often how often the inbox is checked for the letter.
const (
	ServerTime = 20 * time.Second
	often      = time.Second
)

// Examine checks the servers, sends a letter to the game's own address, and waits for it to come back. It reports each
// finding at once.
func (m Mail) Examine(ctx context.Context, tell func(Finding)) {
	dns := m.names(ctx)
	tell(dns)
	if dns.State == Ill {
		for _, f := range Unseen(OfMail[1:], "dns") {
			tell(f)
		}
		return
	}
	m.IMAP.Timeout, m.SMTP.Timeout = ServerTime, ServerTime
	reads := m.mailbox(ctx, tell)
	sender, sends := m.post(ctx)
	tell(sends)
	if sender != nil {
		defer sender.Close()
	}
	letter, id, signed := m.letter(ctx)
	tell(signed)
	switch {
	case !reads:
		tell(skipped("letter", "imap"))
		tell(skipped("time", "imap"))
	case sends.State == Ill:
		tell(skipped("letter", "smtp"))
		tell(skipped("time", "smtp"))
	case signed.State == Ill:
		tell(skipped("letter", "dkim"))
		tell(skipped("time", "dkim"))
	default:
		m.thereAndBack(ctx, sender, letter, id, tell)
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
		tell(well("folders"))
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
	var name x509.HostnameError
	var dated x509.CertificateInvalidError
	host, port, _ := net.SplitHostPort(addr)
	args := []phrase.Arg{phrase.Str("section", section), phrase.Str("host", host), phrase.Str("port", port),
		phrase.Str("tls", string(mode))}
	code := "server-down"
	switch {
	case wire.TroubleOf(err) == wire.Login:
		code = "login"
	case errors.As(err, &name):
		code = "cert-name"
	case errors.As(err, &dated) && dated.Reason == x509.Expired:
		code = "cert-expired"
	case as[x509.UnknownAuthorityError](err):
		code = "cert-unknown"
	case as[*tls.CertificateVerificationError](err):
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

// letter writes the letter to itself, signed if the game signs letters. The finding is about the signature: what a
// recipient's server would say.
func (m Mail) letter(ctx context.Context) (raw []byte, id string, signed Finding) {
	var mark [12]byte
	rand.Read(mark[:])
	id = fmt.Sprintf("<doctor.%x@%s>", mark, m.domain())
	raw, err := smtp.Render(smtp.Draft{From: m.Address, To: m.Address, Subject: m.Subject, Date: m.Now(),
		MessageID: id, Text: m.Text})
	if err != nil {
		return nil, id, ill("dkim", "letter-unwritten", err)
	}
	if m.Signer == nil {
		return raw, id, well("dkim")
	}
	if raw, err = m.Signer.Sign(raw); err != nil {
		return nil, id, ill("dkim", "dkim-unsigned", err)
	}
	proof := proof.NewProver(m.Lookup).Prove(ctx, raw, m.Address, m.Address)
	if proof.Domain == "" {
		return raw, id, Finding{Check: "dkim", State: Beware, What: phrase.P("dkim-unproven",
			phrase.Str("why", m.Say(string(proof.Why))))}
	}
	return raw, id, well("dkim")
}

// mostSkew is how far the machine's clock and the mail server's may differ. A deadline is exact to the minute.
const mostSkew = 2 * time.Minute

// thereAndBack sends the letter and waits for it, and compares the clocks of both sides.
func (m Mail) thereAndBack(ctx context.Context, sender *smtp.Sender, raw []byte, id string, tell func(Finding)) {
	sent := m.Now()
	if o := sender.Send(ctx, m.Address, m.Address, raw); o.Result != smtp.Delivered {
		tell(ill("letter", "letter-refused", errors.New(o.String()), phrase.Str("address", m.Address)))
		tell(skipped("time", "letter"))
		return
	}
	arrived, err := imap.Await(ctx, m.IMAP, id, m.Wait, often)
	switch {
	case err != nil:
		tell(ill("letter", "letter-unread", err))
		tell(skipped("time", "letter"))
		return
	case arrived.IsZero():
		tell(ill("letter", "letter-lost", nil, phrase.Str("address", m.Address), phrase.Str("inbox", m.IMAP.Inbox),
			phrase.Str("user", m.IMAP.User), phrase.Num("seconds", int(m.Wait/time.Second))))
		tell(skipped("time", "letter"))
		return
	}
	tell(well("letter"))
	// If both clocks are right, it arrived between these two times.
	if late := arrived.Sub(m.Now()); late > mostSkew {
		tell(ill("time", "time-behind", nil, phrase.Str("by", late.Round(time.Second).String())))
	} else if early := sent.Sub(arrived); early > mostSkew {
		tell(ill("time", "time-ahead", nil, phrase.Str("by", early.Round(time.Second).String())))
	} else {
		tell(well("time"))
	}
}
