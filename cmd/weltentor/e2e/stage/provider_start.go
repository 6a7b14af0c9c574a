//go:build servers

package stage

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// throwAway signs the certificates of all servers of a run. Go trusts it through SSL_CERT_FILE, which an operator could
// also use. Go reads that file once per process.
var throwAway = sync.OnceValues(func() (*Authority, error) {
	a, err := NewAuthority()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", authorityFile)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(a.Root); err != nil {
		return nil, err
	}
	return a, errors.Join(f.Close(), os.Setenv("SSL_CERT_FILE", f.Name()))
})

// Certify makes a certificate for localhost for the servers.
func (v *Provider) Certify(t testing.TB) {
	t.Helper()
	a, err := throwAway()
	Must(t, err)
	der, key, err := a.Certify()
	Must(t, err)
	keyDER, err := x509.MarshalECPrivateKey(key)
	Must(t, err)
	v.Roots = x509.NewCertPool()
	v.Roots.AppendCertsFromPEM(a.Root)
	v.File(t, "tls.crt", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), 0o644)
	v.File(t, "tls.key", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})), 0o640)
}

// Owner returns the numbers of a user of the machine.
func Owner(t testing.TB, name string) (uid, gid int) {
	t.Helper()
	u, err := user.Lookup(name)
	Must(t, err)
	uid, _ = strconv.Atoi(u.Uid)
	gid, _ = strconv.Atoi(u.Gid)
	return uid, gid
}

// StartDovecot starts Dovecot. The settings follow those below.
func (v *Provider) StartDovecot(t testing.TB, settings string) {
	t.Helper()
	if version, err := exec.Command("dovecot", "--version").Output(); err == nil &&
		!strings.HasPrefix(string(version), "2.3") {
		t.Fatalf("Dovecot %s: the configuration below is that of 2.3 (Debian 12)", version)
	}
	var passwords strings.Builder
	for _, b := range boxes {
		fmt.Fprintf(&passwords, "%s:{PLAIN}%s\n", b, Password)
	}
	v.File(t, "passwd", passwords.String(), 0o644)
	mails := filepath.Join(v.Dir, "mail")
	Must(t, os.Mkdir(mails, 0o755))
	uid, gid := Owner(t, "mail")
	Must(t, os.Chown(mails, uid, gid))
	conf := v.File(t, "dovecot.conf", strings.NewReplacer("DIR", v.Dir, "IMAP", strconv.Itoa(v.IMAP), "LMTP",
		strconv.Itoa(v.LMTP)).Replace(dovecotConf+settings), 0o644)
	v.IMAPD = v.daemon(t, v.IMAP, "dovecot", "-F", "-c", conf)
}

// Logins need TLS; a wrong password causes no delay.
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

// StartEximAs starts Exim with a configuration, through another command if one is given.
func (v *Provider) StartEximAs(t testing.TB, conf string, by ...string) {
	t.Helper()
	var passwords strings.Builder
	for _, b := range boxes {
		fmt.Fprintf(&passwords, "%s: %s\n", b, Password)
	}
	v.File(t, "exim.passwd", passwords.String(), 0o644)
	uid, gid := Owner(t, "Debian-exim")
	spool := filepath.Join(v.Dir, "spool")
	Must(t, os.Mkdir(spool, 0o750))
	for _, path := range []string{spool, filepath.Join(v.Dir, "tls.key"), v.Dir} {
		Must(t, os.Chown(path, uid, gid))
	}
	v.File(t, "exim.conf", strings.NewReplacer("DIR", v.Dir, "SMTP", strconv.Itoa(v.SMTP), "LMTP",
		strconv.Itoa(v.LMTP)).Replace(conf), 0o644)
	command := append(by, "exim4", "-C", filepath.Join(v.Dir, "exim.conf"), "-bdf", "-q5s")
	v.SMTPD = v.daemon(t, v.SMTP, command[0], command[1:]...)
}

// EximConf requires AUTH to send, and offers it only over TLS. Letters to Bob are refused as long as a file says so.
const EximConf = `
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
