package wire

import (
	"bufio"
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// TLS names the server as the setting does, and is at least 1.2. What was given stays as it is.
func TestTLSFor(t *testing.T) {
	for _, c := range []struct {
		given   *tls.Config
		addr    string
		server  string
		version uint16
	}{
		{nil, "mail.example:993", "mail.example", tls.VersionTLS12},
		{nil, "mail.example.:993", "mail.example", tls.VersionTLS12},
		{nil, "[::1]:993", "::1", tls.VersionTLS12},
		{nil, "mail.example", "mail.example", tls.VersionTLS12},
		{&tls.Config{}, "mail.example:993", "mail.example", tls.VersionTLS12},
		{&tls.Config{ServerName: "other.example", MinVersion: tls.VersionTLS13}, "mail.example:993", "other.example",
			tls.VersionTLS13},
	} {
		got := TlsFor(c.given, c.addr)
		if got.ServerName != c.server || got.MinVersion != c.version {
			t.Errorf("%s: %q, version %x; want %q, %x", c.addr, got.ServerName, got.MinVersion, c.server, c.version)
		}
		if c.given != nil && (got == c.given || c.given.ServerName == "mail.example") {
			t.Errorf("%s: what was given is changed", c.addr)
		}
	}
}

// Nothing is said to another machine without TLS, and the connection is closed. (An address of this machine that is
// not a loopback one counts as another machine.)
func TestPlainStaysOnThisMachine(t *testing.T) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	host := ""
	for _, a := range addrs {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() {
			host = ip.IP.String()
		}
	}
	if host == "" {
		t.Log("this machine has no other address: nothing to ask")
		return
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Logf("nothing to ask: %v", err)
		return
	}
	defer ln.Close()
	heard := make(chan error, 1)
	go func() {
		c, err := ln.Accept()
		if err == nil {
			defer c.Close()
			_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
			_, err = c.Read(make([]byte, 1))
		}
		heard <- err
	}()
	conn, err := Dial(t.Context(), ln.Addr().String(), Plain)
	if err == nil || conn != nil || Connecting(err) != Secured || !strings.Contains(err.Error(), "another machine") {
		t.Fatalf("%v, want that it is another machine", err)
	}
	if err := <-heard; err != io.EOF {
		t.Errorf("the other machine sees %v, want the end of the connection", err)
	}
}

// The greeting that replaces the one in the clear is read, however few octets are asked for, and then what the server
// says.
func TestGreetingComesFirst(t *testing.T) {
	client, server := net.Pipe()
	go func() {
		_, _ = io.WriteString(server, "* 1 EXISTS\r\n")
		server.Close()
	}()
	g := &greeted{Conn: client, greeting: strings.NewReader("* OK TLS\r\n")}
	if got, err := io.ReadAll(iotest.OneByteReader(g)); err != nil || string(got) != "* OK TLS\r\n* 1 EXISTS\r\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// What a server says in the clear before STARTTLS does not count: a greeting that lets us in, a refusal, or words that
// would count as said under TLS.
func TestStartTLSInTheClear(t *testing.T) {
	for name, c := range map[string]struct {
		greeting, answer string
		trouble          Trouble
		says             string
	}{
		"let in":       {"* PREAUTH welcome", "", Secured, "begins with"},
		"sent away":    {"* BYE later", "", Secured, "later"},
		"refused":      {"* OK hello", "S1 NO not here\r\n", Secured, "refuses STARTTLS: NO not here"},
		"unknown":      {"* OK hello", "S1 BAD what\r\n", Secured, "refuses STARTTLS: BAD what"},
		"more is said": {"* OK hello", "S1 OK begin\r\n* 1 EXISTS\r\n", Secured, "more in the clear"},
		"a blank":      {"* OK hello", "S1 OK begin\r\n ", Secured, "more in the clear"},
		"no tag":       {"* OK hello", "T2 OK begin\r\n", Down, "is not IMAP"},
		"endless":      {"* OK hello", strings.Repeat("* 1 EXISTS\r\n", 101) + "S1 OK begin\r\n", Down, "is not IMAP"},
		"long": {"* OK hello", strings.Repeat("* 1 EXISTS\r\n", 100) + "S1 NO not here\r\n", Secured,
			"refuses STARTTLS: NO not here"},
		"gone":      {"* OK hello", "", Down, "hung up"},
		"gone soon": {"* OK hel", "", Down, "hung up"},
	} {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			if name == "gone soon" {
				_, _ = io.WriteString(server, c.greeting)
				return
			}
			_, _ = io.WriteString(server, c.greeting+"\r\n")
			if line, _ := bufio.NewReader(server).ReadString('\n'); line == "S1 STARTTLS\r\n" {
				_, _ = io.WriteString(server, c.answer)
			}
		}()
		conn, err := BeginTLS(t.Context(), client, TlsFor(nil, "mail.example:143"))
		if conn != nil || err == nil || Connecting(err) != c.trouble || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v, want %q, %q", name, conn, err, c.trouble, c.says)
		}
		client.Close()
	}
}

// What is said after STARTTLS goes through TLS, behind a greeting for the library. If the server's certificate is not
// for its name, nothing is said.
func TestBeginTLS(t *testing.T) {
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	is := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"mail.example"},
		NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(nil, is, is, public, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	known := x509.NewCertPool()
	known.AddCert(cert)
	for addr, trouble := range map[string]Trouble{"mail.example:143": "", "other.example:143": Secured} {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			_, _ = io.WriteString(server, "* ok hello\r\n")
			_, _ = bufio.NewReader(server).ReadString('\n')
			_, _ = io.WriteString(server, "* CAPABILITY IMAP4rev1\r\nS1 ok begin\r\n")
			hidden := tls.Server(server, &tls.Config{
				Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
			_, _ = io.WriteString(hidden, "* 1 EXISTS\r\n")
			hidden.Close()
		}()
		conn, err := BeginTLS(t.Context(), client, TlsFor(&tls.Config{RootCAs: known}, addr))
		if trouble != "" {
			if conn != nil || Connecting(err) != trouble {
				t.Errorf("%s: %v, %v", addr, conn, err)
			}
		} else if got, bad := io.ReadAll(conn); err != nil || bad != nil || string(got) != "* OK TLS\r\n* 1 EXISTS\r\n" {
			t.Errorf("%s: %q, %v, %v", addr, got, err, bad)
		}
		client.Close()
	}
}

// A server is read up to what was allowed, and no further. A new allowance does not add to the earlier one.
func TestGuarded(t *testing.T) {
	g := Guard(said(strings.Repeat("x", FewOctets+1)))
	if n, err := io.Copy(io.Discard, g); n != FewOctets || err != errFlood {
		t.Errorf("%d octets, %v", n, err)
	}
	g = Guard(saying{says: strings.NewReader("abcdefgh")})
	p := make([]byte, 9)
	for _, c := range []struct {
		allow int64
		want  string
	}{{3, "abc"}, {0, ""}, {2, "de"}, {4, "fgh"}} {
		g.Allow(c.allow)
		n, err := g.Read(p)
		if string(p[:n]) != c.want || (err == errFlood) != (c.allow == 0) {
			t.Errorf("allowed %d: %q, %v", c.allow, p[:n], err)
		}
	}
	if g.Left.Load() != 1 {
		t.Errorf("%d are left of the last four, of which three came", g.Left.Load())
	}
}
