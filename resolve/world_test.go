package resolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

func TestFoundGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	var stores [][]byte
	for range 2 {
		dir := filepath.Join(t.TempDir(), "w")
		must(t, players.Found(dir, worldtest.Tiny{}, game.Founding{Seed: game.Seed{1, 2}}, worldtest.Day0,
			game.File{Name: "world.toml", Data: []byte("x = 1\n")}))
		raw, err := os.ReadFile(filepath.Join(dir, disk.FileName))
		must(t, err)
		stores = append(stores, raw)
		for name, want := range map[string]os.FileMode{"": 0o700, disk.FileName: 0o600, "world.toml": 0o600,
			worldtest.LockName: 0o600} {
			info, err := os.Stat(filepath.Join(dir, name))
			must(t, err)
			if info.Mode().Perm() != want {
				t.Errorf("%q has mode %o, want %o", name, info.Mode().Perm(), want)
			}
		}
	}
	if !slices.Equal(stores[0], stores[1]) {
		t.Error("the same founding gave two different stores")
	}
}

func TestFoundNeverTouchesWhatIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i, c := range []struct {
		file string
		want error
	}{{"diary", faults.ErrFilled}, {"world.toml", faults.ErrExists}} {
		must(t, os.WriteFile(filepath.Join(dir, c.file), []byte("dear"), 0o600))
		worldtest.WantError(t, players.Found(dir, worldtest.Tiny{}, game.Founding{}, worldtest.Day0), c.want, dir)
		if got, err := os.ReadDir(dir); err != nil || len(got) != i+1 {
			t.Errorf("the directory holds %v (%v)", got, err)
		}
	}
}

func TestFoundInAnEmptyDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o755))
	must(t, players.Found(dir, worldtest.Tiny{}, game.Founding{}, worldtest.Day0))
	if _, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings()); err != nil {
		t.Error(err)
	}
}

func TestFoundAfterAKilledFounding(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "w")
	must(t, os.Mkdir(dir+".founding", 0o700))
	must(t, os.WriteFile(filepath.Join(dir+".founding", disk.FileName), []byte("half"), 0o600))
	must(t, players.Found(dir, worldtest.Tiny{}, game.Founding{}, worldtest.Day0))
	if _, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir + ".founding"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the building site is still there: %v", err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		harm  func(t *testing.T, dir string)
		want  error
		words []string
	}{
		{"no directory", func(t *testing.T, dir string) { must(t, os.RemoveAll(dir)) }, faults.ErrNoWorld, nil},
		{"no store", func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, disk.FileName))) },
			faults.ErrNoWorld, []string{disk.FileName}},
		{"empty store", func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, disk.FileName), 0)) },
			faults.ErrDamaged, []string{"is empty", "backup"}},
		{"cut off", func(t *testing.T, dir string) {
			must(t, os.Truncate(filepath.Join(dir, disk.FileName), 3*worldtest.PageSize))
		}, faults.ErrDamaged, []string{"cut off", "backup"}},
		{"no store at all", func(t *testing.T, dir string) {
			must(t, os.WriteFile(filepath.Join(dir, disk.FileName), make([]byte, 1<<16), 0o600))
		}, faults.ErrDamaged, []string{"not a store"}},
		{"half founded", func(t *testing.T, dir string) {
			worldtest.EditStore(t, dir, func(tx *store.Tx) error { return tx.DeleteBucket([]byte("due")) })
		}, faults.ErrDamaged, []string{"half written"}},
		{"newer schema", func(t *testing.T, dir string) {
			worldtest.EditStore(t, dir, func(tx *store.Tx) error {
				return tx.Bucket([]byte("meta")).Put([]byte("schema"), store.U32(store.Schema+1))
			})
		}, faults.ErrSchema, []string{fmt.Sprint("schema ", store.Schema+1), fmt.Sprint("reads 2 to ", store.Schema)}},
		{"another rulebook", func(t *testing.T, dir string) {
			worldtest.EditStore(t, dir, func(tx *store.Tx) error {
				return tx.Bucket([]byte("meta")).Put([]byte("rulebook"),
					[]byte("chess"))
			})
		}, faults.ErrRulebook, []string{"chess", "tiny"}},
		{"open directory", func(t *testing.T, dir string) { must(t, os.Chmod(dir, 0o755)) }, faults.ErrExposed,
			[]string{"0755", "chmod 700 "}},
		{"open store", func(t *testing.T, dir string) { must(t, os.Chmod(filepath.Join(dir, disk.FileName), 0o644)) },
			faults.ErrExposed, []string{"0644", "chmod 600 "}},
		{"open settings", func(t *testing.T, dir string) {
			must(t, os.WriteFile(filepath.Join(dir, "world.toml"), nil, 0o600))
			must(t, os.Chmod(filepath.Join(dir, "world.toml"), 0o640))
		}, faults.ErrExposed, []string{"world.toml", "chmod 600 "}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "w")
			must(t, players.Found(dir, worldtest.Tiny{}, game.Founding{}, worldtest.Day0))
			c.harm(t, dir)
			before, _ := os.ReadFile(filepath.Join(dir, disk.FileName))
			_, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
			worldtest.WantError(t, err, c.want, c.words...)
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			if after, _ := os.ReadFile(filepath.Join(dir, disk.FileName)); !slices.Equal(before, after) {
				t.Error("the store was changed")
			}
		})
	}
}

func TestTablesThatDoNotFit(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Tables = []byte("wrong = 1\n") })
	_, err := gamemaster.StatusOf(b.World, worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrTables, "no such number")
}

// A number that shaped the world stays as it was when the world was founded. A command that finds another number says
// so, and all is well once it is restored.
func TestSettledNumbers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for tables, fine := range map[string]bool{"wide = 1\n": false, "deep = 1\n": true, "": true} {
		b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Tables = []byte(tables) })
		_, err := gamemaster.StatusOf(b.World, worldtest.Day0)
		if fine {
			must(t, err)
		} else {
			worldtest.WantError(t, err, faults.ErrTables, "stays as wide")
		}
	}
}

func TestPasswords(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	old := b.Passwords[1]
	// 13 letters of 31 and two dashes: 13 × log2 31 = 13 × 4.95 = 64 bits.
	if len(old) != 15 || strings.Trim(old, "abcdefghjkmnpqrstuvwxyz23456789-") != "" || old == b.Passwords[2] {
		t.Fatalf("passwords %q and %q", old, b.Passwords[2])
	}
	b.Send(1, "$I 1 "+strings.ToUpper(old[:1])+strings.ReplaceAll(old[1:], "-", "")+"\n$A\ndig 1\n", receipt.Taken)
	fresh, err := players.ResetPassword(b.World, 1)
	must(t, err)
	b.Send(1, "$I 1 "+old+"\n$A\ndig 2\n", receipt.WrongWord)
	b.Send(1, "$I 1 "+fresh+"\n$A\ndig 3\n", receipt.Taken)
	_, err = players.ResetPassword(b.World, 9)
	worldtest.WantError(t, err, faults.ErrRealm)
}

func TestMailAddresses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for _, bad := range []string{"", "anna", "anna@", "@b", "a b@c", "a@b\nBcc: x@y", "Anna <a@b>", "a@b,c@d",
		"a@b@c"} {
		if err := players.SetMail(b.World, 1, bad); err == nil {
			t.Errorf("%q was taken for an address", bad)
		}
	}
	must(t, players.SetMail(b.World, 1, "new@example.org", "office@example.org"))
	rows, err := players.Realms(b.World)
	must(t, err)
	if len(rows) != 1 || !slices.Equal(rows[0].Mail, []string{"new@example.org", "office@example.org"}) {
		t.Errorf("realms %+v", rows)
	}
	worldtest.WantError(t, players.SetMail(b.World, 3, "x@example.org"), faults.ErrRealm)
}

func TestWelcomeIsQueuedAndReadable(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	letters := b.Sent("", worldtest.Day0)
	if len(letters) != 1 || letters[0].To != "r1@example.org" || letters[0].Subject != "[Bovistan] Willkommen: Ihr spielt Reich1" {
		t.Fatalf("letters %+v", letters)
	}
	if want := "Willkommen!\n\nGespielt wird Graben. Alle graben zugleich.\n" +
		"Befehle schickt Ihr in einer Mail wie dieser. Eine Minute später sagt eine Quittung, was geschehen wird.\n\n" +
		"Als Nächstes: Zug 1. Befehle bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).\n\n" +
		"Befehle beginnen mit $I 1 Passwort in einer Zeile für sich und enden mit $E; ein Gruß gehört darunter.\n\n" +
		"Das Spiel bewahrt Eure Adressen, Briefe und Befehle auf; auf Wunsch schickt Euch die Spielleitung alles " +
		"oder löscht es. Die Namen von Reich und Spieler lesen auch andere. Befehle und Namen bleiben in den " +
		"vergangenen Zügen erhalten. Euren wirklichen Namen müsst Ihr nicht angeben.\nNach dem Ende kann das Spiel " +
		"veröffentlicht werden, damit alle es prüfen können: alle Befehle, unter den Namen, die Reiche und Spieler im Spiel " +
		"haben. Private Briefe, Adressen und Passwörter bleiben draußen.\n\n" +
		"Wörter für den Betreff: REGELN · HILFE (alle anderen Wörter)\n"; !strings.HasPrefix(letters[0].Text, want) {
		t.Errorf("text %q, want %q", letters[0].Text, want)
	}
	rep, err := turns.Report(b.World, 1, 0)
	must(t, err)
	if string(rep.Text) != "Willkommen!\n" {
		t.Errorf("report 0 is %q", rep.Text)
	}
}
