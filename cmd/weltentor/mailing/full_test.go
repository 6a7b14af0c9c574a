package mailing_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
)

// A mailbox without room refuses players' mails, and nothing else shows it. cron says so once a day, status and doctor
// as long as it lasts, whether the server has QUOTA or just refuses what is to be stored there.
func TestAFullMailboxIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		o     mailertest.Options
		fills func(*mailertest.Server, bool)
		says  string
	}{
		"quota": {mailertest.Options{Quota: true}, func(s *mailertest.Server, full bool) {
			used := map[bool]string{true: "1023", false: "500"}[full]
			s.SetQuota("* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE " + used + " 1024)\r\n")
		}, "STORAGE 1023 of 1024"},
		"refused": {mailertest.Options{NoMove: true}, (*mailertest.Server).SetFull, "Quota exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := clitest.NewTable(t)
			c.o.Time = func() time.Time { return d.Now }
			post, err := mailertest.Start(c.o)
			stage.Must(t, err)
			t.Cleanup(func() { post.Close() })
			for _, a := range []string{clitest.Address, clitest.Player, clitest.Master} {
				stage.Must(t, post.AddUser(a, stage.Password))
			}
			d.Post = post
			d.SettleAt(post.IMAP(), post.SMTP(), nil)
			d.Join()
			d.Done("cron", d.Dir)
			d.CronSays(complaint.ExitDone, "")
			c.fills(post, true)
			d.Deliver(d.Written("one", clitest.SomeOrders)) // its receipt renews the mark, and it is to be moved
			d.Now = d.Now.Add(time.Minute)
			code, _, errs := d.Run("cron", d.Dir)
			if code != complaint.ExitLater || !strings.Contains(errs, "is full or nearly so") || !strings.Contains(errs, c.says) {
				t.Errorf("cron: exit %d\n%s", code, errs)
			}
			if _, _, errs := d.Run("cron", d.Dir); strings.Contains(errs, "full") {
				t.Errorf("again within a day: %s", errs)
			}
			d.Says("status", d.Stands(), "The mailbox is full or nearly so", c.says)
			if code, out, _ := d.Run("doctor", d.Dir, "--wait", "1"); code != complaint.ExitNo ||
				!strings.Contains(out, "the mailbox is full or nearly so") || !strings.Contains(out, c.says) {
				t.Errorf("doctor: exit %d\n%s", code, out)
			}
			c.fills(post, false)
			d.Now = d.Now.Add(24 * time.Hour)
			d.Deliver(d.Written("two", clitest.LaterOrders))
			d.Run("cron", d.Dir)
			if out := d.Stands(); strings.Contains(out, "mailbox is full") {
				t.Errorf("it has room again, and status says\n%s", out)
			}
		})
	}
}
