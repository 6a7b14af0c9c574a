package terra

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/terra/sight"
)

// bounded is a campaign on a map with ends, after so many phases.
func bounded(t *testing.T, seed byte, phases int) *World {
	t.Helper()
	w, err := Rules().Found(game.Founding{Seed: game.Seed{seed}, Width: 24, Height: 24,
		Tables: []byte("[rules]\nglobe = false\ncapital_distance = 9\n")})
	for _, j := range joinings {
		if err == nil {
			w, _, err = w.Join(j, game.Seed{seed})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for turn := range phases {
		var sheets []game.Sheet
		for r := range w.Realms() {
			d := game.Seed{seed}.Throw(turn, 0, "sheet", int64(r))
			sheets = append(sheets, game.Sheet{Realm: r + 1, Turn: w.Asked().Turn, Text: sensible(w.(*World), r+1, d)})
		}
		w = w.Resolve(sheets, game.Seed{seed}, 1, nil).Next()
	}
	return w.(*World)
}

// open opens what a nation knows.
func open(t *testing.T, w *World, nation int) game.Known {
	t.Helper()
	k, err := Rules().OpenKnown(w.Known(nation), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// shifted is the same campaign elsewhere on its map with ends, so many rows and columns from
// where it is, as if the map was a globe.
func shifted(w *World, rows, columns int) *World {
	s := w.at.State.Clone()
	globe := game.Grid{Width: s.Width, Height: s.Height, WrapX: true, WrapY: true}
	to := func(p game.Place) game.Place {
		if p == game.Nowhere {
			return p
		}
		h, y := globe.HY(p)
		return globe.At(h+2*columns, y+2*rows)
	}
	for p := range w.at.State.Fields {
		s.Fields[to(game.Place(p))] = w.at.State.Fields[p]
	}
	for i := range s.Realms {
		r := &s.Realms[i]
		r.Capital = to(r.Capital)
		for k := range r.Armies {
			r.Armies[k].At, r.Armies[k].Target = to(r.Armies[k].At), to(r.Armies[k].Target)
		}
	}
	for i := range s.Battles {
		s.Battles[i].At = to(s.Battles[i].At)
	}
	return w.with(s)
}

// answers are what is said to a nation of its template and of sheets of all kinds.
func answers(w interface {
	Template(int) string
	Check(game.Sheet) game.Checked
	Merge(game.Sheet, game.Sheet) game.Sheet
}, turn, nation int, texts []string) (out []any) {
	out = append(out, w.Template(nation))
	for i, text := range texts {
		s := game.Sheet{Realm: nation, Turn: turn, Text: text}
		earlier := game.Sheet{Realm: nation, Turn: turn, Text: texts[(i+1)%len(texts)]}
		out = append(out, w.Check(s), w.Merge(earlier, s))
	}
	return out
}

// texts are sheets of all kinds: most orders can be done, and the steps of many lead over the ends of the map.
func texts(w *World, nation int, d *game.Dice) []string {
	out := []string{sensible(w, nation, d), w.Template(nation)}
	for range 4 {
		text := "$A\n"
		for i := range w.at.State.Realms[nation-1].Armies {
			text += fmt.Sprintf("%d %s ", i+1, []string{"Marschieren", "Aufklaeren", "Vorruecken"}[d.N(3)])
			for range d.Between(1, 4) {
				text += fmt.Sprint([]int64{1, 6, 2, 3, 4, 5}[d.N(6)])
			}
			text += "\n"
		}
		out = append(out, text)
	}
	return out
}

// On a map with ends, too: what a nation knows answers as the world does, and where on the
// map it all lies, and how far the ends are that it has not seen, nobody is told (law 6).
func TestKnownOnAMapWithEnds(t *testing.T) {
	moved, ends := 0, 0
	for seed := range byte(8) {
		w := bounded(t, seed, int(seed)*2)
		d := game.Seed{seed}.Throw(0, 0, "ends")
		for nation := 1; nation <= len(w.at.State.Realms); nation++ {
			said, known := texts(w, nation, d), w.Known(nation)
			want := answers(w, w.at.State.Turn, nation, said)
			if got := answers(open(t, w, nation), w.at.State.Turn, nation, said); !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, nation %d is told, from what it knows,\n%v\nand in the world\n%v", seed, nation,
					got, want)
			}
			if strings.Contains(string(known), `"Ends"`) {
				ends++
			}
			for range 40 {
				other := shifted(w, int(d.N(12)), int(d.N(24)))
				if seesAnEnd(w, nation) || seesAnEnd(other, nation) ||
					!reflect.DeepEqual(ledAt(w, nation), ledAt(other, nation)) {
					continue
				}
				moved++
				if !bytes.Equal(other.Known(nation), known) {
					t.Fatalf("seed %d: nation %d knows where on the map it is:\n%s\n%s", seed, nation, known,
						other.Known(nation))
				}
				if got := answers(other, w.at.State.Turn, nation, said); !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d: nation %d is told where on the map it is", seed, nation)
				}
			}
		}
	}
	if moved < 100 || ends < 5 {
		t.Errorf("a map was moved %d times, and %d nations had seen an end", moved, ends)
	}
}

// seesAnEnd tells whether a nation has seen an end of the map, or counts from its corner.
func seesAnEnd(w *World, nation int) bool {
	if w.at.State.Realms[nation-1].Capital == game.Nowhere {
		return true
	}
	for p, seen := range sight.Seen(w.at, nation) {
		for d := game.Direction(1); seen && d <= 6; d++ {
			if w.at.State.Grid().Step(game.Place(p), d) == game.Nowhere {
				return true
			}
		}
	}
	return false
}

// ledAt are the places of a nation's battles, as it counts them: some it has led far away.
func ledAt(w *World, nation int) (out []string) {
	for i := range w.at.State.Battles {
		if b := &w.at.State.Battles[i]; b.Of(nation) && b.At != game.Nowhere {
			out = append(out, string(w.at.State.View(nation).AppendPlace(nil, int64(b.At))))
		}
	}
	return out
}

// FuzzOpenKnown: whatever bytes come, they are an error, or what they open answers.
func FuzzOpenKnown(f *testing.F) {
	world := &World{}
	for _, globe := range []bool{true, false} {
		w, err := Rules().Found(game.Founding{Seed: game.Seed{5}, Width: 16, Height: 16,
			Tables: fmt.Appendf(nil, "[rules]\nglobe = %t\n", globe)})
		for _, j := range joinings {
			if err == nil {
				w, _, err = w.Join(j, game.Seed{5})
			}
		}
		if err != nil {
			f.Fatal(err)
		}
		for range 3 {
			for n := range w.Realms() {
				f.Add(w.(*World).Known(n + 1))
			}
			var sheets []game.Sheet
			for n := range w.Realms() {
				d := game.Seed{5}.Throw(w.Asked().Turn, 0, "sheet", int64(n))
				sheets = append(sheets,
					game.Sheet{Realm: n + 1, Turn: w.Asked().Turn, Text: sensible(w.(*World), n+1, d)})
			}
			world = w.(*World)
			w = w.Resolve(sheets, game.Seed{5}, 1, nil).Next()
		}
	}
	rules, tables := Rules(), world.at.Tables.Text()
	f.Fuzz(func(t *testing.T, raw []byte) {
		k, err := rules.OpenKnown(raw, tables)
		if err != nil {
			return
		}
		for _, r := range k.Realms() {
			k.Template(r.Number)
			for _, text := range []string{"$A\n1 Marschieren 1616\n2 Aufklaeren 22 Entsatz voll\n3 Fouragieren 12\n",
				"$T\nG100 1 2 0 0\n$S\nFreigabe\n$N\n#1\nx\n#E\n", k.Template(r.Number)} {
				s := game.Sheet{Realm: r.Number, Turn: k.Asked().Turn, Text: text}
				k.Check(s)
				k.Merge(s, game.Sheet{Realm: r.Number, Turn: k.Asked().Turn, Text: "$S\nSpielt ja\n"})
			}
		}
	})
}

// What a nation knows of a map with ends says where they are only on the sides that it has seen.
func TestEndsThatWereSeen(t *testing.T) {
	c := newCase(t, "-- world --\nfield 3/0 city 1 3000\narmy 1 1 3/0 4500\n")
	c.world.at.State.Realms[0].Capital = c.place("3/0")
	known := string(c.world.Known(1))
	if want := `"Ends":[{"Side":2,"Away":0}],"Fields":[{"At":[-1,0],`; !strings.Contains(known, want) {
		t.Errorf("%s\nhas no %s", known, want)
	}
}

// What is opened takes no more memory than what it is opened from lets expect.
func TestOpenKnownStaysSmall(t *testing.T) {
	w := newCase(t, "-- world --\nfield 3/0 city 1 3000\narmy 1 1 3/0 4500\n").world
	known := string(w.Known(1))
	for _, many := range []string{strings.Repeat("{},", 1<<18), strings.Repeat("null,", 1<<18),
		strings.Repeat(" ", 1<<22)} {
		wrong := strings.Replace(known, `"Fields":[`, `"Fields":[`+many, 1)
		_, err := Rules().OpenKnown([]byte(wrong), w.at.Tables.Text())
		if err == nil || !strings.HasPrefix(err.Error(), "known: ") || !strings.Contains(err.Error(), "too many") {
			t.Errorf("%d bytes: %v", len(wrong), err)
		}
	}
}
