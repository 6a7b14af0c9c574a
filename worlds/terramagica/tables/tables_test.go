package tables

import (
	"bytes"
	"strings"
	"testing"
)

// What nobody could play by is an error that names it; what is not named stays.
func TestTables(t *testing.T) {
	for own, want := range map[string]string{
		"[[unit]]\nunit = \"Ritter\"\na = 0\n":             "unit Ritter: a = 0: must be 1 to 10000",
		"[[unit]]\nunit = \"Ritter\"\nmoves = \"rails\"\n": `moves = "rails"`,
		"[[unit]]\nunit = \"Zwerg\"\na = 5\n":              `there is no "Zwerg"`,
		"[[unit]]\nunit = \"Ritter\"\nwords = [\"Horst\"]": "the words are the same in all worlds",
		"[[unit]]\nunit = \"Ritter\"\nstrength = 5\n":      "strength",
		"[[wall]]\nwall = \"Mauer\"\nhp = 400\n":           "must be more than Palisade has",
		"[[wall]]\nwall = \"Mauer\"\nwords = [\"Zaun\"]\n": "the words are the same in all worlds",
		"[avatar]\nrow = 11\n":                             "avatar: row = 11: must be 1 to 10",
		"[battle]\nrounds = 0\n":                           "battle: rounds = 0",
		"[battle]\ndraw_min = 2000\n":                      "draw_min = 2000: must be at most draw_max = 1100",
		"[rules]\nguard = \"Zwerg\"\n":                     `guard = "Zwerg": there is no such thing`,
		"[rules]\npeople_min = 9000\n":                     "people_min = 9000: must be at most people_max = 8000",
		"[rules]\ntax = 0\n":                               "rules: tax = 0: must be 1 to",
		"[rules]\ntaxes = 3\n":                             "unknown keys in the tables: rules.taxes",
		"[rules]\ntax = \"much\"\n":                        "tax",
		"[[unit]]\nunit = 3\n":                             "unit",
		"[dungeon]\ndepth = 3\n":                           "unknown keys in the tables: dungeon",
	} {
		if _, err := StandardTables().With([]byte(own)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", own, err, want)
		}
	}
	own, err := StandardTables().With([]byte("[[unit]]\nunit = \"Ritter\"\na = 19\n[rules]\ntax = 21\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := StandardTables().With(own.Text())
	if err != nil || got.UnitOf("Ritter").A != 19 || got.UnitOf("Ritter").V != 18 || got.Rules.Tax != 21 ||
		got.Rules.Production != 40 {
		t.Errorf("%v, %+v", err, got)
	}
	if StandardTables().UnitOf("Ritter").A != 18 {
		t.Error("the standard tables have changed")
	}
}

// Every number of the tables has a range, and every range a number.
func TestRangesAreWhole(t *testing.T) {
	if err := StandardTables().check(); err != nil {
		t.Error(err) // a number without range panics
	}
	text, table := StandardTables().Text(), ""
	for line := range strings.SplitSeq(rangeText, "\n") {
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[]")
		}
		if key, _, ok := strings.Cut(line, " = \""); ok && !bytes.Contains(text, []byte("\n"+key+" = ")) {
			t.Errorf("ranges.toml has %s.%s, which is no number", table, key)
		}
	}
}
