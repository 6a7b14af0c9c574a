package realm

import (
	"encoding/binary"
	"fmt"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// A state is stored as whole numbers (varints) after a mark and the schema. Fields are stored as columns in runs,
// since most neighbours are alike. The places that a realm has seen are runs too. Equal states give equal bytes,
// whatever the capacity of their slices.
const Mark = "thoramar"

// Encode returns the canonical bytes of a state.
func Encode(s *State) []byte {
	c := &codec{bytes: append(make([]byte, 0, 16*len(s.Fields)), Mark...)}
	schema := Schema
	number(c, &schema)
	c.state(s, nil, nil)
	return c.bytes
}

// Decode reads what Encode wrote. Bytes of another schema, cut short or out of range are an error, never a panic.
func Decode(b []byte, t *tables.Tables) (*State, error) {
	if len(b) < len(Mark) || string(b[:len(Mark)]) != Mark {
		return nil, fmt.Errorf("this is no world of Thoramar")
	}
	c, s := &codec{bytes: b[len(Mark):], reads: true}, &State{}
	if number(c, &s.Schema); s.Schema != Schema && c.err == nil {
		return nil, fmt.Errorf("the world has schema %d, this program reads schema %d", s.Schema, Schema)
	}
	c.state(s, t, func(g game.Grid) bool { return g.Size() <= t.Rules.MaxFields && max(g.Width, g.Height) <= longest })
	if err := c.end(); err != nil {
		return nil, err
	}
	return s, nil
}

// longest is how many fields a row of a world may have at most.
const longest = 10000

// codec writes what it is shown, or reads it. So each part of a state is named once, in the order of its bytes. What is
// written stays as it is: several may write a state at the same time. Reading ends when something is wrong; from then on
// all numbers are 0.
type codec struct {
	bytes []byte // written, or still to be read
	reads bool
	err   error
	set   Places // room for the next set that is read
}

func (c *codec) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	c.bytes = nil
}

// end is what was wrong with the bytes that were read, of which none may be left.
func (c *codec) end() error {
	if c.err == nil && len(c.bytes) > 0 {
		c.fail("bytes left over at the end")
	}
	return c.err
}

// state is a state without its schema. fits says which boards are read.
func (c *codec) state(s *State, t *tables.Tables, fits func(game.Grid) bool) {
	upto(c, &s.Turn, 1<<30)
	upto(c, &s.Grid.Width, longest+spare)
	upto(c, &s.Grid.Height, longest+spare)
	c.flags(&s.Grid.WrapX, &s.Grid.WrapY)
	if c.reads && c.err == nil && !fits(s.Grid) {
		c.fail("%d fields are more than the world may have", s.Grid.Size())
	}
	c.fields(s, t)
	list(c, &s.Realms, 17) // every realm has at least this many bytes
	for i := range s.Realms {
		c.realm(&s.Realms[i], s.Grid.Size())
	}
	list(c, &s.Armies, 1)
	for i := range s.Armies {
		c.armies(s, i)
	}
	if c.reads && c.err == nil && len(s.Armies) != len(s.Realms) {
		c.fail("armies of %d realms, and %d realms", len(s.Armies), len(s.Realms))
	}
}

func (c *codec) int64(n *int64) {
	if !c.reads {
		c.bytes = binary.AppendVarint(c.bytes, *n)
		return
	}
	v, size := binary.Varint(c.bytes)
	if size <= 0 {
		c.fail("the bytes end too early")
		v, size = 0, 0
	}
	*n, c.bytes = v, c.bytes[size:]
}

// number are numbers of other types, as many as are given.
func number[N ~int | ~int16 | ~int32 | ~uint8](c *codec, list ...*N) {
	for _, n := range list {
		v := int64(*n)
		if c.int64(&v); !c.reads {
			continue
		}
		if v != int64(int(v)) {
			c.fail("a number is too big")
			v = 0
		}
		*n = N(v)
	}
}

// between is a number that must be within two bounds.
func between[N ~int | ~int32 | ~uint8](c *codec, n *N, low, high int) {
	v := int(*n)
	if number(c, &v); !c.reads {
		return
	}
	if v < low || v > high {
		c.fail("%d is not in %d to %d", v, low, high)
		v = 0
	}
	*n = N(v)
}

// upto is a number from 0 to most.
func upto[N ~int | ~int32 | ~uint8](c *codec, n *N, most int) { between(c, n, 0, most) }

// place is a place on a board of size fields, or Nowhere.
func (c *codec) place(p *game.Place, size int) { between(c, p, int(game.Nowhere), size-1) }

// things is how many things follow, each of at least size bytes.
func (c *codec) things(n, size int) int {
	if number(c, &n); c.reads && (n < 0 || n > len(c.bytes)/size) {
		c.fail("%d things do not fit into what is left", n)
		return 0
	}
	return n
}

// list is the length of a list of things, each of at least size bytes. A list that is read gets it.
func list[T any](c *codec, of *[]T, size int) {
	if n := c.things(len(*of), size); c.reads && n > 0 {
		*of = make([]T, n)
	}
}

func letter[B ~byte](c *codec, b *B) {
	switch {
	case !c.reads:
		c.bytes = append(c.bytes, byte(*b))
	case len(c.bytes) == 0:
		c.fail("the bytes end too early")
	default:
		*b, c.bytes = B(c.bytes[0]), c.bytes[1:]
	}
}

func text[S ~string](c *codec, list ...*S) {
	for _, s := range list {
		n := c.things(len(*s), 1)
		if !c.reads {
			c.bytes = append(c.bytes, *s...)
			continue
		}
		*s, c.bytes = S(c.bytes[:n]), c.bytes[n:]
	}
}

func (c *codec) flags(list ...*bool) {
	n := 0
	for i, f := range list {
		if *f {
			n |= 1 << i
		}
	}
	if number(c, &n); c.reads {
		for i, f := range list {
			*f = n>>i&1 == 1
		}
	}
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

func (c *codec) fields(s *State, t *tables.Tables) {
	if c.err != nil {
		return
	}
	if c.reads {
		s.Fields = make([]Field, s.Grid.Size())
	}
	for _, column := range columns {
		for i := 0; i < len(s.Fields); {
			n, v := 1, column.get(&s.Fields[i])
			for !c.reads && i+n < len(s.Fields) && column.get(&s.Fields[i+n]) == v {
				n++
			}
			upto(c, &n, len(s.Fields)-i)
			if c.int64(&v); c.reads && n == 0 {
				c.fail("a run of no fields")
			}
			if c.err != nil {
				return
			}
			for end := i + n; i < end; i++ {
				if c.reads {
					column.set(&s.Fields[i], v)
				}
			}
		}
	}
	var built []int
	for i := range s.Fields {
		if c.reads && int(s.Fields[i].Terrain) >= len(t.Terrain) {
			c.fail("terrain %d is not in the tables", s.Fields[i].Terrain)
			return
		}
		if s.Fields[i].Building != nil {
			built = append(built, i)
		}
	}
	at := 0
	for k := range c.things(len(built), 1) {
		more := 0
		if !c.reads {
			more = built[k] - at
		}
		if upto(c, &more, len(s.Fields)-1-at); c.err != nil {
			return
		}
		at += more
		if c.reads {
			s.Fields[at].Building = &Building{}
		}
		c.building(s.Fields[at].Building)
	}
}

func (c *codec) building(b *Building) {
	text(c, &b.Kind, &b.Name)
	upto(c, &b.Damage, int(tables.Ruin))
	c.int64(&b.Used)
	text(c, &b.Into)
	number(c, &b.Ready)
	told := b.Told != 0 // it is not there in worlds of rules before version 6
	c.flags(&b.New, &told)
	c.int64(&b.Mine)
	c.int64(&b.Decline)
	if number(c, &b.Gate); told {
		c.int64(&b.Told)
	}
}

func (c *codec) realm(r *Realm, size int) {
	number(c, &r.Number)
	text(c, &r.Name, &r.Player, &r.Kind, &r.Culture)
	c.place(&r.Origin, size)
	c.int64(&r.Gold)
	c.int64(&r.Account)
	number(c, &r.Missed, &r.Joined, &r.TextTurn)
	text(c, &r.Text)
	text(c, &r.Lang)
	text(c, &r.Computer)
	paid := r.Paid != 0 // states of earlier rules have no such number
	if c.flags(&r.Fallen, &r.Settings.Short, &r.Zip, &r.Settings.Map, &paid); paid {
		c.int64(&r.Paid)
	}
	list(c, &r.Treaties, 1)
	for i := range r.Treaties {
		number(c, &r.Treaties[i].Realm)
		number(c, &r.Treaties[i].Treaty)
	}
	c.places(&r.Seen, size)
}

// places are the lengths of runs, by turns of places outside and inside the set, and then −1.
func (c *codec) places(set *Places, size int) {
	if c.reads {
		*set = c.readPlaces(size)
		return
	}
	s, in, start := *set, false, 0
	end := func(at int) {
		n := at - start
		number(c, &n)
		in, start = !in, at
	}
	for i := 0; i < 64*len(s); i++ {
		if i&63 == 0 && (!in && s[i>>6] == 0 || in && s[i>>6] == ^uint64(0)) {
			i += 63
			continue
		}
		if s.Has(game.Place(i)) != in {
			end(i)
		}
	}
	if in {
		end(64 * len(s))
	}
	none := -1
	number(c, &none)
}

func (c *codec) readPlaces(size int) Places {
	s := c.set[:0]
	for at, in := 0, false; c.err == nil; in = !in {
		n := 0
		if number(c, &n); n < 0 {
			break
		}
		if n > size-at {
			c.fail("seen places beyond the world")
			break
		}
		if in && n > 0 {
			s.addAll(game.Place(at), game.Place(at+n))
		}
		at += n
	}
	c.set = s
	return append(Places(nil), s...)
}

func (c *codec) armies(s *State, realm int) {
	n := c.things(len(s.Armies[realm]), 14) // every army has at least this many bytes
	if c.reads && n > 0 {
		block := make([]Army, n)
		s.Armies[realm] = make([]*Army, n)
		for i := range block {
			block[i].Realm, s.Armies[realm][i] = realm, &block[i]
		}
	}
	for _, a := range s.Armies[realm] {
		letter(c, &a.Name.Type)
		letter(c, &a.Name.Class)
		upto(c, &a.Name.ID, tables.MaxID)
		c.int64(&a.Men)
		c.place(&a.At, len(s.Fields))
		number(c, &a.Points, &a.KK)
		number(c, &a.Fit)
		number(c, &a.Since)
		c.name(&a.Aboard)
		c.name(&a.Master)
		c.place(&a.Start, len(s.Fields))
		c.int64(&a.Gain)
		letter(c, &a.Command)
		letter(c, &a.Flag)
	}
}

// name is a name that may be missing.
func (c *codec) name(n *ArmyName) {
	if upto(c, &n.ID, tables.MaxID); n.ID != 0 {
		letter(c, &n.Type)
		letter(c, &n.Class)
	}
}
