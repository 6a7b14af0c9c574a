package mail_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/storetest"
	"weltentor/worlds/game"
)

// Mails forged in the name of a player, or of the game master, silence neither. The game master gets only a few
// letters about them, and the store grows only a little.
func TestForgedMailsSilenceNobody(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "gm.auth": `"code"`})
	d.Now = d.Now.Truncate(24 * time.Hour).Add(26 * time.Hour)
	for range 6 {
		d.Post("anna@demo.test", "PAUSE 1", "")
		afterAMinute(d)
	}
	d.Fresh(stage.Anna)
	d.Writes("anna@demo.test", "PASSWORT", "")
	d.Says("her password", d.One(stage.Anna).Subject, "Passwort")

	before := storeSize(d)
	d.Got("gm@demo.test")
	for hour := range 6 {
		for n := range 40 {
			d.Post("gm@demo.test", "GM TELL all", fmt.Sprintf("Forged %d %d. %s\n", hour, n, strings.Repeat("word ", 400)))
		}
		d.Now = d.Now.Add(time.Hour)
		d.Cron()
	}
	if n := len(d.Got("gm@demo.test")); n < 20 || n > 30+3 {
		t.Errorf("the game master got %d letters in a day, want 33 at most", n)
	}
	d.Writes("gm@demo.test", "GM STATUS", "")
	if n := len(d.Got("gm@demo.test")); n != 1 {
		t.Errorf("his STATUS has %d answers", n)
	}
	if grown := storeSize(d) - before; grown > 4<<20 {
		t.Errorf("240 forged letters let the store grow by %d bytes", grown)
	}
	d.Now = d.Now.Add(24 * time.Hour)
	d.Cron()
	if all := d.Got("gm@demo.test"); len(all) != 1 || !strings.Contains(all[0].Subject, "nicht einzeln") &&
		!strings.Contains(all[0].Subject, "one by one") {
		t.Errorf("%d letters the next day: %+v", len(all), all)
	}
}

// storeSize is how large the world's store is.
func storeSize(d *clitest.Counter) int64 {
	d.T.Helper()
	s, err := os.Stat(filepath.Join(d.Dir, "world.db"))
	if err != nil {
		d.T.Fatal(err)
	}
	return s.Size()
}

// What a player has written is in no file of the world's folder when he is forgotten with the backups, packed or not:
// but for what turns were made from, which the command names.
func TestForgottenWordsAreInNoFile(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "gm.auth": `"code"`})
	words := []string{"kanarienfrage", "kanarienunten", "kanarienbrief"}
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n$E\nMeine Katze heisst kanarienunten, und was nun?\n")
	d.Writes("anna@demo.test", "Eine Frage", "Wo ist kanarienfrage?\n")
	d.Writes("gm@demo.test", "GM TELL 1", "Lieber kanarienbrief.\n")
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Cron()
	for _, w := range words {
		if len(filesWith(d, w)) == 0 {
			t.Errorf("%s was nowhere", w)
		}
	}
	said := d.Done("realm", "forget", d.Dir, "1", "--backups", "--why", "wish", "--yes")
	d.Says("what stays", said, "with comments, messages and attachments")
	for _, w := range words {
		if in := filesWith(d, w); len(in) > 0 {
			t.Errorf("%s is still in %v", w, in)
		}
	}
	d.Done("verify", d.Dir)
}

// filesWith are the files of the world's folder that have a word in them.
func filesWith(d *clitest.Counter, word string) (in []string) {
	d.T.Helper()
	err := filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(storetest.Unpacked(raw), []byte(word)) {
			in = append(in, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return in
}

// Strangers do not let a world's store grow without end, whatever mails they write: forged ones of players and the game
// master, with wrong passwords, orders and words for the game, with files, broken parts and programs' marks, and ones
// of nobody. A player's own orders count.
func TestStrangersMailsFillNoStore(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "gm.auth": `"code"`, "signup.open": "true"})
	d.Now = d.Now.Truncate(24 * time.Hour).Add(26 * time.Hour)
	before, came := storeSize(d), 0
	const days, each = 2, 48
	for day := range days {
		for n := range each {
			noise := make([]byte, 6000)
			rand.NewChaCha8([32]byte{byte(day), byte(n)}).Read(noise)
			noisy := base64.StdEncoding.EncodeToString(noise)
			lines := stage.Base64Lines([]byte(noisy))
			switch came += len(lines); n % 8 {
			case 0:
				d.Post("anna@demo.test", "Frage "+noisy[:60], lines)
			case 1:
				d.Post("anna@demo.test", "Zug", "$I 1 wrong-word-"+noisy[:9]+"\n$R\nK.M 1 1000 0 0 ; "+noisy[:2000]+"\n"+lines)
			case 2:
				attach(d, "bob@demo.test", "Turn", "$R\nK.M 1 1000 0 0\n", game.File{Name: "a.pdf", Type: "application/pdf",
					Data: noise})
			case 3:
				d.Post("bob@demo.test", "PAUSE 3", lines)
			case 4:
				d.Post("gm@demo.test", "GM TELL all", lines)
			case 5:
				d.Post(fmt.Sprintf("x%d@elsewhere.test", n), "SIGNUP", "Name: "+noisy[:200]+"\n"+lines)
			case 6:
				d.Post("anna@demo.test", "Undeliverable", lines, "Auto-Submitted: auto-replied",
					"X-Failed-Recipients: "+noisy[:300])
			case 7:
				d.Post(noisy[:40]+"@elsewhere.test", "=?utf-8?b?"+noisy[:50], "--cut\n"+lines,
					"Content-Type: multipart/mixed; boundary=cut")
			}
			if n%12 == 11 {
				d.Now = d.Now.Add(2 * time.Hour)
				if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone {
					t.Fatalf("cron: exit %d\n%s%s", code, out, errs)
				}
			}
		}
		d.Now = d.Now.Add(16 * time.Hour)
	}
	grown := storeSize(d) - before
	t.Logf("%d mails with %d bytes let the store grow by %d", days*each, came, grown)
	if grown > days*each*24<<10 {
		t.Errorf("%d mails let the store grow by %d bytes", days*each, grown)
	}
	d.Fresh(stage.Bob)
	d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n")
	if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone {
		t.Fatalf("cron: exit %d\n%s%s", code, out, errs)
	}
	if got := d.Fresh(stage.Bob); !clitest.AnySays(got, "Accepted: 1 line") {
		t.Errorf("Bob's own orders: %+v", got)
	}
	d.Done("verify", d.Dir)
}
