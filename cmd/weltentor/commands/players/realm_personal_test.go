package players_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/resolve/players"
)

// A player's data is printed for the player; then it is forgotten, and the command names the
// mails and the backups that still have it.
func TestRealmForget(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	id := d.Join()
	d.Mail("one", id+"\n$N\n#M\nHow deep is the sea?\n#E\n")
	d.Mail("two", "Where is the dragon?\n")
	d.Done("poll", d.Dir)
	d.Done("send", d.Dir)
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Done("realm", "pay", d.Dir, "1", "5")

	text := d.Done("realm", "export", d.Dir, "1")
	d.Lists("the export", text, "Reich 1 Moorland", "Adressen: "+clitest.Player,
		"    Where is the dragon?", "<two@test.example>",
		"Zeilen der Spielleitung, die Euer Reich nennen, etwa Zahlungen:\n  Zug 2, ")
	var data players.PersonalData
	if err := json.Unmarshal([]byte(d.Done("realm", "export", d.Dir, "1", "--json")), &data); err != nil ||
		data.Player != "Anna" || len(data.Letters) != 2 || len(data.Questions) != 2 || len(data.Booked) != 1 {
		t.Errorf("%+v, %v", data, err)
	}

	if code, _, errs := d.Run("realm", "forget", d.Dir, "1"); code != complaint.ExitUsage || !strings.Contains(errs, "--why") {
		t.Errorf("without a reason: %d, %s", code, errs)
	}
	if code, _, errs := d.Run("realm", "forget", d.Dir, "7", "--why", "wish"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "no realm 7") {
		t.Errorf("realm 7: %d, %s", code, errs)
	}
	if code, _, errs := d.Run("realm", "export", d.Dir, "7"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "no realm 7") {
		t.Errorf("realm 7: %d, %s", code, errs)
	}
	said := d.Done("realm", "forget", d.Dir, "1", "--why", "wish", "--yes")
	d.Lists("the answer", said, "The player of realm 1 is forgotten: 2 letters, ", ", 2 questions, ",
		"2 mails are still in the mailbox, in the folder ", "  <one@test.example>\n", "  <two@test.example>\n",
		"1 backup still has everything", "  backups/before-turn-00001.db.zst\n")
	raw, err := os.ReadFile(filepath.Join(d.Dir, "world.db"))
	if err != nil || bytes.Contains(raw, []byte(clitest.Player)) {
		t.Errorf("the address is still in the store (%v)", err)
	}
	said = d.Done("realm", "forget", d.Dir, "1", "--backups", "--why", "wish", "--yes")
	if left, err := os.ReadDir(filepath.Join(d.Dir, "backups")); err != nil || len(left) != 0 ||
		!strings.Contains(said, "is forgotten: 0 letters") {
		t.Errorf("%v, %v\n%s", left, err, said)
	}
	d.Lists("the log", d.Done("log", d.Dir), "the player of realm 1 is forgotten")
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Done("verify", d.Dir)
}

// A backup of a damaged store is made, and the command says that it is damaged, too.
func TestABackupOfADamagedStore(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("backup", d.Dir, filepath.Join(t.TempDir(), "good.db"))
	path := filepath.Join(d.Dir, "world.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.ReplaceAll(raw, []byte(clitest.Player), []byte("x"+clitest.Player[1:]))
	if bytes.Equal(raw, damaged) {
		t.Fatal("nothing was damaged")
	}
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	code, out, said := d.Run("backup", d.Dir, file, "--lang", "en")
	if code != complaint.ExitUsage || !strings.Contains(out+said, file+": the store is damaged, and so is this copy") {
		t.Errorf("%d %q %q", code, out, said)
	}
	if copied, err := os.ReadFile(file); err != nil || !bytes.Contains(copied, []byte("x"+clitest.Player[1:])) {
		t.Errorf("the copy: %v", err)
	}
}

// Of several who had a realm, one is exported or forgotten: by name, address or number. If nobody is called so, or two
// are, the command lists them and does nothing.
func TestOneFormerPlayer(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Mail("one", "Where is the dragon?\n")
	d.Done("poll", d.Dir)
	for _, next := range []string{"hans@one.example", "hans@two.example", "kim@example.net"} {
		d.Now = d.Now.Add(time.Hour)
		name := "Kim"
		if strings.HasPrefix(next, "hans") {
			name = "Hans"
		}
		d.Done("realm", "free", d.Dir, "1", "--player", name, "--mail", next, "--why", "left", "--yes")
	}
	d.Now = d.Now.Add(time.Hour)
	export := func(who string) (data players.PersonalData) {
		t.Helper()
		out := d.Done("realm", "export", d.Dir, "1", "--former", who, "--json")
		if err := json.Unmarshal([]byte(out), &data); err != nil {
			t.Fatal(err)
		}
		return data
	}
	if data := export("anna"); data.Player != "Anna" || len(data.Letters) != 1 || len(data.Mail) != 1 {
		t.Errorf("%+v", data)
	}
	for who, mail := range map[string]string{"2": "hans@one.example", "hans@two.example": "hans@two.example"} {
		if data := export(who); data.Player != "Hans" || len(data.Mail) != 1 || data.Mail[0] != mail ||
			len(data.Letters) != 0 {
			t.Errorf("%s: %+v", who, data)
		}
	}
	list := "1 Anna " + clitest.Player + " ("
	for _, who := range []string{"Hans", "Kim", "?", "4", "0"} {
		code, _, said := d.Run("realm", "forget", d.Dir, "1", "--former", who, "--why", "wish", "--lang", "en")
		if code != complaint.ExitUsage || !strings.Contains(said, list) || !strings.Contains(said, "; 2 Hans hans@one.example (") {
			t.Errorf("%s: %d %s", who, code, said)
		}
	}
	_, _, said := d.Run("realm", "forget", d.Dir, "1", "--former", "hans@two.example", "--why", "wish", "--lang", "en")
	if !strings.Contains(said, "what is kept of hans@two.example, who played realm 1, add --yes") {
		t.Errorf("without a yes: %s", said)
	}
	d.Lists("the answer", d.Done("realm", "forget", d.Dir, "1", "--former", "2", "--why", "wish", "--yes", "--lang", "en"),
		"The former player 2 of realm 1 is forgotten: ")
	if data := export("Hans"); data.Mail[0] != "hans@two.example" { // now there is only one
		t.Errorf("%+v", data)
	}
	if data := export("1"); len(data.Letters) != 1 {
		t.Errorf("%+v", data)
	}
	d.Done("verify", d.Dir)

	// The question names who plays the realm, and a realm without a player is asked about those before.
	forget := []string{"realm", "forget", d.Dir, "1", "--why", "wish", "--lang", "en"}
	if _, _, said := d.Run(forget...); !strings.Contains(said, "what is kept of Kim kim@example.net, the player of realm 1, add --yes") {
		t.Errorf("without a yes: %s", said)
	}
	d.Done("realm", "free", d.Dir, "1", "--why", "left", "--yes")
	if code, _, said := d.Run(append(forget, "--yes")...); code != complaint.ExitUsage || !strings.Contains(said, list) ||
		!strings.Contains(said, "Kim kim@example.net") {
		t.Errorf("without a player: %d %s", code, said)
	}
	// After somebody was forgotten the same command deletes the backups.
	d.Done("turn", d.Dir, "--force", "--yes")
	former := append(forget, "--former", "kim@example.net", "--yes")
	d.Done(former...)
	if said := d.Done(append(former, "--backups")...); !strings.Contains(said, "is called kim@example.net") {
		t.Errorf("once more: %s", said)
	}
	if left, err := os.ReadDir(filepath.Join(d.Dir, "backups")); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}
