//go:build servers

package stage

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"sync"
	"testing"
	"time"
)

// authority signs the certificates of all servers of a run. Go trusts it through SSL_CERT_FILE, which an operator
// could also use. Go reads that file once per process.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

var throwAway = sync.OnceValues(func() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	cert := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "throw-away authority"},
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, key.Public(), key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	f, err := os.CreateTemp("", authorityFile)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(text); err != nil {
		return nil, err
	}
	return &authority{cert, key, pool}, errors.Join(f.Close(), os.Setenv("SSL_CERT_FILE", f.Name()))
})

// Certify makes a certificate for localhost for the servers.
func (v *Provider) Certify(t testing.TB) {
	t.Helper()
	a, err := throwAway()
	Must(t, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Must(t, err)
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"},
		DNSNames:  []string{"localhost"},
		NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, leaf, a.cert, key.Public(), a.key)
	Must(t, err)
	keyDER, err := x509.MarshalECPrivateKey(key)
	Must(t, err)
	v.Roots = a.pool
	v.File(t, "tls.crt", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), 0o644)
	v.File(t, "tls.key", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})), 0o640)
}
