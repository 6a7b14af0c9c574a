package thoramar

import (
	"bytes"
	"strings"
	"testing"
)

// The numbers of a few cells, read off the manual's tables by eye.
func TestStandardTables(t *testing.T) {
	s := standardTables()
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"T01 R.M", int64(s.unit(Unit{'R', 'M'}).Move), 8},
		{"T02 S.S hold", s.unit(Unit{'S', 'S'}).Hold, 300},
		{"T03 F destroy", s.unit(Unit{'F', 'L'}).Destroy, 251},
		{"T04 F.S price", s.unit(Unit{'F', 'S'}).Cost, 50},
		{"T05 FES capacity", s.building("FES").Capacity, 60000},
		{"T06 STD to TSF", s.conversion("STD", "TSF").Cost, 90000},
		{"T06 HST ruin time", int64(s.repair("HST", "ruin").Time), 5},
		{"T07 rows", int64(len(s.Terrain)), 28},
		{"T07 hwa income", s.Terrain[s.lookup.terrains["hwa"]].Income, 2100},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, the manual says %d", c.what, c.got, c.want)
		}
	}
	if s.unit(Unit{'X', 'L'}) != nil || s.building("XXX") != nil || s.conversion("FES", "BRG") != nil {
		t.Error("a row for what the manual does not list")
	}
}

// Every preset's advantages and drawbacks weigh the same (docs/rules/thoramar.md).
func TestCulturesOfEqualWorth(t *testing.T) {
	s := standardTables()
	if len(s.Culture) < 5 {
		t.Fatalf("%d cultures", len(s.Culture))
	}
	for i := range s.Culture {
		c, worth := &s.Culture[i], int64(0)
		for u := range s.Unit {
			worth += (c.strength[u] - 100) * s.Unit[u].Worth
		}
		for k := range s.Terrain {
			if c.spared[k] {
				worth += s.Terrain[k].Worth
			}
		}
		if worth != 0 {
			t.Errorf("culture %s is worth %d, want 0", c.Name, worth)
		}
	}
}

func TestTablesOverlay(t *testing.T) {
	r := Rules()
	text, err := r.Tables([]byte("[rules]\nstart_gold = 5\n[[unit]]\nunit = \"K.L\"\nmove = 7\n[[culture]]\nname = \"own\"\nspared = [\"tsu\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := r.effective(text)
	if err != nil {
		t.Fatal(err)
	}
	if own.Rules.StartGold != 5 || own.unit(Unit{'K', 'L'}).Move != 7 || own.unit(Unit{'K', 'L'}).Cost != 10 || own.culture("own") == nil {
		t.Error("the overlay did not lie over the standard")
	}
	if r.standard.Rules.StartGold != 400000 || r.standard.unit(Unit{'K', 'L'}).Move != 6 {
		t.Error("the overlay changed the standard")
	}
	if !bytes.Equal(own.text(), text) {
		t.Error("the text of the tables is not canonical")
	}
	for bad, word := range map[string]string{
		"[rules]\nstart_golf = 5\n":                 "start_golf",
		"[[unit]]\nunit = \"K.L\"\nmoove = 7\n":     "moove",
		"[[unit]]\nunit = \"K.Q\"\nmove = 7\n":      "K.Q",
		"[[terrain]]\ncode = \"xxx\"\n":             "xxx",
		"[rules]\nstate_share = [1000, 2000]\n":     "state_share",
		"[rules]\nriver_loss_max = 1001\n":          "river_loss_max",
		"[[culture]]\nname = \"a\"\nspared=[\"q\"]": "q",
		"nonsense = 3\n":                            "nonsense",
		"= broken":                                  "",
	} {
		if _, err := r.Tables([]byte(bad)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: error %v does not name %q", bad, err, word)
		}
	}
}
