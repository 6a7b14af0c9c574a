package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"weltentor/cmd/page/engine"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The schemas describe each field of the data, and no other, and say which are always there.
func TestSchemasNameEachField(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]reflect.Type{"report.schema.json": reflect.TypeFor[game.Facts](),
		"table.schema.json": reflect.TypeFor[game.Table]()} {
		f := form{t, clitest.SchemaText(t, name), map[reflect.Type]bool{}}
		if f.whole["$id"] != clitest.Schemas[name] {
			t.Errorf("%s is %v", name, f.whole["$id"])
		}
		f.holds(name, of, f.whole)
		clitest.Schema(t, name)
	}
}

// form compares a schema with types of Go.
type form struct {
	t     *testing.T
	whole map[string]any
	seen  map[reflect.Type]bool
}

// holds compares a type with its part of the schema.
func (f form) holds(at string, of reflect.Type, part map[string]any) {
	if to, is := part["$ref"].(string); is {
		if !strings.HasPrefix(to, "#/$defs/") {
			return // of another schema
		}
		at, part = to, f.whole["$defs"].(map[string]any)[to[len("#/$defs/"):]].(map[string]any)
	}
	switch of.Kind() {
	case reflect.Pointer:
		f.holds(at, of.Elem(), part)
	case reflect.Slice:
		if items, is := part["items"].(map[string]any); is {
			f.holds(at+"[]", of.Elem(), items)
		} else if of.Elem().Kind() != reflect.Uint8 {
			f.t.Errorf("%s is a list, and its schema none", at)
		}
	case reflect.Struct:
		if !f.seen[of] {
			f.seen[of] = true
			f.object(at, of, part)
		}
	}
}

func (f form) object(at string, of reflect.Type, part map[string]any) {
	told, _ := part["properties"].(map[string]any)
	var names, needed []string
	for _, field := range reflect.VisibleFields(of) {
		name, how, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			continue
		}
		names = append(names, name)
		if !strings.Contains(how, "omit") {
			needed = append(needed, name)
		}
		inner, _ := told[name].(map[string]any)
		if inner["description"] == nil && inner["$ref"] == nil {
			f.t.Errorf("%s says nothing of %s", at, name)
		}
		f.holds(at+"."+name, field.Type, inner)
	}
	required := fmt.Sprint(part["required"])
	slices.Sort(names)
	if got := slices.Sorted(maps.Keys(told)); !slices.Equal(got, names) {
		f.t.Errorf("%s has %v, its schema %v", at, names, got)
	}
	if list, _ := part["required"].([]any); len(list) != len(needed) || slices.ContainsFunc(needed,
		func(n string) bool { return !slices.Contains(list, any(n)) }) {
		f.t.Errorf("%s always has %v, its schema asks for %s", at, needed, required)
	}
	if part["additionalProperties"] != false {
		f.t.Errorf("%s may have other fields", at)
	}
}

// What the schema lacks is found, at any depth.
func TestSchemaRefuses(t *testing.T) {
	t.Parallel()
	s := clitest.Schema(t, "report.schema.json")
	whole := func(change func(*game.Facts)) string {
		f := game.Facts{Schema: game.FactsSchema, Rules: 1, Lang: "de", Realm: game.FactRealm{Number: 1},
			Refused: []game.FactRefused{}, Weeks: []game.FactWeek{}, Realms: []game.FactRealm{},
			Fields: []game.FactField{},
			Armies: []game.FactArmy{{Name: "A", Parts: []game.FactArmy{{Name: "B"}}}}, Money: []game.FactMoney{},
			Letters: []game.FactLetter{}}
		change(&f)
		raw, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	sound := whole(func(*game.Facts) {})
	for text, want := range map[string]bool{
		sound: true,
		strings.Replace(sound, `"name":"B"`, `"name":"B","gold":1`, 1):            false,
		strings.Replace(sound, `"turn":0,`, ``, 1):                                false,
		whole(func(f *game.Facts) { f.Schema = 2 }):                               false,
		whole(func(f *game.Facts) { f.Weeks = nil }):                              false,
		whole(func(f *game.Facts) { f.Money = []game.FactMoney{{Kind: "loan"}} }): false,
		whole(func(f *game.Facts) {
			f.Weeks = append(f.Weeks, game.FactWeek{Events: []game.FactEvent{{Said: game.Said{
				Args: map[string]game.FactValue{"n": {Number: 3}, "who": {Word: "x", Worded: true}}}}}})
		}): true,
	} {
		if err := clitest.Fits(s, []byte(text)); (err == nil) != want {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// reportsFit checks the reports of a world by the schema, those of all realms and turns.
func reportsFit(t *testing.T, dir string) {
	t.Helper()
	own, err := settings.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := world.Open(dir, worlds.Rulebooks(), folder.ForStore(own))
	if err != nil {
		t.Fatal(err)
	}
	realms, err := players.Realms(w)
	if err != nil {
		t.Fatal(err)
	}
	s, table, reports := clitest.Schema(t, "report.schema.json"), clitest.Schema(t, "table.schema.json"), 0
	for _, r := range realms {
		for turn := 0; ; turn++ {
			if _, err := turns.Report(w, r.Number, turn); errors.Is(err, faults.ErrReport) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			data, err := turns.Facts(w, r.Number, turn)
			if err != nil {
				t.Fatal(err)
			}
			if err := clitest.Fits(s, data); err != nil {
				t.Errorf("realm %d, turn %d: %v\n%.2000s", r.Number, turn, err, data)
			}
			tablesFit(t, w, table, r.Number, turn)
			reports++
		}
	}
	if reports < 2*len(realms) {
		t.Errorf("%d realms have %d reports", len(realms), reports)
	}
	printed(t, w, dir)
}

// printed checks that the command prints the same data, and tables made from them.
func printed(t *testing.T, w *world.World, dir string) {
	t.Helper()
	data, err := turns.Facts(w, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var facts game.Facts
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := clitest.Run(t, "", "report", dir, "1", "1", "--json"); code != complaint.ExitDone ||
		out != string(data) {
		t.Errorf("exit %d %s\n%.300s", code, errs, out)
	}
	armies, parts := len(facts.Armies), 0
	for _, a := range facts.Armies {
		parts += len(a.Parts)
	}
	for table, want := range map[string]struct {
		lines int
		head  string
	}{
		"armies": {armies + parts, "turn,realm,name,of,kind,unknown,at,men"},
		"fields": {len(facts.Fields), "turn,at,name,own,terrain,owner,building,state,edges"},
	} {
		code, out, errs := clitest.Run(t, "", "report", dir, "1", "1", "--csv", table)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || code != complaint.ExitDone || len(rows) != want.lines+1 || !strings.HasPrefix(out, want.head) {
			t.Errorf("%s: exit %d %s, %v\n%.300s", table, code, errs, err, out)
		}
	}
	if code, out, errs := clitest.Run(t, "", "report", dir, "1", "99", "--json"); code != complaint.ExitNo || out != "" ||
		!strings.Contains(errs, "no report of turn 99") {
		t.Errorf("exit %d %q %s", code, out, errs)
	}
}

// tablesFit checks the data for players' pages by the schema, those of all realms and turns, and makes the page's
// engine open them.
func tablesFit(t *testing.T, w *world.World, s *jsonschema.Schema, realm, turn int) {
	t.Helper()
	laid, err := notices.Laid(w, realm, turn)
	if err != nil {
		t.Fatal(err)
	}
	if err := clitest.Fits(s, laid); err != nil {
		t.Errorf("realm %d, turn %d: %v\n%.2000s", realm, turn, err, laid)
	}
	opened, err := engine.New(w.Rulebook()).Open(laid)
	if err != nil || opened.Realm != realm || opened.Turn != turn+1 {
		t.Errorf("realm %d, turn %d: the page opens %+v, %v", realm, turn, opened, err)
	}
}
