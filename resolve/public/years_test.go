package public_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/seal"
	"weltentor/resolve/sheets"
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
//	YEARS_SHEETS=/tmp/sheets.json go test ./resolve/public -run xxx -bench Years
func BenchmarkYears(b *testing.B) {
	file := os.Getenv("YEARS_SHEETS")
	if file == "" {
		b.Skip("YEARS_SHEETS is not set")
	}
	w, _ := years(b, file, func(turn func()) { turn() })
	var page int
	for b.Loop() {
		p, story, err := gamemaster.StoryOf(w)
		worldtest.Must(b, err)
		files, err := public.Game{Page: p, Story: story, Name: public.Words{phrase.En: "A game", phrase.De: "Ein Spiel"}}.Files()
		worldtest.Must(b, err)
		page = len(files["index.html"])
		if out := os.Getenv("YEARS_SITE"); out != "" {
			worldtest.Must(b, os.WriteFile(filepath.Join(out, "index.html"), files["index.html"], 0o600))
		}
	}
	b.ReportMetric(float64(page), "B-page")
}

// BenchmarkSeals plays the same 48 turns, and makes their seals again: the marks of twelve reports and sheets a turn, with
// the tree over them. It reports the processor time of a turn, of its seal, and the share.
func BenchmarkSeals(b *testing.B) {
	file := os.Getenv("YEARS_SHEETS")
	if file == "" {
		b.Skip("YEARS_SHEETS is not set")
	}
	var played, sealed time.Duration
	w, all := years(b, file, func(turn func()) {
		begun := cpuTime()
		turn()
		played += cpuTime() - begun
	})
	if played == 0 {
		b.Skip("YEARS_WORLD has the turns already")
	}
	l := w.Rules.Language()
	for _, in := range all { // as the turn leaves them
		for i, s := range in {
			in[i] = s.Read(l, l.Parse(s.Text))
		}
	}
	var texts [][][]byte // by turn and realm
	worldtest.Must(b, w.View(func(tx *store.Tx) error {
		for n := range all {
			var of [][]byte
			for realm := range 13 {
				rep, _ := chronicle.ReadReport(tx, realm, n+1) // realm 0, by which the example builds, has none, nor who has fallen
				of = append(of, rep.Text)
			}
			texts = append(texts, of)
		}
		return nil
	}))
	rounds := 0
	for begun := cpuTime(); b.Loop(); rounds++ {
		for n, in := range all {
			var leaves []game.Leaf
			for realm, text := range texts[n] {
				leaves = append(leaves, game.Leaf{Realm: realm, Report: seal.Blind(seal.Key(make([]byte, 32), n+1, realm), text),
					Salt: seal.Salt(make([]byte, 16), n+1, realm)})
			}
			for _, s := range in {
				leaves[s.Realm].Sheet = seal.Mark(l.Print(nil, s.Orders(l)))
			}
			seal.Of(game.SealedTurn{Turn: n + 1, Root: seal.Plant(n+1, leaves).Root()})
		}
		sealed = cpuTime() - begun
	}
	ms := func(of time.Duration, turns int) float64 { return of.Seconds() * 1000 / float64(turns) }
	turn, one := ms(played, len(all)), ms(sealed, rounds*len(all))
	b.ReportMetric(turn, "cpu-ms/turn")
	b.ReportMetric(one, "cpu-ms/seal")
	b.ReportMetric(100*one/turn, "%-of-a-turn")
}

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// years plays the example with the sheets of a file, each turn within around, unless YEARS_WORLD has it
// already. It returns the sheets, too.
func years(b *testing.B, file string, around func(turn func())) (*world.World, [][]game.Sheet) {
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
		return w, all
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
				w.Cache.Put(tx, sheets.Sheet{Sheet: one, At: at})
			}
			return nil
		}))
		around(func() {
			_, err := turns.Advance(w, at, true)
			worldtest.Must(b, err)
		})
		at = at.AddDate(0, 0, 7)
	}
	closed(b, &worldtest.Game{World: w, T: b, ClockAt: at})
	return w, all
}
