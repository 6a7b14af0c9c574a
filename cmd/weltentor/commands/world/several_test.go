package world_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/store/disk"
)

// Of several worlds status shows a row each, first those where something waits for the game master, and says by its
// exit code whether anything does. Without a folder it shows all worlds of the working directory.
func TestStatusOfSeveralWorlds(t *testing.T) {
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "deadline": `"Friday 20:00"`, "zone": `"UTC"`})
	home := t.TempDir()
	t.Chdir(home)
	if code, _, errs := d.Run("status"); code != complaint.ExitUsage || !strings.Contains(errs, "there is no world in this folder") {
		t.Errorf("no world: exit %d, %s", code, errs)
	}
	d.Done("new", "burg", "--name", "Burg", "--seed", "7", "--size", "40x30", "--bots", "2")
	d.Done("new", "leer", "--seed", "7", "--size", "40x30")
	rows := func(want int, args ...string) []string {
		t.Helper()
		code, out, errs := d.Run(append([]string{"status"}, args...)...)
		if code != want {
			t.Errorf("%v: exit %d, want %d: %s%s", args, code, want, out, errs)
		}
		return strings.Split(strings.TrimSpace(out), "\n")
	}
	here := rows(complaint.ExitDone)
	if len(here) != 4 || !strings.HasPrefix(here[0], "WORLD  GAME ") || !strings.HasSuffix(here[0], "WAITS FOR YOU") ||
		!strings.HasPrefix(strings.Join(here[1:3], "\n"), "burg ") && !strings.HasPrefix(here[2], "burg ") ||
		strings.Count(strings.Join(here[1:3], "\n"), "–") != 6 || here[3] != "2 worlds, 0 players." {
		t.Errorf("the worlds here:\n%s", strings.Join(here, "\n"))
	}
	both := rows(complaint.ExitDone, "leer", d.Dir)
	if !strings.HasPrefix(both[1], d.Dir+" ") || !strings.Contains(both[1], "  2026-03-06 20:00 UTC  0 of ") {
		t.Errorf("by deadline:\n%s", strings.Join(both, "\n"))
	}
	d.Writes("anna@demo.test", "A question", "Wie viele Felder hat die Karte?\n")
	d.Cron()
	all := rows(complaint.ExitNo, "burg", "leer", d.Dir)
	if !strings.HasPrefix(all[1], d.Dir+" ") || !strings.HasSuffix(all[1], "  1 question") || !strings.HasSuffix(all[2], "  –") {
		t.Errorf("what waits is first:\n%s", strings.Join(all, "\n"))
	}
	for _, alone := range [][]string{{d.Dir}, {d.Dir, d.Dir}, {d.Dir, d.Dir + "/../" + filepath.Base(d.Dir)}} { // one world, however often
		if one := rows(complaint.ExitNo, alone...); one[len(one)-1] != "Waits for you: 1 question" {
			t.Errorf("of this world alone:\n%s", strings.Join(one, "\n"))
		}
	}
	waits := func(want string, args ...string) {
		t.Helper()
		code, out, _ := d.Run(append([]string{"status", "--json"}, args...)...)
		if !strings.Contains(out, want) || code != complaint.ExitNo {
			t.Errorf("%v: exit %d, want %s in %s", args, code, want, out)
		}
	}
	waits(`"for_you": [
    {
      "code": "waits-questions",
      "text": "1 question"
    }
  ]`, d.Dir)
	waits(`"code": "waits-questions"`, d.Dir, "burg")
	d.Done("questions", d.Dir, "1", "--dismiss")
	rows(complaint.ExitDone, "burg", d.Dir)
	d.Now = time.Date(2026, 3, 6, 21, 0, 30, 0, time.UTC)
	if late := rows(complaint.ExitNo, "burg", d.Dir, "--lang", "de"); !strings.Contains(late[1],
		"vorbei: 2026-03-06 20:00 UTC") || !strings.HasSuffix(late[1], "fällig seit 2026-03-06 20:00 UTC; läuft cron?") {
		t.Errorf("cron does not run:\n%s", strings.Join(late, "\n"))
	}
	lock := filepath.Join(d.Dir, disk.LockName)
	stage.Must(t, os.Chtimes(lock, time.Time{}, time.Now().Add(-3*time.Hour)))
	if late := rows(complaint.ExitNo, d.Dir); late[len(late)-1] != "Waits for you: cron has not run since 2026-03-06 18:00 UTC" {
		t.Errorf("cron does not run:\n%s", strings.Join(late, "\n"))
	}
	if late := rows(complaint.ExitNo, "leer", d.Dir); !strings.HasSuffix(late[1], "  cron has not run since 2026-03-06 18:00 UTC") {
		t.Errorf("cron does not run:\n%s", strings.Join(late, "\n"))
	}
	stage.Must(t, os.Chtimes(lock, time.Time{}, time.Now().Add(-time.Hour)))
	d.Now = time.Date(2026, 3, 6, 19, 0, 0, 0, time.UTC)
	if strings.Contains(d.Stands(), "Waits") {
		t.Errorf("cron may come only once an hour:\n%s", d.Stands())
	}
	var list []gamemaster.Status
	code, out, _ := d.Run("status", "--json")
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != complaint.ExitDone || len(list) != 2 ||
		list[0].Name != "Burg" && list[1].Name != "Burg" {
		t.Errorf("exit %d, %v, %s", code, err, out)
	}
	stage.Must(t, os.Chmod("leer", 0o755))
	code, out, errs := d.Run("status", "burg", "leer")
	if code != complaint.ExitUsage || !strings.Contains(out, "\nburg ") || !strings.Contains(errs, "leer can be read by others") {
		t.Errorf("one cannot be read: exit %d, %s%s", code, out, errs)
	}
	if one := d.Done("status", "burg"); strings.Contains(one, "WAITS FOR YOU") {
		t.Errorf("one world is shown whole:\n%s", one)
	}
}
