//go:build servers

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// Whole games through a real mail server: a player's mail goes to Exim (over
// STARTTLS, with AUTH), by LMTP to Dovecot, is fetched by `cron` (IMAP over
// STARTTLS), and the answers go back the same way. Both servers are started
// here, on free ports of the loopback address, with throw-away configurations.
//
//	apt-get install dovecot-imapd dovecot-lmtpd exim4-daemon-light
//	go test -tags servers -run TestRealServers ./cmd/weltentor     (as root)

var boxes = []string{"anna@demo.test", "bob@demo.test", "cilli@demo.test", masterAddress, gameAddress}

const masterAddress = "leitung@demo.test"

func TestRealServersTwoPhases(t *testing.T)        { twoPhases(t, realServers(t)) }
func TestRealServersOneAfterTheOther(t *testing.T) { oneAfterTheOther(t, realServers(t)) }

// TestRealServersFirstGame: a message in German goes around in a turn of the
// first rulebook, resolved at its deadline.
func TestRealServersFirstGame(t *testing.T) {
	p := newPlay(t, worlds.Rulebooks()[0], "", nil, realServers(t), "--size", "60x40")
	p.join("Bovistan", "anna@demo.test", "de", game.UTF8)
	p.join("Cedania", "bob@demo.test", "en", game.PC)
	p.cron()
	p.one(anna)
	p.one(bob)
	p.mail(anna, "$Nachrichten\n#2\nGrüße vom Meer, König Bob!\n#E\n")
	p.cron()
	receipt := p.one(anna)
	if receipt.answers == "" {
		t.Error("the receipt answers no mail")
	}
	p.none(bob)
	p.now = p.now.AddDate(0, 0, 14)
	p.cron()
	for _, r := range []int{anna, bob} {
		if report := p.one(r); len(reportIn(report.files)) < 500 {
			t.Errorf("the report of realm %d is %q", r, report.files)
		} else if r == bob {
			p.says("Bob's report", reportIn(report.files), "Gr\x81\xe1e vom Meer, K\x94nig Bob!") // CP437
		}
	}
	p.done("verify", p.dir)
}

// provider is Dovecot and Exim with the boxes above.
type provider struct {
	dir        string
	imap, lmtp int
	smtp       int
	roots      *x509.CertPool
	imapd      *daemon
	smtpd      *daemon
}

func realServers(t testing.TB) func(*play) office {
	t.Helper()
	v := newProvider(t, "")
	return func(*play) office { return v }
}

// newProvider starts both servers; the settings are Dovecot's, behind those below.
func newProvider(t testing.TB, settings string) *provider {
	t.Helper()
	v := servers(t)
	v.startDovecot(t, settings)
	v.startExim(t)
	return v
}

// servers is a provider with ports, a folder and a certificate, not started yet.
func servers(t testing.TB) *provider {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("the mail servers are started as root")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	dir, err := os.MkdirTemp("", "weltentor-servers-") // not t.TempDir: the servers' users must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	v := &provider{dir: dir, imap: freePort(t), lmtp: freePort(t), smtp: freePort(t)}
	v.certify(t)
	return v
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (v *provider) file(t testing.TB, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(v.dir, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// authority signs the certificates of all servers of a run. Go trusts it by
// SSL_CERT_FILE, as an operator would have it; it reads that file once a process.
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

// certify gives the servers a certificate for localhost.
func (v *provider) certify(t testing.TB) {
	t.Helper()
	a, err := throwAway()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"},
		DNSNames:  []string{"localhost"},
		NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, leaf, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	v.roots = a.pool
	v.file(t, "tls.crt", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), 0o644)
	v.file(t, "tls.key", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})), 0o640)
}

// daemon is a server in the foreground; it ends with the test.
type daemon struct {
	v     *provider
	port  int
	path  string
	args  []string
	cmd   *exec.Cmd
	ended chan struct{}
}

func (v *provider) daemon(t testing.TB, port int, name string, args ...string) *daemon {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%v: install dovecot-imapd dovecot-lmtpd exim4-daemon-light", err)
	}
	d := &daemon{v: v, port: port, path: path, args: args}
	d.start(t)
	t.Cleanup(d.stop)
	return d
}

func (d *daemon) start(t testing.TB) {
	t.Helper()
	out, err := os.OpenFile(filepath.Join(d.v.dir, filepath.Base(d.path)+".out"),
		os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd, ended := exec.Command(d.path, d.args...), make(chan struct{})
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { cmd.Wait(); close(ended) }()
	d.cmd, d.ended = cmd, ended
	d.v.until(t, d.path+" to listen", func() bool {
		c, err := net.DialTimeout("tcp", "127.0.0.1:"+strconv.Itoa(d.port), time.Second)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// restart is what an operator does to a server: what it has started comes to its
// own end.
func (d *daemon) restart(t testing.TB) {
	t.Helper()
	syscall.Kill(d.cmd.Process.Pid, syscall.SIGTERM)
	<-d.ended
	d.start(t)
}

// stop ends a server and all that it has started.
func (d *daemon) stop() {
	syscall.Kill(d.cmd.Process.Pid, syscall.SIGTERM)
	select {
	case <-d.ended:
	case <-time.After(5 * time.Second):
	}
	syscall.Kill(-d.cmd.Process.Pid, syscall.SIGKILL)
	<-d.ended
}

// until waits for something, and shows the servers' logs if it does not come.
func (v *provider) until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().Before(end) {
			continue
		}
		logs, _ := filepath.Glob(filepath.Join(v.dir, "*log"))
		outs, _ := filepath.Glob(filepath.Join(v.dir, "*.out"))
		for _, name := range append(logs, outs...) {
			raw, _ := os.ReadFile(name)
			t.Logf("%s:\n%s", name, raw)
		}
		t.Fatalf("waited in vain for %s", what)
	}
}

func owner(t testing.TB, name string) (uid, gid int) {
	t.Helper()
	u, err := user.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ = strconv.Atoi(u.Uid)
	gid, _ = strconv.Atoi(u.Gid)
	return uid, gid
}

func (v *provider) startDovecot(t testing.TB, settings string) {
	t.Helper()
	if version, err := exec.Command("dovecot", "--version").Output(); err == nil &&
		!strings.HasPrefix(string(version), "2.3") {
		t.Fatalf("Dovecot %s: the configuration below is that of 2.3 (Debian 12)", version)
	}
	var passwords strings.Builder
	for _, b := range boxes {
		fmt.Fprintf(&passwords, "%s:{PLAIN}%s\n", b, boxPassword)
	}
	v.file(t, "passwd", passwords.String(), 0o644)
	mails := filepath.Join(v.dir, "mail")
	if err := os.Mkdir(mails, 0o755); err != nil {
		t.Fatal(err)
	}
	uid, gid := owner(t, "mail")
	if err := os.Chown(mails, uid, gid); err != nil {
		t.Fatal(err)
	}
	conf := v.file(t, "dovecot.conf", strings.NewReplacer("DIR", v.dir, "IMAP", strconv.Itoa(v.imap), "LMTP",
		strconv.Itoa(v.lmtp)).Replace(dovecotConf+settings), 0o644)
	v.imapd = v.daemon(t, v.imap, "dovecot", "-F", "-c", conf)
}

// Logins only under TLS; a wrong password costs no waiting.
const dovecotConf = `
base_dir = DIR/run
log_path = DIR/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
mail_location = maildir:DIR/mail/%n
disable_plaintext_auth = yes
auth_mechanisms = plain login
auth_failure_delay = 0
ssl = required
ssl_cert = <DIR/tls.crt
ssl_key = <DIR/tls.key
namespace inbox {
  inbox = yes
  separator = /
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u DIR/passwd
}
userdb {
  driver = static
  args = uid=mail gid=mail home=DIR/mail/%n
}
service imap-login {
  inet_listener imap {
    port = IMAP
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = LMTP
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`

func (v *provider) startExim(t testing.TB) {
	t.Helper()
	v.startEximAs(t, eximConf)
}

// startEximAs starts Exim with a configuration, run by another command if one is given.
func (v *provider) startEximAs(t testing.TB, conf string, by ...string) {
	t.Helper()
	var passwords strings.Builder
	for _, b := range boxes {
		fmt.Fprintf(&passwords, "%s: %s\n", b, boxPassword)
	}
	v.file(t, "exim.passwd", passwords.String(), 0o644)
	uid, gid := owner(t, "Debian-exim")
	spool := filepath.Join(v.dir, "spool")
	if err := os.Mkdir(spool, 0o750); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{spool, filepath.Join(v.dir, "tls.key"), v.dir} {
		if err := os.Chown(path, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	v.file(t, "exim.conf", strings.NewReplacer("DIR", v.dir, "SMTP", strconv.Itoa(v.smtp), "LMTP",
		strconv.Itoa(v.lmtp)).Replace(conf), 0o644)
	command := append(by, "exim4", "-C", filepath.Join(v.dir, "exim.conf"), "-bdf", "-q5s")
	v.smtpd = v.daemon(t, v.smtp, command[0], command[1:]...)
}

// Nobody sends without AUTH, and AUTH is offered only under TLS. Letters to Bob are
// refused as long as a file says so.
const eximConf = `
primary_hostname = localhost
spool_directory = DIR/spool
log_file_path = DIR/exim-%slog
pid_file_path = DIR/spool/daemon.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = SMTP
tls_advertise_hosts = *
tls_certificate = DIR/tls.crt
tls_privatekey = DIR/tls.key
acl_smtp_rcpt = rcpt
acl_smtp_data = data
keep_environment =
host_lookup =
rfc1413_query_timeout = 0s
deliver_drop_privilege
begin acl
rcpt:
  defer recipients = bob@demo.test
        condition = ${if exists{DIR/grey}}
        message = 451 4.7.1 Greylisted, please try again later
  deny recipients = bob@demo.test
       condition = ${if exists{DIR/refuse}}
       message = 550 5.1.1 No such user here
  deny recipients = bob@demo.test
       condition = ${if exists{DIR/full}}
       message = 552 5.2.2 Mailbox full
  accept authenticated = *
         domains = demo.test
  deny message = relay not permitted
data:
  accept
begin routers
boxes:
  driver = manualroute
  domains = demo.test
  route_list = * 127.0.0.1 byname
  self = send
  transport = boxes
begin transports
boxes:
  driver = smtp
  protocol = lmtp
  port = LMTP
begin retry
* * F,1h,5s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${if eq{$auth3}{${lookup{$auth2}lsearch{DIR/exim.passwd}{$value}{*}}}}
  server_set_id = $auth2
  server_advertise_condition = ${if def:tls_in_cipher}
`

// settings of the game's world.
func (v *provider) settings() map[string]string {
	return map[string]string{
		"imap.host": `"localhost"`, "imap.port": strconv.Itoa(v.imap), "imap.tls": `"starttls"`,
		"smtp.host": `"localhost"`, "smtp.port": strconv.Itoa(v.smtp), "smtp.tls": `"starttls"`,
	}
}

// post hands a mail to Exim as the player's program does, and waits until it
// lies in the game's mailbox.
func (v *provider) post(t testing.TB, from string, raw []byte) {
	t.Helper()
	c, err := smtp.Dial("127.0.0.1:" + strconv.Itoa(v.smtp))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	steps := []func() error{
		func() error { return c.StartTLS(&tls.Config{ServerName: "localhost", RootCAs: v.roots}) },
		func() error { return c.Auth(smtp.PlainAuth("", from, boxPassword, "127.0.0.1")) },
		func() error { return c.Mail(from) },
		func() error { return c.Rcpt(gameAddress) },
		func() error {
			w, err := c.Data()
			if err != nil {
				return err
			}
			if _, err := w.Write(raw); err != nil {
				return err
			}
			return w.Close()
		},
		c.Quit,
	}
	for i, step := range steps {
		if err := step(); err != nil {
			t.Fatalf("step %d of sending: %v", i, err)
		}
	}
	v.delivered(t)
}

// delivered waits until Exim has nothing left to deliver.
func (v *provider) delivered(t testing.TB) {
	t.Helper()
	v.until(t, "an empty queue", func() bool {
		out, err := exec.Command("exim4", "-C", filepath.Join(v.dir, "exim.conf"), "-bpc").Output()
		return err == nil && strings.TrimSpace(string(out)) == "0"
	})
}

// inbox reads a mailbox by IMAP.
func (v *provider) inbox(t testing.TB, address string) [][]byte {
	t.Helper()
	v.delivered(t)
	c, err := imapclient.DialStartTLS("127.0.0.1:"+strconv.Itoa(v.imap),
		&imapclient.Options{TLSConfig: &tls.Config{ServerName: "localhost", RootCAs: v.roots}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(address, boxPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	box, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		t.Fatal(err)
	}
	if box.NumMessages == 0 {
		return nil
	}
	whole := &imap.FetchItemBodySection{Peek: true}
	mails, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: box.NumMessages}},
		&imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, m := range mails {
		out = append(out, m.FindBodySection(whole))
	}
	return out
}

// TestRealServersAskForPasswords: the loop above would also work if the servers
// took everybody; they do not.
func TestRealServersAskForPasswords(t *testing.T) {
	v := realServers(t)(nil).(*provider)
	c, err := smtp.Dial("127.0.0.1:" + strconv.Itoa(v.smtp))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if ok, _ := c.Extension("AUTH"); ok {
		t.Error("AUTH is offered without TLS")
	}
	if err := c.Mail("anna@demo.test"); err != nil {
		t.Fatal(err)
	}
	if err := c.Rcpt(gameAddress); err == nil {
		t.Error("a mail was taken without AUTH")
	}
}

// reportIn is the report among the files of a letter, whatever language its reader has.
func reportIn(files map[string]string) string {
	return files[game.ReportName(phrase.De)] + files[game.ReportName(phrase.En)]
}
