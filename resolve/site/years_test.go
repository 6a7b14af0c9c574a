package site_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/sheets"
	"weltentor/resolve/site"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// BenchmarkYears makes the public files of examples/zwoelf-jahre after its 48 turns. The sheets are what this writes:
//
//	YEARS_SHEETS=/tmp/sheets.json go test ./worlds/... -run TestTwelveYears
//	YEARS_SHEETS=/tmp/sheets.json go test ./resolve/site -run xxx -bench Years
func BenchmarkYears(b *testing.B) {
	file := os.Getenv("YEARS_SHEETS")
	if file == "" {
		b.Skip("YEARS_SHEETS is not set")
	}
	w := years(b, file)
	var page int
	for b.Loop() {
		p, story, err := master.StoryOf(w)
		worldtest.Must(b, err)
		files, err := site.Game{Page: p, Story: story, Name: public.Words{phrase.En: "A game", phrase.De: "Ein Spiel"}}.Files()
		worldtest.Must(b, err)
		page = len(files["index.html"])
		if out := os.Getenv("YEARS_SITE"); out != "" {
			worldtest.Must(b, os.WriteFile(filepath.Join(out, "index.html"), files["index.html"], 0o600))
		}
	}
	b.ReportMetric(float64(page), "B-page")
}

// years plays the example with the sheets of a file.
func years(b *testing.B, file string) *world.World {
	var y struct {
		Seed, Size string
		Tables     map[string]any
		Realm      []struct{ Name, Player, Lang, Kind, Culture string }
	}
	var own bytes.Buffer
	var all [][]game.Sheet
	_, err := toml.DecodeFile("../../examples/zwoelf-jahre/game.toml", &y)
	worldtest.Must(b, err)
	worldtest.Must(b, toml.NewEncoder(&own).Encode(y.Tables))
	raw, err := os.ReadFile(file)
	worldtest.Must(b, err)
	worldtest.Must(b, json.Unmarshal(raw, &all))

	rb, dir := worlds.Rulebooks()[0], filepath.Join(b.TempDir(), "world")
	if kept := os.Getenv("YEARS_WORLD"); kept != "" {
		dir = kept
	}
	s := worldtest.Settings()
	s.Public, s.Tables = public.Parts, own.Bytes()
	_, there := os.Stat(dir)
	f := game.Founding{}
	if there != nil {
		f.Seed, err = game.ParseSeed(y.Seed)
		worldtest.Must(b, err)
		f.Tables = own.Bytes()
		_, err = fmt.Sscanf(y.Size, "%dx%d", &f.Width, &f.Height)
		worldtest.Must(b, err)
		worldtest.Must(b, players.Found(dir, rb, f, worldtest.Day0))
	}
	w, err := world.Open(dir, []game.Rulebook{rb}, s)
	worldtest.Must(b, err)
	if there == nil {
		return w
	}
	for n, r := range y.Realm {
		j := game.Joining{Name: r.Name, Player: r.Player, Lang: phrase.Lang(cmp.Or(r.Lang, "de")), Kind: r.Kind, Culture: r.Culture}
		_, _, err := players.AddRealm(w, j, fmt.Sprintf("r%d@example.org", n+1), worldtest.Day0)
		worldtest.Must(b, err)
	}
	at := worldtest.Friday
	for _, in := range all {
		worldtest.Must(b, w.Update(func(tx *store.Tx) error {
			for _, one := range in {
				w.Shelf.Put(tx, sheets.Record{Sheet: one, At: at})
			}
			return nil
		}))
		_, err := turns.Advance(w, at, true)
		worldtest.Must(b, err)
		at = at.AddDate(0, 0, 7)
	}
	closed(b, &worldtest.Game{World: w, T: b, ClockAt: at})
	return w
}
