package replay

import (
	"cmp"

	"weltentor/worlds/game"
)

// Fields finds the fields of a map of the whole world.
type Fields struct {
	at     map[[2]int]int // by doubled coordinates
	labels map[string]int
	cells  []game.ChartCell
}

// FieldsOf are those of a chart, by their place in Cells.
func FieldsOf(c game.Chart) Fields {
	f := Fields{at: map[[2]int]int{}, labels: map[string]int{}, cells: c.Cells}
	for i, cell := range c.Cells {
		f.at[[2]int{cell.H, cell.Y}], f.labels[cell.Label] = i, i
	}
	return f
}

// At is where a cell of another turn's chart is; −1: there is no such field.
func (f Fields) At(cell game.ChartCell) int {
	if i, here := f.at[[2]int{cell.H, cell.Y}]; here {
		return i
	}
	return -1
}

// Find returns a field by how a realm calls it; −1: there is none.
func (f Fields) Find(w game.World, realm int, label string) int {
	if of, is := w.(game.FieldLocator); is {
		h, y, ok := of.Locate(realm, label)
		if !ok {
			return -1
		}
		return f.At(game.ChartCell{H: h, Y: y})
	}
	if i, found := f.labels[label]; found {
		return i
	}
	return -1
}

// Army is what a realm has standing on a field.
type Army struct {
	Field int   `json:"field"`
	Realm int   `json:"realm"`
	Men   int64 `json:"men"`
}

// Battle is a battle as all who were told of it know it together.
type Battle struct {
	Turn, Week int
	Field      int // −1: nowhere on the map
	Label      string
	Sides      [2]Side // attackers, defenders
	Won        int     // the side, from 1; 0: nobody
	Fallen     int64
}

// Side is a side of a battle. Before and After are 0 if nobody counted.
type Side struct {
	Realm         int
	Before, After int64
}

// Told are the armies and battles that the reports of a scene's turn tell.
func (f Fields) Told(s Scene) (armies []Army, battles []Battle) {
	for _, r := range s.World.Realms() {
		facts := fought(s.Outcome, r.Number)
		if facts == nil {
			continue
		}
		for _, a := range facts.Armies {
			if i := f.Find(s.World, r.Number, a.At); i >= 0 && a.Realm == r.Number {
				armies = append(armies, Army{i, a.Realm, a.Men})
			}
		}
		for i := range facts.Battles {
			b := battleOf(&facts.Battles[i], s.Turn)
			if b.Field = f.Find(s.World, r.Number, b.Label); b.Field >= 0 {
				b.Label = f.cells[b.Field].Label
			}
			battles = together(battles, b)
		}
	}
	for i := range battles {
		b := &battles[i]
		for _, s := range b.Sides {
			if s.Before > 0 {
				b.Fallen += max(0, s.Before-s.After)
			}
		}
	}
	return armies, battles
}

// fought is what the report of a realm tells of battles, and of the realm's own armies. It is nil if nothing is told.
// outcome may be nil.
func fought(outcome game.Outcome, realm int) *game.Facts {
	switch of := outcome.(type) {
	case nil:
		return nil
	case game.BattleFacts:
		return of.Fought(realm)
	}
	return outcome.Facts(realm)
}

// battleOf is a battle as one report tells it. Where it counts nobody, it has no numbers.
func battleOf(f *game.FactBattle, turn int) Battle {
	b := Battle{Turn: turn, Week: f.Week, Label: f.At, Won: f.Won}
	for i := range min(2, len(f.Sides)) {
		s := &f.Sides[i]
		b.Sides[i] = Side{s.Realm, s.Before, s.After}
		for _, a := range s.Armies {
			b.Sides[i].Realm = cmp.Or(b.Sides[i].Realm, a.Realm)
			if s.Before == 0 {
				b.Sides[i].Before += a.Before
				b.Sides[i].After += a.After
			}
		}
	}
	if len(f.Sides) > 1 && f.Equal && b.Sides[0].Realm > b.Sides[1].Realm { // the reader's own is first
		b.Sides[0], b.Sides[1] = b.Sides[1], b.Sides[0]
		b.Won = [...]int{0, 2, 1}[b.Won]
	}
	return b
}

// together adds a battle to those that were told, or what it knows more of one of them.
func together(told []Battle, b Battle) []Battle {
	alike := func(x, y int64) bool { return x == y || x == 0 || y == 0 }
	for i := range told {
		a := &told[i]
		same := a.Week == b.Week && a.Field == b.Field
		for k := range a.Sides {
			s, o := &a.Sides[k], &b.Sides[k]
			same = same && alike(int64(s.Realm), int64(o.Realm)) && alike(s.Before, o.Before)
		}
		if !same {
			continue
		}
		for k := range a.Sides {
			s, o := &a.Sides[k], &b.Sides[k]
			s.Realm, s.Before, s.After = cmp.Or(s.Realm, o.Realm), cmp.Or(s.Before, o.Before), cmp.Or(s.After, o.After)
		}
		a.Won = cmp.Or(a.Won, b.Won)
		return told
	}
	return append(told, b)
}
