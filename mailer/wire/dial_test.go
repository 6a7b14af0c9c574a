package wire

import (
	"crypto/tls"
	"io"
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
