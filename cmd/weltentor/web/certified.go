package web

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
)

// Certificates says where the certificate of a name comes from, and where it is kept.
type Certificates struct {
	Domain    string // the name; "": none is got
	Folder    string // closed to others; "": `certificates`, beside the folder of the first world
	Authority string // the address of an authority's directory (RFC 8555); "": that of Let's Encrypt
}

// Certify lets the server speak TLS by itself, for the name of a host at which it shows worlds. The authority asks at
// port 443 of that name, while the server answers there (RFC 8737).
func (s *Server) Certify(from Certificates) error {
	known := false
	for path := range s.shows {
		host, _, _ := strings.Cut(path, "/")
		name, _, _ := strings.Cut(host, ":")
		known = known || name == from.Domain
	}
	if !known {
		return complaint.Usage("web-domain", phrase.Str("domain", from.Domain))
	}
	beside := filepath.Join(filepath.Dir(filepath.Clean(s.worlds[0].dir)), "certificates")
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(from.Domain),
		Cache:  autocert.DirCache(cmp.Or(from.Folder, beside)),
		Client: &acme.Client{DirectoryURL: cmp.Or(from.Authority, autocert.DefaultACMEDirectory), UserAgent: "weltentor"}}
	s.tls = m.TLSConfig()
	s.tls.MinVersion = tls.VersionTLS12
	s.tls.GetCertificate = func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
		c, err := m.GetCertificate(h)
		if err != nil && h.ServerName == from.Domain {
			s.failed.warn(func() {
				s.call.Voice.Warn("web-certificate", phrase.Str("domain", from.Domain), phrase.Str("why", err.Error()))
			})
		}
		return c, err
	}
	s.first = func() { // so that a game master reads at once what is wrong, and no player waits
		hello := &tls.ClientHelloInfo{ServerName: from.Domain, SupportedVersions: []uint16{tls.VersionTLS13},
			SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
			CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}}
		_, _ = s.tls.GetCertificate(hello)
	}
	return nil
}

// hourly says something at most once an hour: strangers could make it say more.
type hourly struct {
	mu sync.Mutex
	at time.Time
}

func (h *hourly) warn(say func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := time.Now(); h.at.IsZero() || now.Sub(h.at) > time.Hour {
		h.at = now
		say()
	}
}

// faultsOnly are the lines of a server's log that are not about strangers who do not speak TLS.
type faultsOnly struct{ io.Writer }

// Write writes such a line.
func (f faultsOnly) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("http: TLS handshake error")) {
		return len(line), nil
	}
	return f.Writer.Write(line)
}
