//go:build servers

package e2e

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// signing is two Exims and Dovecot. The players' provider signs what its users send (selector t of demo.test). The
// game's provider verifies that and writes Authentication-Results at the top of every mail, but does not remove those
// of others.
type signing struct {
	*stage.Provider                 // the game's
	players         *stage.Provider // whose mail is signed
	key             string          // the record t._domainkey.demo.test
}

// serverName is the authserv-id of the game's Exim.
const serverName = "mx.demo.test"

// startSigning starts them. The game's Exim asks the resolver at dns. With "" it has none and cannot verify.
func startSigning(t *testing.T, dns func(txt string) string) *signing {
	t.Helper()
	v := stage.Unstarted(t)
	s := &signing{Provider: v, players: &stage.Provider{Dir: filepath.Join(v.Dir, "players"),
		SMTP: ports.Free(t), LMTP: v.SMTP}}
	if err := os.Mkdir(s.players.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s.players.Certify(t)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	s.key = "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(public)
	private := s.players.File(t, "dkim.key",
		string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})), 0o640)
	uid, gid := stage.Owner(t, "Debian-exim")
	if err := os.Chown(private, uid, gid); err != nil {
		t.Fatal(err)
	}
	v.StartDovecot(t, "")
	var by []string
	if resolver := dns(s.key); resolver != "" {
		conf := v.File(t, "resolv.conf", "nameserver "+resolver+"\noptions timeout:2 attempts:1\n", 0o644)
		by = []string{"unshare", "--mount", "sh", "-c", `mount --bind "$0" /etc/resolv.conf && exec "$@"`, conf}
	}
	v.StartEximAs(t, strings.NewReplacer("primary_hostname = localhost", "primary_hostname = "+serverName,
		"accept authenticated = *\n         domains = demo.test", "accept domains = demo.test",
		"data:\n  accept\n",
		"data:\n  accept add_header = :at_start:${authresults {$primary_hostname}}\n").Replace(stage.EximConf), by...)
	s.players.StartEximAs(t, strings.NewReplacer("primary_hostname = localhost", "primary_hostname = out.demo.test",
		"protocol = lmtp",
		"dkim_domain = demo.test\n  dkim_selector = t\n  dkim_private_key = DIR/dkim.key").Replace(stage.EximConf))
	return s
}

// Post hands a mail to the players' provider and waits until it is in the game's mailbox.
func (s *signing) Post(t testing.TB, from string, raw []byte) {
	t.Helper()
	s.players.Roots = s.Roots
	s.players.Post(t, from, raw)
	s.Delivered(t)
}

// forge hands an unsigned mail to the game's provider, as anybody can.
func (s *signing) forge(t *testing.T, raw string) {
	t.Helper()
	c, err := smtp.Dial("127.0.0.1:" + strconv.Itoa(s.SMTP))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for i, step := range []func() error{
		func() error { return c.Hello("evil.example") },
		func() error { return c.Mail("anna@demo.test") },
		func() error { return c.Rcpt(stage.GameAddress) },
		func() error {
			w, err := c.Data()
			if err != nil {
				return err
			}
			if _, err := w.Write([]byte(strings.ReplaceAll(raw, "\n", "\r\n"))); err != nil {
				return err
			}
			return w.Close()
		},
		c.Quit,
	} {
		if err := step(); err != nil {
			t.Fatalf("step %d of forging: %v", i, err)
		}
	}
	s.Delivered(t)
}

// forgery is a mail in Anna's name with everything that could make it look proven.
const forgery = `Authentication-Results: mx.demo.test;
	dkim=pass header.d=demo.test header.s=t header.a=rsa-sha256
Received: from out.demo.test by mx.demo.test with esmtps (Exim 4.96) id 1x-000-00; Mon, 02 Mar 2026 12:00:00 +0000
Authentication-Results: mx.demo.test; dkim=pass header.d=demo.test
DKIM-Signature: v=1; a=rsa-sha256; q=dns/txt; c=relaxed/relaxed; d=demo.test; s=t; h=From; bh=AAAA; b=QUJD
From: anna@demo.test
To: game@demo.test
Subject: Zug
Message-ID: <forged@demo.test>
Date: Mon, 02 Mar 2026 12:00:00 +0000

$I 1
$N
#2
Das bin ich nicht.
#E
`

// proofs plays a turn by mails without a password. Anna's own mail counts, a forged one does not, and she is told.
func proofs(t *testing.T, s *signing, own map[string]string) {
	t.Helper()
	own["auth"], own["gm.mail"] = `"dkim"`, `"cilli@demo.test"`
	p := stage.NewPlay(t, stage.AsBuilt(t), "", own, func(*stage.Play) stage.Office { return s }, "--size", "60x40")
	p.Join("Bovistan", "anna@demo.test", "de", game.UTF8)
	p.Join("Cedania", "bob@demo.test", "en", game.UTF8)
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	p.Players[0].Identity = "$I 1"
	p.Mail(stage.Anna, "$N\n#2\nDas bin ich.\n#E\n")
	p.Cron()
	p.Says("the receipt", p.One(stage.Anna).Body, "angenommen: 1 Nachricht.",
		"Die Signatur von demo.test weist nach, dass der Brief von Euch ist.")
	s.forge(t, forgery)
	p.Cron()
	p.Says("the warning", p.One(stage.Anna).Body, "NICHT angenommen", "sein Absender ließ sich nicht nachweisen")
	p.Players[0].Identity = "$I 2" // another's number, from a proven address
	p.Mail(stage.Anna, "$N\n#1\nHallo.\n#E\n")
	p.Cron()
	p.Says("the answer", p.One(stage.Anna).Body,
		"Euer Brief nennt Reich 2. Eures hat die Nummer 1: Schreibt $I 1 an den Anfang und schickt alles noch einmal.")
	p.None(stage.Bob)
	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	report := reportIn(p.One(stage.Bob).Files)
	p.Says("Bob's report", report, "Das bin ich.")
	if strings.Contains(report, "Das bin ich nicht.") || strings.Contains(report, "Hallo.") {
		t.Errorf("a letter that nobody proved was played:\n%s", report)
	}
}

// TestRealServersProveBySignature: the program verifies Exim's signatures.
func TestRealServersProveBySignature(t *testing.T) {
	var dns *stage.Zone
	s := startSigning(t, func(txt string) string {
		dns = stage.NewZone(t, "127.0.0.1:0", "t._domainkey.demo.test", txt)
		return ""
	})
	proofs(t, s, map[string]string{"auth_verify": "true", "auth_resolver": strconv.Quote(dns.Addr)})
}

// TestRealServersVouch: the game's Exim verifies and says so. The program believes it, and nobody else who says the
// same. Dovecot writes a Received above Exim's result.
func TestRealServersVouch(t *testing.T) {
	if out, err := exec.Command("unshare", "--mount", "true").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("Exim cannot be given a resolver of its own here: %v %s", err, out)
		}
		t.Logf("not tried: Exim cannot be given a resolver of its own here: %v", err)
		return
	}
	const address = "127.0.0.77" // Exim asks port 53
	s := startSigning(t, func(txt string) string {
		stage.NewZone(t, address+":53", "t._domainkey.demo.test", txt)
		return address
	})
	proofs(t, s, map[string]string{"auth_server": strconv.Quote(serverName), "auth_place": `"above 2"`})
}
