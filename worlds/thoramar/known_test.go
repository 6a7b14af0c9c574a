package thoramar

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"weltentor/orders"
	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// season is a world before a turn, with the sheets that are sent for it.
type season struct {
	w      *World
	sheets []game.Sheet
}

// once makes something when it is first asked for, and then gives the same again. Nobody may change it.
type once[V any] struct {
	sync.Mutex
	made bool
	is   V
}

func (o *once[V]) of(first func() V) V {
	o.Lock()
	defer o.Unlock()
	if !o.made {
		o.is, o.made = first(), true
	}
	return o.is
}

var yearsOnce, casesOnce once[[]season]

// playedYears are the first turns of examples/zwoelf-jahre, which is played only once.
func playedYears(t *testing.T, turns int) []season {
	conformance.Wasteful(t)
	return slices.Clip(yearsOnce.of(func() (out []season) {
		y := readYears(t)
		c, w := &yearsPlayed{test: t, y: y, did: map[string]int{}}, y.found(t)
		for range y.Turns {
			in := c.write(w)
			out = append(out, season{w, in})
			w = w.Resolve(in, y.seed(t), 1, nil).Next().(*World)
		}
		return out
	})[:turns])
}

// stagedCases are the worlds of testdata/*.txtar with their sheets, and states full of armies.
func stagedCases(t *testing.T) []season {
	return casesOnce.of(func() []season { return staged(t) })
}

func staged(t *testing.T) (out []season) {
	files := cases.Files(t, "testdata/*.txtar")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(filepath.Base(f), "edits") {
			continue // begins with changes by hand
		}
		c := newCase(t, string(text))
		out = append(out, season{c.world, c.Sheets(c.world.at.State.Turn)})
	}
	var fresh []*World
	for n := range 3 {
		fresh = append(fresh, freshWorld(t, fmt.Sprint("known", n), 36, 30, 4))
	}
	for n := range 20 {
		seed := game.Seed{byte(n), 14}
		w, sheets := scene(fresh[n%3], seed.Throw(0, 0, "scene"))
		out = append(out, season{w, sheets})
	}
	return out
}

var texts sync.Map // by the numbers

// textOf is the canonical text of numbers that nobody changes.
func textOf(numbers *tables.Tables) []byte {
	text, made := texts.Load(numbers)
	if !made {
		text, _ = texts.LoadOrStore(numbers, numbers.Text())
	}
	return text.([]byte)
}

// open is what a realm knows of a world, opened from its bytes.
func open(t *testing.T, w *World, number int) (game.Known, []byte) {
	t.Helper()
	known := w.Known(number)
	k, err := caseRules.OpenKnown(known, textOf(w.at.Tables))
	if err != nil {
		t.Fatalf("turn %d, realm %d: %v", w.at.State.Turn, number, err)
	}
	return k, known
}

// whole is a receipt that is played on the board of the whole world, under the masks of the
// players of the years.
func whole(w *World, in game.Sheet) game.Checked {
	t, k := w.masked(in.Realm)
	file := in.Orders(w.at.Rules.Language())
	out := game.Checked{Problems: append([]orders.Problem(nil), file.Problems...)}
	known := &realm.Known{Number: in.Realm, State: t.State, Receipt: *k}
	return turn.Check(turn.Lent{World: w.at, Known: known, Room: &realm.Room{}}, in.Text, file, out)
}

// A receipt and a template, from the bytes of what a realm knows, are those of the world, byte
// for byte: in turns of the twelve years, in all cases, in states full of armies. Where the
// realm has not been round the world they are also what the board of the whole would say.
func TestKnownAnswersLikeTheWorld(t *testing.T) {
	turns := 48
	if testing.Short() {
		turns = 8
	}
	asked, every := 0, yearsBetween()
	for i, s := range append(playedYears(t, turns), stagedCases(t)...) {
		if i < turns && i%every != every-1 {
			continue
		}
		for _, in := range s.sheets {
			if s.w.at.State.Realm(in.Realm) == nil || in.Realm == 0 || s.w.at.State.Realms[in.Realm].Fallen || in.Absent {
				continue
			}
			k, known := open(t, s.w, in.Realm)
			asked++
			want := s.w.Check(in)
			s.w.Lend(in.Realm, func(lent game.Known) {
				if got := lent.Check(in); !reflect.DeepEqual(got, want) {
					t.Fatalf("turn %d, realm %d, sheet\n%s\nfrom what is lent\n%+v\nin the world\n%+v", s.w.at.State.Turn,
						in.Realm, in.Text, got, want)
				}
				if got := realm.EncodeKnown(lent.(*learned).Known); !bytes.Equal(got, known) {
					t.Fatalf("turn %d, realm %d: what is lent is\n%x\nnot\n%x", s.w.at.State.Turn, in.Realm, got, known)
				}
			})
			for range 2 { // asking changes nothing
				if got := k.Check(in); !reflect.DeepEqual(got, want) {
					t.Fatalf("turn %d, realm %d, sheet\n%s\nfrom what it knows\n%+v\nin the world\n%+v", s.w.at.State.Turn,
						in.Realm, in.Text, got, want)
				}
			}
			if got := whole(s.w, in); i < turns && !reflect.DeepEqual(got, want) {
				t.Fatalf("turn %d, realm %d, sheet\n%s\non the whole board\n%+v\nin the world\n%+v", s.w.at.State.Turn,
					in.Realm, in.Text, got, want)
			}
			if got, want := k.Template(in.Realm), s.w.Template(in.Realm); got != want || got == "" {
				t.Fatalf("turn %d, realm %d: the template is\n%s\nnot\n%s", s.w.at.State.Turn, in.Realm, got, want)
			}
			if !reflect.DeepEqual(k.Asked(), s.w.Asked()) || k.Title("de") != s.w.Title("de") ||
				!reflect.DeepEqual(k.Guide(in.Realm, "de"), s.w.Guide(in.Realm, "de")) {
				t.Fatalf("turn %d, realm %d: %v %q", s.w.at.State.Turn, in.Realm, k.Asked(), k.Title("de"))
			}
		}
	}
	if asked < 10*turns/every {
		t.Errorf("only %d sheets were sent", asked)
	}
}

// yearsBetween is 1 if each turn of the twelve years is tried, otherwise 3: every third is.
func yearsBetween() int {
	if conformance.Whole() {
		return 1
	}
	return 3
}

// What realms know packs to a few kilobytes.
func TestKnownIsSmall(t *testing.T) {
	pack, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	least, most, sum, n := 1<<30, 0, 0, 0
	for i, s := range playedYears(t, 48) {
		if i < 24 || i%yearsBetween() > 0 {
			continue
		}
		for r := range s.w.at.State.Realms[1:] {
			_, known := open(t, s.w, r+1)
			size := len(pack.EncodeAll(known, nil))
			least, most, sum, n = min(least, size), max(most, size), sum+size, n+1
		}
	}
	t.Logf("%d to %d bytes, %d on average", least, most, sum/n)
	if most > 10_000 {
		t.Errorf("what a realm knows takes %d bytes", most)
	}
}

// What a realm knows, with a few bytes of it other ones, is refused or answers: 5,000 times, or fewer.
func TestDamagedKnown(t *testing.T) {
	w, sheets := scene(freshWorld(t, "damaged", 36, 30, 4), game.Seed{3}.Throw(0, 0, "scene"))
	opened, draws := 0, conformance.Often(1500, 5000)
	for n := range draws {
		d := game.Seed{byte(n), byte(n >> 8)}.Throw(0, 0, "damage")
		in := sheets[d.N(4)]
		known := w.Known(in.Realm)
		for range d.Between(1, 3) {
			at := d.N(int64(len(known)))
			switch d.N(3) {
			case 0:
				known[at] ^= byte(1 << d.N(8))
			case 1:
				known = append(known[:at:at], known[at+1:]...)
			case 2:
				known = append(append(known[:at:at], byte(d.N(256))), known[at:]...)
			}
		}
		k, err := caseRules.OpenKnown(known, nil)
		switch {
		case err == nil:
			opened++
			k.Template(in.Realm)
			k.Check(in)
		case !strings.HasPrefix(err.Error(), "known: ") || len(err.Error()) < len("known: ?"):
			t.Errorf("draw %d: %v", n, err)
		}
	}
	if opened < draws/50 || opened > draws/2 {
		t.Errorf("%d of %d were opened, the test proves little", opened, draws)
	}
}

// Bytes that come from anybody are an error or a world that answers.
func FuzzOpenKnown(f *testing.F) {
	w := freshWorld(f, "fuzz", 36, 30, 4)
	at, sheets := scene(w, game.Seed{3}.Throw(0, 0, "scene"))
	for r := range 3 {
		f.Add(at.Known(r+1), sheets[r].Text)
	}
	f.Add([]byte{2, 2}, "$A\n")
	rules, tables := Rules(), w.at.Tables.Text()
	f.Fuzz(func(t *testing.T, known []byte, text string) {
		k, err := rules.OpenKnown(known, tables)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "known: ") || k != nil {
				t.Errorf("%v, %v", k, err)
			}
			return
		}
		for _, r := range k.Realms() {
			k.Template(r.Number)
			k.Check(game.Sheet{Realm: r.Number, Turn: k.Asked().Turn, Text: text})
			k.Guide(r.Number, "en")
			k.Adjustments(r.Number)
		}
		k.Title("en")
	})
}

// BenchmarkKnown is what a realm of a large world costs: giving what it knows, opening it and
// writing a receipt of it, and the receipt the machine writes.
func BenchmarkKnown(b *testing.B) {
	h := hosts[len(hosts)-1]
	w := mobilise(b, h.width, h.height, h.realms)
	sheet := w.campaign()[0]
	known, tables := w.Known(sheet.Realm), w.at.Tables.Text()
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"Known", func() { w.Known(sheet.Realm) }},
		{"OpenKnown", func() {
			if _, err := Rules().OpenKnown(known, tables); err != nil {
				b.Fatal(err)
			}
		}},
		{"OpenKnown+Check", func() {
			k, err := Rules().OpenKnown(known, tables)
			if err != nil {
				b.Fatal(err)
			}
			k.Check(sheet)
		}},
		{"Check", func() { w.Check(sheet) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run()
			}
		})
	}
}
