package world_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// A backup from before some letters is restored. The command first says what is lost, nothing changes without a yes,
// and what is replaced is kept. The next cron reads again what came since, in its original order. The receipt says why
// it comes once more. An answer to a word that only asks does not come again, nor does a letter that had left.
func TestRestoreABackup(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup) // report 0 waits in it
	d.CronSays(complaint.ExitDone, "")
	d.Mail("one", identity+clitest.SomeOrders)
	d.Mail("two", identity+clitest.LaterOrders)
	d.Mail("three", "help\n")
	d.CronSays(complaint.ExitDone, "")
	d.Done("realm", "mail", d.Dir, "1", "--add", "anna@new.example", "--why", "a second address")
	force := d.Done("orders", d.Dir, "1")
	letters, toMaster := len(d.Letters(clitest.Player)), len(d.Letters(clitest.Master))
	if toMaster != 2 || !strings.Contains(force, "wer seid") {
		t.Errorf("%d letters to the game master, in force is\n%s", toMaster, force)
	}

	before := d.Sums()
	code, out, errs := d.Run("restore", d.Dir, backup)
	if code != complaint.ExitUsage || !strings.Contains(errs, "nothing has changed. To restore the backup: `weltentor restore "+
		d.Dir+" "+backup+" --yes`") {
		t.Errorf("without a yes: exit %d, %q", code, errs)
	}
	d.Says("what is lost", out, backup+" is sound. It awaits the orders of turn 1.\n",
		"The world awaits the same turn.\n",
		"2 letters came since and will be read again at the next poll.\n", "6 letters have left since; ",
		"What has happened since, by the log:\n", "player of realm 1: a letter with orders is taken",
		"game master: realm 1 has 2 addresses now")
	if !slices.Equal(d.Sums(), before) {
		t.Error("without a yes something has changed")
	}

	out = d.Done("restore", d.Dir, backup, "--yes", "--why", "a wrong address")
	d.Says("restore", out, d.Dir+": restored. Turn 1 awaits orders. The game goes on here.\n",
		"What was there is kept in backups/replaced-2027-03-01-120000.db.\n")
	if strings.Contains(d.Done("orders", d.Dir, "1"), "wer seid") || len(d.Status().Realms[0].Mail) != 1 {
		t.Error("the backup is not in its place")
	}
	d.Says("the log", d.Done("log", d.Dir),
		"a backup takes the place of the store: turn 1 awaits orders, it was turn 1", "a wrong address")
	if code, _, _ := d.Run("turn", d.Dir); code != complaint.ExitDone || d.Status().Waits.Code == "" {
		t.Error("the turn does not wait for the letters")
	}
	d.CronSays(complaint.ExitDone, "")
	if again := d.Done("orders", d.Dir, "1"); again != force {
		t.Errorf("in force is\n%swas\n%s", again, force)
	}
	all := d.Letters(clitest.Player)
	if len(all) != letters+2 {
		t.Errorf("%d letters since, want two receipts", len(all)-letters)
	}
	for _, l := range all[letters:] {
		if !strings.Contains(l.Text, "Das Spiel wurde aus einer Sicherung wiederhergestellt") {
			t.Errorf("a letter says\n%s", l.Text)
		}
	}
	d.CronSays(complaint.ExitDone, "")
	d.Done("verify", d.Dir)
	log := d.Done("log", d.Dir)
	if strings.Count(log, "2 letters are read again after the backup was restored") != 1 ||
		strings.Contains(log, "a letter asks the machine") {
		t.Errorf("the log says\n%s", log)
	}
	if len(d.Letters(clitest.Player)) != letters+2 || len(d.Letters(clitest.Master)) != toMaster {
		t.Errorf("%d letters, %d to the game master", len(d.Letters(clitest.Player)), len(d.Letters(clitest.Master)))
	}
}

// Letters that came after the turn that is lost count for the next one again: they are read
// when the turn is resolved once more. The turn is the same, hash for hash.
func TestRestoreBeforeATurn(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	d.Now = clitest.Friday.Add(time.Minute)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
	first := d.Done("verify", d.Dir)
	d.Mail("two", identity+clitest.LaterOrders)
	d.CronSays(complaint.ExitDone, "")
	force := d.Done("orders", d.Dir, "1")
	out := d.Done("restore", d.Dir, filepath.Join(d.Dir, "backups", "before-turn-00001.db.zst"), "--yes")
	d.Says("restore", out, "The world awaits turn 2. 1 turn is lost.", "1 letter came since")
	d.Turn(1)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
	if again := d.Done("verify", d.Dir); again != first {
		t.Errorf("turn 1 is\n%swas\n%s", again, first)
	}
	defer func() { // a backup that is ahead of the world
		d.Done("backup", d.Dir, d.Dir+".db")
		d.Done("undo", d.Dir, "--turn", "1", "--yes", "--why", "x")
		d.Says("restore", d.Done("restore", d.Dir, d.Dir+".db", "--yes"),
			"The world awaits turn 1: 1 turn was taken back since the backup and counts again with it.\n")
		d.Turn(2)
	}()
	d.Now = d.Now.Add(5 * time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if again := strings.ReplaceAll(d.Done("orders", d.Dir, "1"), "20:06 UTC", "20:01 UTC"); again != force {
		t.Errorf("in force is\n%swas\n%s", again, force)
	}
}

// What is no backup of this world is refused, and nothing changes; a store that cannot be
// read can be replaced all the same, and is kept.
func TestRestoreIsCareful(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	backup, foreign := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "foreign.db")
	d.Done("backup", d.Dir, backup)
	stranger := clitest.EmptyTable(t)
	stranger.Done("new", stranger.Dir, "--seed", "9", "--size", "40x30")
	stranger.Done("backup", stranger.Dir, foreign)
	raw, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, raw []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	player := []byte(clitest.Player)
	changed := slices.Clone(player)
	changed[0] ^= 1
	flipped := bytes.ReplaceAll(raw, player, changed) // everywhere: some of the pages are used no more
	if bytes.Equal(flipped, raw) {
		t.Fatalf("the backup does not have %q", player)
	}
	before := d.Sums()
	for name, c := range map[string]struct{ path, says string }{
		"no file":       {filepath.Join(d.Dir, "nothing"), "is not a file"},
		"a folder":      {d.Dir, "is not a file"},
		"another world": {foreign, "this backup cannot be restored here: it is of another world"},
		"a text":        {file("text", []byte("hello\n")), "the store cannot be read"},
		"half":          {file("half", clitest.CutOff(t, raw)), "the store cannot be read"},
		"a changed bit": {file("flipped", flipped), "the store cannot be read"},
	} {
		code, _, errs := d.Run("restore", d.Dir, c.path, "--yes")
		if code != complaint.ExitUsage || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %q, want %q", name, code, errs, c.says)
		}
	}
	if !slices.Equal(d.Sums(), before) {
		t.Error("something has changed")
	}
	d.Write("world.db", "damaged")
	out := d.Done("restore", d.Dir, backup, "--yes")
	d.Says("a damaged store", out, "The store in its place cannot be read",
		"reads again all letters in Weltentor that the backup does not know",
		"kept in backups/replaced-2027-03-01-120000.db")
	d.Done("restore", d.Dir, backup, "--yes")
	kept, err := filepath.Glob(filepath.Join(d.Dir, "backups", "replaced-*"))
	if err != nil || len(kept) != 2 {
		t.Errorf("%q, %v", kept, err)
	}
	raw, err = os.ReadFile(filepath.Join(d.Dir, "backups", "replaced-2027-03-01-120000.db"))
	if string(raw) != "damaged" {
		t.Errorf("%q, %v", raw, err)
	}
	d.CronSays(complaint.ExitDone, "")
	d.Done("verify", d.Dir)
}

// A restore names the realms for which orders were entered by hand since, but not those whose orders were not taken.
func TestRestoreNamesRealmsEnteredByHand(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	for _, s := range []struct{ realm, text string }{{"1", "$A\nno order\n"}, {"0", "$G\n1 500\n"}} {
		d.Now = d.Now.Add(time.Second)
		clitest.Run(t, s.text, d.Args("submit", d.Dir, s.realm, "-")...)
	}
	_, out, _ := d.Run("restore", d.Dir, backup)
	d.Says("restore", out, "`submit` was used since for realm 0 (0 is the game master). Enter those orders again.\n")
	d.Now = d.Now.Add(time.Second)
	clitest.Run(t, "$N\n#M\nHello\n#E\n", d.Args("submit", d.Dir, "1", "-")...)
	_, out, _ = d.Run("restore", d.Dir, backup)
	d.Says("restore", out, "`submit` was used since for realms 0, 1 (0 is the game master).")
}
