package mailing_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// rowsOf is what `outbox --json` tells.
func rowsOf(d *clitest.Table) (rows []outbox.OutboxRow) {
	d.T.Helper()
	if err := json.Unmarshal([]byte(d.Done("outbox", d.Dir, "--json")), &rows); err != nil {
		d.T.Fatal(err)
	}
	return rows
}

// A letter that left comes back as a mail: it is noted, shown, told the game
// master, and not answered; the next letter to the player leaves all the same.
func TestABounceComesBack(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	sent := rowsOf(d)
	bounce := strings.ReplaceAll(fmt.Sprintf(`Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@test.example>
To: %s
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

I am sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; test.example

Final-Recipient: rfc822; %s
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 Nobody of that name

--b
Content-Type: text/rfc822-headers

Message-ID: %s
--b--
`, clitest.Address, clitest.Player, sent[0].MessageID), "\n", "\r\n")
	if err := d.Post.Deliver(clitest.Address, []byte(bounce)); err != nil {
		t.Fatal(err)
	}
	taken := len(d.Post.Letters())
	d.CronSays(complaint.ExitDone, "1 letter was refused for good or came back")
	d.CronSays(complaint.ExitDone, "")
	if rows := rowsOf(d); rows[0].State != outbox.Bounced || rows[0].Reason != "550 5.1.1 Nobody of that name" {
		t.Errorf("%+v", rows[0])
	}
	if out := d.Stands(); !strings.Contains(out, "1 came back") ||
		!strings.Contains(out, "Nobody of that name") {
		t.Errorf("status says\n%s", out)
	}
	if out := d.Done("outbox", d.Dir, "1"); !strings.Contains(out, "came back: 550 5.1.1 Nobody of that name") ||
		!strings.Contains(out, "handed over") {
		t.Errorf("outbox says\n%s", out)
	}
	all := d.Post.Letters()
	if len(all) != taken+1 || all[taken].To != clitest.Master || all[taken].From != clitest.Address {
		t.Errorf("%d letters after the bounce, want one, to the game master", len(all)-taken)
	}
	d.Mail("orders", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	if len(d.Letters(clitest.Player)) != 2 {
		t.Error("the receipt did not leave")
	}
}

// A provider without a null sender is asked once; reports come from the game's
// address in any case.
func TestNullSenderIsAskedOnce(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("1", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	d.Post.Fail(mailertest.Fault{Stage: "MAIL", Code: 550, From: "<>", Times: 1})
	d.Mail("2", identity+clitest.SomeOrders+"; again\n")
	d.CronSays(complaint.ExitDone, "")
	d.Mail("3", identity+clitest.SomeOrders+"; and again\n") // <> would be taken now
	d.CronSays(complaint.ExitDone, "")
	d.Now = d.Now.AddDate(0, 0, 31)
	d.Mail("4", identity+clitest.SomeOrders+"; much later\n")
	d.Done("poll", d.Dir)
	d.Done("send", d.Dir)
	var from []string
	for _, l := range d.Post.Letters() {
		from = append(from, l.From)
	}
	// The report, what the orders say to the game master, receipts.
	if got, want := strings.Join(from, " "),
		strings.Join([]string{clitest.Address, clitest.Address, "", clitest.Address, clitest.Address, ""}, " "); got != want {
		t.Errorf("senders %q, want %q", got, want)
	}
}

// script writes a program into the world's folder.
func script(d *clitest.Table, name, text string) {
	d.T.Helper()
	if err := os.WriteFile(filepath.Join(d.Dir, name), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		d.T.Fatal(err)
	}
}

// With a token_command both servers are logged in to by XOAUTH2; the command runs
// once a round, in the world's folder, its words as they stand.
func TestTokenCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	post, err := mailertest.Start(mailertest.Options{XOAuth2: true})
	if err != nil {
		t.Fatal(err)
	}
	defer post.Close()
	for _, a := range []string{clitest.Address, clitest.Player, clitest.Master} {
		if err := post.AddUser(a, "ya29.token-4711"); err != nil {
			t.Fatal(err)
		}
	}
	command := `["./token", "a b", "$HOME", ";exit"]`
	own := map[string]string{"imap.password_file": `""`, "imap.token_command": command, "smtp.password_file": `""`,
		"smtp.token_command": command, "smtp.auth": `"xoauth2"`}
	d.SettleAt(post.IMAP(), post.SMTP(), own)
	script(d, "token", `printf '%s|' "$@" >> calls; echo " ya29.token-4711 "; echo noise >&2`)
	d.CronSays(complaint.ExitDone, "")
	if n := len(post.Letters()); n != 1 {
		t.Errorf("%d letters, want report 0", n)
	}
	if calls, err := os.ReadFile(filepath.Join(d.Dir, "calls")); err != nil || string(calls) != "a b|$HOME|;exit|" {
		t.Errorf("called with %q, %v", calls, err)
	}
}

// A token_command that fails is told with its own words, at once and then once a
// day; the token is told nowhere.
func TestTokenCommandFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, says string }{
		"exit": {"echo 'refresh token revoked' >&2; exit 3",
			"token_command gave no token: exit status 3: refresh token revoked"},
		"nothing":  {"echo nobody home >&2", "gave no token: no token on its output: nobody home"},
		"leaks":    {"echo secret-4711; echo 'got secret-4711' >&2; exit 1", "exit status 1: got ***"},
		"chatters": {"echo token: secret-4711", "its output is not one token alone"},
		"floods":   {"head -c 3000000 /dev/zero | tr '\\0' x", "its output is not one token alone"},
		"stale":    {"echo secret-4711", "refuses the login (imap.user, imap.password_file, imap.token_file or imap.token_command"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := clitest.NewTable(t)
			post, err := mailertest.Start(mailertest.Options{XOAuth2: true})
			if err != nil {
				t.Fatal(err)
			}
			defer post.Close()
			if err := post.AddUser(clitest.Address, "other"); err != nil {
				t.Fatal(err)
			}
			d.SettleAt(post.IMAP(), post.SMTP(),
				map[string]string{"imap.password_file": `""`, "imap.token_command": `["./token"]`})
			script(d, "token", c.text)
			d.CronSays(complaint.ExitUsage, c.says)
			d.Now = d.Now.Add(5 * time.Minute)
			d.CronSays(complaint.ExitUsage, "")
			if code, out, errs := d.Run("poll", d.Dir); code != complaint.ExitUsage || strings.Contains(out+errs, "secret-4711") {
				t.Errorf("exit %d: %s%s", code, out, errs)
			}
		})
	}
}

// A command that hangs, with what it started, ends with the time there is. That is over once it has begun.
func TestTokenCommandHangs(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"imap.password_file": `""`,
		"imap.token_command": `["./token"]`})
	script(d, "token", "sleep 300 & echo > begun; sleep 300")
	ctx, over := context.WithCancel(t.Context())
	defer over()
	go func() {
		defer over()
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(d.Dir, "begun")); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out strings.Builder
	start := time.Now()
	code := cli.Run(ctx, d.Args("cron", d.Dir), strings.NewReader(""), &out, &out, clitest.NoEnv, worlds.Rulebooks())
	if took := time.Since(start); code != complaint.ExitLater || out.Len() > 0 || took > time.Minute {
		t.Errorf("exit %d after %s, %q", code, took, out.String())
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "begun")); err != nil {
		t.Error(err)
	}
}

// Letters leave signed, and what the world's store has of them is as before.
func TestLettersAreSigned(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	pub, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	d.Write("dkim.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
	own := map[string]string{"dkim.domain": `"test.example"`, "dkim.selector": `"wt"`, "dkim.key_file": `"dkim.pem"`}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), own)
	d.Done("send", d.Dir)
	raw := string(d.Post.Letters()[0].Raw)
	got, err := dkim.VerifyWithOptions(strings.NewReader(raw),
		&dkim.VerifyOptions{LookupTXT: func(string) ([]string, error) {
			return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(pub)}, nil
		}})
	if err != nil || len(got) != 1 || got[0].Err != nil || got[0].Domain != "test.example" {
		t.Errorf("%+v %v\n%.400s", got, err, raw)
	}
	// A key that cannot be used keeps letters waiting, and costs them nothing.
	d.Write("dkim.pem", "no key")
	d.Done("realm", "passwd", d.Dir, "1")
	d.Done("outbox", d.Dir)
	d.Mail("1", "Was nun?\n")
	d.Done("poll", d.Dir)
	if code, _, errs := d.Run("send", d.Dir); code != complaint.ExitUsage ||
		!strings.Contains(errs, "dkim.key_file: the key in ") || !strings.Contains(errs, "it has no private key") {
		t.Errorf("exit %d, %s", code, errs)
	}
	for _, r := range rowsOf(d)[1:] {
		if r.State != outbox.Waiting || len(r.Attempts) != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// The list has every letter; one held stays till it is released; --retry tries
// what failed.
func TestOutboxCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	if out := d.Done("outbox", d.Dir); !strings.Contains(out, "waiting") || !strings.Contains(out, "report") ||
		!strings.Contains(out, clitest.Player) || strings.Count(out, "\n") != 2 {
		t.Errorf("the list\n%s", out)
	}
	d.Done("outbox", d.Dir, "--hold")
	d.CronSays(complaint.ExitDone, "") // nothing waits
	if rows := rowsOf(d); rows[0].State != outbox.OnHold || len(d.Post.Letters()) != 0 {
		t.Errorf("%+v", rows)
	}
	if out := d.Stands(); !strings.Contains(out, "1 held") {
		t.Errorf("status\n%s", out)
	}
	d.Done("outbox", d.Dir, "--release", "1")
	d.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "not here", To: clitest.Player})
	d.CronSays(complaint.ExitDone, "1 letter was refused for good")
	d.Post.Mend()
	if out := d.Done("outbox", d.Dir, "1"); !strings.Contains(out, "refused for good: RCPT: 550") ||
		!strings.Contains(out, "Message-ID: <report.") {
		t.Errorf("history\n%s", out)
	}
	if out := d.Done("outbox", d.Dir, "--retry"); !strings.Contains(out, "tries 1 letter again") {
		t.Errorf("retry: %s", out)
	}
	d.Done("send", d.Dir)
	if len(d.Letters(clitest.Player)) != 1 {
		t.Error("tried again, it did not arrive")
	}
	for _, wrong := range [][]string{{"--retry", "99"}, {"--retry", "1"}, {"--hold", "1"}, {"--release", "1"}, {"99"},
		{"--hold", "--release"}, {"--retry", "x"}, {"--retry", "--json"}} {
		if code, out, errs := d.Run(append([]string{"outbox", d.Dir}, wrong...)...); code != complaint.ExitUsage || out != "" ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q %q", wrong, code, out, errs)
		}
	}
}

// What the limit an hour keeps back waits without a word from cron, and `send`
// tells how long.
func TestLimitAnHour(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"smtp.per_hour": "1"})
	identity := d.Join()
	d.Mail("1", identity+"\n$N\n#A\nIst hier jemand?\n#E\n$E\n")
	d.CronSays(complaint.ExitLater, "")
	if l := d.Post.Letters(); len(l) != 1 || l[0].From != "" {
		t.Errorf("%d letters, want the receipt", len(l))
	}
	code, _, errs := d.Run("send", d.Dir)
	if code != complaint.ExitLater || !strings.Contains(errs,
		"1 letter waits: the 1 an hour (smtp.per_hour) are used up until 2027-03-01 13:05 UTC") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if out := d.Done("outbox", d.Dir); !strings.Contains(out, "2027-03-01 13:05 UTC") {
		t.Errorf("the list\n%s", out)
	}
	d.Now = d.Now.Add(65 * time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if n := len(d.Post.Letters()); n != 2 {
		t.Errorf("%d letters, want 2", n)
	}
}

// A question comes to the game master as a mail he only has to answer.
func TestQuestionByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.CronSays(complaint.ExitDone, "")
	d.Mail("1", "Wie viele Felder hat die Karte?\n")
	d.CronSays(complaint.ExitDone, "")
	var found bool
	for _, l := range d.Post.Letters() {
		if l.To == clitest.Master {
			found = strings.Contains(string(l.Raw), "Reply-To: <"+clitest.Address+">") &&
				strings.Contains(string(l.Raw), "sofort an "+clitest.Player) &&
				strings.Contains(string(l.Raw), "Wie viele Felder") && l.From == clitest.Address
		}
	}
	if letters := d.Letters(clitest.Player); !found || len(letters) != 2 ||
		!strings.Contains(letters[1].Text, "ging als Frage an die Spielleitung") {
		t.Errorf("to the game master %v, to the player %+v", found, d.Letters(clitest.Player))
	}
}
