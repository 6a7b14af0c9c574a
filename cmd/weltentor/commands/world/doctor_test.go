package world_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/commands/world"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/doctor"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

// patient is a world that plays by mail, with all a doctor looks at: servers, a signature with its record in
// the DNS, a crontab. The recipient's server says that all is well with its letter.
type patient struct {
	*clitest.Table
	own   map[string]string // settings
	env   map[string]string
	zone  *stage.Zone
	stamp string        // what that server writes on top of a letter
	skew  time.Duration // of the machine's clock
	crons string        // what `crontab -l` prints
	pace  doctor.Pace   // where something never comes
}

// briefly is a doctor's pace for what never comes.
var briefly = doctor.Pace{DNS: 50 * time.Millisecond, Letter: 50 * time.Millisecond, Often: 10 * time.Millisecond}

func newPatient(t *testing.T) *patient {
	d := clitest.NewTable(t)
	d.Join()
	d.Done("realm", "passwd", d.Dir, "--gm")
	p := &patient{Table: d, env: map[string]string{"PATH": t.TempDir()}, crons: "*/5 * * * * weltentor cron " + d.Dir}
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	d.Write("dkim.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	p.zone = stage.NewZone(t, "127.0.0.1:0", "post._domainkey.test.example",
		"v=DKIM1; k=ed25519; p="+base64.StdEncoding.EncodeToString(public))
	p.zone.Set("test.example", "v=spf1 mx -all", "site=1")
	p.zone.Set("_dmarc.test.example", "v=DMARC1; p=reject")
	p.stamp = said("spf=pass smtp.mailfrom=" + clitest.Address + "; dkim=pass header.d=test.example; " +
		"dmarc=pass header.from=test.example")
	p.own = map[string]string{"dkim.domain": `"test.example"`, "dkim.selector": `"post"`, "dkim.key_file": `"dkim.pem"`,
		"auth_resolver": settings.Quoted(p.zone.Addr)}
	return p
}

// said is what a server writes about a letter that it takes.
func said(results string) string {
	return "Authentication-Results: mx.test.example; " + results + "\r\nReceived: from x by mx.test.example; now\r\n"
}

// unsigned is a world that does not sign its letters.
func (p *patient) unsigned() {
	p.set("dkim.domain", `""`, "dkim.selector", `""`, "dkim.key_file", `""`)
}

// at gives the world an address elsewhere, and the mailbox of that address.
func (p *patient) at(address string) {
	p.T.Helper()
	if err := p.Post.AddUser(address, stage.Password); err != nil {
		p.T.Fatal(err)
	}
	a := settings.Quoted(address)
	p.set("address", a, "imap.user", a, "smtp.user", a)
}

// junk puts a mail into the mailbox's spam folder, and letters of the world itself with it.
func (p *patient) junk(text string) {
	p.T.Helper()
	err := p.Post.SortInto(clitest.Address, "Spam")
	if err == nil {
		err = p.Post.DeliverInto(clitest.Address, "Spam", []byte("Subject: x\r\n\r\n"+text+"\r\n"))
	}
	if err != nil {
		p.T.Fatal(err)
	}
}

// set changes settings, as TOML values.
func (p *patient) set(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		p.own[pairs[i]] = pairs[i+1]
	}
}

// secured are servers with TLS in the place of those without.
func (p *patient) secured(implicit bool, cert *x509.Certificate, trusted bool) {
	p.T.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.T.Fatal(err)
	}
	cert.SerialNumber, cert.IsCA, cert.BasicConstraintsValid = big.NewInt(1), true, true
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	if err != nil {
		p.T.Fatal(err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	p.Post, err = mailertest.Start(mailertest.Options{TLS: config, Implicit: implicit,
		Time: func() time.Time { return p.Now }})
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { p.Post.Close() })
	if err := p.Post.AddUser(clitest.Address, stage.Password); err != nil {
		p.T.Fatal(err)
	}
	mode := map[bool]string{true: `"tls"`, false: `"starttls"`}[implicit]
	p.set("imap.tls", mode, "smtp.tls", mode)
	if trusted {
		p.Write("ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
		p.set("imap.ca_file", `"ca.pem"`, "smtp.ca_file", `"ca.pem"`)
	}
}

// beside founds another world that shares the inbox.
func (p *patient) beside(address string) {
	other := stage.NewProbe(p.T, p.Now, clitest.InProcess(worlds.Rulebooks()...))
	other.Done("new", other.Dir, "--size", "40x30")
	other.Settle(clitest.Address, "", stage.ServersAt(p.Post.IMAP(), p.Post.SMTP()), map[string]string{
		"name": `"Other"`, "address": settings.Quoted(address), "imap.shared": "true"})
	other.Done("poll", other.Dir)
}

// certified is a certificate for this machine's address.
func certified() *x509.Certificate {
	return &x509.Certificate{NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
}

// examined runs the doctor.
func (p *patient) examined(lang string, flags ...string) (code int, out string) {
	p.T.Helper()
	p.SettleAt(p.Post.IMAP(), p.Post.SMTP(), p.own)
	p.Post.Stamp(p.stamp)
	script := "#!/bin/sh\ncat <<'E'\n" + p.crons + "\nE\n"
	if err := os.WriteFile(filepath.Join(p.env["PATH"], "crontab"), []byte(script), 0o700); err != nil {
		p.T.Fatal(err)
	}
	args := append([]string{"--lang", lang, "--at", p.Now.Add(p.skew).Format(time.RFC3339), "doctor", p.Dir, "--wait",
		"1"}, flags...)
	var o bytes.Buffer
	env := func(name string) string { return p.env[name] }
	doctored := &cli.Grammar{Doctor: world.DoctorCmd{Pace: p.pace}}
	code = cli.Outside{In: strings.NewReader(""), Out: &o, Errs: &o, Env: env, Books: worlds.Rulebooks(),
		Clock: time.Now}.Run(p.T.Context(), doctored, args)
	return code, o.String()
}

// ailments are planted one at a time; the doctor must name each: what it looked at, and what is wrong there.
var ailments = map[string]struct {
	check, code string
	state       doctor.State
	plant       func(*patient)
}{
	"a setting with a slip": {"settings", "setting-unknown-near", doctor.Ill, func(p *patient) {
		p.set("zone", "\"UTC\"\nadress = \"x@y.example\"")
	}},
	"a deadline that is none": {"settings", "setting-deadline", doctor.Ill, func(p *patient) {
		p.set("deadline", `"someday"`)
	}},
	"no address of the game": {"settings", "setting-missing", doctor.Ill, func(p *patient) { p.set("address", `""`) }},
	"no mail server": {"settings", "setting-missing", doctor.Ill, func(p *patient) {
		p.set("imap.host", `""`)
	}},
	"nobody reads the notices": {"settings", "no-master", doctor.Beware, func(p *patient) {
		p.set("gm.mail", `""`)
	}},
	"a map that shows more than players were told": {"settings", "map-shut", doctor.Ill, func(p *patient) {
		p.Done("realm", "add", "--by-hand", p.Dir, "--name", "Fenmark", "--player", "Anna", "--mail", "anna@demo.test")
		p.set("map", `"late:3"`)
	}},
	"a folder open to others": {"settings", "open-to-others", doctor.Ill, func(p *patient) {
		if err := os.Chmod(p.Dir, 0o755); err != nil {
			p.T.Fatal(err)
		}
	}},
	"a password that is not there": {"files", "password-file", doctor.Ill, func(p *patient) {
		p.set("imap.password_file", `"nowhere"`)
	}},
	"a key that is none": {"files", "dkim-key", doctor.Ill, func(p *patient) { p.Write("dkim.pem", "no key\n") }},
	"a program without a token": {"files", "token-failed", doctor.Ill, func(p *patient) {
		p.set("imap.password_file", `""`, "imap.token_command", `["/bin/false"]`)
	}},
	"a store that is cut off": {"store", "broken-store", doctor.Ill, func(p *patient) {
		if err := os.Truncate(filepath.Join(p.Dir, "world.db"), 5000); err != nil {
			p.T.Fatal(err)
		}
	}},
	"a disk without room for a turn": {"disk", "disk-low", doctor.Ill, func(p *patient) {
		// of a store that has grown to 7 TB, all of it holes
		if err := os.Truncate(filepath.Join(p.Dir, "world.db"), 7<<40); err != nil {
			p.T.Skip(err)
		}
	}},
	"copies that need more room than they may have": {"disk", "disk-copies", doctor.Beware, func(p *patient) {
		p.set("copies", `"1MB"`)
		copies := filepath.Join(p.Dir, "backups")
		if err := os.MkdirAll(copies, 0o700); err != nil {
			p.T.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copies, "before-turn-00001.db"), make([]byte, 2<<20), 0o600); err != nil {
			p.T.Fatal(err)
		}
	}},
	"a clock before the last turn": {"clock", "clock-back", doctor.Ill, func(p *patient) {
		p.Done("turn", p.Dir, "--force", "--yes")
		p.Now = p.Now.AddDate(0, 0, -3)
	}},
	"a clock months ahead": {"clock", "clock-ahead", doctor.Ill, func(p *patient) { p.Now = p.Now.AddDate(0, 4, 0) }},
	"another command at work": {"lock", "lock-held", doctor.Beware, func(p *patient) {
		lock, err := disk.Lock(p.Dir)
		if err != nil {
			p.T.Fatal(err)
		}
		p.T.Cleanup(func() { lock.Unlock() })
	}},
	"a name that DNS does not know": {"dns", "dns-", doctor.Ill, func(p *patient) {
		p.set("imap.host", `"mail.nowhere.invalid"`, "imap.tls", `"tls"`)
	}},
	"a resolver that is down": {"dns", "dns-resolver", doctor.Ill, func(p *patient) {
		p.set("auth_verify", "true")
		p.zone.Down.Store(true)
	}},
	"a wrong port for reading": {"imap", "port-closed", doctor.Ill, func(p *patient) {
		p.set("imap.port", clitest.ClosedPort(p.T))
	}},
	"a wrong port for sending": {"smtp", "port-closed", doctor.Ill, func(p *patient) {
		p.set("smtp.port", clitest.ClosedPort(p.T))
	}},
	"no TLS at the port":      {"imap", "tls", doctor.Ill, func(p *patient) { p.set("imap.tls", `"tls"`) }},
	"no STARTTLS at the port": {"smtp", "tls", doctor.Ill, func(p *patient) { p.set("smtp.tls", `"starttls"`) }},
	"a stranger's certificate": {"imap", "cert-unknown", doctor.Ill, func(p *patient) {
		p.secured(true, certified(), false)
	}},
	"a stranger's certificate after STARTTLS": {"smtp", "cert-unknown", doctor.Ill, func(p *patient) {
		p.secured(false, certified(), true)
		p.set("smtp.ca_file", `""`)
	}},
	"a certificate that has expired": {"imap", "cert-expired", doctor.Ill, func(p *patient) {
		cert := certified()
		cert.NotAfter = time.Now().Add(-time.Minute)
		p.secured(true, cert, true)
	}},
	"a certificate for another name": {"imap", "cert-name", doctor.Ill, func(p *patient) {
		cert := certified()
		cert.IPAddresses, cert.DNSNames = nil, []string{"mail.test.example"}
		p.secured(true, cert, true)
	}},
	"a wrong password": {"imap", "login", doctor.Ill, func(p *patient) {
		p.Write("other-password", "falsch\n")
		p.set("imap.password_file", `"other-password"`)
	}},
	"a login refused for sending": {"smtp", "login", doctor.Ill, func(p *patient) {
		p.Post.Fail(mailertest.Fault{Stage: "AUTH", Code: 535, Text: "no"})
	}},
	"an inbox that is not there": {"folders", "folder-missing", doctor.Ill, func(p *patient) {
		p.set("imap.inbox", `"Eingang"`)
	}},
	"an inbox that another world reads": {"place", "shared", doctor.Ill, func(p *patient) {
		other := stage.NewProbe(p.T, p.Now, clitest.InProcess(worlds.Rulebooks()...))
		other.Done("new", other.Dir, "--size", "40x30")
		other.Settle(clitest.Address, "", stage.ServersAt(p.Post.IMAP(), p.Post.SMTP()))
		other.Done("poll", other.Dir)
	}},
	"an inbox shared by a world of the same address": {"place", "shared-same", doctor.Ill, func(p *patient) {
		p.beside(clitest.Address)
		p.set("imap.shared", "true")
	}},
	"mails for a world that nobody polls": {"place", "others-wait", doctor.Beware, func(p *patient) {
		p.beside("spiel+other@test.example")
		p.set("imap.shared", "true")
		if err := p.Post.Deliver(clitest.Address, []byte("To: spiel+other@test.example\r\n\r\nx\r\n")); err != nil {
			p.T.Fatal(err)
		}
		p.Now = p.Now.Add(25 * time.Hour)
	}},
	"no record of the signature": {"dkim", "dkim-absent", doctor.Beware, func(p *patient) {
		p.set("dkim.selector", `"other"`)
	}},
	"another key in the record": {"dkim", "dkim-other-key", doctor.Beware, func(p *patient) {
		p.zone.Set("post._domainkey.test.example", "v=DKIM1; k=ed25519; p="+strings.Repeat("A", 43)+"=")
	}},
	"two records of the signature": {"dkim", "dkim-several", doctor.Beware, func(p *patient) {
		p.zone.Set("post._domainkey.test.example", "v=DKIM1; p=", "v=DKIM1; p=")
	}},
	"a record that was cut off": {"dkim", "dkim-unread", doctor.Beware, func(p *patient) {
		p.zone.Set("post._domainkey.test.example", "v=DKIM1; k=ed25519; p=AAA\x1b[31m")
	}},
	"a record for another hash": {"dkim", "dkim-unproven", doctor.Beware, func(p *patient) {
		p.zone.Set("post._domainkey.test.example", dkimRecord(p)+"; h=sha1")
	}},
	"a signature for a provider's domain": {"dkim", "dkim-owned", doctor.Beware, func(p *patient) {
		p.at("spiel@gmx.de")
		p.set("dkim.domain", `"gmx.de"`)
	}},
	"the provider's signature is broken": {"dkim", "dkim-foreign-bad", doctor.Beware, func(p *patient) {
		p.unsigned()
		p.stamp = said("dkim=fail header.d=test.example")
	}},
	"nobody says anything about a signature": {"dkim", "dkim-foreign-unknown", doctor.Unknown, func(p *patient) {
		p.unsigned()
		p.stamp = ""
	}},
	"no SPF record": {"spf", "spf-absent-ask", doctor.Beware, func(p *patient) { p.zone.Set("test.example", "site=1") }},
	"two SPF records": {"spf", "spf-several", doctor.Beware, func(p *patient) {
		p.zone.Set("test.example", "v=spf1 mx -all", "v=spf1 a -all")
	}},
	"a slip in the SPF record": {"spf", "spf-unread", doctor.Beware, func(p *patient) {
		p.zone.Set("test.example", "v=spf1 inclde:post.example \x1b[31m -all")
	}},
	"an SPF record without the server that sends": {"spf", "spf-fails", doctor.Beware, func(p *patient) {
		p.stamp = said("spf=softfail smtp.mailfrom=" + clitest.Address)
	}},
	"nobody says whether the SPF record suffices": {"spf", "spf-unsure", doctor.Unknown, func(p *patient) {
		p.stamp = said("spf=pass smtp.mailfrom=relay.example")
	}},
	"a provider without an SPF record": {"spf", "record-owned-bad", doctor.Beware, func(p *patient) {
		p.unsigned()
		p.at("spiel@gmx.de")
	}},
	"no DMARC record": {"dmarc", "dmarc-absent", doctor.Beware, func(p *patient) { p.zone.Set("_dmarc.test.example") }},
	"two DMARC records": {"dmarc", "dmarc-several", doctor.Beware, func(p *patient) {
		p.zone.Set("_dmarc.test.example", "v=DMARC1; p=none", "v=DMARC1; p=reject")
	}},
	"a DMARC record without a policy": {"dmarc", "dmarc-unread", doctor.Beware, func(p *patient) {
		p.zone.Set("_dmarc.test.example", "v=DMARC1; pct=100")
	}},
	"a DNS that fails": {"dmarc", "record-silent", doctor.Unknown, func(p *patient) { p.zone.Down.Store(true) }},
	"a DNS that is silent": {"spf", "record-silent", doctor.Unknown, func(p *patient) {
		p.zone.Silent.Store(true)
		p.pace = briefly
	}},
	"a DNS that fails, and a signature": {"dkim", "record-silent", doctor.Unknown, func(p *patient) {
		p.zone.Down.Store(true)
	}},
	"the recipient's server finds fault": {"results", "results-bad", doctor.Beware, func(p *patient) {
		p.stamp = said("spf=pass smtp.mailfrom=relay.example; dkim=pass header.d=relay.example; dmarc=fail")
	}},
	"the recipient's server has asked in vain": {"results", "results-unknown", doctor.Unknown, func(p *patient) {
		p.stamp = said("spf=temperror smtp.mailfrom=test.example; dkim=none; dmarc=none")
	}},
	"a letter inside one provider": {"results", "results-none", doctor.Unknown, func(p *patient) { p.stamp = "" }},
	"a letter in the spam folder":  {"letter", "letter-junk", doctor.Beware, func(p *patient) { p.junk("x") }},
	"orders in the spam folder": {"junk", "junk-orders", doctor.Beware, func(p *patient) {
		p.junk("$I 1 secret\r\n$N")
	}},
	"a letter that is refused": {"letter", "letter-refused", doctor.Ill, func(p *patient) {
		p.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "relaying denied"})
	}},
	"a letter that goes elsewhere": {"letter", "letter-lost", doctor.Ill, func(p *patient) {
		p.set("address", settings.Quoted(clitest.Player))
		p.pace = briefly
	}},
	"a code that alone proves the game master": {"proof", "gm-auth-code", doctor.Beware, func(p *patient) {
		p.set("gm.auth", `"code"`)
	}},
	"a clock that is slow": {"time", "time-behind", doctor.Ill, func(p *patient) { p.skew = -time.Hour }},
	"a clock that is fast": {"time", "time-ahead", doctor.Ill, func(p *patient) { p.skew = time.Hour }},
	"no crontab": {"cron", "cron-none", doctor.Beware, func(p *patient) {
		p.crons = "# weltentor cron " + p.Dir
	}},
	"a crontab for another world": {"cron", "cron-other", doctor.Beware, func(p *patient) {
		p.crons = "*/5 * * * * weltentor cron /home/gm/elsewhere"
	}},
	"a list of free pages with zeros": {"store", "broken-store", doctor.Ill, func(p *patient) {
		path := filepath.Join(p.Dir, disk.FileName)
		raw, err := os.ReadFile(path)
		stage.Must(p.T, err)
		damaged := 0
		for at := 2 * os.Getpagesize(); at < len(raw); at += os.Getpagesize() { // bbolt's pages: number, flags; 16 is the list
			if binary.NativeEndian.Uint16(raw[at+8:]) == 16 {
				clear(raw[at : at+os.Getpagesize()])
				damaged++
			}
		}
		if damaged == 0 {
			p.T.Fatal("no list of free pages")
		}
		p.Write(disk.FileName, string(raw))
	}},
	"a crontab that calls nothing": {"cron", "cron-program", doctor.Ill, func(p *patient) {
		p.crons = "*/5 * * * * /nowhere/weltentor cron " + p.Dir
	}},
}

// Of a world that plays by mail the doctor finds nothing; of each fault that is planted, it says what is
// wrong, and the way out, in both languages.
func TestDoctorNamesEachFault(t *testing.T) {
	t.Parallel()
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		for _, secured := range []string{"", "tls", "starttls"} {
			p := newPatient(t)
			if secured != "" {
				p.secured(secured == "tls", certified(), true)
			} else { // a domain below signs for the address, too
				p.zone.Set("post._domainkey.mail.test.example", dkimRecord(p))
				p.zone.Set("post._domainkey.test.example")
				p.set("dkim.domain", `"mail.test.example"`)
			}
			code, out := p.examined("en")
			lines := strings.Split(out, "\n")
			for i, check := range doctor.Checks { // one line for each check, in their order, and none of them is in doubt
				words := texts.Book(phrase.En).T("doctor.check." + check)
				if i >= len(lines) || !strings.HasPrefix(lines[i], "ok        "+words) {
					t.Errorf("%q: no line %d that says ok of %q", secured, i, words)
				}
			}
			if code != complaint.ExitDone || len(lines) != len(doctor.Checks)+2 {
				t.Errorf("%q: exit %d\n%s", secured, code, out)
			}
			if all, _ := p.Post.Count(clitest.Address, "INBOX"); all != 0 {
				t.Errorf("%d letters are left in the inbox", all)
			}
		}
	})
	for _, name := range slices.Sorted(maps.Keys(ailments)) {
		planted := ailments[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPatient(t)
			planted.plant(p)
			code, out := p.examined("en", "--json")
			var answer findingsJSON
			if err := json.Unmarshal([]byte(out), &answer); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if ill := planted.state == doctor.Ill; ill != (code == complaint.ExitNo) || ill == answer.Healthy {
				t.Errorf("exit %d, healthy %t", code, answer.Healthy)
			}
			at := slices.IndexFunc(answer.Findings, func(f findingJSON) bool {
				return f.Check == planted.check && strings.HasPrefix(f.Code, planted.code) && f.State == planted.state
			})
			if at < 0 {
				t.Fatalf("no %s %s in\n%s", planted.check, planted.code, out)
			}
			named := answer.Findings[at]
			if named.Text == "" || (named.Way == "") != saysItself(named.Code) ||
				strings.ContainsAny(named.Text+named.Way, "{\x1b") {
				t.Errorf("it says %q, and %q", named.Text, named.Way)
			}
			// What is well before the fault is not said to be ill.
			for _, f := range answer.Findings {
				before := slices.Index(doctor.Checks, f.Check) < slices.Index(doctor.Checks, planted.check)
				if f.State == doctor.Ill && before {
					t.Errorf("before it: %+v", f)
				}
			}
			inGerman := texts.Book(phrase.De).T("doctor.check." + planted.check)
			if _, de := p.examined("de"); !strings.Contains(de, inGerman+": ") {
				t.Errorf("in German:\n%s", de)
			}
		})
	}
}

// What a game master must set is there to be copied: each part of the record in a line of its own.
func TestDoctorShowsTheRecords(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	record := func(words ...string) string { // of its name and text
		return fmt.Sprintf("\n            %s%s\n            %sTXT\n            %s%s\n", words[0], words[3], words[1], words[2],
			words[4])
	}
	en, de := []string{"name   ", "type   ", "value  "}, []string{"Name  ", "Typ   ", "Wert  "}
	dkim := []string{"post._domainkey.test.example", dkimRecord(p)}
	dmarc := []string{"_dmarc.test.example", "v=DMARC1; p=none"}
	p.zone.Set("test.example")
	p.zone.Set("_dmarc.test.example")
	p.zone.Set("post._domainkey.test.example")
	p.stamp = said("spf=none; dkim=permerror header.d=test.example; dmarc=none")
	code, out := p.examined("en")
	if code != complaint.ExitDone {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{record(append(en, dkim...)...), record(append(en, dmarc...)...),
		"\nbeware    SPF record: test.example has no SPF record\n",
		"\nbeware    what the recipient's server found: SPF none, DKIM permerror, DMARC none\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	_, out = p.examined("de")
	for _, want := range []string{record(append(de, dkim...)...), record(append(de, dmarc...)...)} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

// Where a provider has the domain, or signs, its part is said to be its own.
func TestDoctorLeavesProvidersTheirs(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	p.unsigned()
	p.at("spiel@gmx.de")
	p.zone.Set("gmx.de", "v=spf1 ip4:192.0.2.0/24 -all")
	p.zone.Set("_dmarc.gmx.de", "v=DMARC1; p=quarantine")
	p.stamp = said("dkim=pass header.i=@gmx.de; spf=pass smtp.mailfrom=gmx.de; dmarc=pass")
	code, out := p.examined("en")
	for _, want := range []string{
		"\nok        signature (DKIM): not signed by us; the provider's result: pass (gmx.de)\n",
		"\nok        SPF record: gmx.de belongs to GMX, which keeps this record; you have nothing to set\n",
		"\nok        DMARC record: gmx.de belongs to GMX, which keeps this record; you have nothing to set\n",
		"\nok        what the recipient's server found: SPF pass, DKIM pass, DMARC pass\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if code != complaint.ExitDone || strings.Contains(out, "TXT") {
		t.Errorf("exit %d, or a record to set", code)
	}
	// Inside the provider, and with a DNS that says nothing, nothing is known; that is no fault.
	p.stamp = ""
	p.zone.Silent.Store(true)
	p.pace = doctor.Pace{DNS: briefly.DNS}
	code, out = p.examined("de")
	if code != complaint.ExitDone || strings.Count(out, "\nunbekannt ") != 4 || strings.Contains(out, "FALSCH") ||
		!strings.Contains(out, "\nunbekannt Signatur (DKIM): nicht von uns unterschrieben; Ergebnis des Anbieters: "+
			"unbekannt\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// Spam alone is no fault. The letter to itself is put away from there, so it is not counted.
func TestDoctorCountsSpam(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	p.junk("Buy now!")
	p.junk("US-$1000, $Incredible")
	for lang, want := range map[string]string{
		"en": "\nok        spam folder: 2 mails are in the folder Spam; none has a line $I, as orders have\n",
		"de": "\ngut       Spam-Ordner: im Ordner Spam liegen 2 Mails; keine hat eine Zeile $I, wie Befehle sie haben\n",
	} {
		if code, out := p.examined(lang); code != complaint.ExitDone || !strings.Contains(out, want) {
			t.Errorf("exit %d, without %q:\n%s", code, want, out)
		}
	}
}

// dkimRecord is the record of the world's key.
func dkimRecord(p *patient) string {
	p.T.Helper()
	raw, err := os.ReadFile(filepath.Join(p.Dir, "dkim.pem"))
	if err != nil {
		p.T.Fatal(err)
	}
	block, _ := pem.Decode(raw)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		p.T.Fatal(err)
	}
	public := key.(ed25519.PrivateKey).Public().(ed25519.PublicKey)
	return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)
}

// Where there is no world, there is no world.toml to correct.
func TestDoctorWithoutAWorld(t *testing.T) {
	t.Parallel()
	for lang, correct := range map[string]string{"en": "Correct", "de": "Behebt"} {
		code, out, errs := clitest.Run(t, "", "doctor", t.TempDir(), "--lang", lang)
		if code != complaint.ExitNo || strings.Count(out, "\n") != 2 || strings.Contains(out, correct) || errs != "" {
			t.Errorf("%s: exit %d\n%s%s", lang, code, out, errs)
		}
	}
}

// saysItself reports whether a finding's text says what to do; a change of world.toml would not help.
func saysItself(code string) bool {
	return slices.Contains([]string{"no-world", "no-folder", "part-missing", "others-file", "open-to-others"}, code)
}

type findingsJSON struct {
	Healthy  bool          `json:"healthy"`
	Findings []findingJSON `json:"findings"`
}

type findingJSON struct {
	Check string       `json:"check"`
	State doctor.State `json:"state"`
	Code  string       `json:"code"`
	Text  string       `json:"text"`
	Way   string       `json:"way"`
}

// A map that shows more than players were told stops cron at once, not only when a letter comes.
func TestCronRefusesAWiderMap(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Cron()
	toml, err := os.ReadFile(filepath.Join(d.Dir, "world.toml"))
	if err != nil {
		t.Fatal(err)
	}
	d.Write("world.toml", strings.Replace(string(toml), `map = ""`, `map = "late:3"`, 1))
	if code, _, errs := d.Run("cron", d.Dir); code != complaint.ExitUsage || !strings.Contains(errs, "the map cannot be shown") {
		t.Errorf("exit %d, %s", code, errs)
	}
}
