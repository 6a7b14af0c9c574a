package mailing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/worlds"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// A setting the mail server does not take is told at once, and then once a day:
// it does not pass by itself. No turn is resolved over a mailbox that cannot be read.
func TestCronTellsOfSettingsOnceADay(t *testing.T) {
	t.Parallel()
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, []byte("wrong\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says string
		own        map[string]string
	}{
		{"IMAP password", "refuses the login (imap.user, imap.password_file, imap.token_file or imap.token_command",
			map[string]string{"imap.password_file": settings.Quoted(wrong)}},
		{"SMTP password", "refuses the login (smtp.user, smtp.password_file, smtp.token_file or smtp.token_command",
			map[string]string{"smtp.password_file": settings.Quoted(wrong)}},
		{"inbox", "cannot be made (imap.inbox, ", map[string]string{"imap.inbox": `"Nowhere"`}},
		{"TLS", "does not support the TLS that imap.tls asks for", map[string]string{"imap.tls": `"starttls"`}},
		{"password file", "imap.password_file: the password in ", map[string]string{"imap.password_file": `"nowhere"`}},
		{"no host", "imap.host is needed", map[string]string{"imap.host": `""`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := clitest.NewTable(t)
			d.Join()
			d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), c.own)
			d.CronSays(complaint.ExitUsage, c.says)
			d.Now = d.Now.Add(5 * time.Minute)
			d.CronSays(complaint.ExitUsage, "")
			d.Now = d.Now.Add(24 * time.Hour)
			d.CronSays(complaint.ExitUsage, c.says)
			if s := d.Status(); s.Turn != 1 {
				t.Errorf("turn %d", s.Turn)
			}
			d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
			d.CronSays(complaint.ExitDone, "")
			if len(d.Letters(clitest.Player)) != 1 {
				t.Error("report 0 did not go out once it could")
			}
		})
	}
}

// A different mistake is reported at once, whether the first was corrected in between or not. So is one that comes
// back after all went well, but not all day long.
func TestCronTellsOfAnotherMistake(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	wrong := filepath.Join(t.TempDir(), "wrong")
	password := map[string]string{"imap.password_file": settings.Quoted(wrong)}
	user := map[string]string{"imap.user": `"nobody"`, "imap.password_file": settings.Quoted(wrong)}
	const refuses = "refuses the login (imap.user, imap.password_file, imap.token_file or imap.token_command"
	write := func(text string, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(wrong, []byte(text), 0o600), os.Chtimes(wrong, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	round := func(own map[string]string, want int, says string) {
		t.Helper()
		d.Now = d.Now.Add(5 * time.Minute)
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), own)
		d.CronSays(want, says)
	}
	write("wrong\n", d.Now)
	round(user, complaint.ExitUsage, refuses)
	round(user, complaint.ExitUsage, "")
	round(password, complaint.ExitUsage, refuses)
	round(password, complaint.ExitUsage, "")
	write("wrong again\n", d.Now)
	round(password, complaint.ExitUsage, refuses)
	for range 5 {
		round(nil, complaint.ExitDone, "")
		round(user, complaint.ExitUsage, refuses)
	}
	round(nil, complaint.ExitDone, "")
	round(user, complaint.ExitUsage, "")
}

// A server that is down is reported when the turn is due, and then every six hours, not every five minutes.
func TestCronTellsOfAServerDownSixHourly(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.CronSays(complaint.ExitDone, "") // report 0 is out
	d.SettleAt("127.0.0.1:1", d.Post.SMTP(), nil)
	due := time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		says  string
	}{
		{-5 * time.Minute, ""},
		{0, "the mailbox at 127.0.0.1:1 cannot be read"},
		{5 * time.Minute, ""},
		{5*time.Hour + 55*time.Minute, ""},
		{6 * time.Hour, "the mailbox at 127.0.0.1:1 cannot be read"},
		{6*time.Hour + 5*time.Minute, ""},
	} {
		d.Now = due.Add(c.after)
		d.CronSays(complaint.ExitLater, c.says)
	}
}

// Letters that cannot be sent for a day are reported, even if no turn is due.
func TestCronTellsOfLettersThatWaitTooLong(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	met(d)
	d.SettleAt(d.Post.IMAP(), "127.0.0.1:1", nil)
	d.CronSays(complaint.ExitLater, "")
	d.Now = d.Now.Add(23 * time.Hour)
	d.CronSays(complaint.ExitLater, "")
	d.Now = d.Now.Add(time.Hour)
	d.CronSays(complaint.ExitLater, "127.0.0.1:1 cannot be reached")
	d.Now = d.Now.Add(5 * time.Minute)
	d.CronSays(complaint.ExitLater, "")
}

// faulty is a rulebook with a fault of ours in it.
type faulty struct{ game.Rulebook }

func (faulty) Open([]byte, []byte) (game.World, error) { panic("a fault of ours") }

// Worlds in one crontab line do not share their troubles: one whose rules
// stumble and one whose store is damaged leave the third served. The stack is
// told for the fault only, and once.
func TestCronKeepsWorldsApart(t *testing.T) {
	t.Parallel()
	good, damaged := clitest.NewTable(t), clitest.NewTable(t)
	good.Join()
	damaged.Join()
	store := filepath.Join(damaged.Dir, "world.db")
	raw, err := os.ReadFile(store)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(store, clitest.CutOff(t, raw), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := stage.NewPlay(t, clitest.InProcess(duel.Rules()), "", nil, stage.EmbeddedFor(t))
	books := append([]game.Rulebook{faulty{duel.Rules()}}, worlds.Rulebooks()...)
	cron := func() (code int, errs string) {
		var o, e bytes.Buffer
		code = cli.Run(t.Context(), []string{"--lang", "en", "--at", "2027-03-01T12:00:00Z", "cron", broken.Dir,
			damaged.Dir, good.Dir}, nil, &o, &e, clitest.NoEnv, books)
		return code, o.String() + e.String()
	}
	code, errs := cron()
	if code != complaint.ExitUsage || strings.Count(errs, "[running]") != 1 ||
		!strings.Contains(errs, broken.Dir+": a fault of ours") ||
		!strings.Contains(errs, damaged.Dir+": the store cannot be read") {
		t.Errorf("exit %d\n%s", code, errs)
	}
	if len(good.Letters(clitest.Player)) != 1 {
		t.Error("the third world was not served")
	}
	code, errs = cron()
	if code != complaint.ExitUsage || strings.Contains(errs, "[running]") || strings.Contains(errs, "a fault of ours") {
		t.Errorf("again: exit %d\n%s", code, errs)
	}
}

// Without gm.mail cron itself prints, once, what there is for the game master. status shows it too.
func TestCronTellsWhatCannotBeMailedToTheMaster(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"gm.mail": `""`})
	identity := d.Join()
	d.Mail("one", identity+clitest.SomeOrders)
	code, out, errs := d.Run("cron", d.Dir) // at once, not with the turn
	if code != complaint.ExitDone || out != "" || !strings.Contains(errs, "for the game master") ||
		!strings.Contains(errs, "\n    Ist hier jemand?\n") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	d.Now = d.Now.Add(5 * time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if told := d.Stands(); !strings.Contains(told, "Ist hier jemand?") {
		t.Errorf("status says\n%s", told)
	}
}

// Status names every letter that did not arrive: whose, where, which, and why.
func TestStatusNamesFailedLetters(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "no such user here", To: clitest.Player})
	d.CronSays(complaint.ExitDone, "1 letter was refused for good")
	d.CronSays(complaint.ExitDone, "") // told
	out := d.Stands()
	for _, want := range []string{"Undelivered, letter 1: ", "to " + clitest.Player + " (realm 1)", "[Probe] ",
		"no such user here"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	s := d.Status()
	if code, _, errs := d.Run("outbox", d.Dir, "--retry", "99"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "no such letter") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if len(s.Undelivered) != 1 || s.Undelivered[0].To != clitest.Player || s.Undelivered[0].Realm != 1 ||
		s.Undelivered[0].Subject == "" ||
		!strings.Contains(s.Undelivered[0].Reason, "no such user here") {
		t.Errorf("in JSON: %s", fmt.Sprint(s.Undelivered))
	}
	d.Post.Mend()
	d.Done("outbox", d.Dir, "--retry", "1")
	d.Done("send", d.Dir)
	if len(d.Letters(clitest.Player)) != 1 || len(d.Status().Undelivered) != 0 {
		t.Error("sent again, the letter did not arrive")
	}
}

// A mailbox that takes all the time there is leaves half of it for the letters.
func TestCronSendsThoughTheMailboxHangs(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(silent.Addr().String(), d.Post.SMTP(), nil)
	// Half for each. The letter needs some milliseconds, and more on a machine at work; so this waits for 1.5 seconds.
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	var out bytes.Buffer
	code := cli.Run(ctx, []string{"--at", d.Now.Format(time.RFC3339), "cron", d.Dir}, nil, &out, &out, clitest.NoEnv,
		worlds.Rulebooks())
	if code != complaint.ExitLater || len(d.Letters(clitest.Player)) != 1 {
		t.Errorf("exit %d, %d letters, want %d and report 0\n%s", code, len(d.Letters(clitest.Player)),
			complaint.ExitLater, out.String())
	}
}

// What was committed and could not be moved is known, before anything is read.
func TestKnownMailIsNotReadAgain(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	id := d.Join()
	raw := d.Mail("1", id+"\n$A\n")
	d.Done("poll", d.Dir)
	if err := d.Post.Deliver(clitest.Address, raw); err != nil {
		t.Fatal(err)
	}
	w, done, err := folder.Change((&call.Call{Ctx: t.Context(), Env: clitest.NoEnv, Books: worlds.Rulebooks(), At: d.Now,
		Voice: &call.Voice{}}), d.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	over, cancel := context.WithCancel(t.Context())
	cancel() // it would end with any read
	desk := mailing.NewMailer(w).FrontDesk(over)
	defer desk.Close()
	desk.Prepare([]imap.Fetched{{Raw: raw}, {Raw: append(raw, '!')}})
	if v, err := desk.Commit(); fmt.Sprint(v) != fmt.Sprint([]imap.Verdict{imap.Processed}) || err != nil {
		t.Errorf("a known mail: %v, %v", v, err)
	}
	if v, err := desk.Commit(); len(v) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("an unknown mail: %v, %v", v, err)
	}
}

// Anybody can send unreadable mail, so the game master is not told about each.
func TestFewAlarmsADay(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	unreadable := func(n int) {
		for i := range n {
			d.Mail(fmt.Sprint(d.Now.Unix(), i), "$A\n", "X-Filler: "+strings.Repeat("x", 300<<10))
		}
		d.Done("poll", d.Dir)
		d.Done("send", d.Dir)
	}
	unreadable(12)
	letters := d.Letters(clitest.Master)
	if len(letters) != 6 || !strings.Contains(letters[5].Text, "Heute wurden mehr als 5 Briefe beiseitegelegt") {
		t.Errorf("%d letters, want 5 and one more: %+v", len(letters), letters)
	}
	d.Now = d.Now.Add(25 * time.Hour)
	unreadable(1)
	if n := len(d.Letters(clitest.Master)); n != 7 {
		t.Errorf("the next day: %d letters, want 7", n)
	}
}

// If somebody deletes the lock file of a running cron, it stops: it says so, exits with 2, and writes nothing.
func TestCronWithoutItsLock(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("adopt", d.Dir) // the world has a place from then on
	d.SettleAt("127.0.0.1:1", d.Post.SMTP(), map[string]string{
		"imap.password_file": `""`, "imap.token_command": fmt.Sprintf(`["rm", %s]`,
			settings.Quoted(filepath.Join(d.Dir, "lock")))})
	before := d.Fingerprint()
	code, out, errs := d.Run("cron", d.Dir)
	if code != complaint.ExitUsage || out != "" ||
		!strings.Contains(errs, "the lock file was deleted while this command worked") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	if d.Fingerprint() != before {
		t.Error("something was written")
	}
}

// A provider that never answers delays no world of another one: while one world's
// mailbox is waited for, the others are served. Worlds of one account come one after
// the other.
func TestCronServesSeveralWorlds(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	dead, living := clitest.NewTable(t), clitest.NewTable(t)
	dead.Join()
	living.Join()
	addr := silent.Addr().String()
	dead.SettleAt(addr, addr, map[string]string{"time_limit": `"1h"`})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int)
	go func() {
		ended <- cli.Run(ctx, living.Args("cron", "--jobs", "2", dead.Dir, living.Dir), strings.NewReader(""), io.Discard,
			io.Discard, clitest.NoEnv, worlds.Rulebooks())
	}()
	// the welcome leaves while the dead one is waited for
	for len(living.Status().Realms) == 0 || living.Status().Outbox.Sent == 0 {
		select {
		case code := <-ended:
			t.Fatalf("cron ended with %d before the living world was served", code)
		case <-time.After(20 * time.Millisecond):
		}
	}
	cancel()
	if code := <-ended; code == complaint.ExitDone {
		t.Error("the dead world was served")
	}
}

// Two worlds that read one folder and know nothing of each other, as on two machines: the
// second finds the first one's mark, says so once a day, takes no mail and resolves no
// turn, until it has an inbox of its own or the mark is gone. A copy of the first world's
// store that was adopted is the first world.
func TestAWorldElsewhereReadsTheFolder(t *testing.T) {
	t.Parallel()
	one, two := clitest.NewTable(t), clitest.EmptyTable(t)
	two.Post, two.Now = one.Post, one.Now
	two.Done("new", two.Dir, "--seed", "8", "--size", "40x30")
	two.SettleAt(one.Post.IMAP(), one.Post.SMTP(), map[string]string{"name": `"Zwei"`})
	one.SettleAt(one.Post.IMAP(), one.Post.SMTP(), map[string]string{"name": `"Größe"`})
	identity := one.Join()
	two.Join()
	one.CronSays(complaint.ExitDone, "")
	one.Mail("orders", identity+clitest.SomeOrders)
	const says = "another world, Größe, already reads the folder INBOX of " + clitest.Address + " at "
	two.CronSays(complaint.ExitUsage, says)
	two.Now = two.Now.Add(5 * time.Minute)
	two.CronSays(complaint.ExitUsage, "")
	two.Now = two.Now.AddDate(0, 0, 4).Add(12 * time.Hour) // the turn is due
	two.CronSays(complaint.ExitUsage, says)
	if code, _, errs := two.Run("poll", two.Dir); code != complaint.ExitUsage ||
		!strings.Contains(errs, "Give this world a folder of its own (imap.inbox)") ||
		!strings.Contains(errs, "delete its mark: the message from Weltentor in the folder Weltentor") {
		t.Errorf("poll: exit %d, %q", code, errs)
	}
	if inbox, _ := one.Post.Count(clitest.Address, "INBOX"); inbox != 1 || two.Status().Turn != 1 {
		t.Errorf("%d mails in the inbox, turn %d", inbox, two.Status().Turn)
	}
	if m := two.Status().Mailbox; m == nil || m.What.Code != "shared-elsewhere" {
		t.Errorf("status: %+v", m)
	}

	copied := clitest.EmptyTable(t)
	copied.Post, copied.Now = one.Post, one.Now
	copied.Dir = filepath.Join(t.TempDir(), "copied")
	if err := os.CopyFS(copied.Dir, os.DirFS(one.Dir)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(copied.Dir, func(path string, e os.DirEntry, err error) error {
		if mode := os.FileMode(0o600); err == nil && e.IsDir() {
			return os.Chmod(path, 0o700)
		} else if err == nil {
			return os.Chmod(path, mode)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	code, _, errs := copied.Run("poll", copied.Dir)
	if code != complaint.ExitUsage || !strings.Contains(errs, "weltentor adopt") {
		t.Errorf("poll in a copy: exit %d, %q", code, errs)
	}
	copied.Done("adopt", copied.Dir)
	copied.Done("poll", copied.Dir)
	if inbox, _ := one.Post.Count(clitest.Address, "INBOX"); inbox != 0 {
		t.Errorf("%d mails in the inbox", inbox)
	}

	user, err := imapclient.DialInsecure(one.Post.IMAP(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer user.Close()
	if err := user.Login(clitest.Address, stage.Password).Wait(); err != nil {
		t.Fatal(err)
	}
	if err := user.Create("Zwei", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	two.SettleAt(one.Post.IMAP(), one.Post.SMTP(), map[string]string{"imap.inbox": `"Zwei"`})
	two.Done("poll", two.Dir)
	copied.CronSays(complaint.ExitDone, "")
	one.CronSays(complaint.ExitUsage, "this is an older state of the world")
}

// Two worlds that read the same folder of an account would take each other's mails. Neither is served, both are named,
// and a third one is served. A world that is named twice, or by a link, counts once.
func TestCronRefusesOneFolderForTwoWorlds(t *testing.T) {
	t.Parallel()
	one, two, third := clitest.NewTable(t), clitest.NewTable(t), clitest.NewTable(t)
	for _, d := range []*clitest.Table{one, two, third} {
		d.Join()
	}
	two.SettleAt(one.Post.IMAP(), one.Post.SMTP(), map[string]string{"imap.inbox": `"inbox"`})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(third.Dir, link); err != nil {
		t.Fatal(err)
	}
	code, out, errs := one.Run("cron", one.Dir, third.Dir, two.Dir, link)
	if code != complaint.ExitUsage || out != "" || strings.Count(errs, "INBOX") != 2 ||
		!strings.Contains(errs, one.Dir+": "+two.Dir) || !strings.Contains(errs, two.Dir+": "+one.Dir) ||
		strings.Contains(errs, third.Dir) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if one.Status().Outbox.Sent != 0 || two.Status().Outbox.Sent != 0 || third.Status().Outbox.Sent == 0 {
		t.Error("a world was served that was not to be, or the other way round")
	}
	two.SettleAt(one.Post.IMAP(), one.Post.SMTP(), map[string]string{"imap.inbox": `"Two"`})
	if code, out, errs := one.Run("cron", one.Dir, two.Dir); strings.Contains(errs, "INBOX") {
		t.Errorf("refused: exit %d\n%s%s", code, out, errs)
	}
}
