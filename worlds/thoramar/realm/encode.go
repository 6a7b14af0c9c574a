package realm

import (
	"encoding/binary"

	"weltentor/worlds/game"
)

// A state is stored as whole numbers (varints) after a mark and the schema. Fields are stored as columns in runs,
// since most neighbours are alike. The places that a realm has seen are runs too. Equal states give equal bytes,
// whatever the capacity of their slices.
const Mark = "thoramar"

// Encode returns the canonical bytes of a state.
func Encode(s *State) []byte {
	w := writer(make([]byte, 0, 16*len(s.Fields)))
	w = append(w, Mark...)
	w.num(Schema)
	w.state(s)
	return w
}

// state writes a state without its schema.
func (w *writer) state(s *State) {
	w.num(s.Turn, s.Grid.Width, s.Grid.Height)
	w.flags(s.Grid.WrapX, s.Grid.WrapY)
	w.fields(s.Fields)
	w.num(len(s.Realms))
	for i := range s.Realms {
		w.realm(&s.Realms[i])
	}
	w.num(len(s.Armies))
	for _, list := range s.Armies {
		w.num(len(list))
		for _, a := range list {
			w.army(a)
		}
	}
}

type writer []byte

func (w *writer) int64(n int64) { *w = binary.AppendVarint(*w, n) }

func (w *writer) num(list ...int) {
	for _, n := range list {
		w.int64(int64(n))
	}
}

func (w *writer) text(s string) {
	w.num(len(s))
	*w = append(*w, s...)
}

func (w *writer) flags(list ...bool) {
	n := 0
	for i, f := range list {
		if f {
			n |= 1 << i
		}
	}
	w.num(n)
}

// columns are the parts of a field that are stored in runs.
var columns = []struct {
	get func(*Field) int64
	set func(*Field, int64)
}{
	{func(f *Field) int64 { return int64(f.Terrain) }, func(f *Field, n int64) { f.Terrain = uint8(n) }},
	{func(f *Field) int64 { return int64(f.Rivers) }, func(f *Field, n int64) { f.Rivers = Edges(n) }},
	{func(f *Field) int64 { return int64(f.Roads) }, func(f *Field, n int64) { f.Roads = Edges(n) }},
	{func(f *Field) int64 { return int64(f.Bridges) }, func(f *Field, n int64) { f.Bridges = Edges(n) }},
	{func(f *Field) int64 { return int64(f.Walls) }, func(f *Field, n int64) { f.Walls = Edges(n) }},
	{func(f *Field) int64 { return int64(f.Owner) }, func(f *Field, n int64) { f.Owner = int16(n) }},
	{func(f *Field) int64 { return int64(f.Yield) }, func(f *Field, n int64) { f.Yield = int16(n) }},
	{func(f *Field) int64 { return int64(f.Blessed) }, func(f *Field, n int64) { f.Blessed = uint8(n) }},
}

func (w *writer) fields(fields []Field) {
	for _, c := range columns {
		for i := 0; i < len(fields); {
			v, j := c.get(&fields[i]), i+1
			for j < len(fields) && c.get(&fields[j]) == v {
				j++
			}
			w.num(j - i)
			w.int64(v)
			i = j
		}
	}
	n, last := 0, 0
	for i := range fields {
		if fields[i].Building != nil {
			n++
		}
	}
	w.num(n)
	for i := range fields {
		b := fields[i].Building
		if b == nil {
			continue
		}
		w.num(i - last)
		last = i
		w.text(b.Kind)
		w.text(b.Name)
		w.num(int(b.Damage))
		w.int64(b.Used)
		w.text(b.Into)
		w.num(b.Ready)
		w.flags(b.New, b.Told != 0)
		w.int64(b.Mine)
		w.int64(b.Decline)
		w.num(b.Gate)
		if b.Told != 0 { // it is not there in worlds of rules before version 6
			w.int64(b.Told)
		}
	}
}

func (w *writer) realm(r *Realm) {
	w.num(r.Number)
	w.text(r.Name)
	w.text(r.Player)
	w.text(r.Kind)
	w.text(r.Culture)
	w.num(int(r.Origin))
	w.int64(r.Gold)
	w.int64(r.Account)
	w.num(r.Missed, r.Joined, r.TextTurn)
	w.text(r.Text)
	w.text(string(r.Lang))
	w.text(string(r.Computer))
	w.flags(r.Fallen, r.Settings.Short, r.Zip, r.Settings.Map, r.Paid != 0)
	if r.Paid != 0 { // states of earlier rules have no such number
		w.int64(r.Paid)
	}
	w.num(len(r.Treaties))
	for _, t := range r.Treaties {
		w.num(t.Realm, int(t.Treaty))
	}
	w.places(r.Seen)
}

// places writes the lengths of runs, by turns of places outside and inside the set, and then −1.
func (w *writer) places(s Places) {
	in, start := false, 0
	for i := 0; i < 64*len(s); i++ {
		if i&63 == 0 && (!in && s[i>>6] == 0 || in && s[i>>6] == ^uint64(0)) {
			i += 63
			continue
		}
		if s.Has(game.Place(i)) != in {
			w.num(i - start)
			in, start = !in, i
		}
	}
	if in {
		w.num(64*len(s) - start)
	}
	w.num(-1)
}

func (w *writer) army(a *Army) {
	*w = append(*w, a.Name.Type, a.Name.Class)
	w.num(int(a.Name.ID))
	w.int64(a.Men)
	w.num(int(a.At), a.Points, a.KK, int(a.Fit), a.Since)
	w.name(a.Aboard)
	w.name(a.Master)
	w.num(int(a.Start))
	w.int64(a.Gain)
	*w = append(*w, byte(a.Command), byte(a.Flag))
}

// name writes a name that may be missing.
func (w *writer) name(n ArmyName) {
	w.num(int(n.ID))
	if n.ID != 0 {
		*w = append(*w, n.Type, n.Class)
	}
}
