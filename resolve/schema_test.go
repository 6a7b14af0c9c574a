package resolve

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A store of each schema is kept as it was written, in testdata. It is made
// once, when the schema is new, and never again:
//
//	go test ./resolve -run TestStoredSchema -write-schema
var writeSchema = flag.Bool("write-schema", false, "write the store of the present schema into testdata")

const storedSchema1 = "testdata/schema1.db.zst"

// The store of schema 1: two realms of tiny, three turns, a third realm that
// joined in turn 3, letters sent and waiting, one sheet replaced, orders for
// turn 4. Realm 1's password is the first one `drawn` gives.
func TestStoredSchema1(t *testing.T) {
	if *writeSchema {
		b := played(t)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 4\n", Taken)
		b.send(1, "$I 1 PASSWORD\n$A\ndig 5\n", Taken)
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(storedSchema1, pack(b.bytes()), 0o644))
	}
	packed, err := os.ReadFile(storedSchema1)
	must(t, err)
	raw, err := unpack(packed)
	must(t, err)
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, storeName), raw, 0o600))

	b := &table{t: t, dir: dir, passwords: []string{""}, mails: 1000, clockAt: friday.AddDate(0, 0, 14)}
	b.reopen(tiny{})
	var r realmRecord
	password, err := r.renew(b.random())
	must(t, err)
	b.passwords = append(b.passwords, password)
	v, err := b.Verify()
	must(t, err)
	if len(v.Wrong) > 0 || len(v.Turns) != 3 || !v.Turns[0].Replayed {
		t.Fatalf("%+v", v)
	}
	s, err := b.Status(friday)
	must(t, err)
	if s.Turn != 4 || len(s.Realms) != 3 || s.Realms[0].Good != 1 || s.Realms[2].Name != "Late" || s.Outbox.Waiting == 0 {
		t.Errorf("%+v", s)
	}
	b.send(1, "$I 1 PASSWORD 4\n$A\ndig 6\n", Taken)
	b.advance(friday.AddDate(0, 0, 21))
	if letters := b.sent("report", friday.AddDate(0, 0, 30)); len(letters) != 3+2+2+3+3 { // welcomes, then three turns, then this one
		t.Errorf("%d reports", len(letters))
	}
	if _, err := b.Submit(2, "$A\ndig 1\n", friday.AddDate(0, 0, 21)); err != nil {
		t.Error(err)
	}
	if n, _, err := b.AddRealm(game.Joining{Name: "New", Lang: phrase.En}, "new@example.org", friday.AddDate(0, 0, 22)); err != nil || n != 4 {
		t.Errorf("realm %d, %v", n, err)
	}
	v, err = b.Verify()
	must(t, err)
	if len(v.Wrong) > 0 || len(v.Turns) != 4 {
		t.Errorf("%+v", v)
	}
}
