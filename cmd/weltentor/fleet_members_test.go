//go:build fleet

package main

import (
	"context"
	"encoding/json"
	"os"
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
