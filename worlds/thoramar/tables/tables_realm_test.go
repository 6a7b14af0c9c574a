package tables_test

import (
	"bytes"
	"strings"
	"testing"

	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/tables"
)

// Rows of single realms lie over the world's, which lie over the standard; the
// text of the tables says all of it again. A wrong key is an error naming it.
func TestTablesOfARealm(t *testing.T) {
	r := founding.Rules()
	text, err := r.Tables([]byte(`
[[unit]]
unit = "K.M"
move = 5
cost = 12

[[realm]]
number = 3
spared = ["tsu", "eis"]
strength = { "K.M" = 70, "R.L" = 0 }
unit = [ { unit = "K.M", move = 3 } ]
terrain = [ { code = "tsu", income = 700 } ]
building = [ { code = "BRG", time = 1 } ]
convert = [ { from = "TPL", to = "HTS", cost = 9, time = 2 } ]
repair = [ { code = "BRG", damage = "ruin", cost = 9 } ]

[[realm]]
number = 2
spared = []
`))
	if err != nil {
		t.Fatal(err)
	}
	own, err := r.Effective(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(own.Text(), text) {
		t.Error("the text of the tables is not canonical")
	}
	km := tables.Unit{Type: 'K', Class: 'M'}
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"the standard", int64(r.Standard().RowOf(3, km).Move), 4},
		{"the world", int64(own.RowOf(1, km).Move), 5},
		{"the realm", int64(own.RowOf(3, km).Move), 3},
		{"what the realm leaves alone", own.RowOf(3, km).Cost, 12},
		{"a realm beyond all rows", int64(own.RowOf(9, km).Move), 5},
		{"realm 0", int64(own.RowOf(0, km).Move), 5},
		{"T07 of the realm", own.TerrainOf(3, index(t, own, "tsu")).Income, 700},
		{"T07 of another", own.TerrainOf(2, index(t, own, "tsu")).Income, 600},
		{"T05 of the realm", int64(own.BuildingOf(3, "BRG").Time), 1},
		{"T05 of the realm, left alone", own.BuildingOf(3, "BRG").Cost, 60000},
		{"T05 of another", int64(own.BuildingOf(2, "BRG").Time), 3},
		{"T06 that only the realm has", own.ConversionOf(3, "TPL", "HTS").Cost, 9},
		{"T06 of the realm, left alone", own.ConversionOf(3, "BRG", "STD").Cost, 30000},
		{"T06, mending", own.RepairOf(3, "BRG", "ruin").Cost, 9},
		{"T06, mending, left alone", int64(own.RepairOf(3, "BRG", "ruin").Time), 2},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
	for bad, word := range map[string]string{
		"[[realm]]\nnumber = 0\n":                                          "realm 0",
		"[[realm]]\nnumber = 2\nculture = \"ice\"\n":                       "culture",
		"[[realm]]\nnumber = 2\nspared = [\"moor\"]\n":                     "moor",
		"[[realm]]\nnumber = 2\nstrength = { \"K.Q\" = 5 }\n":              "K.Q",
		"[[realm]]\nnumber = 2\nunit = [ { unit = \"K.Q\" } ]\n":           "K.Q",
		"[[realm]]\nnumber = 2\nunit = [ { unit = \"K.M\", mov = 3 } ]\n":  "mov",
		"[[realm]]\nnumber = 2\nunit = [ { unit = \"K.M\", move = -3 } ]":  "realm 2",
		"[[realm]]\nnumber = 2\nunit = [ { unit = \"K.M\", at = [\"X\"]}]": "\"X\"",
		"[[realm]]\nnumber = 2\n[[realm]]\nnumber = 2\n":                   "two rows",

		"[[realm]]\nnumber = 2\nterrain = [ { code = \"tla\", height = 2 } ]\n":                     "tla",
		"[[realm]]\nnumber = 2\nterrain = [ { code = \"tla\", points = -2 } ]\n":                    "points",
		"[[realm]]\nnumber = 2\nbuilding = [ { code = \"BRG\", trade = true } ]\n":                  "BRG",
		"[[realm]]\nnumber = 2\nbuilding = [ { code = \"XXX\", cost = 1 } ]\n":                      "XXX",
		"[[realm]]\nnumber = 2\nbuilding = [ { code = \"BRG\", price = 1 } ]\n":                     "price",
		"[[realm]]\nnumber = 2\nconvert = [ { from = \"BRG\", to = \"XXX\", cost = 1, time = 1 } ]": "XXX",
		"[[realm]]\nnumber = 2\nconvert = [ { from = \"TPL\", to = \"HTS\", cost = 1 } ]":           "time",
		"[[realm]]\nnumber = 2\nrepair = [ { code = \"BRG\", damage = \"burnt\", cost = 1 } ]":      "burnt",
	} {
		if _, err := r.Tables([]byte(bad)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: error %v does not name %q", bad, err, word)
		}
	}
}

// What lies over the tables is not written into them: a list least of all.
func TestTablesAreNotWrittenOver(t *testing.T) {
	r := founding.Rules()
	was := string(r.Standard().Text())
	if _, err := r.Tables([]byte("[[unit]]\nunit = \"K.M\"\nat = [\"FES\"]\n[[monster]]\nunit = \"M.M\"\nheights = " +
		"[3, 3]\n" +
		"[[culture]]\nname = \"ice\"\nspared = [\"tsu\"]\n[rules]\nstate_share = [1, 1, 1, 1]\n" +
		"[[realm]]\nnumber = 1\nunit = [ { unit = \"R.M\", at = [\"BRG\"] } ]\n")); err != nil {
		t.Fatal(err)
	}
	if string(r.Standard().Text()) != was {
		t.Error("the standard tables have changed")
	}
}
