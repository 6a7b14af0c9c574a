//go:build fleet

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
)

// Members are those of the engine whose clock is put forward.
func (e ahead) Members(ctx context.Context) ([]engine.Member, error) {
	return e.Engine.(engine.Members).Members(ctx)
}

// `fleet status` shows the servers of the journal. One that is away comes first, with what to do, and is the
// exit code.
func TestTheFleetsJournalIsShown(t *testing.T) {
	c := newConvoy(t)
	if out := c.done("fleet", "status"); !strings.HasPrefix(out, c.db.Address+" (PostgreSQL 1") ||
		!strings.Contains(out, "): server of the journal; it takes the changes\n") {
		t.Error(out)
	}
	path := c.charter("shore")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	two := strings.Replace(string(text), c.db.Address, c.db.Address+",127.0.0.1:1", 1)
	if err := os.WriteFile(path, []byte(two), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out := c.fleet("fleet", "status")
	if code != exitNo || !strings.HasPrefix(out, "The journal is in danger: 1 of 2 servers is away or behind. "+
		"Look after them before another one fails.\n127.0.0.1:1: server of the journal; it does not answer: ") ||
		!strings.Contains(out, "\n"+c.db.Address) {
		t.Errorf("exit %d, %s", code, out)
	}
	_, german := c.sh("--lang", "de", "--fleet", path, "fleet", "status")
	if !strings.HasPrefix(german, "Das Journal ist in Gefahr: 1 von 2 Servern fehlt oder liegt zurück. ") {
		t.Error(german)
	}
	var v fleet.View
	code, out = c.fleet("fleet", "status", "--json")
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitNo || len(v.Members) != 2 ||
		v.Members[0].State != engine.Leader || v.Members[1].State != engine.Away {
		t.Errorf("exit %d, %v, %s", code, err, out)
	}
}

func TestTheFleetsJournalIsShownOverNATS(t *testing.T) {
	if out := overNATS(t).done("fleet", "status"); !strings.HasPrefix(out,
		"shore: server of the journal; it takes the changes\n") {
		t.Error(out)
	}
}

// What is missing is said with the file and the key that it is missing from; `doctor` looks at a world of the fleet
// as its hosts do, whatever marks are in the mailbox.
func TestTheFleetSaysWhatIsMissing(t *testing.T) {
	c := newConvoy(t, "north").embark()
	bare := filepath.Join(c.home, "bare")
	if code, out := c.sh("new", bare, "--size", "30x30"); code != 0 {
		t.Fatal(out)
	}
	if out := c.done("fleet", "add", bare); !strings.Contains(out, "\nbare reads no mailbox: imap.host is empty") ||
		!strings.Contains(out, "\nbare sends no letters: smtp.host is empty") {
		t.Error(out)
	}
	_, out := c.fleet("doctor", "north", "--wait", "1")
	for _, check := range []string{"place", "lock", "mailbox (IMAP)", "outgoing mail (SMTP)"} {
		if !strings.Contains(out, "ok        "+check+"\n") {
			t.Errorf("%s is not well:\n%s", check, out)
		}
	}
	if strings.Contains(out, "cron") {
		t.Error(out)
	}
	path := c.charter("shore")
	for _, file := range []struct{ name, key string }{{"mail", "mailbox.password_file"},
		{"db", "postgres.password_file"}} {
		if err := os.Remove(filepath.Join(filepath.Dir(path), file.name)); err != nil {
			t.Fatal(err)
		}
		args := []string{"doctor", "north"}
		if file.name == "db" {
			args = []string{"fleet", "status"}
		}
		if code, out := c.fleet(args...); code == 0 || !strings.Contains(out, path+": "+file.key+": the password in ") {
			t.Errorf("exit %d, %s", code, out)
		}
	}
}
