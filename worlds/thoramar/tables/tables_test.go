package tables_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/tables"
)

// The numbers of a few cells, read off the manual's tables by eye.
func TestStandardTables(t *testing.T) {
	s := tables.StandardTables()
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"T01 R.M", int64(s.FindUnit(tables.Unit{Type: 'R', Class: 'M'}).Move), 8},
		{"T02 S.S hold", s.FindUnit(tables.Unit{Type: 'S', Class: 'S'}).Hold, 300},
		{"T03 F destroy", s.FindUnit(tables.Unit{Type: 'F', Class: 'L'}).Destroy, 251},
		{"T04 F.S price", s.FindUnit(tables.Unit{Type: 'F', Class: 'S'}).Cost, 50},
		{"T05 FES capacity", s.FindBuilding("FES").Capacity, 60000},
		{"T06 STD to TSF", s.ConversionOf(0, "STD", "TSF").Cost, 90000},
		{"T06 HST ruin time", int64(s.RepairOf(0, "HST", "ruin").Time), 5},
		{"T07 rows", int64(len(s.Terrain)), 28},
		{"T07 hwa income", s.Terrain[index(t, s, "hwa")].Income, 2100},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, the manual says %d", c.what, c.got, c.want)
		}
	}
	if s.FindUnit(tables.Unit{Type: 'X', Class: 'L'}) != nil || s.FindBuilding("XXX") != nil ||
		s.ConversionOf(0, "FES", "BRG") != nil {
		t.Error("a row for what the manual does not list")
	}
}

func TestTablesOverlay(t *testing.T) {
	r := founding.Rules()
	text, err := r.Tables([]byte("[rules]\nstart_gold = 5\n[[unit]]\nunit = \"K.L\"\nmove = 7\n[[culture]]\nname = " +
		"\"own\"\nspared = [\"tsu\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := r.Effective(text)
	if err != nil {
		t.Fatal(err)
	}
	if own.Rules.StartGold != 5 || own.FindUnit(tables.Unit{Type: 'K', Class: 'L'}).Move != 7 ||
		own.FindUnit(tables.Unit{Type: 'K', Class: 'L'}).Cost != 10 || own.FindCulture("own") == nil {
		t.Error("the overlay did not lie over the standard")
	}
	if r.Standard().Rules.StartGold != 400000 || r.Standard().FindUnit(tables.Unit{Type: 'K', Class: 'L'}).Move != 6 {
		t.Error("the overlay changed the standard")
	}
	if !bytes.Equal(own.Text(), text) {
		t.Error("the text of the tables is not canonical")
	}
	for bad, word := range map[string]string{
		"[rules]\nstart_golf = 5\n":                     "start_golf",
		"[[unit]]\nunit = \"K.L\"\nmoove = 7\n":         "moove",
		"[[unit]]\nunit = \"K.Q\"\nmove = 7\n":          "K.Q",
		"[[terrain]]\ncode = \"xxx\"\n":                 "xxx",
		"[rules]\nstate_share = [1000, 2000]\n":         "state_share",
		"[rules]\nriver_loss_max = 1001\n":              "river_loss_max",
		"[[culture]]\nname = \"a\"\nspared=[\"q\"]":     "q",
		"nonsense = 3\n":                                "nonsense",
		"[[unit]]\nunit = \"K.L\"\nmove = 4294967302\n": "move", // 2³² + 6: in 32 bits 6
		"= broken": "",
	} {
		if _, err := r.Tables([]byte(bad)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: error %v does not name %q", bad, err, word)
		}
	}
}

// Stored tables are read without the standard ones, unless an older version left out what is there now.
func TestStoredTables(t *testing.T) {
	own, err := tables.StandardTables().With([]byte("battle = \"terra-magica\"\n[rules]\nstart_gold = 5\nroad_points = 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(own.Text())
	without := func(line string) string {
		if !strings.Contains(text, "\n"+line) && !strings.HasPrefix(text, line) {
			t.Fatalf("no line %q", line)
		}
		return strings.Replace(text, line, "", 1)
	}
	standard := tables.StandardTables()
	for _, c := range []struct {
		text   string
		asks   bool
		battle string
		gold   int64
		roads  int
	}{
		{text, false, own.Battle, 5, 2},
		{without("battle = \"terra-magica\"\n"), true, standard.Battle, 5, 2},
		{without("start_gold = 5\n"), true, own.Battle, 400_000, 2},
		{without("road_points = 2\n"), true, own.Battle, 5, standard.Rules.RoadPoints},
		{"", true, standard.Battle, 400_000, standard.Rules.RoadPoints},
	} {
		asked := false
		is, err := tables.Stored(func() *tables.Tables { asked = true; return standard }, []byte(c.text))
		if err != nil || asked != c.asks || is.Battle != c.battle || is.Rules.StartGold != c.gold || is.Rules.RoadPoints != c.roads {
			t.Errorf("%+v: %v, asked for the standard %t, %s %d %d", c, err, asked, is.Battle, is.Rules.StartGold, is.Rules.RoadPoints)
		}
	}
	if _, err := tables.Stored(tables.StandardTables, []byte(without("start_gold = 5\n")+"x = 1\n")); err == nil {
		t.Error("an unknown number is read")
	}
}

// No number of the tables is without a range: each, set to what nobody could play
// with, is refused by a sentence that names it.
func TestEveryNumberHasARange(t *testing.T) {
	s := tables.StandardTables()
	numbers := numbersOf(reflect.ValueOf(s), "", nil)
	if len(numbers) < 1000 {
		t.Errorf("only %d numbers are tried", len(numbers))
	}
	for i, n := range numbers {
		if !conformance.Whole() && i%8 > 0 {
			continue
		}
		was := n.get()
		for _, absurd := range []int64{-n.most, -7, n.most} {
			n.set(absurd)
			if err := s.Prepare(); err == nil || !strings.Contains(err.Error(), n.name) {
				t.Errorf("%s = %d: %v", n.name, absurd, err)
			}
		}
		n.set(was)
	}
	if err := s.Prepare(); err != nil {
		t.Error(err)
	}
}

// numberField is a number somewhere in the tables, under its key.
type numberField struct {
	name string
	get  func() int64
	set  func(int64)
	most int64 // more than anybody could play with, and no more than the field holds
}

// numbersOf finds all numbers in a value; what is not exported is made from the
// others.
func numbersOf(v reflect.Value, key string, out []numberField) []numberField {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return numbersOf(v.Elem(), key, out)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				out = numbersOf(v.Field(i), f.Tag.Get("toml"), out)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = numbersOf(v.Index(i), key, out)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if v.Type().Elem().Kind() == reflect.Int64 {
				out = append(out, numberField{k.String(), func() int64 { return v.MapIndex(k).Int() },
					func(n int64) { v.SetMapIndex(k, reflect.ValueOf(n)) }, 1 << 62})
			}
		}
	case reflect.Int, reflect.Int64:
		most := int64(1 << 62)
		if v.OverflowInt(most) { // an int of 32 bits
			most = 1 << 30
		}
		out = append(out, numberField{key, v.Int, v.SetInt, most})
	}
	return out
}

// index is the place of a terrain's row.
func index(t *testing.T, of *tables.Tables, code string) uint8 {
	i, ok := of.FindTerrain(code)
	if !ok {
		t.Fatalf("no terrain %s", code)
	}
	return i
}
