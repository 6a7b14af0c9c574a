//go:build servers

package web_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/web"
)

// With --domain the server gets its certificate from an authority, here Pebble, and keeps it. Other names get none, and
// browsers are told to come by https for a year. Started anew it asks nobody.
func TestCertified(t *testing.T) {
	s := newSite(t, map[string]string{"public_url": `"https://game.test"`, "public": `["sent"]`})
	if s == nil {
		t.Fatal("the program has no pages: make pages")
	}
	dir := t.TempDir()
	ca := signs(t, dir)
	t.Setenv("SSL_CERT_FILE", filepath.Join(dir, "ca.pem"))
	kept := filepath.Join(dir, "kept")

	if err := s.Certify(web.Certificates{Domain: "other.test"}); err == nil || complaint.InWords(err, "en") !=
		"No world is shown at other.test: --domain names the host of table_url or public_url" {
		t.Errorf("%v", err)
	}
	names, answers, asks, at := free(t), free(t), free(t), free(t)
	opened := func() (end func()) {
		l, err := web.Listen(at, false, true)
		stage.Must(t, err)
		stage.Must(t, s.Certify(web.Certificates{Domain: "game.test", Folder: kept, Authority: "https://" + answers + "/dir"}))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx, l) }()
		return func() { cancel(); stage.Must(t, <-done) }
	}
	end := opened() // nobody answers for the authority
	for until := time.Now().Add(20 * time.Second); !strings.Contains(s.said.String(), "There is no certificate for game.test yet"); {
		if time.Sleep(10 * time.Millisecond); time.Now().After(until) {
			t.Fatalf("nobody is told: %s", s.said.String())
		}
	}
	end()
	runs(t, "pebble-challtestsrv", nil, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-dnsserver", names, "-http01", "",
		"-https01", "", "-tlsalpn01", "", "-doh", "", "-management", "")
	stop := runs(t, "pebble", []string{"PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0"}, "-dnsserver", names, "-config",
		pebble(t, dir, answers, asks, at))
	for gets(t, ca, asks, "127.0.0.1", "https://127.0.0.1/roots/0", nil) == "" && t.Context().Err() == nil {
	}
	s.serve(false)
	end = opened()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(gets(t, ca, asks, "127.0.0.1", "https://127.0.0.1/roots/0", nil)))
	var page string
	for until := time.Now().Add(60 * time.Second); page == ""; {
		if page = gets(t, roots, at, "game.test", "https://game.test/", nil); time.Now().After(until) {
			t.Fatalf("no certificate: %s", s.said.String())
		}
	}
	var head http.Header
	if gets(t, roots, at, "game.test", "https://game.test/", &head); head.Get("Strict-Transport-Security") == "" ||
		!strings.Contains(page, "Moorland") {
		t.Errorf("%v\n%.200s", head, page)
	}
	if got := gets(t, roots, at, "other.test", "https://other.test/", nil); got != "" {
		t.Errorf("another name: %.100s", got)
	}
	end()
	stop()
	s.serve(false)
	if end = opened(); gets(t, roots, at, "game.test", "https://game.test/", nil) == "" {
		t.Error("it does not have the certificate any more")
	}
	end()
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
}

// gets gets a page from a server at an address under a name; "" if it cannot.
func gets(t *testing.T, roots *x509.CertPool, at, name, url string, head *http.Header) string {
	t.Helper()
	c := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true,
		TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: name},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, at)
		}}}
	got, err := c.Get(url)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		return ""
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	stage.Must(t, err)
	if head != nil {
		*head = got.Header
	}
	return string(body)
}

// free is an address at which nobody listens.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	stage.Must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// runs runs a program until the test ends, or stop is called.
func runs(t *testing.T, name string, env []string, args ...string) (stop func()) {
	t.Helper()
	path, err := exec.LookPath(name)
	stage.Must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	c := exec.CommandContext(ctx, path, args...)
	said := &stage.Said{}
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), env...), said, said
	stage.Must(t, c.Start())
	stop = func() { cancel(); _ = c.Wait() }
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			t.Logf("%s said: %s", name, said.String())
		}
	})
	return stop
}

// pebble writes the authority's settings.
func pebble(t *testing.T, dir, answers, asks, tlsAt string) (file string) {
	t.Helper()
	_, port, err := net.SplitHostPort(tlsAt)
	stage.Must(t, err)
	var n int
	fmt.Sscan(port, &n)
	file = filepath.Join(dir, "pebble.json")
	raw, err := json.Marshal(map[string]any{"pebble": map[string]any{"listenAddress": answers, "managementListenAddress": asks,
		"certificate": filepath.Join(dir, "cert.pem"), "privateKey": filepath.Join(dir, "key.pem"), "httpPort": 1, "tlsPort": n,
		"retryAfter": map[string]int{"authz": 1, "order": 1}, "profiles": map[string]any{"default": map[string]any{
			"description": "of a test", "validityPeriod": 7776000}}}})
	stage.Must(t, err)
	stage.Must(t, os.WriteFile(file, raw, 0o600))
	return file
}

// signs writes the certificate of the authority's own server, and who has signed it.
func signs(t *testing.T, dir string) (roots *x509.CertPool) {
	t.Helper()
	made := func(name string, of *x509.Certificate, by *ecdsa.PrivateKey, as x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		stage.Must(t, err)
		as.SerialNumber, as.NotBefore, as.NotAfter = big.NewInt(1), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		if of == nil {
			of, by = &as, key
		}
		raw, err := x509.CreateCertificate(rand.Reader, &as, of, &key.PublicKey, by)
		stage.Must(t, err)
		cert, err := x509.ParseCertificate(raw)
		stage.Must(t, err)
		stage.Must(t, os.WriteFile(filepath.Join(dir, name+".pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600))
		return cert, key
	}
	ca, signer := made("ca", nil, nil, x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	_, key := made("cert", ca, signer, x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	raw, err := x509.MarshalECPrivateKey(key)
	stage.Must(t, err)
	stage.Must(t, os.WriteFile(filepath.Join(dir, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}), 0o600))
	roots = x509.NewCertPool()
	roots.AddCert(ca)
	return roots
}
