package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/resolve/store/disk"
)

// TestAMarkedFolderIsLeftAlone walks the whole list of commands: whatever writes refuses a
// folder whose world belongs to a fleet, with the form that works; whatever reads still does.
func TestAMarkedFolderIsLeftAlone(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"public": `["turns"]`})
	home := t.TempDir()
	for name, text := range map[string]string{"orders.txt": "$N\n#M\nhallo\n#E\n", "news.txt": "Hallo.\n",
		"list.csv": "name,player,mail\nNeuland,Nora,nora@demo.test\n"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.Done("backup", d.Dir, filepath.Join(home, "backup.db"))
	if err := disk.PutMark(d.Dir, disk.Mark{World: "north", Fleet: "/etc/fleet.toml"}); err != nil {
		t.Fatal(err)
	}
	// What follows the folder; reads: the command changes nothing, and is answered.
	cases := map[string]struct {
		more  string
		reads bool
	}{
		"new": {"--seed 7", false}, "status": {"", false}, "orders": {"1", true},
		"report": {"1", true}, "map": {"1 --output HOME/map.png", true},
		"page": {"1 --output HOME/page.json", true}, "public": {"", true},
		"questions": {"1 --dismiss", false}, "log": {"", true}, "tables": {"", true}, "verify": {"", true},
		"backup": {"HOME/other.db", true}, "realm list": {"", true}, "realm export": {"1", true},
		"outbox":    {"1 --hold", false},
		"doctor":    {"", false},
		"realm add": {"--name X --player Y --mail x@y.example", false}, "realm import": {"HOME/list.csv", false},
		"realm pay": {"1 5", false}, "realm mail": {"1 x@y.example", false}, "realm passwd": {"1", false},
		"realm free": {"1 --yes", false}, "realm pause": {"1 1", false}, "realm mute": {"1", false}, "realm bot": {"1", false},
		"realm drop": {"1", false}, "realm accept": {"1", false}, "realm forget": {"1 --why x --yes", false},
		"submit": {"1 HOME/orders.txt", false}, "check": {"1 HOME/orders.txt", true},
		"cron": {"", false}, "run": {"", false}, "serve": {"", false}, "poll": {"", false}, "turn": {"", false}, "send": {"", false},
		"undo": {"--why x", false}, "redo": {"", false}, "pause": {"--yes", false}, "closing": {"--now --why x --yes", false},
		"deadline": {"2027-03-06T20:00:00Z --yes", false}, "edit": {"gold 1 100 --why x", false},
		"tell": {"1 --file HOME/news.txt", false}, "answer": {"1 --file HOME/news.txt", false}, "adopt": {"", false}, "login": {"", false},
		"restore": {"HOME/backup.db --yes", false}, "engine shell": {"--why x --yes -- true", false},
	}
	before := d.Fingerprint()
	all := clitest.Worldly()
	if len(all) < 30 {
		t.Errorf("only %d commands: %q", len(all), all)
	}
	for _, path := range all {
		k, known := cases[path]
		if path == "demo" || path == "publish" || strings.HasPrefix(path, "fleet ") {
			continue // they make folders of their own, or need a game that is over, or a fleet
		}
		if !known { // a command that only reads, and needs nothing but the folder
			k.reads = true
		}
		reasonless := []string{"new", "status", "doctor", "login", "serve"}
		if _, help, _ := d.Run(append(strings.Fields(path), "--help")...); !k.reads && !slices.Contains(reasonless, path) &&
			!strings.Contains(help, "--why=") {
			t.Errorf("%q changes something, and does not show --why", path)
		}
		args := append(append(strings.Fields(path), d.Dir),
			strings.Fields(strings.ReplaceAll(k.more, "HOME", home))...)
		code, out, errs := d.Run(args...)
		form := "`weltentor --fleet /etc/fleet.toml " + path + " north"
		switch {
		case k.reads && code != complaint.ExitDone:
			t.Errorf("%q is refused: exit %d, %s%s", path, code, out, errs)
		case k.reads || code == complaint.ExitUsage && path == "new":
		case slices.Contains([]string{"cron", "run", "serve"}, path) && code == complaint.ExitUsage && strings.Contains(errs, "`weltentor fleet run`"):
		case slices.Contains([]string{"poll", "send", "adopt", "login"}, path): // these work on no world of a fleet
			if code != complaint.ExitUsage || !strings.Contains(errs, "in a fleet already, as north") {
				t.Errorf("%q: exit %d, %s%s", path, code, out, errs)
			}
		case path == "doctor" && code == complaint.ExitNo && strings.Contains(out, form):
		case code != complaint.ExitUsage || !strings.Contains(out+errs, form):
			t.Errorf("%q: exit %d, %s%s", path, code, out, errs)
		}
		if d.Fingerprint() != before {
			t.Fatalf("%q has changed something", path)
		}
	}
	for path := range cases {
		if !slices.Contains(all, path) {
			t.Errorf("there is no command %q", path)
		}
	}
}

// A mark that was emptied is still a mark.
func TestAnEmptyMarkIsOne(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Write(disk.MarkName, "")
	if code, _, errs := d.Run("turn", d.Dir); code != complaint.ExitUsage ||
		!strings.Contains(errs, "`weltentor --fleet fleet.toml turn WORLD") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if err := os.Remove(filepath.Join(d.Dir, disk.MarkName)); err != nil {
		t.Fatal(err)
	}
	d.Done("turn", d.Dir)
}
