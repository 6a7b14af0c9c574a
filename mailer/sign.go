package mailer

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/emersion/go-msgauth/dkim"
)

// Signer signs letters with DKIM (RFC 6376). A signature tells when it was made,
// so a letter is signed when it is handed over, not when it is rendered: of two
// attempts the signature differs, and nothing else.
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

// signedFields are the fields a signature covers. Those twice in the list cannot be
// added to a letter later on.
var signedFields = []string{"From", "From", "To", "To", "Subject", "Subject", "Date", "Date", "Message-ID",
	"Message-ID", "Reply-To", "Reply-To",
	"In-Reply-To", "References", "MIME-Version", "Content-Type", "Content-Type", "Content-Transfer-Encoding",
	"Auto-Submitted"}

// Sign gives the letter with its signature on top.
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
