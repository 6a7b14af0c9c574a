package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/master"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

// table is a game master's desk in a test: one world, a mail provider, a clock.
type table struct {
	stage.Probe
	post *mailertest.Server
}

const (
	deskAddress = "spiel@test.example"
	deskPlayer  = "anna@test.example"
	deskMaster  = "leitung@test.example"
)

// newTable founds a small world at noon of a Monday; the deadline is Friday 20:00.
func newTable(t *testing.T) *table {
	t.Helper()
	return newTableOf(t, "--size", "40x30")
}

// newTableOf is newTable with other words of the founding.
func newTableOf(t *testing.T, founding ...string) *table {
	t.Helper()
	d := emptyTable(t)
	var err error
	if d.post, err = mailertest.Start(mailertest.Options{Time: func() time.Time { return d.Now }}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.post.Close() })
	for _, a := range []string{deskAddress, deskPlayer, deskMaster} {
		if err := d.post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	d.found(append(founding, "--seed", "7")...)
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	return d
}

// founded are the files of worlds that `new` has founded at the tables' first hour, by its words.
var founded sync.Map

// found founds a world. Only the first of its kind is made by the command; the same words at the same hour give the same
// world, and all others get copies of its files.
func (d *table) found(words ...string) {
	d.T.Helper()
	key := strings.Join(words, " ")
	if files, is := founded.Load(key); is {
		if err := os.Mkdir(d.Dir, 0o700); err != nil {
			d.T.Fatal(err)
		}
		for name, raw := range files.(map[string]string) {
			d.Write(name, raw)
		}
		return
	}
	d.Done(append([]string{"new", d.Dir}, words...)...)
	files := map[string]string{}
	for _, name := range []string{disk.FileName, settings.File} {
		raw, err := os.ReadFile(filepath.Join(d.Dir, name))
		if err != nil {
			d.T.Fatal(err)
		}
		files[name] = string(raw)
	}
	founded.Store(key, files)
}

// emptyTable is a table without a world.
func emptyTable(t *testing.T) *table {
	return &table{Probe: stage.NewProbe(t, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC),
		inProcess(worlds.Rulebooks()...))}
}

// settle writes world.toml.
func (d *table) settle(imap, smtp string, own map[string]string) {
	d.T.Helper()
	d.Probe.Settle(deskAddress, "", stage.ServersAt(imap, smtp),
		map[string]string{"zone": `"UTC"`, "gm.mail": settings.Quoted(deskMaster)}, own)
}

// join adds the player's realm and gives its identity line.
func (d *table) join() string {
	d.T.Helper()
	out := d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Moorland", "--player", "Anna", "--mail", deskPlayer,
		"--player-lang", "de")
	var realm int
	var password string
	if n, err := fmt.Sscanf(out, "$I %d %s\n", &realm, &password); n != 2 || err != nil || realm != 1 ||
		len(password) < 10 {
		d.T.Fatalf("realm add printed %q", out)
	}
	return strings.TrimSpace(out)
}

// mail puts a mail of the player into the game's mailbox and gives its bytes.
func (d *table) mail(id, text string, more ...string) []byte {
	d.T.Helper()
	head := append([]string{"From: Anna <" + deskPlayer + ">", "To: " + deskAddress, "Subject: Zug",
		"Message-ID: <" + id + "@test.example>",
		"Date: " + d.Now.Format(time.RFC1123Z), "Content-Type: text/plain; charset=utf-8"}, more...)
	raw := strings.Join(head, "\r\n") + "\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
	if err := d.post.Deliver(deskAddress, []byte(raw)); err != nil {
		d.T.Fatal(err)
	}
	return []byte(raw)
}

// letters are what an address has got, newest last.
func (d *table) letters(address string) []incoming.Reading {
	d.T.Helper()
	var out []incoming.Reading
	for _, l := range d.post.Letters() {
		if l.To != address {
			continue
		}
		// Our letters call themselves a machine's; as such they are not read
		// further, which is the point. The test looks inside all the same.
		raw := bytes.Replace(l.Raw, []byte("Auto-Submitted:"), []byte("X-Was-Auto:"), 1)
		r, err := incoming.Read(d.T.Context(), raw, incoming.ReadOptions{})
		if err != nil {
			d.T.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func (d *table) status() master.Status {
	d.T.Helper()
	var s master.Status
	if err := json.Unmarshal([]byte(d.Done("status", "--json", d.Dir)), &s); err != nil {
		d.T.Fatal(err)
	}
	return s
}

// fingerprint is over all files of the world but the lock's.
func (d *table) fingerprint() string {
	d.T.Helper()
	h := sha256.New()
	err := filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "lock" {
			return err
		}
		raw, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %x\n", path, raw)
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// recruits is an order, which makes a letter more than talk.
const recruits = "\n$R\nK.M 1 1000 0 0"

const someOrders = "\n$N\n#M\nIst hier jemand?\n#E\n$E\n"

// The whole way by single commands: a mail comes in, a receipt goes out in the
// thread, the turn waits, is forced, and the report goes out with its file.
func TestTheWayOfAnOrder(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	d.Done("send", d.Dir)
	if got := d.letters(deskPlayer); len(got) != 1 || len(got[0].Files) == 0 || got[0].Files[0].Name != "ERGEBNIS.TXT" {
		t.Fatalf("report 0 did not arrive: %+v", got)
	}
	d.mail("one", identity+recruits+someOrders)
	if out := d.Done("poll", d.Dir); !strings.Contains(out, "1 letter read") {
		t.Errorf("poll said %q", out)
	}
	// the receipt, and what is for the game master
	if s := d.status(); s.Realms[0].Good != 2 || s.Realms[0].Bad != 0 || s.Outbox.Waiting != 2 {
		t.Errorf("after the poll: %+v", s)
	}
	d.Done("send", d.Dir)
	receipts := d.letters(deskPlayer)
	if len(receipts) != 2 || receipts[1].InReplyTo != "<one@test.example>" {
		t.Fatalf("no receipt in the thread: %+v", receipts)
	}
	if out := d.Done("poll", d.Dir); !strings.Contains(out, "no new letters") {
		t.Errorf("the second poll said %q", out)
	}
	if out := d.Done("turn", d.Dir); !strings.Contains(out, "waits for its deadline") || d.status().Turn != 1 {
		t.Errorf("turn said %q", out)
	}
	if out := d.Done("turn", d.Dir, "--force"); !strings.Contains(out, "Turn 1 is resolved, 1 report waits") ||
		d.status().Turn != 2 {
		t.Errorf("turn --force said %q", out)
	}
	d.Done("send", d.Dir)
	got := d.letters(deskPlayer)
	if len(got) != 3 || got[2].Files[0].Name != "ERGEBNIS.TXT" {
		t.Fatalf("the report did not arrive: %+v", got)
	}
	if report := d.Done("report", d.Dir, "1"); report != string(got[2].Files[0].Data) ||
		report != d.Done("report", d.Dir, "1", "1") {
		t.Error("`report` and the letter differ")
	}
	if d.Done("report", d.Dir, "1", "0") != string(got[0].Files[0].Data) {
		t.Error("report 0 and its letter differ")
	}
	if notes := d.letters(deskMaster); len(notes) != 1 || !strings.Contains(notes[0].Text, "Ist hier jemand?") {
		t.Errorf("the game master got %+v", notes)
	}
	d.Done("verify", d.Dir)
}

// Cron alone does all of it, says nothing, and a second round changes nothing.
func TestCronIsSilent(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	d.mail("one", identity+someOrders)
	d.mail("away", "Bin im Urlaub.\n", "Auto-Submitted: auto-replied")
	round := func() {
		t.Helper()
		if code, out, errs := d.Run("cron", d.Dir); code != fault.ExitDone || out+errs != "" {
			t.Fatalf("exit %d, %q %q", code, out, errs)
		}
	}
	round()
	if n := len(d.letters(deskPlayer)); n != 2 { // report 0 and the receipt
		t.Fatalf("%d letters", n)
	}
	before := d.fingerprint()
	round()
	if d.fingerprint() != before || len(d.letters(deskPlayer)) != 2 {
		t.Error("a second cron changed something")
	}
	d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC) // the deadline, to the second
	round()
	if s := d.status(); s.Turn != 2 || s.Outbox.Waiting != 0 || len(d.letters(deskPlayer)) != 3 {
		t.Errorf("after the deadline: %+v", s)
	}
}

// A mailbox that cannot be read holds the turn back. Cron keeps quiet while the
// trouble may pass, and speaks when the turn is due.
func TestCronWithoutAMailbox(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	d.met()
	d.settle("127.0.0.1:1", d.post.SMTP(), nil) // nobody listens there
	if code, out, errs := d.Run("cron", d.Dir); code != fault.ExitLater || out+errs != "" {
		t.Errorf("before the deadline: exit %d, %q %q", code, out, errs)
	}
	if len(d.letters(deskPlayer)) != 1 {
		t.Error("letters were not sent")
	}
	d.Now = d.Now.AddDate(0, 0, 7)
	code, out, errs := d.Run("cron", d.Dir)
	if code != fault.ExitLater || out != "" || !strings.Contains(errs, "the mailbox at 127.0.0.1:1 cannot be read") ||
		strings.Count(errs, "\n") != 1 {
		t.Errorf("after the deadline: exit %d, %q %q", code, out, errs)
	}
	if s := d.status(); s.Turn != 1 {
		t.Error("the turn was resolved, though orders may lie in the mailbox")
	}
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	d.Now = d.Now.Add(59 * time.Minute)
	d.Done("cron", d.Dir)
	if s := d.status(); s.Turn != 1 || s.Waits.Code != "waits-mailbox" || s.Mailbox == nil || s.Mailbox.Unread {
		t.Errorf("less than an hour later, with letters perhaps still under way: %+v", s)
	}
	d.Now = d.Now.Add(time.Minute)
	d.Done("cron", d.Dir)
	if s := d.status(); s.Turn != 2 {
		t.Error("the turn was not made up for")
	}
}

// Letters left in the outbox are "later"; they go out when the server is back.
func TestSendWithoutAServer(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	d.settle(d.post.IMAP(), "127.0.0.1:1", nil)
	if code, _, errs := d.Run("send", d.Dir); code != fault.ExitLater ||
		!strings.Contains(errs, "127.0.0.1:1 cannot be reached") {
		t.Errorf("exit %d, %q", code, errs)
	}
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	d.Done("send", d.Dir) // that was no attempt at the letter, so it has not to wait
	if n := len(d.letters(deskPlayer)); n != 1 {
		t.Errorf("%d letters", n)
	}
}

// One world's trouble keeps no other waiting.
func TestCronServesAllWorlds(t *testing.T) {
	t.Parallel()
	good, bad := newTable(t), newTable(t)
	good.join()
	bad.Write(settings.File, "nonsense = 1\n")
	code, out, errs := good.Run("cron", bad.Dir, good.Dir)
	if code != fault.ExitUsage || out != "" || !strings.Contains(errs, "no setting nonsense") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	if len(good.letters(deskPlayer)) != 1 {
		t.Error("the second world was not served")
	}
}

// A mail server that takes the call and then says nothing does not hold cron
// beyond its time limit; here the caller's time ends first.
func TestCronEndsInTime(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	d.met()
	d.settle(mute.Addr().String(), mute.Addr().String(), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var out, errs bytes.Buffer
	began := time.Now()
	code := cli.Run(ctx, []string{"--at", d.Now.Format(time.RFC3339), "cron", d.Dir}, strings.NewReader(""), &out, &errs,
		noEnv, worlds.Rulebooks())
	if code != fault.ExitLater || out.Len()+errs.Len() > 0 || time.Since(began) > 20*time.Second {
		t.Errorf("exit %d after %v, %q %q", code, time.Since(began), out.String(), errs.String())
	}
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	d.Now = d.Now.Add(10 * time.Minute) // a letter tried in vain waits five
	d.Done("cron", d.Dir)
	if len(d.letters(deskPlayer)) != 1 {
		t.Error("what was left was not made up for")
	}
}
