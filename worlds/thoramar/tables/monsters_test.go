package tables_test

import (
	"testing"

	"weltentor/worlds/thoramar/tables"
)

func TestMonsterTablesAreChecked(t *testing.T) {
	for _, bad := range []string{
		`unit = "M.X"`, `unit = "K.L"`, `unit = "M.E", command = "E"`, `unit = "M.E", heights = [0]`,
		`unit = "M.E", lat_min = 900, lat_max = 100`, `unit = "M.E", herd = 500`, `unit = "M.K", heights = [1]`,
	} {
		if _, err := tables.StandardTables().With([]byte("monster = [ { " + bad + " } ]")); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	own, err := tables.StandardTables().With([]byte(`monster = [ { unit = "M.E", cap = 200 } ]`))
	if err != nil || own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Cap != 200 ||
		own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Herd != 40 {
		t.Errorf("an own cap: %v", err)
	}
}
