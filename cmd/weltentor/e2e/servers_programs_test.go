//go:build servers

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// A mail program as its user has it: it answers the last mail of a mailbox with words, and quotes as it always does.
type mailProgram func(t *testing.T, mailbox, words string) (reply []byte)

// TestRealServersMailPrograms: replies that mutt and s-nail write themselves, and one of a web mailer in HTML, go through
// real servers. Whoever is answered reads the new words, and neither a report nor what else the program quotes.
//
//	apt-get install mutt s-nail
func TestRealServersMailPrograms(t *testing.T) {
	p := stage.NewPlay(t, stage.AsBuilt(t), "", map[string]string{"press": `"now"`}, stage.RealServers(t), "--size", "60x40")
	p.Join("Bovistan", "anna@demo.test", "en", game.UTF8)
	p.Join("Cedania", "bob@demo.test", "en", game.UTF8)
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	for name, program := range map[string]mailProgram{"mutt": byMutt, "s-nail": byNail, "HTML": byWebMailer} {
		asked := "Shall we meet at the river, asks " + name + "?"
		p.Send("bob@demo.test", "LETTER 1", p.Players[stage.Bob-1].Identity+"\n"+asked)
		p.Cron()
		p.Fresh(stage.Bob)
		p.Says("Bob's letter", p.One(stage.Anna).Body, asked)
		answered := "Yes, at noon, says " + name + "."
		p.Office.Post(t, "anna@demo.test", program(t, mailboxOf(p, "anna@demo.test"), answered))
		p.Cron()
		if said := p.One(stage.Anna).Body; !strings.Contains(said, "Your letter went to realm 2") {
			t.Errorf("%s: Anna hears %q", name, said)
		}
		if got := p.One(stage.Bob).Body; !strings.Contains(got, answered) || strings.Contains(got, asked) {
			t.Errorf("%s: Bob reads %q", name, got)
		}
		// Her report is the last mail in her mailbox now. What she writes above it goes to Bob, the report to nobody.
		p.Send("anna@demo.test", "REPORT", "")
		p.Cron()
		report := p.One(stage.Anna).Body
		second, _, _ := strings.Cut(strings.SplitN(report, "\n", 3)[1], ".")
		p.Office.Post(t, "anna@demo.test", program(t, mailboxOf(p, "anna@demo.test"), "LETTER 2\n\nI have news, "+name+"."))
		p.Cron()
		p.Fresh(stage.Anna)
		for _, l := range p.Fresh(stage.Bob) {
			if strings.Contains(l.Body, report[:20]) || len(second) > 20 && strings.Contains(l.Body, second) {
				t.Errorf("%s: Bob reads Anna's report: %q", name, l.Body)
			}
		}
		p.Now = p.Now.Add(2 * time.Hour)
	}
}

// mailboxOf writes all mails of an address into a file, as programs read them.
func mailboxOf(p *stage.Play, address string) string {
	p.T.Helper()
	all := p.Office.Inbox(p.T, address)
	file := filepath.Join(p.T.TempDir(), "box")
	raw := bytes.ReplaceAll(all[len(all)-1], []byte("\r\n"), []byte("\n"))
	stage.Must(p.T, os.WriteFile(file, fmt.Appendf(nil, "From game Mon Mar  2 12:00:00 2026\n%s\n", raw), 0o600))
	return file
}

// byMutt opens mutt in a terminal: reply, write above the quote, send, quit.
func byMutt(t *testing.T, mailbox, words string) []byte {
	dir := t.TempDir()
	own, sent := filepath.Join(dir, "own"), filepath.Join(dir, "sent")
	editor, sender := filepath.Join(dir, "editor"), filepath.Join(dir, "sender")
	stage.Must(t, os.WriteFile(own, []byte(words+"\n\n"), 0o600))
	stage.Must(t, os.WriteFile(editor, []byte("#!/bin/sh\ncat '"+own+"' \"$1\" >\"$1.new\" && mv \"$1.new\" \"$1\"\n"), 0o700))
	stage.Must(t, os.WriteFile(sender, []byte("#!/bin/sh\ncat >'"+sent+"'\n"), 0o700))
	rc := filepath.Join(dir, "rc")
	stage.Must(t, os.WriteFile(rc, fmt.Appendf(nil, `set folder=%q
set sendmail=%q
set editor=%q
set from="anna@demo.test"
set fast_reply=yes include=yes move=no quit=yes copy=no recall=no abort_unmodified=no
push "<last-entry><reply><send-message><quit>"
`, dir, sender, editor), 0o600))
	runs(t, nil, "script", "-qec", "stty cols 100 rows 30; mutt -n -F '"+rc+"' -f '"+mailbox+"'", "/dev/null")
	return replied(t, sent)
}

// byNail answers in s-nail, which quotes with a tab and lets its user write below.
func byNail(t *testing.T, mailbox, words string) []byte {
	dir := t.TempDir()
	sender, sent := filepath.Join(dir, "sender"), filepath.Join(dir, "sent")
	stage.Must(t, os.WriteFile(sender, []byte("#!/bin/sh\ncat >'"+sent+"'\n"), 0o700))
	runs(t, []byte("reply $\n"+words+"\n~.\nx\n"), "s-nail", "-#", "-:/", "-~", "-S", "v15-compat=yes", "-S", "mta="+sender,
		"-S", "from=anna@demo.test", "-S", "quote", "-f", mailbox)
	return replied(t, sent)
}

// byWebMailer writes a reply in HTML, with a quote that only its tag marks.
func byWebMailer(t *testing.T, mailbox, words string) []byte {
	raw, err := os.ReadFile(mailbox)
	stage.Must(t, err)
	_, raw, _ = bytes.Cut(raw, []byte("\n"))
	of := stage.OpenLetter(t, raw)
	lines := func(text string) string {
		return "<div>" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "</div>\r\n<div>") + "</div>\r\n"
	}
	return []byte("From: Anna <anna@demo.test>\r\nTo: " + stage.GameAddress + "\r\nSubject: Re: " + of.Subject +
		"\r\nMessage-ID: <web." + fmt.Sprint(len(raw)) + "@demo.test>\r\nIn-Reply-To: " + of.ID + "\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: text/html; charset=utf-8\r\n\r\n" + lines(words) + "<blockquote>" + lines(of.Body) + "</blockquote>\r\n")
}

// replied is the mail that a program has handed over, as it travels.
func replied(t *testing.T, file string) []byte {
	raw, err := os.ReadFile(file)
	stage.Must(t, err)
	return bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// runs runs a program to its end, which comes within a minute.
func runs(t *testing.T, input []byte, name string, args ...string) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, name, args...)
	c.Env, c.Stdin = append(os.Environ(), "TERM=xterm", "HOME="+t.TempDir()), bytes.NewReader(input)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
