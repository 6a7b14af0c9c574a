//go:build servers

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// What real servers do to a game. Nothing is lost or doubled, and the game master is told only what they must know.

// stricken is a game of two players whose servers are behind cutters.
type stricken struct {
	*play
	v          *stage.Provider
	imap, smtp *cutter
}

func strike(t *testing.T, dovecot string) stricken {
	t.Helper()
	v := stage.NewProvider(t, dovecot)
	s := stricken{v: v, imap: newCutter(t, v.IMAP), smtp: newCutter(t, v.SMTP)}
	s.play = &play{stage.NewPlay(t, stage.AsBuilt(t), "",
		map[string]string{"imap.port": s.imap.port(), "smtp.port": s.smtp.port(),
			"gm.mail": `"` + stage.MasterAddress + `"`},
		func(*stage.Play) stage.Office { return v }, "--size", "60x40")}
	s.Join("Bovistan", "anna@demo.test", "de", game.UTF8)
	s.Join("Cedania", "bob@demo.test", "en", game.PC)
	return s
}

// begun makes such a game, with the reports 0 read.
func begun(t *testing.T, dovecot string) stricken {
	t.Helper()
	s := strike(t, dovecot)
	s.Cron()
	s.One(stage.Anna)
	s.One(stage.Bob)
	return s
}

// later runs cron, which must exit with 75 and print nothing yet.
func (s stricken) later() {
	s.T.Helper()
	s.Now = s.Now.Add(time.Minute)
	if code, out, errs := s.Run("cron", s.Dir); code != exitLater || out+errs != "" {
		s.T.Errorf("cron: exit %d, want %d\n%s%s", code, exitLater, out, errs)
	}
}

// told returns the letters to the game master.
func (s stricken) told() (texts []string) {
	s.T.Helper()
	for _, raw := range s.v.Inbox(s.T, stage.MasterAddress) {
		l := stage.OpenLetter(s.T, raw)
		texts = append(texts, l.Subject+"\n"+l.Body)
	}
	return texts
}

// ends checks that the two players have got that many letters in all, each once, and that the store is sound.
func (s stricken) ends(annas, bobs int) {
	s.T.Helper()
	for realm, want := range map[int]int{stage.Anna: annas, stage.Bob: bobs} {
		if got := len(s.v.Inbox(s.T, s.Players[realm-1].Address)); got != want {
			s.T.Errorf("realm %d got %d letters, want %d", realm, got, want)
		}
	}
	s.inOrder()
	s.Done("verify", s.Dir)
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

// TestRealServersCutInFetch: the connection ends in the middle of a mail, alone or because the server is restarted.
// The mail before it is committed already.
func TestRealServersCutInFetch(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart %t", restart), func(t *testing.T) {
			s := begun(t, "")
			s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob))
			s.Mail(stage.Bob, fmt.Sprintf(greeting, stage.Anna), picture())
			c := cut{fromServer: 300 << 10}
			if restart {
				c.then = func() { s.v.IMAPD.Restart(t) }
			}
			s.imap.arm(c)
			s.later()
			if s.imap.count() != 1 {
				t.Fatal("no connection was cut")
			}
			s.One(stage.Anna) // her mail is in the inbox and known, and her receipt has left
			s.None(stage.Bob)
			s.Cron()
			s.None(stage.Anna)
			s.Says("Bob's receipt", s.One(stage.Bob).Subject, "1 good, 0 bad")
			s.Cron()
			s.ends(2, 2)
		})
	}
}

// TestRealServersCutInData: the connection ends in the middle of a letter, alone or because the server is restarted.
// The letter leaves once, later.
func TestRealServersCutInData(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart %t", restart), func(t *testing.T) {
			s := strike(t, "")
			c := cut{fromGame: 5 << 10}
			if restart {
				c.then = func() { s.v.SMTPD.Restart(t) }
			}
			s.smtp.arm(c)
			s.later()
			if s.smtp.count() != 1 {
				t.Fatal("no connection was cut")
			}
			s.Now = s.Now.Add(10 * time.Minute)
			s.Cron()
			s.One(stage.Anna)
			s.One(stage.Bob)
			s.Cron()
			s.ends(1, 1)
		})
	}
}

// TestRealServersDown: neither server is there. That passes, so nobody is told.
func TestRealServersDown(t *testing.T) {
	s := begun(t, "")
	s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob))
	s.v.IMAPD.Stop()
	s.v.SMTPD.Stop()
	s.later()
	s.v.IMAPD.Start(t)
	s.v.SMTPD.Start(t)
	s.Cron()
	s.One(stage.Anna)
	s.ends(2, 1)
}

// TestRealServersMailboxLocked: another program uses the mailbox, and Dovecot waits for it in vain.
func TestRealServersMailboxLocked(t *testing.T) {
	s := begun(t, "mail_location = mbox:DIR/mail/%n:INBOX=DIR/mail/%n.mbox\nmbox_read_locks = fcntl\n"+
		"mbox_write_locks = fcntl\nmbox_lock_timeout = 1 secs\n")
	s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob))
	box, err := os.OpenFile(filepath.Join(s.v.Dir, "mail", "game.mbox"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	if err := unix.FcntlFlock(box.Fd(), unix.F_SETLK, &lock); err != nil {
		t.Fatal(err)
	}
	s.later()
	s.None(stage.Anna)
	lock.Type = unix.F_UNLCK
	if err := unix.FcntlFlock(box.Fd(), unix.F_SETLK, &lock); err != nil {
		t.Fatal(err)
	}
	s.Cron()
	s.One(stage.Anna)
	s.Cron()
	s.ends(2, 1)
}

// TestRealServersUIDValidity: the provider restores the mailbox from a copy. All mails are in the inbox again, with
// new numbers, and are recognized.
func TestRealServersUIDValidity(t *testing.T) {
	s := begun(t, "")
	s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob))
	s.Mail(stage.Bob, fmt.Sprintf(greeting, stage.Anna))
	s.Cron()
	s.One(stage.Anna)
	s.One(stage.Bob)
	inbox, done := filepath.Join(s.v.Dir, "mail", "game"), filepath.Join(s.v.Dir, "mail", "game", ".Weltentor")
	read, err := filepath.Glob(filepath.Join(done, "[cn][ue][rw]", "*"))
	if err != nil || len(read) != 5 { // two mails, the mark, and two of before
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
	s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob)) // it gets a number that was another's
	s.Cron()
	if after := validity(t, inbox); after == before {
		t.Errorf("the mailbox is still that of %s", after)
	}
	s.One(stage.Anna)
	s.None(stage.Bob)
	s.Now = s.Now.AddDate(0, 0, 14)
	s.Cron()
	for r, words := range map[int]string{stage.Anna: "Grüße!", stage.Bob: "Gr\x81\xe1e!"} { // CP437
		if n := strings.Count(reportIn(s.One(r).Files), words); n != 1 {
			t.Errorf("realm %d was greeted %d times", r, n)
		}
	}
	s.ends(4, 3)
}

// validity is the UIDVALIDITY of a mailbox, from the line `3 V1700000000 N5 …` of its list.
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

// TestRealServersRefuse: what our own server says about a recipient.
func TestRealServersRefuse(t *testing.T) {
	for _, c := range []struct {
		name, file string
		waits      bool   // it passes
		told       string // to the game master
	}{
		{"greylisting 451", "grey", true, ""},
		{"permanent 550", "refuse", false, "550 5.1.1 No such user here"},
		{"quota 552", "full", false, "552 5.2.2 Mailbox full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := strike(t, "")
			file := s.v.File(t, c.file, "", 0o644)
			s.Now = s.Now.Add(time.Minute)
			code, out, errs := s.Run("cron", s.Dir)
			if want := map[bool]int{true: exitLater, false: exitDone}[c.waits]; code != want || out != "" ||
				(errs != "") == c.waits {
				t.Errorf("cron: exit %d, want %d\n%s%s", code, want, out, errs)
			}
			s.One(stage.Anna) // the other's letter does not wait for it
			s.None(stage.Bob)
			s.Now = s.Now.Add(10 * time.Minute)
			s.Run("cron", s.Dir)
			told := strings.Join(s.told(), "\n")
			if (told != "") != (c.told != "") || !strings.Contains(told, c.told) {
				t.Errorf("the game master was told %q, want %q", told, c.told)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			s.Now = s.Now.AddDate(0, 0, 1)
			s.Cron()
			if c.waits {
				s.One(stage.Bob)
				s.Cron()
				s.ends(1, 1)
				return
			}
			s.None(stage.Bob)
			if st := s.Stands(); !strings.Contains(st, c.told) {
				t.Errorf("status does not say %q:\n%s", c.told, st)
			}
			s.ends(1, 0)
		})
	}
}

// TestRealServersQuota: our own server takes the report, but the player's server has no room for it. It comes back as
// a delivery report, which is not a letter from the player, and nobody answers it.
func TestRealServersQuota(t *testing.T) {
	s := begun(t, "mail_plugins = quota\nplugin {\n  quota = maildir:User quota\n  quota_rule = *:storage=200K\n}\n")
	box := filepath.Join(s.v.Dir, "mail", "bob")
	ballast := filepath.Join(box, "new", "1.ballast.localhost")
	if err := os.WriteFile(ballast, []byte("From: x@demo.test\n\n"+strings.Repeat("ballast\n", 40<<10)), 0o644); err !=
		nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(box, "maildirsize")) // so that the server counts again
	s.Now = s.Now.AddDate(0, 0, 14)
	s.Cron()
	s.One(stage.Anna)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.None(stage.Bob)
	s.Now = s.Now.Add(time.Minute)
	if code, out, errs := s.Run("cron", s.Dir); code != exitDone || out != "" || !strings.Contains(errs, "came back") {
		t.Errorf("cron: exit %d\n%s%s", code, out, errs)
	}
	if told := strings.Join(s.told(), "\n"); !strings.Contains(told, "Quota exceeded") {
		t.Errorf("the game master was told %q", told)
	}
	s.Cron()
	s.ends(2, 1)
	if left := s.v.Inbox(t, stage.GameAddress); len(left) > 0 {
		t.Errorf("the delivery report lies in the inbox: %q", left)
	}
}

// TestRealServersPlainIMAP: a server that offers neither IDLE nor MOVE nor UIDPLUS.
func TestRealServersPlainIMAP(t *testing.T) {
	s := begun(t, "imap_capability = IMAP4rev1\n")
	s.Mail(stage.Anna, fmt.Sprintf(greeting, stage.Bob))
	s.Mail(stage.Bob, fmt.Sprintf(greeting, stage.Anna))
	s.Cron()
	s.One(stage.Anna)
	s.One(stage.Bob)
	s.Cron()
	s.ends(2, 2)
}
