//go:build fleet

package nats

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	client "github.com/nats-io/nats.go"

	"weltentor/cmd/weltentor/fleet/engine"
)

// TestRefuses: what could not work, or not safely, is refused before a port is opened.
func TestRefuses(t *testing.T) {
	far := func(c *Config) { c.Hosts[2].Routes = "192.0.2.1:7422" }
	for what, c := range map[string]struct {
		change func(*Config)
		says   string
	}{
		"two hosts":            {func(c *Config) { c.Hosts = c.Hosts[:2] }, "three hosts, or one"},
		"four hosts":           {func(c *Config) { c.Hosts = append(c.Hosts, Host{Name: "d"}) }, "three hosts, or one"},
		"no hosts":             {func(c *Config) { c.Hosts = nil }, "three hosts, or one"},
		"a short secret":       {func(c *Config) { c.Secret = "fifteen letters" }, "15 characters; it needs 16"},
		"another's name":       {func(c *Config) { c.Name = "host-4" }, `"host-4" is not one`},
		"a hostile name":       {func(c *Config) { c.Name, c.Hosts[0].Name = "a b", "a b" }, `"a b"`},
		"one name twice":       {func(c *Config) { c.Hosts[1].Name = "host-3" }, "both have host-3"},
		"one address twice":    {func(c *Config) { c.Hosts[1].Routes = c.Hosts[2].Clients }, "both have 127.0.0.1:"},
		"no address":           {func(c *Config) { c.Hosts[1].Routes = "" }, "host-2: the address where"},
		"no port":              {func(c *Config) { c.Hosts[1].Routes = "127.0.0.1" }, "missing port"},
		"not a port":           {func(c *Config) { c.Hosts[0].Clients = "127.0.0.1:0" }, "from 1 to 65535"},
		"a far address":        {far, "192.0.2.1:7422 is not of this machine only"},
		"far clients":          {func(c *Config) { c.Hosts[0].Clients = "0.0.0.0:7422" }, "0.0.0.0:7422 is not"},
		"all of this machine":  {func(c *Config) { c.Hosts[0].Listen = ":7422" }, ":7422 is not"},
		"a name for a machine": {func(c *Config) { c.Hosts[0].Routes = "localhost:7422" }, "localhost:7422 is not"},
		"half of TLS":          {func(c *Config) { far(c); c.TLS.Certificate = "host.pem" }, "TLS needs three files"},
		"files not there":      {func(c *Config) { c.TLS = TLS{"no-a.pem", "no-b.pem", "no-c.pem"} }, "no-a.pem"},
		"monitoring for all":   {func(c *Config) { c.Monitor = "0.0.0.0:8222" }, "must be a loopback address"},
	} {
		s, err := Start(t.Context(), laid(t, 3, c.change).configs[0])
		if err == nil {
			s.Close()
			t.Errorf("%s was taken", what)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; it does not say %q", what, err, c.says)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error has the secret", what)
		} else if !errors.Is(err, engine.ErrSettings) {
			t.Errorf("%s: %v sounds as if it would pass", what, err)
		}
	}
}

// TestListensNowhereElse: a host alone without clients beside it opens no port at all.
func TestListensNowhereElse(t *testing.T) {
	f := founded(t, 1, func(c *Config) { c.Hosts[0].Clients, c.Hosts[0].Routes = "", "" })
	in := f.servers[0].inner
	if in.Addr() != nil || in.ClusterAddr() != nil || in.MonitorAddr() != nil {
		t.Errorf("it listens at %v, %v, %v", in.Addr(), in.ClusterAddr(), in.MonitorAddr())
	}
	if _, err := f.engine(0).Append(t.Context(), "world/a", 0, nil, nil); err != nil {
		t.Error(err)
	}
	three := founded(t, 3)
	for i, s := range three.servers {
		if s.now().MonitorAddr() != nil {
			t.Errorf("host %d has monitoring at %v", i, s.now().MonitorAddr())
		}
	}
}

// authority signs certificates of a test.
type authority struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
	n    int64
}

func newAuthority(t testing.TB) *authority {
	a := &authority{t: t, file: filepath.Join(t.TempDir(), "authority.pem")}
	a.cert = &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "fleet"}, IsCA: true,
		NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	a.key, _ = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	a.write(a.file, "CERTIFICATE", a.sign(a.cert, &a.key.PublicKey))
	return a
}

func (a *authority) sign(c *x509.Certificate, key *ecdsa.PublicKey) []byte {
	der, err := x509.CreateCertificate(rand.Reader, c, a.cert, key, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	return der
}

func (a *authority) write(file, kind string, der []byte) {
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

// host is the files of one more host, for servers and clients at the loopback address.
func (a *authority) host() TLS {
	a.n++
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	folder := a.t.TempDir()
	files := TLS{a.file, filepath.Join(folder, "host.pem"), filepath.Join(folder, "host.key")}
	a.write(files.Certificate, "CERTIFICATE", a.sign(&x509.Certificate{SerialNumber: big.NewInt(1 + a.n),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}, &key.PublicKey))
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(files.Key, "EC PRIVATE KEY", der)
	return files
}

// TestStrangers: with TLS, hosts and commands work; who lacks the certificate or the secret
// comes in neither as a client nor as a server, and nobody reads the secret in a line.
func TestStrangers(t *testing.T) {
	ours, others := newAuthority(t), newAuthority(t)
	f := founded(t, 3, func(c *Config) { c.TLS = ours.host() })
	e := f.beside(t, 1, "", 0)
	if _, err := e.Append(t.Context(), "world/a", 0, []byte("h"), []byte("d")); err != nil {
		t.Fatal(err)
	}
	connect := func(within time.Duration, change func(*Config)) error {
		c := f.configs[0]
		change(&c)
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		e, err := Connect(ctx, c)
		if err == nil {
			e.Close()
		}
		return err
	}
	for what, change := range map[string]func(*Config){
		"without TLS":                   func(c *Config) { c.TLS = TLS{} },
		"a certificate of another":      func(c *Config) { c.TLS = others.host() },
		"another's, with our authority": func(c *Config) { c.TLS = others.host(); c.TLS.Authority = ours.file },
		"another secret":                func(c *Config) { c.Secret = "another secret that is long" },
	} {
		if err := connect(5*time.Second, change); err == nil {
			t.Errorf("%s: a client came in", what)
		}
	}
	if err := connect(patience, func(*Config) {}); err != nil {
		t.Errorf("the control, a client with all that is wanted, did not come in: %v", err)
	}
	plain, err := client.Connect("nats://"+f.configs[0].Hosts[0].Clients, client.Timeout(2*time.Second))
	if err == nil {
		plain.Close()
		t.Error("a client that shows nothing came in")
	}
	f.strangers(map[string]func(*Config){
		"a server with another secret":           func(c *Config) { c.Secret = "another secret that is long" },
		"a server with a certificate of another": func(c *Config) { c.TLS = others.host() },
		"a server without TLS":                   func(c *Config) { c.TLS = TLS{} },
	})
	if lines := f.lines.String(); !strings.Contains(lines, "JetStream cluster new stream leader") {
		t.Errorf("the servers' lines tell of no leader: %.300s", lines)
	}
	c := f.configs[0]
	newLines(c).Warnf("planted: %s, %s and %s", c.Secret, c.password("client"), c.password("route"))
	if !strings.Contains(f.lines.String(), "planted: …, … and …") {
		t.Error("what was planted in the lines is not there")
	}
	for _, word := range []string{c.Secret, c.password("client"), c.password("route"), "another secret"} {
		if strings.Contains(f.lines.String(), word) {
			t.Errorf("the servers' lines have %q", word)
		}
	}
}

// strangers: a server in the place of the third host, which is stopped, finds no other.
func (f *fleet) strangers(changes map[string]func(*Config)) {
	f.stop(2)
	for what, change := range changes {
		c := f.configs[2]
		c.Folder = f.t.TempDir()
		change(&c)
		s, err := Start(f.t.Context(), c)
		if err != nil {
			f.t.Fatalf("%s: %v", what, err)
		}
		time.Sleep(2 * time.Second)
		if n := s.now().NumRoutes(); n != 0 {
			f.t.Errorf("%s has %d routes", what, n)
		}
		if err := s.Close(); err != nil {
			f.t.Error(err)
		}
	}
	f.start(2)
	for end := time.Now().Add(patience); f.servers[2].inner.NumRoutes() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatal("the control, the third host itself, found no other")
		}
	}
}
