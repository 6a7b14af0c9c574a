//go:build servers

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// What real servers do to a game: none of it loses or doubles anything, and the
// game master is told what he has to know and no more.

// stricken is a game of two behind cutters.
type stricken struct {
	*play
	v          *provider
	imap, smtp *cutter
}

func strike(t *testing.T, dovecot string) stricken {
	t.Helper()
	v := newProvider(t, dovecot)
	s := stricken{v: v, imap: newCutter(t, v.imap), smtp: newCutter(t, v.smtp)}
	s.play = newPlay(t, worlds.Rulebooks()[0], "",
		map[string]string{"imap.port": s.imap.port(), "smtp.port": s.smtp.port(), "gm.mail": `"` + masterAddress + `"`},
		func(*play) office { return v }, "--size", "60x40")
	s.join("Bovistan", "anna@demo.test", "de", game.UTF8)
	s.join("Cedania", "bob@demo.test", "en", game.PC)
	return s
}

// begun is strike with the reports 0 read.
func begun(t *testing.T, dovecot string) stricken {
	t.Helper()
	s := strike(t, dovecot)
	s.cron()
	s.one(anna)
	s.one(bob)
	return s
}

// later runs cron, which has to come back, and has nothing to say yet.
func (s stricken) later() {
	s.t.Helper()
	s.now = s.now.Add(time.Minute)
	if code, out, errs := s.run("cron", s.dir); code != exitLater || out+errs != "" {
		s.t.Errorf("cron: exit %d, want %d\n%s%s", code, exitLater, out, errs)
	}
}

// told gives what the game master has got.
func (s stricken) told() (texts []string) {
	s.t.Helper()
	for _, raw := range s.v.inbox(s.t, masterAddress) {
		l := openLetter(s.t, raw)
		texts = append(texts, l.subject+"\n"+l.body)
	}
	return texts
}

// ends holds that the two players have got so many letters in all, each once, and
// that the store is sound.
func (s stricken) ends(annas, bobs int) {
	s.t.Helper()
	for realm, want := range map[int]int{anna: annas, bob: bobs} {
		if got := len(s.v.inbox(s.t, s.players[realm-1].address)); got != want {
			s.t.Errorf("realm %d got %d letters, want %d", realm, got, want)
		}
	}
	s.inOrder()
	s.done("verify", s.dir)
}

// picture is an attachment that takes long to fetch.
func picture() game.File {
	data := make([]byte, 1<<20)
	dice := rand.New(rand.NewPCG(1, 2))
	for i := range data {
		data[i] = byte(dice.Uint32())
	}
	return game.File{Name: "burg.jpg", Type: "image/jpeg", Data: data}
}

const greeting = "$Nachrichten\n#%d\nGrüße!\n#E\n"

// TestRealServersCutInFetch: the connection ends in the middle of a mail, alone
// or because the server is restarted; the mail before it was committed then.
func TestRealServersCutInFetch(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart %t", restart), func(t *testing.T) {
			s := begun(t, "")
			s.mail(anna, fmt.Sprintf(greeting, bob))
			s.mail(bob, fmt.Sprintf(greeting, anna), picture())
			c := cut{fromServer: 300 << 10}
			if restart {
				c.then = func() { s.v.imapd.restart(t) }
			}
			s.imap.arm(c)
			s.later()
			if s.imap.count() != 1 {
				t.Fatal("no connection was cut")
			}
			s.one(anna) // her mail lies in the inbox and is known, her receipt has left
			s.none(bob)
			s.cron()
			s.none(anna)
			s.says("Bob's receipt", s.one(bob).subject, "1 good, 0 bad")
			s.cron()
			s.ends(2, 2)
		})
	}
}

// TestRealServersCutInData: the connection ends in the middle of a letter, alone or
// because the server is restarted; the letter leaves once, later.
func TestRealServersCutInData(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart %t", restart), func(t *testing.T) {
			s := strike(t, "")
			c := cut{fromGame: 5 << 10}
			if restart {
				c.then = func() { s.v.smtpd.restart(t) }
			}
			s.smtp.arm(c)
			s.later()
			if s.smtp.count() != 1 {
				t.Fatal("no connection was cut")
			}
			s.now = s.now.Add(10 * time.Minute)
			s.cron()
			s.one(anna)
			s.one(bob)
			s.cron()
			s.ends(1, 1)
		})
	}
}

// TestRealServersDown: neither server is there. That passes, so it is not told.
func TestRealServersDown(t *testing.T) {
	s := begun(t, "")
	s.mail(anna, fmt.Sprintf(greeting, bob))
	s.v.imapd.stop()
	s.v.smtpd.stop()
	s.later()
	s.v.imapd.start(t)
	s.v.smtpd.start(t)
	s.cron()
	s.one(anna)
	s.ends(2, 1)
}

// TestRealServersMailboxLocked: another program works on the mailbox, and Dovecot
// waits in vain for its end.
func TestRealServersMailboxLocked(t *testing.T) {
	s := begun(t, "mail_location = mbox:DIR/mail/%n:INBOX=DIR/mail/%n.mbox\nmbox_read_locks = fcntl\n"+
		"mbox_write_locks = fcntl\nmbox_lock_timeout = 1 secs\n")
	s.mail(anna, fmt.Sprintf(greeting, bob))
	box, err := os.OpenFile(filepath.Join(s.v.dir, "mail", "game.mbox"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	if err := unix.FcntlFlock(box.Fd(), unix.F_SETLK, &lock); err != nil {
		t.Fatal(err)
	}
	s.later()
	s.none(anna)
	lock.Type = unix.F_UNLCK
	if err := unix.FcntlFlock(box.Fd(), unix.F_SETLK, &lock); err != nil {
		t.Fatal(err)
	}
	s.cron()
	s.one(anna)
	s.cron()
	s.ends(2, 1)
}

// TestRealServersUIDValidity: the provider restores the mailbox from a copy: all
// mails lie in the inbox again, under new numbers. They are known.
func TestRealServersUIDValidity(t *testing.T) {
	s := begun(t, "")
	s.mail(anna, fmt.Sprintf(greeting, bob))
	s.mail(bob, fmt.Sprintf(greeting, anna))
	s.cron()
	s.one(anna)
	s.one(bob)
	inbox, done := filepath.Join(s.v.dir, "mail", "game"), filepath.Join(s.v.dir, "mail", "game", ".Weltentor")
	read, err := filepath.Glob(filepath.Join(done, "[cn][ue][rw]", "*"))
	if err != nil || len(read) != 3 { // two, and the mark
		t.Fatalf("the folder for read mails holds %v, %v", read, err)
	}
	for _, from := range read {
		if err := os.Rename(from, filepath.Join(inbox, "cur", filepath.Base(from))); err != nil {
			t.Fatal(err)
		}
	}
	before := validity(t, inbox)
	for _, folder := range []string{inbox, done} {
		for _, name := range []string{"dovecot-uidlist", "dovecot.index", "dovecot.index.log", "dovecot.index.cache",
			"dovecot-uidvalidity"} {
			os.Remove(filepath.Join(folder, name))
		}
	}
	s.mail(anna, fmt.Sprintf(greeting, bob)) // gets a number that was another's
	s.cron()
	if after := validity(t, inbox); after == before {
		t.Errorf("the mailbox is still that of %s", after)
	}
	s.one(anna)
	s.none(bob)
	s.now = s.now.AddDate(0, 0, 14)
	s.cron()
	for r, words := range map[int]string{anna: "Grüße!", bob: "Gr\x81\xe1e!"} { // CP437
		if n := strings.Count(reportIn(s.one(r).files), words); n != 1 {
			t.Errorf("realm %d was greeted %d times", r, n)
		}
	}
	s.ends(4, 3)
}

// validity is the UIDVALIDITY of a mailbox, as `3 V1700000000 N5 …` in its list.
func validity(t *testing.T, folder string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "dovecot-uidlist"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(raw))
	if len(words) < 2 || !strings.HasPrefix(words[1], "V") {
		t.Fatalf("a list of another kind: %q", raw)
	}
	return words[1]
}

// TestRealServersRefuse: what our own server says of a recipient.
func TestRealServersRefuse(t *testing.T) {
	for _, c := range []struct {
		name, file string
		waits      bool   // it passes
		told       string // the game master
	}{
		{"greylisting 451", "grey", true, ""},
		{"permanent 550", "refuse", false, "550 5.1.1 No such user here"},
		{"quota 552", "full", false, "552 5.2.2 Mailbox full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := strike(t, "")
			file := s.v.file(t, c.file, "", 0o644)
			s.now = s.now.Add(time.Minute)
			code, out, errs := s.run("cron", s.dir)
			if want := map[bool]int{true: exitLater, false: exitDone}[c.waits]; code != want || out != "" ||
				(errs != "") == c.waits {
				t.Errorf("cron: exit %d, want %d\n%s%s", code, want, out, errs)
			}
			s.one(anna) // the other one's letter does not wait for it
			s.none(bob)
			s.now = s.now.Add(10 * time.Minute)
			s.run("cron", s.dir)
			told := strings.Join(s.told(), "\n")
			if (told != "") != (c.told != "") || !strings.Contains(told, c.told) {
				t.Errorf("the game master was told %q, want %q", told, c.told)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			s.now = s.now.AddDate(0, 0, 1)
			s.cron()
			if c.waits {
				s.one(bob)
				s.cron()
				s.ends(1, 1)
				return
			}
			s.none(bob)
			if st := s.done("status", s.dir); !strings.Contains(st, c.told) {
				t.Errorf("status does not say %q:\n%s", c.told, st)
			}
			s.ends(1, 0)
		})
	}
}

// TestRealServersQuota: our own server takes the report, the player's has no room
// for it: it comes back as a delivery report, which is no letter of the player's
// and is answered by nobody.
func TestRealServersQuota(t *testing.T) {
	s := begun(t, "mail_plugins = quota\nplugin {\n  quota = maildir:User quota\n  quota_rule = *:storage=200K\n}\n")
	box := filepath.Join(s.v.dir, "mail", "bob")
	ballast := filepath.Join(box, "new", "1.ballast.localhost")
	if err := os.WriteFile(ballast, []byte("From: x@demo.test\n\n"+strings.Repeat("ballast\n", 40<<10)), 0o644); err !=
		nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(box, "maildirsize")) // so that the server counts anew
	s.now = s.now.AddDate(0, 0, 14)
	s.cron()
	s.one(anna)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.none(bob)
	s.now = s.now.Add(time.Minute)
	if code, out, errs := s.run("cron", s.dir); code != exitDone || out != "" || !strings.Contains(errs, "came back") {
		t.Errorf("cron: exit %d\n%s%s", code, out, errs)
	}
	if told := strings.Join(s.told(), "\n"); !strings.Contains(told, "Quota exceeded") {
		t.Errorf("the game master was told %q", told)
	}
	s.cron()
	s.ends(2, 1)
	if left := s.v.inbox(t, gameAddress); len(left) > 0 {
		t.Errorf("the delivery report lies in the inbox: %q", left)
	}
}

// TestRealServersPlainIMAP: a server that offers neither IDLE nor MOVE nor UIDPLUS.
func TestRealServersPlainIMAP(t *testing.T) {
	s := begun(t, "imap_capability = IMAP4rev1\n")
	s.mail(anna, fmt.Sprintf(greeting, bob))
	s.mail(bob, fmt.Sprintf(greeting, anna))
	s.cron()
	s.one(anna)
	s.one(bob)
	s.cron()
	s.ends(2, 2)
}
