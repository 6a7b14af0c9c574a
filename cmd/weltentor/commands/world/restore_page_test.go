package world_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds"
)

// posts sends orders from the page of realm 1, by its link or its door.
func posts(d *clitest.Table, by letter.Door, text string) intake.PageAnswer {
	d.T.Helper()
	s, err := settings.Read(d.Dir)
	stage.Must(d.T, err)
	w, err := world.Open(d.Dir, worlds.Rulebooks(), folder.ForStore(s))
	stage.Must(d.T, err)
	stage.Must(d.T, w.Update(func(tx *store.Tx) error { // the first letter with a link makes it
		return secrets.MakeLinkSecret(tx, strings.NewReader(strings.Repeat("k", 32)))
	}))
	keys, err := notices.Keys(w)
	stage.Must(d.T, err)
	for _, k := range keys {
		if k.Realm != 1 || k.Door != by {
			continue
		}
		plain, err := json.Marshal(map[string]string{"text": text})
		stage.Must(d.T, err)
		l, ok := intake.OpenPage(k, k.Opens.SealLetter(plain))
		if !ok {
			d.T.Fatal("the letter does not open")
		}
		d.Now = d.Now.Add(time.Minute)
		a, err := intake.AcceptPage(w, l, d.Now, d.Now)
		stage.Must(d.T, err)
		return a
	}
	d.T.Fatal("realm 1 has no key")
	return intake.PageAnswer{}
}

func says(text string) string { return "\n$N\n#M\n" + text + "\n#E\n" }

// What came from the page since the backup is read again with the mails, in the order in which all of it came: whether
// its copy is in the mailbox, or still waits in the store that the backup replaces.
func TestRestoreBringsWhatCameFromThePage(t *testing.T) {
	t.Parallel()
	for _, store := range []string{"is there", "is damaged", "is an older copy"} {
		for _, last := range []letter.Door{letter.ByLink, letter.ByDoor, ""} {
			t.Run(store+" "+string(last), func(t *testing.T) {
				t.Parallel()
				d := clitest.NewTable(t)
				identity := d.Join()
				d.CronSays(complaint.ExitDone, "")
				backup := filepath.Join(t.TempDir(), "backup.db")
				if store != "is there" { // then nothing has the secret of links but the backup
					posts(d, letter.ByLink, "")
				}
				d.Done("backup", d.Dir, backup)
				for n, by := range []letter.Door{letter.ByLink, "", letter.ByDoor, last} {
					text := identity + says("Brief "+string(rune('A'+n)))
					if by == letter.ByDoor {
						text = "$I 1" + says("Brief "+string(rune('A'+n)))
					}
					if by == "" {
						d.Now = d.Now.Add(time.Minute)
						d.Mail("mail"+string(rune('A'+n)), text)
						d.CronSays(complaint.ExitDone, "")
					} else if a := posts(d, by, text); a.Fate != receipt.Taken {
						t.Fatalf("%+v", a)
					}
				}
				ordered := d.Bare(d.Done("orders", d.Dir, "1"))
				d.Lists("orders", ordered, "Brief D")
				if last == letter.ByDoor {
					d.Lists("orders", d.Done("orders", d.Dir, "1"), clitest.Player+"  page\n")
					d.Lists("log", d.Done("log", d.Dir), "("+clitest.Player+", page)")
				}
				d.Now = d.Now.Add(time.Minute)
				if store != "is there" {
					d.CronSays(complaint.ExitDone, "") // otherwise the last copy is lost with the store
				}
				switch raw, err := os.ReadFile(backup); store {
				case "is there":
					d.Says("restore", d.Done("restore", d.Dir, backup, "--yes"),
						"4 letters came since and will be read again at the next poll.\n")
				case "is damaged":
					stage.Must(t, os.WriteFile(filepath.Join(d.Dir, "world.db"), make([]byte, 99999), 0o600))
					d.Done("restore", d.Dir, backup, "--yes")
				default:
					stage.Must(t, errors.Join(err, os.WriteFile(filepath.Join(d.Dir, "world.db"), raw, 0o600)))
					d.Says("adopt", d.Done("adopt", d.Dir, "--yes"), "4 letters in Weltentor are unknown to this copy.")
				}
				if strings.Contains(d.Done("orders", d.Dir, "1"), "Brief") {
					t.Error("the backup is not in its place")
				}
				d.CronSays(complaint.ExitDone, "")
				if again := d.Bare(d.Done("orders", d.Dir, "1")); again != ordered {
					t.Errorf("in force is\n%swas\n%s", again, ordered)
				}
				all := d.Letters(clitest.Player)
				d.Says("the last receipt", all[len(all)-1].Text, "Das Spiel wurde aus einer Sicherung wiederhergestellt")
				if copies := d.Post.CountWith(clitest.Address, "Weltentor", "X-Weltentor-Copy"); copies < 2 || copies > 3 {
					t.Errorf("%d copies are in the mailbox", copies)
				}
				before := len(all)
				d.CronSays(complaint.ExitDone, "")
				if n := len(d.Letters(clitest.Player)); n != before {
					t.Errorf("%d letters more, though all was read", n-before)
				}
				d.Done("verify", d.Dir)
			})
		}
	}
}
