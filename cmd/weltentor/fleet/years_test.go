//go:build fleet && servers

package fleet_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/store/postgres"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// years is examples/zwoelf-jahre, and the sheets of each turn that its players write there.
type years struct {
	Seed, Size string
	Tables     map[string]any
	Realm      []struct{ Name, Player, Lang, Kind, Culture string }
	sheets     [][]game.Sheet
}

// TestTwelveYearsAreCopied: a world of twelve years is copied from a folder to rows and back, and both copies pass the
// verification of all turns.
func TestTwelveYearsAreCopied(t *testing.T) {
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	y := readYears(t)
	p := y.play(t)
	pool, err := pgxpool.New(t.Context(), server.Start(t).URL())
	ok(err)
	defer pool.Close()
	all, err := postgres.Open(t.Context(), pool, 0)
	ok(err)
	look := func(*store.Tx) error { return nil }
	st, err := store.Open(p.Dir, 0, look)
	ok(err)
	began := time.Now()
	ok(st.View(func(tx *store.Tx) error { return all.Add(t.Context(), "years", tx) }))
	there := time.Since(began)

	s := world.Settings{Elsewhere: func(string) (store.Engine, error) { return all.World(t.Context(), "years"), nil }}
	w, err := world.Open(p.Dir, worlds.Rulebooks(), s)
	ok(err)
	found, err := turns.Verify(w)
	ok(err)
	y.verified(t, "the rows", found)

	back := filepath.Join(t.TempDir(), "back")
	ok(os.Mkdir(back, 0o700))
	began = time.Now()
	ok(w.Disk.BackupFile(filepath.Join(back, "world.db"), func(int, int) {}))
	t.Logf("there in %v, and back in %v", there, time.Since(began))
	w, err = world.Open(back, worlds.Rulebooks(), world.Settings{})
	ok(err)
	again, err := turns.Verify(w)
	ok(err)
	y.verified(t, "the folder", again)
}

// TestTwelveYearsArePublished: the public file of twelve years, whose realms write many letters, is small, and soon
// played again.
func TestTwelveYearsArePublished(t *testing.T) {
	y := readYears(t)
	p := y.play(t)
	p.Done("closing", p.Dir, "--now", "--yes", "--why", "enough")
	file := filepath.Join(t.TempDir(), "years.jsonl.gz")
	p.Done("publish", p.Dir, "-o", file, "--guessable")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	began, cpu := time.Now(), clitest.CPUTime()
	out := p.Done("verify", "--public", file, "--lang", "en")
	t.Logf("%d bytes, verified in %v, %v of CPU", info.Size(), time.Since(began), clitest.CPUTime()-cpu)
	if !strings.HasPrefix(out, fmt.Sprintf("true: %d turns, %d realms.", len(y.sheets), len(y.Realm))) {
		t.Error(out)
	}
	if most := int64(len(y.sheets)) * 2500; info.Size() > most {
		t.Errorf("%d bytes, %d are allowed", info.Size(), most)
	}
}

func (y *years) verified(t *testing.T, what string, found chronicle.Verification) {
	t.Helper()
	raw, err := json.Marshal(found)
	replayed := 0
	for _, turn := range found.Turns {
		if turn.Replayed {
			replayed++
		}
	}
	if err != nil || len(found.Wrong) > 0 || replayed != len(y.sheets) {
		t.Errorf("%s: %d turns were replayed: %s, %v", what, replayed, raw, err)
	}
}

// readYears has the players of the example write their sheets, which only the tests of their game can.
func readYears(t *testing.T) *years {
	t.Helper()
	y, file := &years{}, filepath.Join(t.TempDir(), "sheets.json")
	cmd := exec.Command("go", "test", "-count=1", "-run", "^TestTwelveYears$", "./worlds/"+worlds.Rulebooks()[0].Name())
	cmd.Dir, cmd.Env = "../../..", append(os.Environ(), "YEARS_SHEETS="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &y.sheets)
	}
	if err == nil {
		_, err = toml.DecodeFile("../../../examples/zwoelf-jahre/game.toml", y)
	}
	if err != nil || len(y.sheets) != 48 {
		t.Fatal(len(y.sheets), err)
	}
	return y
}

// play plays them in a folder.
func (y *years) play(t *testing.T) stage.Probe {
	t.Helper()
	p := stage.NewProbe(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), clitest.InProcess(worlds.Rulebooks()...))
	var own bytes.Buffer
	if err := toml.NewEncoder(&own).Encode(map[string]any{"tables": y.Tables}); err != nil {
		t.Fatal(err)
	}
	tables, orders := filepath.Join(t.TempDir(), "tables.toml"), filepath.Join(t.TempDir(), "orders.txt")
	write := func(path string, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(tables, own.Bytes())
	p.Done("new", p.Dir, "--seed", y.Seed, "--size", y.Size, "--tables", tables)
	p.Settle("game@demo.test", "")
	for n, r := range y.Realm {
		args := []string{"realm", "add", "--by-hand", p.Dir, "--name", r.Name, "--player", r.Player, "--mail",
			fmt.Sprintf("r%d@example.org", n+1), "--player-lang", cmp.Or(r.Lang, "de")}
		if r.Kind != "" {
			args = append(args, "--kind", r.Kind)
		}
		if r.Culture != "" {
			args = append(args, "--culture", r.Culture)
		}
		p.Done(args...)
	}
	refused := 0
	for _, sheets := range y.sheets {
		for _, s := range sheets {
			write(orders, []byte(s.Text))
			if code, _, _ := p.Run("submit", p.Dir, fmt.Sprint(s.Realm), orders); code != 0 {
				refused++
			}
		}
		p.Done("turn", p.Dir, "--force", "--yes")
		p.Now = p.Now.AddDate(0, 0, 7)
	}
	if refused > len(y.sheets) {
		t.Errorf("%d sheets were refused", refused)
	}
	return p
}
