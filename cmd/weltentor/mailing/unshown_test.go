package mailing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mailertest"
)

// scripted is a table whose mailbox is on a scripted server.
func scripted(t *testing.T) (*clitest.Table, *mailertest.Script) {
	t.Helper()
	d := clitest.NewTable(t)
	return d, boxOf(t, d, nil)
}

func boxOf(t *testing.T, d *clitest.Table, own map[string]string) *mailertest.Script {
	t.Helper()
	box := &mailertest.Script{Caps: "MOVE UIDPLUS"}
	if err := box.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	d.SettleAt(box.Addr(), d.Post.SMTP(), own)
	return box
}

// recruits are orders that count.
const recruits = "\n$R\nR.L 1 500 0 0\n$E\n"

// refuses makes a server answer commands that ask for bodies, so many of them; -1: all. Only those for some UIDs, if any
// are named.
func refuses(box *mailertest.Script, answer string, times int, uids ...uint32) {
	box.Change(func() {
		box.Answer = func(c *mailertest.Talk) bool {
			if times == 0 || !c.Is("FETCH") || !strings.Contains(c.Command, "BODY.PEEK[]") {
				return false
			}
			named := len(uids) == 0
			for _, uid := range uids {
				named = named || c.Folder == "INBOX" && c.Names(uid)
			}
			if named {
				times--
				c.Says(answer)
			}
			return named
		}
	})
}

// friday is a time on the day of the deadline, which is at 20:00.
func friday(d *clitest.Table, hour, minute int) {
	d.Now = time.Date(2027, 3, 5, hour, minute, 0, 0, time.UTC)
}

// hiccups are answers to a FETCH of a body that several providers give when they are throttled or ill.
var hiccups = map[string]string{
	"Exchange Online": "NO Request is throttled. Suggested Backoff Time: 299496 milliseconds",
	"Gmail":           "NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)",
	"Yahoo":           "NO FETCH Server error while fetching messages",
	"Office 365":      "OK FETCH completed.",
	"busy":            "NO [INUSE] mailbox is locked",
}

// atDeadline has orders come shortly before the deadline, in a mail that a server with each hiccup does not show, so many
// times.
func atDeadline(t *testing.T, times int, then func(*testing.T, *clitest.Table, *mailertest.Script)) {
	t.Parallel()
	for name, answer := range hiccups {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, box := scripted(t)
			identity := d.Join()
			d.CronSays(complaint.ExitDone, "")
			friday(d, 19, 58)
			box.Deliver(d.Written("1", identity+recruits), d.Now)
			refuses(box, answer, times)
			friday(d, 20, 0)
			then(t, d, box)
		})
	}
}

// In one poll the server shows no mail at all. It is as good as unreachable, so the turn waits for an hour, and nobody
// has missed it.
func TestAThrottledServerCostsNobodyTheTurn(t *testing.T) {
	atDeadline(t, -1, func(t *testing.T, d *clitest.Table, box *mailertest.Script) {
		d.Run("cron", d.Dir)
		if n := len(box.Mails("INBOX")); n != 1 {
			t.Errorf("%d mails are in the inbox, want the one that was not shown", n)
		}
		refuses(box, "", 0)
		friday(d, 20, 3)
		d.CronSays(complaint.ExitDone, "")
		d.Turn(1)
		friday(d, 21, 5)
		d.CronSays(complaint.ExitDone, "")
		d.Turn(2)
		if r := d.Status().Realms[0]; r.Missed != 0 {
			t.Errorf("the realm has missed %d turns", r.Missed)
		}
		if n := len(box.Mails("Weltentor-Quarantine")); n != 0 {
			t.Errorf("%d mails were put aside", n)
		}
	})
}

// The server does not show one mail once, but others. The turn waits until the next poll has fetched it.
func TestAHiccupHoldsTheTurnUntilTheNextPoll(t *testing.T) {
	atDeadline(t, 1, func(t *testing.T, d *clitest.Table, _ *mailertest.Script) {
		d.CronSays(complaint.ExitDone, "")
		d.Turn(1)
		d.Lists("status", d.Stands(), "until 2027-03-05 21:00 UTC at the latest", "does not show 1 mail",
			clitest.Player, "Tried 1 time since")
		friday(d, 20, 5)
		d.CronSays(complaint.ExitDone, "")
		d.Turn(2)
		if s := d.Status(); s.Realms[0].Missed != 0 || len(s.Unshown) != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A mail that the server never shows holds up the turn for an hour, and is then put aside. The game master and the
// player whose address it names are told, once. Reminders leave all the while. Moved back to the inbox it is read.
func TestAMailThatIsNeverShown(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	box := boxOf(t, d, map[string]string{"reminder": "1"})
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	friday(d, 19, 40)
	mail := box.Deliver(strings.Replace(d.Written("1", identity+recruits), "Subject: ", "Subject: =?utf-8?q?F=C3=BCnf?= ", 1), d.Now)
	refuses(box, hiccups["Yahoo"], -1, mail.UID)
	toMaster, toPlayer := len(d.Letters(clitest.Master)), len(d.Letters(clitest.Player))
	for ; d.Now.Before(time.Date(2027, 3, 5, 21, 10, 0, 0, time.UTC)); d.Now = d.Now.Add(5 * time.Minute) {
		d.CronSays(complaint.ExitDone, "")
		if late, s := d.Now.Sub(time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)), d.Status(); s.Turn != 1 &&
			(late < 40*time.Minute || late > time.Hour) {
			t.Fatalf("turn %d after %s", s.Turn, late)
		}
		if d.Status().Turn == 2 {
			break
		}
	}
	d.Turn(2)
	if in, aside := box.Mails("INBOX"), box.Mails("Weltentor-Quarantine"); len(in) != 0 || len(aside) != 1 {
		t.Errorf("%d in the inbox, %d put aside", len(in), len(aside))
	}
	master, player := d.Letters(clitest.Master)[toMaster:], d.Letters(clitest.Player)[toPlayer:]
	if !says(master, clitest.Player+"; Fünf") || !says(master, fmt.Sprintf("Er hat %d Bytes", len(mail.Raw))) ||
		!says(master, "zurück in den Eingang") {
		t.Errorf("the game master got %+v", master)
	}
	told := 0
	for _, l := range player {
		told += strings.Count(l.Text, "zeigt sie nicht")
	}
	if told != 1 {
		t.Errorf("the player was told %d times: %+v", told, player)
	}
	if !slices.ContainsFunc(player, func(l incoming.Reading) bool { return strings.Contains(l.Subject, "Erinnerung") }) {
		t.Errorf("the player got no reminder: %+v", player)
	}
	d.Lists("status", d.Stands(), "did not show a mail", clitest.Player+"; Fünf", "Move it back")
	refuses(box, "", 0)
	box.Deliver(mail.Raw, d.Now)
	d.CronSays(complaint.ExitDone, "")
	if n := len(box.Mails("INBOX")); n != 0 {
		t.Errorf("%d mails are in the inbox", n)
	}
}

// says reports whether one of several letters has a text.
func says(letters []incoming.Reading, text string) bool {
	return slices.ContainsFunc(letters, func(l incoming.Reading) bool {
		return strings.Contains(strings.Join(strings.Fields(l.Text), " "), text)
	})
}

// All orders are in, and the turn would be resolved early. A mail that came before holds it up for an hour at most, and
// one that came after it was due not at all.
func TestUnshownMailsHoldAnEarlyTurnForAnHour(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	box := boxOf(t, d, map[string]string{"early": "true", "early_wait": "0"})
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	d.Now = d.Now.Add(time.Hour) // Monday, 13:00
	hidden := box.Deliver(d.Written("1", identity+clitest.LaterOrders), d.Now)
	box.Deliver(d.Written("2", identity+recruits), d.Now)
	refuses(box, hiccups["Office 365"], -1, hidden.UID, hidden.UID+2)
	due := d.Now
	for d.Status().Turn == 1 && d.Now.Sub(due) < 3*time.Hour {
		if d.Now.Sub(due) == 50*time.Minute {
			box.Deliver(d.Written("3", identity+clitest.LaterOrders), d.Now)
		}
		d.Now = d.Now.Add(5 * time.Minute)
		d.CronSays(complaint.ExitDone, "")
	}
	if held := d.Now.Sub(due); held != time.Hour+5*time.Minute { // the first look is five minutes after both came
		t.Errorf("the turn was resolved after %s", held)
	}
}

// A mail that comes after the deadline holds up nothing, not even if the server does not know when it came.
func TestUnshownMailsThatCameLaterHoldNothing(t *testing.T) {
	t.Parallel()
	d, box := scripted(t)
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	friday(d, 20, 1)
	box.Deliver(d.Written("1", identity+recruits), d.Now)
	refuses(box, hiccups["Yahoo"], -1, 1)
	friday(d, 20, 2)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
}
