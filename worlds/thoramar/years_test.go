package thoramar

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"

	"github.com/BurntSushi/toml"
)

const yearsFolder = "../../examples/zwoelf-jahre/"

// years is examples/zwoelf-jahre/game.toml.
type years struct {
	Name, Seed, Size string
	Turns            int
	Tables           map[string]any
	Realm            []struct{ Name, Player, Lang, Kind, Culture, Mind string }
}

// TestTwelveYears plays examples/zwoelf-jahre: 48 turns of twelve realms, whose
// players are in the files beside this one. After every phase nothing is broken
// (law 9); what a receipt took without a doubt the turn does not refuse (law
// 8); all that checklist.txt names happens; played again from the stored sheets
// the game is the same (law 2), and the same as hash.txt tells.
//
// When the rules or the players change on purpose, the new hash is written with
//
//	YEARS=write go test ./worlds/thoramar -run TestTwelveYears
func TestTwelveYears(t *testing.T) {
	conformance.Wasteful(t)
	y := readYears(t)
	if os.Getenv("YEARS") == "search" {
		y.search(t)
		return
	}
	play, sheets := y.play(t)
	if file := os.Getenv("YEARS_SHEETS"); file != "" { // another test plays them in a store
		raw, err := json.Marshal(sheets)
		if err == nil {
			err = os.WriteFile(file, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	hash := hex.EncodeToString(play.hash[:])
	if again := y.replay(t, sheets); again != hash {
		t.Errorf("played again from its sheets the game ends with %s, not %s", again, hash)
	}
	for _, what := range play.missing() {
		t.Errorf("never happened in %d turns: %s", y.Turns, what)
	}
	if os.Getenv("YEARS") == "list" {
		play.list()
	}
	file := yearsFolder + "hash.txt"
	if os.Getenv("YEARS") == "write" {
		if err := os.WriteFile(file, []byte(hash+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(want)) != hash {
		t.Errorf("the game ends with %s, in hash.txt stands %s %v", hash, want, err)
	}
}

// play plays all turns and gives what happened, and the sheets.
func (y *years) play(t *testing.T) (*yearsPlayed, [][]game.Sheet) {
	c, w := &yearsPlayed{test: t, y: y, did: map[string]int{}}, y.found(t)
	var sheets [][]game.Sheet
	for range y.Turns {
		in := c.write(w)
		sheets = append(sheets, in)
		w = c.turn(w, in)
	}
	return c, sheets
}

// search tries seeds, logs each that comes nearer to the checklist than those
// before, and ends where all of it happens.
func (y *years) search(t *testing.T) {
	least := 1 << 30
	for i := 1; i <= 200 && least > 0; i++ {
		y.Seed = fmt.Sprintf("zwoelf-jahre-%d", i)
		c, _ := y.play(t)
		if missing := c.missing(); len(missing) < least {
			least = len(missing)
			t.Logf("seed %q: %d missing %q", y.Seed, least, missing)
		}
	}
}

func readYears(t *testing.T) *years {
	y := &years{}
	if _, err := toml.DecodeFile(yearsFolder+"game.toml", y); err != nil {
		t.Fatal(err)
	}
	return y
}

func (y *years) seed(t *testing.T) game.Seed {
	if other := os.Getenv("YEARS_SEED"); other != "" {
		y.Seed = other
	}
	s, err := game.ParseSeed(y.Seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// found makes the world with all its realms.
func (y *years) found(t *testing.T) *World {
	var own bytes.Buffer
	if err := toml.NewEncoder(&own).Encode(y.Tables); err != nil {
		t.Fatal(err)
	}
	rules := Rules()
	tables, err := rules.Tables(own.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	f := game.Founding{Seed: y.seed(t), Tables: tables}
	if _, err := fmt.Sscanf(y.Size, "%dx%d", &f.Width, &f.Height); err != nil {
		t.Fatal(err)
	}
	w, err := rules.Found(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range y.Realm {
		w, _, err = w.Join(game.Joining{Name: r.Name, Player: r.Player, Lang: phrase.Lang(r.Lang), Kind: r.Kind,
			Culture: r.Culture}, f.Seed)
		if err != nil {
			t.Fatal(err)
		}
	}
	return w.(*World)
}

// replay plays the sheets again, last realm first, each turn on a world read
// from its bytes and in several lanes, and gives the hash of the end.
func (y *years) replay(t *testing.T, sheets [][]game.Sheet) string {
	w, rules, schema := y.found(t), Rules(), reportSchema(t)
	var hash [32]byte
	for _, in := range sheets {
		var back []game.Sheet
		for i := len(in) - 1; i >= 0; i-- {
			back = append(back, in[i])
		}
		opened, err := rules.Open(w.State(), w.at.Tables.Text())
		if err != nil {
			t.Fatal(err)
		}
		o := opened.(*World).resolve(2+opened.Asked().Turn%3, true, back, y.seed(t))
		if opened.Asked().Turn%yearsBetween() == 0 {
			described(t, schema, o)
		}
		if opened.Asked().Turn == y.Turns/2 {
			packs(t, o, w.at.Tables.Text())
		}
		w = o.Next().(*World)
		hash = link(hash, w, o.Annals().Events())
	}
	return hex.EncodeToString(hash[:])
}

// link is the hash of a turn: over the turn before, the state and the events as they are stored.
func link(before [32]byte, w *World, events []game.Event) [32]byte {
	h := sha256.New()
	h.Write(before[:])
	h.Write(w.State())
	if err := json.NewEncoder(h).Encode(events); err != nil {
		panic(err)
	}
	return [32]byte(h.Sum(nil))
}
