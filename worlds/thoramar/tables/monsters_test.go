package tables_test

import (
	"testing"

	"weltentor/worlds/thoramar/tables"
)

func TestMonsterTablesAreChecked(t *testing.T) {
	with := func(row string) error {
		_, err := tables.Stored(tables.StandardTables, append(tables.StandardTables().Text(), "\n[[monster]]\n"+row...))
		return err
	}
	if err := with(`unit = "M.E"`); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{
		`unit = "M.X"`, `unit = "K.L"`, "unit = \"M.E\"\ncommand = \"E\"", "unit = \"M.E\"\nheights = [0]",
		"unit = \"M.E\"\nlat_min = 900\nlat_max = 100", "unit = \"M.E\"\nherd = 500", "unit = \"M.K\"\nheights = [1]",
	} {
		if with(bad) == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	own, err := tables.StandardTables().With([]byte(`monster = [ { unit = "M.E", cap = 200 } ]`))
	if err != nil || own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Cap != 200 ||
		own.FindMonster(tables.Unit{Type: 'M', Class: 'E'}).Herd != 40 {
		t.Errorf("an own cap: %v", err)
	}
}
