package world_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
)

// Orders for a turn to come are read again after a backup of before them was restored, and the
// turn waits for them. What they wrote to the game master does not leave again.
func TestRestoreBringsOrdersAhead(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.Mail("one", identity+" 2"+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	d.Says("before", d.Done("orders", d.Dir, "1"), "Kept ahead: orders for turn 2.")
	ahead := d.Done("orders", d.Dir, "1", "2")
	letters, toMaster := len(d.Letters(clitest.Player)), len(d.Letters(clitest.Master))
	d.Says("ahead", ahead, "Ist hier jemand?")
	if toMaster != 1 {
		t.Errorf("%d letters to the game master", toMaster)
	}

	out := d.Done("restore", d.Dir, backup, "--yes")
	d.Says("restore", out, "1 letter came since and will be read again at the next poll.\n")
	if strings.Contains(d.Done("orders", d.Dir, "1"), "Kept ahead") {
		t.Error("the backup is not in its place")
	}
	if code, _, _ := d.Run("turn", d.Dir); code != complaint.ExitDone || d.Status().Waits.Code == "" {
		t.Error("the turn does not wait for the letter")
	}
	d.CronSays(complaint.ExitDone, "")
	if again := d.Done("orders", d.Dir, "1", "2"); again != ahead {
		t.Errorf("kept is\n%swas\n%s", again, ahead)
	}
	all := d.Letters(clitest.Player)
	if p, m := len(all), len(d.Letters(clitest.Master)); p != letters+1 || m != toMaster {
		t.Fatalf("%d letters to the player, want an answer; %d to the game master", p-letters, m-toMaster)
	}
	d.Says("the answer", all[letters].Subject+all[letters].Text, "Für Zug 2 aufgehoben",
		"Das Spiel wurde aus einer Sicherung wiederhergestellt")
	d.Done("verify", d.Dir)
}

// What has gone to players since the backup, of other players or the game master, does not go
// again: not when the letter is read again, nor when the game master says it again. What had not
// left is lost with the outbox, and goes.
func TestRestorePassesNothingOnTwice(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"press": `"now"`})
	anna := d.Players[0].Identity
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Write("all.txt", "Ich bin fort.\n")
	d.Write("later.txt", "Ich bin wieder da.\n")
	d.Done("backup", d.Dir, backup)
	d.Writes("anna@demo.test", "Zug 1", anna+"\n$N\n#2\nHallo Bob.\n#E\n$E\n")
	d.Done("tell", d.Dir, "2", "--file", d.Dir+"/all.txt")
	d.Cron()
	d.One(stage.Anna)
	got := d.Fresh(stage.Bob)
	if len(got) != 2 || !strings.Contains(got[0].Body, "Hallo Bob.") ||
		!strings.Contains(got[1].Body, "Ich bin fort.") {
		t.Fatalf("Bob got %v", got)
	}
	d.Now = d.Now.Add(1e9)
	d.Done("tell", d.Dir, "2", "--file", d.Dir+"/later.txt") // waits in the outbox

	d.Done("restore", d.Dir, backup, "--yes")
	d.Cron()
	d.Says("the receipt", d.One(stage.Anna).Body, "Das Spiel wurde aus einer Sicherung wiederhergestellt")
	d.None(stage.Bob)
	d.Says("orders", d.Done("orders", d.Dir, "1"), "Hallo Bob.")
	d.Says("tell", d.Done("tell", d.Dir, "2", "--file", d.Dir+"/all.txt"), "Realm 2 gets this text")
	d.Says("tell", d.Done("tell", d.Dir, "2", "--file", d.Dir+"/later.txt"), "A letter to realm 2 is in the outbox.")
	d.Cron()
	d.Says("the letter", d.One(stage.Bob).Body, "Ich bin wieder da.")

	// A message that waits when its outbox is lost is passed on when its letter is read again.
	backup = filepath.Join(t.TempDir(), "second.db")
	d.Done("backup", d.Dir, backup)
	d.Post("anna@demo.test", "Zug 1", anna+"\n$N\n#2\nNoch einmal hallo.\n#E\n$E\n")
	d.Now = d.Now.Add(1e9)
	d.Done("poll", d.Dir)
	d.None(stage.Bob)
	d.Done("restore", d.Dir, backup, "--yes")
	d.Says("poll", d.Done("poll", d.Dir), "1 letter read")
	d.Cron()
	d.Says("the letter", d.One(stage.Bob).Body, "Noch einmal hallo.")
	d.Cron()
	d.None(stage.Bob)
	d.Done("verify", d.Dir)
}

// A letter that was passed on after the backup can still be answered, from programs with references and from those with
// the subject alone. Its way back ends after two turns, as if nothing had been restored.
func TestRestoreKeepsWaysBack(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"press": `"now"`})
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.Writes("anna@demo.test", "LETTER 2", d.Players[0].Identity+"\nFrieden?\n")
	d.One(stage.Anna)
	l := d.One(stage.Bob)
	d.Done("restore", d.Dir, backup, "--yes")
	d.Cron()
	d.Fresh(stage.Anna)
	for _, head := range [][]string{{"In-Reply-To: " + l.ID}, nil} {
		words := fmt.Sprintf("Ja, zum %d. Mal.", len(head)+1)
		d.Writes("bob@demo.test", "Re: "+l.Subject, words+"\n", head...)
		d.Says("Anna reads", d.One(stage.Anna).Body, words)
		d.One(stage.Bob)
	}
	for range 2 {
		d.Done("turn", d.Dir, "--force", "--yes")
	}
	d.Cron()
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	d.Writes("bob@demo.test", "Re: "+l.Subject, "Zu spät?\n")
	d.None(stage.Anna)
	d.Says("Bob reads", d.One(stage.Bob).Body, "LETTER 1")
}

// A question and a message to the game master that had not left when their store was replaced leave from the
// backup, once; those that had left do not leave again. All can be answered.
func TestRestoreKeepsWhatWaitsForTheMaster(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		send bool   // before the restore
		mail string // the game master's address
	}{
		"it waits": {false, clitest.Master}, "it has left": {true, clitest.Master}, "he has no address": {false, ""},
	} {
		d := clitest.NewTable(t)
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"gm.mail": settings.Quoted(c.mail)})
		identity := d.Join()
		d.CronSays(complaint.ExitDone, "")
		backup := filepath.Join(t.TempDir(), "backup.db")
		d.Done("backup", d.Dir, backup)
		d.Now = d.Now.Add(time.Hour)
		d.Mail("asks", "Wie weit sieht ein Turm?\n")
		d.Mail("orders", identity+clitest.SomeOrders)
		d.Done("poll", d.Dir)
		if c.send {
			d.Done("send", d.Dir)
		}
		asked := d.Done("questions", d.Dir)
		d.Says(name, asked, "Wie weit sieht ein Turm?", "Ist hier jemand?")
		d.Now = d.Now.Add(time.Hour)
		d.Done("restore", d.Dir, backup, "--yes")
		if again := d.Done("questions", d.Dir); again != asked {
			t.Errorf("%s: questions are\n%swere\n%s", name, again, asked)
		}
		told := ""
		for range 3 {
			d.Now = d.Now.Add(5 * time.Minute)
			_, out, errs := d.Run("cron", d.Dir)
			told += out + errs
		}
		for _, l := range d.Letters(clitest.Master) {
			told += l.Subject + "\n" + l.Text
		}
		for _, words := range []string{"Wie weit sieht ein Turm?", "Ist hier jemand?"} {
			if n := strings.Count(told, words); n != 1 {
				t.Errorf("%s: the game master reads %d times %q in\n%s", name, n, words, told)
			}
		}
		d.Done("verify", d.Dir)
	}
}
