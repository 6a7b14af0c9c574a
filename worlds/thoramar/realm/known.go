package realm

import (
	"bytes"
	"errors"
	"fmt"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Known is a world as one realm knows it, on a board of its own. What the realm has not seen is blank.
// The board has only as much of the world's width and edges as the realm has seen. Receipts are played on it.
type Known struct {
	Number int
	State  *State
	Receipt
}

// knownSchema is the version of EncodeKnown's bytes. It also changes with the encoding of fields, realms and armies.
const knownSchema = 1

// EncodeKnown returns the canonical bytes of what a realm knows: those of a state, after the sets of fields.
func EncodeKnown(k *Known) []byte {
	c, schema := &codec{bytes: make([]byte, 0, 1<<13)}, knownSchema
	number(c, &schema, &k.Number)
	for _, set := range []*Places{&k.Clear, &k.Close, &k.Masked} {
		c.places(set, 0)
	}
	c.state(k.State, nil, nil)
	return c.bytes
}

// spare is how many more rows and columns than the world's a board of what is known has: a rim of blank fields, and a
// column for rows that begin half a field further west.
const spare = 4

// DecodeKnown reads what EncodeKnown returned. Anything else is an error that says what is damaged, never a panic. No
// bytes take more room than the largest world does.
func DecodeKnown(b []byte, t *tables.Tables) (*Known, error) {
	c, schema := &codec{bytes: b, reads: true}, 0
	if number(c, &schema); c.err == nil && schema != knownSchema {
		return nil, fmt.Errorf("what is known has schema %d, this program reads schema %d", schema, knownSchema)
	}
	k := &Known{State: &State{Schema: Schema}}
	number(c, &k.Number)
	most := 2 * t.Rules.MaxFields // of a set before the board is known
	for _, set := range []*Places{&k.Clear, &k.Close, &k.Masked} {
		c.places(set, most)
	}
	c.state(k.State, t, func(g game.Grid) bool {
		return max(g.Width-spare, 0)*max(g.Height-spare, 0) <= t.Rules.MaxFields && g.Size() <= most+spare*spare
	})
	if err := c.end(); err != nil {
		return nil, err
	}
	if wrong := k.unsound(t); wrong != "" {
		return nil, errors.New(wrong)
	}
	k.Seen = k.State.Realms[k.Number].Seen
	if !bytes.Equal(EncodeKnown(k), b) {
		return nil, errors.New("the bytes are not in their one right order")
	}
	return k, nil
}

// unsound says why nobody could play with this, and is "" if somebody can. Other contradictions of the rules do no
// harm.
func (k *Known) unsound(t *tables.Tables) string {
	s := k.State
	if k.Number < 1 || k.Number >= len(s.Realms) || s.Turn < 1 || s.Grid.Size() == 0 ||
		s.Grid.WrapY && s.Grid.Height&1 != 0 || len(s.Realms) > 1<<15-1 {
		return fmt.Sprintf("turn %d, realm %d of %d, %d fields", s.Turn, k.Number, len(s.Realms)-1, s.Grid.Size())
	}
	for i := range s.Realms {
		if wrong := k.unsoundRealm(i, t); wrong != "" {
			return fmt.Sprintf("realm %d: %s", i, wrong)
		}
	}
	for _, set := range []Places{k.Clear, k.Close, k.Masked, s.Realms[k.Number].Seen} {
		if len(set) > (s.Grid.Size()+63)/64 {
			return "fields are seen beyond the board"
		}
	}
	for p := range s.Fields {
		if wrong := unsoundField(&s.Fields[p], len(s.Realms), t); wrong != "" {
			return fmt.Sprintf("field %d: %s", p, wrong)
		}
	}
	return ""
}

func (k *Known) unsoundRealm(i int, t *tables.Tables) string {
	s := k.State
	r := &s.Realms[i]
	switch {
	case r.Number != i:
		return fmt.Sprintf("it has the number %d", r.Number)
	case i == k.Number && r.Origin < 0:
		return "it has no origin"
	case r.Gold < 0 || r.Gold > most:
		return fmt.Sprintf("%d gold", r.Gold)
	}
	for n, with := range r.Treaties {
		if s.Realm(with.Realm) == nil || n > 0 && r.Treaties[n-1].Realm >= with.Realm {
			return fmt.Sprintf("a treaty with realm %d", with.Realm)
		}
	}
	for n, a := range s.Armies[i] {
		switch {
		case t.RowOf(i, a.Name.Unit) == nil || a.Name.ID < 1 || n > 0 && !s.Armies[i][n-1].Name.Less(a.Name):
			return fmt.Sprintf("an army %s, or its order", a.Name)
		case a.At < 0 || a.Men < 0 || a.Men == 0 && !a.Formation() || a.Men > most ||
			int(a.Fit) >= len(t.Terrain) || a.Fit < -1 ||
			a.Points != int(int32(a.Points)) || a.KK < 0 || a.KK > 1<<20 || a.Gain < 0 || a.Gain > most:
			return fmt.Sprintf("the army %s", a.Name)
		case a.Aboard.ID != 0 && (s.Army(i, a.Aboard) == nil || s.Army(i, a.Aboard).At != a.At ||
			s.Army(i, a.Aboard).Aboard.ID != 0):
			return fmt.Sprintf("the army %s is aboard %s", a.Name, a.Aboard)
		}
	}
	return ""
}

// most is more than any amount of gold or men in a world; sums of it do not overflow.
const most = 1 << 50

func unsoundField(f *Field, realms int, t *tables.Tables) string {
	if int(f.Owner) < 0 || int(f.Owner) >= realms || f.Yield < 0 || f.Yield > tables.FullYield {
		return fmt.Sprintf("realm %d owns it, it yields %d", f.Owner, f.Yield)
	}
	b := f.Building
	if b == nil {
		return ""
	}
	row := t.FindBuilding(b.Kind)
	if row == nil || row.Edge || b.Into != "" && t.FindBuilding(b.Into) == nil || b.Used < 0 || b.Mine < 0 ||
		b.Mine > most || b.Used > most || b.Decline < 0 || b.Decline > 1000 || b.Gate < 0 || b.Gate > tables.MaxGate {
		return fmt.Sprintf("a building %q", b.Kind)
	}
	return ""
}

// Clone is a copy in a room, on which a receipt may be played.
func (k *Known) Clone(room *Room) *Known {
	out, s := *k, *k.State
	out.State = &s
	s.Fields, s.Realms, s.Armies = room.Fields(len(s.Fields)), room.Realms(len(s.Realms)), room.Clone(s.Armies)
	copy(s.Fields, k.State.Fields)
	copy(s.Realms, k.State.Realms)
	ownBuildings(s.Fields)
	out.Wished, out.Paid, out.hung = nil, nil, nil
	return &out
}
