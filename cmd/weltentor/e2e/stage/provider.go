//go:build servers

package stage

import (
	"crypto/tls"
	"crypto/x509"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/cmd/weltentor/e2e/ports"
)

var boxes = []string{"anna@demo.test", "bob@demo.test", "cilli@demo.test", MasterAddress, GameAddress}

// MasterAddress is the game master's address.
const MasterAddress = "leitung@demo.test"

// Provider is Dovecot and Exim with the mailboxes above.
type Provider struct {
	Dir        string
	IMAP, LMTP int
	SMTP       int
	Roots      *x509.CertPool
	IMAPD      *daemon
	SMTPD      *daemon
}

// RealServers is NewProvider for a Play.
func RealServers(t testing.TB) func(*Play) Office {
	t.Helper()
	v := NewProvider(t, "")
	return func(*Play) Office { return v }
}

// NewProvider starts both servers. The settings are added to Dovecot's.
func NewProvider(t testing.TB, settings string) *Provider {
	t.Helper()
	v := Unstarted(t)
	v.StartDovecot(t, settings)
	v.StartEximAs(t, EximConf)
	return v
}

// Unstarted makes a provider with ports, a folder and a certificate, without starting it.
func Unstarted(t testing.TB) *Provider {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("the mail servers are started as root")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	dir, err := os.MkdirTemp("", "weltentor-servers-") // not t.TempDir, which the servers' users could not enter
	Must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	Must(t, os.Chmod(dir, 0o755))
	v := &Provider{Dir: dir, IMAP: ports.Free(t), LMTP: ports.Free(t), SMTP: ports.Free(t)}
	v.Certify(t)
	return v
}

// File writes a file for the servers to read.
func (v *Provider) File(t testing.TB, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(v.Dir, name)
	Must(t, os.WriteFile(path, []byte(text), mode))
	return path
}

// until waits for something, and shows the servers' logs if it does not happen.
func (v *Provider) until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().Before(end) {
			continue
		}
		logs, _ := filepath.Glob(filepath.Join(v.Dir, "*log"))
		outs, _ := filepath.Glob(filepath.Join(v.Dir, "*.out"))
		for _, name := range append(logs, outs...) {
			raw, _ := os.ReadFile(name)
			t.Logf("%s:\n%s", name, raw)
		}
		t.Fatalf("waited in vain for %s", what)
	}
}

// Settings returns those of the game's world.
func (v *Provider) Settings() map[string]string {
	return map[string]string{
		"imap.host": `"localhost"`, "imap.port": strconv.Itoa(v.IMAP), "imap.tls": `"starttls"`,
		"smtp.host": `"localhost"`, "smtp.port": strconv.Itoa(v.SMTP), "smtp.tls": `"starttls"`,
	}
}

// Post hands a mail to Exim as the player's program does, and waits until it is in the game's mailbox.
func (v *Provider) Post(t testing.TB, from string, raw []byte) {
	t.Helper()
	v.PostTo(t, from, GameAddress, raw)
}

// PostTo is Post to another address.
func (v *Provider) PostTo(t testing.TB, from, to string, raw []byte) {
	t.Helper()
	c, err := smtp.Dial("127.0.0.1:" + strconv.Itoa(v.SMTP))
	Must(t, err)
	defer c.Close()
	steps := []func() error{
		func() error { return c.StartTLS(&tls.Config{ServerName: "localhost", RootCAs: v.Roots}) },
		func() error { return c.Auth(smtp.PlainAuth("", from, Password, "127.0.0.1")) },
		func() error { return c.Mail(from) },
		func() error { return c.Rcpt(to) },
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
	v.Delivered(t)
}

// Delivered waits until Exim has nothing left to deliver.
func (v *Provider) Delivered(t testing.TB) {
	t.Helper()
	v.until(t, "an empty queue", func() bool {
		out, err := exec.Command("exim4", "-C", filepath.Join(v.Dir, "exim.conf"), "-bpc").Output()
		return err == nil && strings.TrimSpace(string(out)) == "0"
	})
}

// Inbox reads a mailbox by IMAP.
func (v *Provider) Inbox(t testing.TB, address string) [][]byte {
	t.Helper()
	v.Delivered(t)
	c, err := imapclient.DialStartTLS("127.0.0.1:"+strconv.Itoa(v.IMAP),
		&imapclient.Options{TLSConfig: &tls.Config{ServerName: "localhost", RootCAs: v.Roots}})
	Must(t, err)
	defer c.Close()
	Must(t, c.Login(address, Password).Wait())
	box, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	Must(t, err)
	if box.NumMessages == 0 {
		return nil
	}
	whole := &imap.FetchItemBodySection{Peek: true}
	mails, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: box.NumMessages}},
		&imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	Must(t, err)
	var out [][]byte
	for _, m := range mails {
		out = append(out, m.FindBodySection(whole))
	}
	return out
}
