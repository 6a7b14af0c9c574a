package realm_test

import (
	"bytes"
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// A world of herds reads back as it was written.
func TestHerdsAreStored(t *testing.T) {
	s := gametest.Found(t, "stored", 40, 30).State
	b := realm.Encode(s)
	back, err := realm.Decode(b, tables.StandardTables())
	if err != nil || !bytes.Equal(realm.Encode(back), b) {
		t.Errorf("read back differs: %v", err)
	}
}
