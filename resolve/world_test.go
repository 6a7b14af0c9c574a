package resolve

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// berlin is the zone of the tests' worlds.
var berlin = func() *time.Location {
	z, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return z
}()

// day0 is a Monday: Friday's deadline is more than half a week away.
var day0 = time.Date(2026, 11, 23, 12, 0, 0, 0, berlin)

// friday is the first deadline of a world founded at day0.
var friday = time.Date(2026, 11, 27, 18, 0, 0, 0, berlin)

// drawn is a source of passwords that are the same in every run.
type drawn struct{ n uint64 }

func (d *drawn) Read(b []byte) (int, error) {
	for i := range b {
		s := sha256.Sum256(binary.BigEndian.AppendUint64(nil, d.n))
		d.n++
		b[i] = s[0]
	}
	return len(b), nil
}

// renderPlain renders a letter so that a test can read it.
func renderPlain(d outbox.Draft) ([]byte, error) {
	raw, err := json.MarshalIndent(d, "", " ")
	return raw, err
}

func testSettings() world.Settings {
	return world.Settings{Name: "Bovistan", Address: "spiel@example.org", Zone: berlin, Masters: []string{"leiter@example.org"},
		Deadline: chronicle.Deadline{Weekday: time.Friday, Hour: 18}, Lang: phrase.De, Render: renderPlain,
		Random: &drawn{}}
}

// What is in a world's directory, and how large a page of its store is.
const (
	backupsName = "backups"
	lockName    = "lock"
	pageSize    = 4096
)

// tokensIn finds the codes in a letter of ours, each once.
func tokensIn(texts ...string) []string {
	found := regexp.MustCompile(`WT-[A-Z2-7]{26}`).FindAllString(strings.Join(texts, "\n"), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// table is a world in a test's directory.
type table struct {
	*world.World
	t         testing.TB
	dir       string
	passwords []string // by realm number; [0] is unused
	mails     int
	clockAt   time.Time // the time at which letters come
}

func (b *table) path() string { return filepath.Join(b.dir, disk.FileName) }

// sit founds a world with realms whose players write from r1@example.org …; odd ones read German, and even ones
// English.
func sit(t testing.TB, rules game.Rulebook, realms int, change ...func(*world.Settings)) *table {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "world")
	must(t, players.Found(dir, rules, game.Founding{Seed: game.Seed{7}}, day0))
	b := &table{t: t, dir: dir, passwords: []string{""}, clockAt: day0.Add(time.Hour)}
	b.reopen(rules, change...)
	for n := 1; n <= realms; n++ {
		j := game.Joining{Name: fmt.Sprintf("Reich%d", n), Player: fmt.Sprintf("Spieler %d", n),
			Lang: phrase.Langs[(n+1)%2]}
		number, password, err := players.AddRealm(b.World, j, fmt.Sprintf("r%d@example.org", n), day0)
		must(t, err)
		if number != n {
			t.Fatalf("realm %d got number %d", n, number)
		}
		b.passwords = append(b.passwords, password)
	}
	return b
}

func (b *table) reopen(rules game.Rulebook, change ...func(*world.Settings)) {
	b.t.Helper()
	s := testSettings()
	for _, f := range change {
		f(&s)
	}
	w, err := world.Open(b.dir, []game.Rulebook{rules}, s)
	must(b.t, err)
	b.World = w
}

// letter returns a mail of a realm's player. PASSWORD in its text becomes the realm's.
func (b *table) letter(realm int, text string) letter.Letter {
	b.mails++
	text = strings.ReplaceAll(text, "PASSWORD", b.passwords[realm])
	return letter.Letter{Hash: sha256.Sum256(fmt.Append(nil, b.mails, text)), UIDValidity: 1, UID: uint32(b.mails),
		MessageID: fmt.Sprintf("<m%d@r%d>", b.mails, realm),
		From:      fmt.Sprintf("r%d@example.org", realm), Subject: "Zug", Text: text, Part: "body", Charset: "UTF-8",
		MayAnswer: true, Arrived: day0}
}

// seen reports whether a mail with this hash was taken before.
func (b *table) seen(hash [32]byte) (bool, error) {
	seen, _, err := sent.Expect(b.World, hash)
	return len(seen) == 1 && seen[0], err
}

func (b *table) accept(l letter.Letter) receipt.Acceptance {
	b.t.Helper()
	a, err := intake.Accept(b.World, l, b.clockAt)
	must(b.t, err)
	return a
}

// send takes a mail in and demands its fate.
func (b *table) send(realm int, text string, want receipt.Fate) receipt.Acceptance {
	b.t.Helper()
	a := b.accept(b.letter(realm, text))
	if a.Fate != want {
		b.t.Fatalf("realm %d: fate %q (%s), want %q", realm, a.Fate, a.Reason.Code, want)
	}
	return a
}

// sent empties the outbox and returns the letters of a kind, "" for all.
func (b *table) sent(kind string, at time.Time) []outbox.Draft {
	b.t.Helper()
	var out []outbox.Draft
	for {
		o, err := b.Next(at)
		must(b.t, err)
		if o == nil {
			return out
		}
		var d outbox.Draft
		must(b.t, json.Unmarshal(o.Raw, &d))
		if kind == "" || strings.HasPrefix(d.MessageID, "<"+kind+".") {
			out = append(out, d)
		}
		must(b.t, b.Record(o.ID, outbox.Attempt{At: at, Result: outbox.Delivered}))
	}
}

// advance resolves a turn.
func (b *table) advance(at time.Time) turns.Advanced {
	b.t.Helper()
	a, err := turns.Advance(b.World, at, false)
	must(b.t, err)
	b.clockAt = at
	if !a.Resolved {
		b.t.Fatalf("turn %d waits: %s", a.Turn, wording.Words(phrase.En).Say(a.Waits))
	}
	return a
}

// bytes reads the store's bytes.
func (b *table) bytes() []byte {
	b.t.Helper()
	raw, err := os.ReadFile(filepath.Join(b.dir, disk.FileName))
	must(b.t, err)
	return raw
}

// edit changes the store behind its back.
func edit(t testing.TB, dir string, f func(*store.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(dir, disk.FileName), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(raw *bbolt.Tx) error { return f(store.In(raw)) }))
	must(t, db.Close())
}

// events returns everything that happened in a resolved turn, which nobody is told as a whole.
func (b *table) events(turn int) (events []game.Event) {
	b.t.Helper()
	must(b.t, b.View(func(tx *store.Tx) error {
		annals, err := chronicle.EventsOf(tx, turn)
		if err == nil {
			events = annals.Events()
		}
		return err
	}))
	return events
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error, words ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestFoundGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	var stores [][]byte
	for range 2 {
		dir := filepath.Join(t.TempDir(), "w")
		must(t, players.Found(dir, tiny{}, game.Founding{Seed: game.Seed{1, 2}}, day0,
			game.File{Name: "world.toml", Data: []byte("x = 1\n")}))
		raw, err := os.ReadFile(filepath.Join(dir, disk.FileName))
		must(t, err)
		stores = append(stores, raw)
		for name, want := range map[string]os.FileMode{"": 0o700, disk.FileName: 0o600, "world.toml": 0o600,
			lockName: 0o600} {
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
		wantError(t, players.Found(dir, tiny{}, game.Founding{}, day0), c.want, dir)
		if got, err := os.ReadDir(dir); err != nil || len(got) != i+1 {
			t.Errorf("the directory holds %v (%v)", got, err)
		}
	}
}

func TestFoundInAnEmptyDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o755))
	must(t, players.Found(dir, tiny{}, game.Founding{}, day0))
	if _, err := world.Open(dir, []game.Rulebook{tiny{}}, testSettings()); err != nil {
		t.Error(err)
	}
}

func TestFoundAfterAKilledFounding(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "w")
	must(t, os.Mkdir(dir+".founding", 0o700))
	must(t, os.WriteFile(filepath.Join(dir+".founding", disk.FileName), []byte("half"), 0o600))
	must(t, players.Found(dir, tiny{}, game.Founding{}, day0))
	if _, err := world.Open(dir, []game.Rulebook{tiny{}}, testSettings()); err != nil {
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
			must(t, os.Truncate(filepath.Join(dir, disk.FileName), 3*pageSize))
		}, faults.ErrDamaged, []string{"cut off", "backup"}},
		{"no store at all", func(t *testing.T, dir string) {
			must(t, os.WriteFile(filepath.Join(dir, disk.FileName), make([]byte, 1<<16), 0o600))
		}, faults.ErrDamaged, []string{"not a store"}},
		{"half founded", func(t *testing.T, dir string) {
			edit(t, dir, func(tx *store.Tx) error { return tx.DeleteBucket([]byte("due")) })
		}, faults.ErrDamaged, []string{"half written"}},
		{"newer schema", func(t *testing.T, dir string) {
			edit(t, dir, func(tx *store.Tx) error {
				return tx.Bucket([]byte("meta")).Put([]byte("schema"), store.U32(store.Schema+1))
			})
		}, faults.ErrSchema, []string{fmt.Sprint("schema ", store.Schema+1), fmt.Sprint("up to ", store.Schema)}},
		{"another rulebook", func(t *testing.T, dir string) {
			edit(t, dir, func(tx *store.Tx) error {
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
			must(t, players.Found(dir, tiny{}, game.Founding{}, day0))
			c.harm(t, dir)
			before, _ := os.ReadFile(filepath.Join(dir, disk.FileName))
			_, err := world.Open(dir, []game.Rulebook{tiny{}}, testSettings())
			wantError(t, err, c.want, c.words...)
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
	b := sit(t, tiny{}, 1)
	b.reopen(tiny{}, func(s *world.Settings) { s.Tables = []byte("wrong = 1\n") })
	_, err := master.StatusOf(b.World, day0)
	wantError(t, err, faults.ErrTables, "no such number")
}

// A number that shaped the world stays as it was when the world was founded. A command that finds another number says
// so, and all is well once it is restored.
func TestSettledNumbers(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	for tables, fine := range map[string]bool{"wide = 1\n": false, "deep = 1\n": true, "": true} {
		b.reopen(tiny{}, func(s *world.Settings) { s.Tables = []byte(tables) })
		_, err := master.StatusOf(b.World, day0)
		if fine {
			must(t, err)
		} else {
			wantError(t, err, faults.ErrTables, "stays as wide")
		}
	}
}

func TestPasswords(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	old := b.passwords[1]
	// 13 letters of 31 and two dashes: 13 × log2 31 = 13 × 4.95 = 64 bits.
	if len(old) != 15 || strings.Trim(old, "abcdefghjkmnpqrstuvwxyz23456789-") != "" || old == b.passwords[2] {
		t.Fatalf("passwords %q and %q", old, b.passwords[2])
	}
	b.send(1, "$I 1 "+strings.ToUpper(old[:1])+strings.ReplaceAll(old[1:], "-", "")+"\n$A\ndig 1\n", receipt.Taken)
	fresh, err := players.ResetPassword(b.World, 1)
	must(t, err)
	b.send(1, "$I 1 "+old+"\n$A\ndig 2\n", receipt.WrongWord)
	b.send(1, "$I 1 "+fresh+"\n$A\ndig 3\n", receipt.Taken)
	_, err = players.ResetPassword(b.World, 9)
	wantError(t, err, faults.ErrRealm)
}

func TestMailAddresses(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
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
	wantError(t, players.SetMail(b.World, 3, "x@example.org"), faults.ErrRealm)
}

func TestWelcomeIsQueuedAndReadable(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	letters := b.sent("", day0)
	if len(letters) != 1 || letters[0].To != "r1@example.org" ||
		letters[0].Subject != "[Bovistan Z0] Bericht für Reich1" {
		t.Fatalf("letters %+v", letters)
	}
	if want := "Willkommen!\n\nAls Nächstes: Zug 1. Befehle bis Freitag, 27. November 2026, 18:00 Uhr " +
		"(Europe/Berlin).\n\n" +
		"Gespielt wird Graben. Alle graben zugleich.\n" +
		"Schickt REGELN, allein im Betreff, an spiel@example.org, und Ihr bekommt die Regeln. VORLAGE bringt eine " +
		"Befehlsdatei zum Ausfüllen; HILFE zeigt die übrigen Wörter.\nAn andere Spieler schreibt Ihr mit dem Betreff BRIEF 2, Euer Text steht darunter: 2 ist die Nummer des Reichs.\n" +
		"Das Spiel bewahrt Eure Adressen, Briefe und Befehle auf; auf Wunsch schickt Euch die Spielleitung alles " +
		"oder löscht es. Die Namen von Reich und Spieler lesen auch andere. Befehle und Namen bleiben in den " +
		"vergangenen Zügen erhalten. Euren wirklichen Namen müsst Ihr nicht angeben.\nBefehle beginnen mit $I 1 Passwort in " +
		"einer Zeile für sich und enden mit $E; ein Gruß gehört darunter.\n"; letters[0].Text != want {
		t.Errorf("text %q, want %q", letters[0].Text, want)
	}
	rep, err := turns.Report(b.World, 1, 0)
	must(t, err)
	if string(rep.Text) != "Willkommen!\n" {
		t.Errorf("report 0 is %q", rep.Text)
	}
}
