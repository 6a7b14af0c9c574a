package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
	"weltentor/resolve/verdict"
	"weltentor/worlds/game"
)

// tableSays holds what a player's page says of each sheet that came, from what the realm knows alone, against what the
// receipt says of it: its page, and all that it is made of, in both languages.
func (w witnessWorld) tableSays(sheets []game.Sheet) {
	t := w.rules.test
	for _, s := range sheets {
		if s.Realm == 0 || s.Absent {
			continue
		}
		e := engine.New(w.rules.Rulebook)
		table := w.table(w.World, s.Realm)
		if _, err := e.Open(encoded(t, table)); err != nil {
			t.Errorf("turn %d, realm %d: the table does not open: %v", s.Turn, s.Realm, err)
			continue
		}
		language := w.rules.Rulebook.Language()
		later := game.Sheet{Realm: s.Realm, Turn: s.Turn, Text: s.Text}
		want := verdict.Judge(w.World, language, language.Parse(s.Text), game.Before{}, later)
		for _, lang := range phrase.Langs {
			if _, err := e.Speak(lang); err != nil {
				t.Fatal(err)
			}
			got, err := e.Check(s.Text)
			if err != nil {
				t.Fatal(err)
			}
			page := want.Page(lang, w.rules.Rulebook.Words(lang))
			if got.Page != page {
				t.Errorf("turn %d, realm %d: the page says\n%s\nand the receipt\n%s", s.Turn, s.Realm, got.Page, page)
			}
			l := want.Lines
			if [4]int{got.Good, got.Bad, got.Partial, got.Later} != [4]int{l.Good, l.Bad, l.Partial, l.NotYet} {
				t.Errorf("turn %d, realm %d: the page counts %+v and the receipt %+v", s.Turn, s.Realm, got, l)
			}
			if len(got.Problems) != len(want.Checked.Problems) || got.Refused != "" {
				t.Errorf("turn %d, realm %d: problems %+v, want %+v", s.Turn, s.Realm, got.Problems,
					want.Checked.Problems)
			}
			table.Lang = lang
			w.keep(table, s.Text, got)
		}
	}
}

// table is what lies before a realm in a world, without the facts of its last report.
func (w witnessWorld) table(of game.World, realm int) game.Table {
	t := game.Table{Schema: game.TableSchema, Program: call.Release, Rulebook: w.rules.Name(), Rules: w.rules.Version(),
		World: "Proben", Address: "spiel@example.org", Realm: realm, Turn: of.Asked().Turn, Tables: string(w.tables),
		Known: of.Known(realm)}
	for _, r := range of.Realms() {
		if r.Number == realm {
			t.Lang = r.Lang
		}
	}
	t.Chart = of.Chart(realm, t.Lang)
	t.Facts = game.Facts{Schema: game.FactsSchema, Rulebook: t.Rulebook, Rules: t.Rules, Lang: t.Lang,
		Realm: game.FactRealm{Number: realm}}
	return t
}

func encoded(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// keep writes a sheet with what the table said of it, and keepTables the tables after a turn, where SHEETS names a
// folder: cmd/page/browser holds the engine in WebAssembly against them, and opens them in browsers.
func (w witnessWorld) keep(table game.Table, text string, said *engine.Checked) {
	if folder := os.Getenv("SHEETS"); folder != "" {
		name := fmt.Sprintf("%s-%s-sheet-%d-%d-%s.json", w.rules.Name(), w.rules.example, table.Turn, table.Realm,
			table.Lang)
		w.write(filepath.Join(folder, name), struct {
			Table game.Table      `json:"table"`
			Text  string          `json:"text"`
			Said  *engine.Checked `json:"said"`
		}{table, text, said})
	}
}

func (w witnessWorld) keepTables(after game.Outcome) {
	folder := os.Getenv("SHEETS")
	for _, realm := range after.Realms() {
		table := w.table(after.Next(), realm)
		table.Facts = *after.Facts(realm)
		if folder != "" {
			name := fmt.Sprintf("%s-%s-table-%d-%d.json", w.rules.Name(), w.rules.example, table.Turn, realm)
			w.write(filepath.Join(folder, name), table)
		}
	}
}

func (w witnessWorld) write(file string, value any) {
	if err := os.WriteFile(file, encoded(w.rules.test, value), 0o600); err != nil {
		w.rules.test.Error(err)
	}
}

// A table that was written reads as it was.
func TestTableTravels(t *testing.T) {
	t.Parallel()
	was := game.Table{Schema: 1, Rulebook: "x", Known: []byte("{}"), Tables: "a = 1\n", Lang: phrase.En}
	var is game.Table
	if err := json.Unmarshal(encoded(t, was), &is); err != nil || !reflect.DeepEqual(is, was) {
		t.Errorf("%+v is %+v: %v", was, is, err)
	}
}
