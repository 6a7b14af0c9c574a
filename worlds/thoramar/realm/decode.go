package realm

import (
	"encoding/binary"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Decode reads what Encode wrote. Bytes of another schema, cut short or out of range are an error, never a panic.
func Decode(b []byte, t *tables.Tables) (*State, error) {
	if len(b) < len(Mark) || string(b[:len(Mark)]) != Mark {
		return nil, fmt.Errorf("this is no world of Thoramar")
	}
	r := &reader{left: b[len(Mark):]}
	s := &State{Schema: r.num()}
	if (s.Schema < 1 || s.Schema > Schema) && r.err == nil {
		return nil, fmt.Errorf("the world has schema %d, this program reads schemas 1 to %d", s.Schema, Schema)
	}
	r.state(s, t, func(g game.Grid) bool { return g.Size() <= t.Rules.MaxFields && max(g.Width, g.Height) <= longest })
	if s.Schema == 1 && r.err == nil {
		s.useCapacities(t)
	}
	s.Schema = Schema
	if r.err == nil && len(r.left) > 0 {
		r.fail("bytes left over at the end")
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// useCapacities turns what was left of each building's capacity into what was used of it.
func (s *State) useCapacities(t *tables.Tables) {
	for i := range s.Fields {
		f := &s.Fields[i]
		if b := f.Building; b != nil && t.FindBuilding(b.Kind) != nil {
			left := b.Used
			if b.Used = 0; !b.New {
				b.Used = max(0, t.CapacityOf(int(f.Owner), b.Kind, b.Damage)-left)
			}
		}
	}
}

// longest is how many fields a row of a world may have at most.
const longest = 10000

// state reads a state without its schema. fits says which boards it accepts.
func (r *reader) state(s *State, t *tables.Tables, fits func(game.Grid) bool) {
	s.Turn = r.upto(1 << 30)
	s.Grid.Width, s.Grid.Height = r.upto(longest+spare), r.upto(longest+spare)
	wrap := r.num()
	s.Grid.WrapX, s.Grid.WrapY = wrap&1 != 0, wrap&2 != 0
	if r.err == nil && !fits(s.Grid) {
		r.fail("%d fields are more than the world may have", s.Grid.Size())
	}
	r.fields(s, t)
	s.Realms = make([]Realm, r.things(17)) // every realm has at least this many bytes
	for i := range s.Realms {
		r.realm(&s.Realms[i], s.Grid.Size())
	}
	s.Armies = make([][]*Army, r.count())
	for i := range s.Armies {
		r.armies(s, i)
	}
	if r.err == nil && len(s.Armies) != len(s.Realms) {
		r.fail("armies of %d realms, and %d realms", len(s.Armies), len(s.Realms))
	}
}

// reader reads numbers until something is wrong; from then on all are 0.
type reader struct {
	left []byte
	err  error
	set  Places // room for the next set that is read
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.left = nil
}

func (r *reader) int64() int64 {
	n, size := binary.Varint(r.left)
	if size <= 0 {
		r.fail("the bytes end too early")
		return 0
	}
	r.left = r.left[size:]
	return n
}

func (r *reader) num() int {
	n := r.int64()
	if n != int64(int(n)) {
		r.fail("a number is too big")
		return 0
	}
	return int(n)
}

// upto reads a number from 0 to max.
func (r *reader) upto(max int) int {
	n := r.num()
	if n < 0 || n > max {
		r.fail("%d is not in 0 to %d", n, max)
		return 0
	}
	return n
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count() int { return r.things(1) }

// things reads how many things follow, each of at least size bytes.
func (r *reader) things(size int) int {
	n := r.num()
	if n < 0 || n > len(r.left)/size {
		r.fail("%d things do not fit into what is left", n)
		return 0
	}
	return n
}

func (r *reader) byte() byte {
	if len(r.left) == 0 {
		r.fail("the bytes end too early")
		return 0
	}
	b := r.left[0]
	r.left = r.left[1:]
	return b
}

func (r *reader) text() string {
	n := r.count()
	if r.err != nil {
		return ""
	}
	s := string(r.left[:n])
	r.left = r.left[n:]
	return s
}

// place reads a place on a board of size fields, or Nowhere.
func (r *reader) place(size int) game.Place {
	n := r.num()
	if n < -1 || n >= size {
		r.fail("%d is no place", n)
		return game.Nowhere
	}
	return game.Place(n)
}

func (r *reader) fields(s *State, t *tables.Tables) {
	if r.err != nil {
		return
	}
	s.Fields = make([]Field, s.Grid.Size())
	for _, c := range columns {
		for i := 0; i < len(s.Fields); {
			n, v := r.upto(len(s.Fields)-i), r.int64()
			if n == 0 {
				r.fail("a run of no fields")
			}
			if r.err != nil {
				return
			}
			for end := i + n; i < end; i++ {
				c.set(&s.Fields[i], v)
			}
		}
	}
	for i := range s.Fields {
		if int(s.Fields[i].Terrain) >= len(t.Terrain) {
			r.fail("terrain %d is not in the tables", s.Fields[i].Terrain)
			return
		}
	}
	at := 0
	for n := r.count(); n > 0 && r.err == nil; n-- {
		at += r.upto(len(s.Fields) - 1 - at)
		if r.err != nil {
			return
		}
		b := &Building{Kind: r.text(), Name: r.text(), Damage: tables.Damage(r.upto(int(tables.Ruin))), Used: r.int64(),
			Into: r.text(), Ready: r.num()}
		flags := r.num()
		b.New, b.Mine, b.Decline, b.Gate = flags&1 != 0, r.int64(), r.int64(), r.num()
		if flags&2 != 0 {
			b.Told = r.int64()
		}
		s.Fields[at].Building = b
	}
}

func (r *reader) realm(m *Realm, size int) {
	m.Number = r.num()
	m.Name, m.Player, m.Kind, m.Culture = r.text(), r.text(), r.text(), r.text()
	m.Origin = r.place(size)
	m.Gold, m.Account = r.int64(), r.int64()
	m.Missed, m.Joined, m.TextTurn = r.num(), r.num(), r.num()
	m.Text = r.text()
	m.Lang, m.Computer = phrase.Lang(r.text()), game.Computer(r.text())
	flags := r.num()
	m.Fallen, m.Settings.Short = flags&1 != 0, flags&2 != 0
	m.Zip, m.Settings.Map = flags&4 != 0, flags&8 != 0
	if flags&16 != 0 {
		m.Paid = r.int64()
	}
	for n := r.count(); n > 0 && r.err == nil; n-- {
		m.Treaties = append(m.Treaties, TreatyWith{r.num(), Treaty(r.num())})
	}
	m.Seen = r.places(size)
}

func (r *reader) places(size int) Places {
	s := r.set[:0]
	for at, in := 0, false; r.err == nil; in = !in {
		n := r.num()
		if n < 0 {
			break
		}
		if n > size-at {
			r.fail("seen places beyond the world")
			break
		}
		if in && n > 0 {
			s.addAll(game.Place(at), game.Place(at+n))
		}
		at += n
	}
	r.set = s
	return append(Places(nil), s...)
}

func (r *reader) armies(s *State, realm int) {
	n := r.things(14) // every army has at least this many bytes
	if r.err != nil || n == 0 {
		return
	}
	block := make([]Army, n)
	list := make([]*Army, n)
	for i := range block {
		a := &block[i]
		a.Realm = realm
		a.Name.Type, a.Name.Class = r.byte(), r.byte()
		a.Name.ID = int32(r.upto(tables.MaxID))
		a.Men = r.int64()
		a.At = r.place(len(s.Fields))
		a.Points, a.KK, a.Fit, a.Since = r.num(), r.num(), int16(r.num()), r.num()
		a.Aboard, a.Master = r.name(), r.name()
		a.Start = r.place(len(s.Fields))
		a.Gain = r.int64()
		a.Command, a.Flag = Command(r.byte()), Flag(r.byte())
		list[i] = a
	}
	s.Armies[realm] = list
}

func (r *reader) name() ArmyName {
	id := int32(r.upto(tables.MaxID))
	if id == 0 {
		return ArmyName{}
	}
	return ArmyName{tables.Unit{Type: r.byte(), Class: r.byte()}, id}
}
