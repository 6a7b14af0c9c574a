package proof

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// LookupTXT asks DNS for the TXT records of a name, as net.Resolver does.
type LookupTXT func(ctx context.Context, name string) ([]string, error)

const (
	lookupTime = 5 * time.Second // for one key
	brokenTime = time.Second     // for one key while DNS does not answer at all
	// after this many failed lookups for senders of one domain no more are made for them in this run; after this many
	// in a row, DNS is down
	mostDead = 3
)

// Prover verifies DKIM signatures for one run; each key is looked up once. Keys are looked up only for the sender's
// own domain and those above it, so a mail cannot make us ask its writer's servers.
type Prover struct {
	lookup LookupTXT
	mu     sync.Mutex
	known  map[string]*records
	failed map[string]int // failed lookups, by the domain of the sender
	dead   int            // failed lookups in a row
}

// records are the answer for a key. done is closed once it has come.
type records struct {
	txt  []string
	err  error
	done chan struct{}
}

// NewProver makes a prover that asks with lookup.
func NewProver(lookup LookupTXT) *Prover {
	return &Prover{lookup: lookup, known: map[string]*records{}, failed: map[string]int{}}
}

// Prove verifies the signatures of a whole mail from a sender to the game's address. If a key cannot be had now, the
// answer has Later set.
func (p *Prover) Prove(ctx context.Context, raw []byte, from, game string) Proof {
	c, ok := claimOf(raw, from, game)
	switch {
	case !ok:
		return Proof{Why: NoSender}
	case len(c.signatures) == 0:
		return c.doubt()
	}
	doubt := Proof{Why: c.weakest()}
	for _, s := range c.signatures {
		if s.why != "" {
			continue
		}
		switch err := p.verify(ctx, c, s); {
		case err == nil:
			proof, _ := c.provenBy(s.domain)
			return proof
		case dkim.IsTempFail(err):
			doubt = Proof{Why: NoKey, Later: true}
		case doubt.Why == "":
			doubt.Why = Broken
		}
	}
	return doubt
}

var errPanic = errors.New("the signature cannot be read")

// verify verifies one signature. The library verifies several at once in goroutines of its own, where a panic could
// not be caught. So this signature is put first, and the library looks only at the first.
func (p *Prover) verify(ctx context.Context, c claim, s signature) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	var mail bytes.Buffer
	mail.Write(c.fields[s.at].raw)
	for i, f := range c.fields {
		if i != s.at {
			mail.Write(f.raw)
		}
	}
	mail.WriteString("\r\n")
	mail.Write(c.body)
	found, err := dkim.VerifyWithOptions(&mail, &dkim.VerifyOptions{
		MaxVerifications: 1,
		LookupTXT: func(name string) ([]string, error) {
			if !covers(s.domain, c.from) || !strings.HasSuffix(strings.ToLower(name), "._domainkey."+s.domain) {
				return nil, &net.DNSError{Err: "not the sender's domain", Name: name, IsNotFound: true}
			}
			return p.ask(ctx, name, c.from)
		},
	})
	switch {
	case err != nil && !errors.Is(err, dkim.ErrTooManySignatures):
		return err
	case len(found) != 1:
		return errPanic
	}
	return found[0].Err
}

// ask looks up a key for a sender's domain, once a run. What is uncertain is for later. A domain that does not answer
// holds up no other's mails. Whoever asks for the same key meanwhile waits for that answer.
func (p *Prover) ask(ctx context.Context, name, domain string) ([]string, error) {
	later := &net.DNSError{Err: "no answer", Name: name, IsTemporary: true}
	p.mu.Lock()
	if r, ok := p.known[name]; ok {
		p.mu.Unlock()
		<-r.done
		return r.txt, r.err
	}
	if p.failed[domain] >= mostDead {
		p.mu.Unlock()
		return nil, later
	}
	r := &records{err: later, done: make(chan struct{})}
	p.known[name] = r
	defer close(r.done)
	patience := lookupTime
	if p.dead >= mostDead {
		patience = brokenTime
	}
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r.txt, r.err = p.lookup(ctx, name)
	p.mu.Lock()
	defer p.mu.Unlock()
	var answer *net.DNSError
	switch {
	case r.err == nil:
		p.dead = 0
	case errors.As(r.err, &answer) && answer.IsNotFound:
		p.dead = 0
		r.err = answer
	default:
		p.dead++
		p.failed[domain]++
		r.err = later
	}
	return r.txt, r.err
}

// Signer signs letters with DKIM (RFC 6376). A signature says when it was made, so a letter is signed when it is
// handed over, not when it is rendered. Two attempts differ in the signature, and in nothing else.
type Signer struct {
	domain, selector string
	key              crypto.Signer
}

// What is wrong with a key.
var (
	ErrNoKey    = errors.New("no private key of RSA or Ed25519 in PEM")
	ErrShortKey = errors.New("the key is too short")
)

// leastRSA is the shortest RSA key that others accept, in bits.
const leastRSA = 1024

// NewSigner takes the private key in PEM: RSA or Ed25519, PKCS #8 or PKCS #1.
func NewSigner(domain, selector string, keyPEM []byte) (*Signer, error) {
	block, _ := pem.Decode(keyPEM)
	if block == nil {
		return nil, ErrNoKey
	}
	s := &Signer{domain: domain, selector: selector}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		s.key = key
	} else if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		s.key, _ = key.(crypto.Signer)
	}
	switch key := s.key.(type) {
	case ed25519.PrivateKey:
	case *rsa.PrivateKey:
		if key.N.BitLen() < leastRSA {
			return nil, fmt.Errorf("%w: it has %d bits, %d are needed", ErrShortKey, key.N.BitLen(), leastRSA)
		}
	default:
		return nil, ErrNoKey
	}
	return s, nil
}

// signedFields are the fields that a signature covers. Those that are in the list twice cannot be added to a letter
// later on.
var signedFields = []string{"From", "From", "To", "To", "Subject", "Subject", "Date", "Date", "Message-ID",
	"Message-ID", "Reply-To", "Reply-To",
	"In-Reply-To", "References", "MIME-Version", "Content-Type", "Content-Type", "Content-Transfer-Encoding",
	"Auto-Submitted", "List-Id"}

// Sign returns the letter with its signature on top.
func (s *Signer) Sign(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	err := dkim.Sign(&b, bytes.NewReader(raw),
		&dkim.SignOptions{Domain: s.domain, Selector: s.selector, Signer: s.key, HeaderKeys: signedFields,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return b.Bytes(), nil
}
