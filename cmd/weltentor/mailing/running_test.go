package mailing_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

// soon is how long a test waits for what must come at once.
const soon = 60 * time.Second

// idly is how long the service rests in a test where nothing but mail or a deadline may wake it.
var idly = mailing.Rests{Look: time.Hour, Again: time.Hour}

// attended is `weltentor run` at work.
type attended struct {
	t    testing.TB
	stop context.CancelFunc
	done chan error
	said *stage.Said
}

// runs begins to serve worlds. The clock shows the table's time, and goes on.
func runs(d *clitest.Table, r mailing.Rests, env map[string]string, dirs ...string) *attended {
	d.T.Helper()
	began, base := time.Now(), d.Now
	ctx, cancel := context.WithCancel(d.T.Context())
	w := &attended{t: d.T, stop: cancel, done: make(chan error, 1), said: &stage.Said{}}
	c := &call.Call{Ctx: ctx, Env: func(name string) string { return env[name] }, Asked: true, Books: worlds.Rulebooks(),
		Out: w.said, Raw: io.Discard, Voice: call.NewVoice("en", w.said, w.said),
		Clock: func() time.Time { return base.Add(time.Since(began)) }}
	go func() { w.done <- mailing.Run(c, dirs, nil, r) }()
	d.T.Cleanup(w.end)
	return w
}

// end stops the service, as SIGTERM does, and waits until it has ended.
func (w *attended) end() {
	w.stop()
	select {
	case err := <-w.done:
		if w.done <- nil; err != nil {
			w.t.Error(err)
		}
	case <-time.After(soon):
		w.t.Fatal("it does not end")
	}
}

// until waits for something that must come at once.
func until(t testing.TB, what string, there func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !there(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not come: %s", what)
		}
	}
}

// gets waits until the player has this many letters.
func gets(d *clitest.Table, n int) {
	d.T.Helper()
	until(d.T, fmt.Sprint(n, " letters"), func() bool { return len(d.Letters(clitest.Player)) >= n })
	if got := len(d.Letters(clitest.Player)); got != n {
		d.T.Errorf("%d letters, want %d", got, n)
	}
}

// A letter gets its receipt although nobody polls, and a person's command gets in between. All is one login.
func TestRunAnswersAtOnce(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	w := runs(d, idly, nil, d.Dir)
	gets(d, 1) // report 0
	for n := range 3 {
		d.Mail(fmt.Sprint("m", n), identity+clitest.SomeOrders)
		gets(d, n+2)
	}
	until(t, "a moment between two rounds", func() bool {
		code, _, _ := d.Run("deadline", d.Dir, "2027-03-05 21:00")
		return code == complaint.ExitDone
	})
	w.end()
	if n := d.Post.Logins(); n != 1 {
		t.Errorf("%d logins", n)
	}
	if said := w.said.String(); said != "1 world in 1 mailbox; it ends with Ctrl-C or SIGTERM.\nEnded.\n" {
		t.Errorf("it says %q", said)
	}
}

// A deadline wakes it: the turn is resolved, with the letter that came just before.
func TestRunWakesAtADeadline(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Done("cron", d.Dir)
	d.Now = clitest.Friday.Add(-3 * time.Second)
	runs(d, idly, nil, d.Dir)
	d.Mail("last", identity+clitest.Recruits+clitest.SomeOrders)
	gets(d, 3) // report 0, receipt, report 1
	if s := d.Status(); s.Turn != 2 || s.Realms[0].Missed != 0 {
		t.Errorf("turn %d, missed %d", s.Turn, s.Realms[0].Missed)
	}
}

// Whoever owes orders is reminded when it is time.
func TestRunWakesForReminders(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"reminder": "24"})
	d.Done("cron", d.Dir)
	d.Now = clitest.Friday.Add(-24*time.Hour - 2*time.Second)
	runs(d, idly, nil, d.Dir)
	gets(d, 2)
	if got := d.Letters(clitest.Player)[1]; !strings.Contains(got.Subject, "Erinnerung") {
		t.Errorf("the letter is %q", got.Subject)
	}
}

// The connection is lost: another one is opened, and what came meanwhile is answered. The turn is not held up by it.
func TestRunComesBack(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	runs(d, mailing.Rests{Look: time.Hour, Again: 50 * time.Millisecond}, nil, d.Dir)
	gets(d, 1)
	d.Post.Cut()
	d.Mail("one", identity+clitest.SomeOrders)
	gets(d, 2)
	if s := d.Status(); s.Mailbox != nil {
		t.Errorf("the mailbox counts as unread: %+v", s.Mailbox)
	}
}

// A server without IDLE is asked.
func TestRunWithoutIDLE(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	post, err := mailertest.Start(mailertest.Options{NoIdle: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	for _, a := range []string{clitest.Address, clitest.Player, clitest.Master} {
		if err := post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	d.Post = post
	d.SettleAt(post.IMAP(), post.SMTP(), nil)
	runs(d, mailing.Rests{Look: time.Hour, Again: 50 * time.Millisecond}, nil, d.Dir)
	gets(d, 1)
	d.Mail("one", identity+clitest.SomeOrders)
	gets(d, 2)
	if n := post.Logins(); n != 1 {
		t.Errorf("%d logins", n)
	}
}

// Worlds that share a mailbox share its one login.
func TestRunLogsInOnceAMailbox(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord, west := all[0], all[2]
	before := nord.Post.Logins()
	runs(nord.Table, idly, nil, nord.Dir, all[1].Dir, west.Dir)
	nord.puts("To: spiel+nord@test.example\nSubject: 1\n", nord.identity+clitest.SomeOrders)
	nord.puts("To: west@other.example\nSubject: 3\n", west.identity+clitest.SomeOrders)
	until(t, "both receipts", func() bool { return nord.receipts() == 1 && west.receipts() == 1 })
	if n := nord.Post.Logins() - before; n != 1 {
		t.Errorf("%d logins", n)
	}
}

// Told to end while letters are in hand, it ends; what is left is taken later, and nothing is answered twice: the
// rowsOf is that of the same world where cron took all at once.
func TestRunEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	const mails = 150
	taken := func(run bool) string {
		d := clitest.NewTable(t)
		identity := d.Join()
		d.Done("cron", d.Dir)
		for n := range mails {
			d.Mail(fmt.Sprint("m", n), identity+fmt.Sprintf("\n$N\n#M\nBrief %d\n#E\n$E\n", n))
		}
		if run {
			w := runs(d, idly, nil, d.Dir)
			until(t, "the first letters are taken", func() bool { // a look at the outbox would wait for the store
				left, _ := d.Post.Count(clitest.Address, "INBOX")
				return left < mails
			})
			w.end()
			if left, _ := d.Post.Count(clitest.Address, "INBOX"); left == 0 {
				return "" // it had taken all of them already
			}
		}
		d.Now = d.Now.Add(time.Minute) // the service's clock went on
		for range 3 {
			d.Run("cron", d.Dir)
		}
		if left, _ := d.Post.Count(clitest.Address, "INBOX"); left != 0 {
			t.Errorf("%d mails are left", left)
		}
		kinds := map[string]int{}
		for _, r := range rowsOf(d) {
			kinds[fmt.Sprint(r.Kind, " ", r.To, " ", r.State)]++
		}
		return fmt.Sprint(kinds)
	}
	got := ""
	for n := 0; n < 10 && got == ""; n++ {
		got = taken(true)
	}
	if want := taken(false); got != want {
		t.Errorf("the outbox has %s, want %s", got, want)
	}
}

// While another command has the world, the service waits, and then does what there is to do.
func TestRunWaitsForALock(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	lock, err := disk.Lock(d.Dir)
	if err != nil {
		t.Fatal(err)
	}
	runs(d, idly, nil, d.Dir)
	time.Sleep(300 * time.Millisecond) // it has tried
	if n := d.Post.Logins(); n != 0 {
		t.Errorf("%d logins for a world that is locked", n)
	}
	lock.Unlock()
	gets(d, 1)
}

// The deadline passes while a round reads the mailbox: a letter that came before it counts.
func TestALetterWhileTheMailboxIsRead(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Done("cron", d.Dir)
	d.Now = clitest.Friday.Add(-time.Second)
	var out bytes.Buffer
	c, before, came := caller(d, &out, &out), d.Post.Logins(), false
	c.At, c.Clock = time.Time{}, func() time.Time {
		if d.Post.Logins() == before {
			return d.Now
		}
		if !came { // the mailbox was empty
			came = true
			d.Mail("last", identity+clitest.Recruits)
		}
		return clitest.Friday
	}
	if codes := mailing.CronAll(c, []string{d.Dir}, 1, nil); codes[0] != complaint.ExitDone {
		t.Errorf("exit %d\n%s", codes[0], &out)
	}
	d.Now = clitest.Friday
	if s := d.Status(); s.Turn != 2 || s.Realms[0].Missed != 0 {
		t.Errorf("turn %d, missed %d", s.Turn, s.Realms[0].Missed)
	}
}

// A folder without a world is named once, and does not keep the service from the others.
func TestRunBesideOthers(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	none := filepath.Join(t.TempDir(), "none")
	w := runs(d, mailing.Rests{Look: 10 * time.Millisecond, Again: time.Millisecond}, nil, none, d.Dir)
	gets(d, 1)
	w.end()
	if said := w.said.String(); strings.Count(said, none+": there is no world") != 1 {
		t.Errorf("it says %q", said)
	}
	if code, _, errs := d.Run("run", none); code != complaint.ExitUsage || !strings.Contains(errs, none) {
		t.Errorf("exit %d %s", code, errs)
	}
}

// systemd hears that the service is there, that it works, and that it ends.
func TestRunTellsTheSupervisor(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	path := filepath.Join(t.TempDir(), "socket")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	hears := func(want string) {
		t.Helper()
		for {
			var b [100]byte
			socket.SetReadDeadline(time.Now().Add(soon))
			n, err := socket.Read(b[:])
			if got := string(b[:n]); err != nil || got == want {
				if err != nil {
					t.Fatalf("%s: %v", want, err)
				}
				return
			} else if got != "WATCHDOG=1" {
				t.Fatalf("it says %q, want %q", got, want)
			}
		}
	}
	w := runs(d, idly, map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "20000"}, d.Dir)
	hears("READY=1")
	hears("WATCHDOG=1")
	w.stop()
	hears("STOPPING=1")
}
