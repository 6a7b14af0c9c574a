package belagerung

import (
	"strconv"

	"weltentor/worlds/game"
)

// Name is a unit as orders write it: `E3`, `S1`, or with its realm `2.S1`.
type Name struct {
	Settler bool
	Realm   int // of a settler; 0: the realm that orders
	Number  int
}

// Field is a hex as orders write it: column and row, from 1.
type Field struct{ X, Y int }

// MoveOrder leads a unit step by step. Engine is what a settler builds with a
// horseman at its end; "" none.
type MoveOrder struct {
	Unit   Name
	Way    []game.Direction
	Engine Kind
}

// RecruitOrder takes a unit from the stock: the symbol of its card, "" a settler.
type RecruitOrder struct{ Symbol Symbol }

// TrainOrder trains a unit further.
type TrainOrder struct {
	Unit   Name
	Symbol Symbol
}

// BuildOrder lets a settler build where it stands.
type BuildOrder struct {
	Settler Name
	Kind    Kind
}

// AttackOrder attacks the first of its targets that is one. Building aims at the
// building and not at its crew; Weaken are the receivers of a catapult's dice, from
// the highest down.
type AttackOrder struct {
	Unit     Name
	Targets  []Field
	Building bool
	Weaken   []Name
}

// FortressOrder gives a realm's fortresses their values.
type FortressOrder struct{ Values }

// CounterOrder says what the realm's people strike back at: engines or their crews.
type CounterOrder struct{ Engine bool }

// SettingOrder is another word of $S.
type SettingOrder struct{ Word string }

// append writes `E3`, `S1`, `2.S1`.
func (n Name) append(dst []byte) []byte {
	if n.Realm != 0 {
		dst = append(strconv.AppendInt(dst, int64(n.Realm), 10), '.')
	}
	if n.Settler {
		return strconv.AppendInt(append(dst, 'S'), int64(n.Number), 10)
	}
	return strconv.AppendInt(append(dst, 'E'), int64(n.Number), 10)
}

// String is the name as orders write it.
func (n Name) String() string { return string(n.append(nil)) }

// append writes `4/2`.
func (f Field) append(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(f.X), 10), '/')
	return strconv.AppendInt(dst, int64(f.Y), 10)
}

// Print appends `E3 2233`, `S1 33 Balliste`.
func (o MoveOrder) Print(dst []byte) []byte {
	dst = append(o.Unit.append(dst), ' ')
	for _, d := range o.Way {
		dst = append(dst, '0'+byte(d))
	}
	if o.Engine != "" {
		dst = append(append(dst, ' '), kindWords[o.Engine][0]...)
	}
	return dst
}

// Print appends `Schwert`, or `Siedler`.
func (o RecruitOrder) Print(dst []byte) []byte {
	if o.Symbol == "" {
		return append(dst, settlerWords[0]...)
	}
	return append(dst, symbolWords[o.Symbol][0]...)
}

// Print appends `E3 Bogen`.
func (o TrainOrder) Print(dst []byte) []byte {
	return append(append(o.Unit.append(dst), ' '), symbolWords[o.Symbol][0]...)
}

// Print appends `S2 Steinbruch`.
func (o BuildOrder) Print(dst []byte) []byte {
	return append(append(o.Settler.append(dst), ' '), kindWords[o.Kind][0]...)
}

// Print appends `E3 > 4/2 5/2 Gebaeude`, `E7 > 5/1 schwaechen E12 E14`.
func (o AttackOrder) Print(dst []byte) []byte {
	dst = append(o.Unit.append(dst), " >"...)
	for _, f := range o.Targets {
		dst = f.append(append(dst, ' '))
	}
	if o.Building {
		dst = append(dst, " Gebaeude"...)
	}
	if len(o.Weaken) > 0 {
		dst = append(dst, " schwaechen"...)
		for _, n := range o.Weaken {
			dst = n.append(append(dst, ' '))
		}
	}
	return dst
}

// Print appends `Festung Kraft 10 Reichweite 5`.
func (o FortressOrder) Print(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, "Festung Kraft "...), o.Power, 10)
	return strconv.AppendInt(append(dst, " Reichweite "...), o.Range, 10)
}

// Print appends `Konter Maschine` or `Konter Besatzung`.
func (o CounterOrder) Print(dst []byte) []byte {
	if o.Engine {
		return append(dst, "Konter Maschine"...)
	}
	return append(dst, "Konter Besatzung"...)
}

// Print appends the word.
func (o SettingOrder) Print(dst []byte) []byte { return append(dst, o.Word...) }
