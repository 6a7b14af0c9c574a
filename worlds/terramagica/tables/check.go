package tables

import (
	"cmp"
	_ "embed"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

// rangeText says what the numbers may be.
//
//go:embed ranges.toml
var rangeText string

// check finds tables by which no world could be played.
func (t *Tables) check() error {
	r := tables.ReadRanges(rangeText)
	return cmp.Or(tables.HoldRows(r, "unit", t.Unit, (*UnitRow).code), t.checkMoves(),
		tables.HoldRows(r, "wall", t.Wall, (*WallRow).code), t.checkWalls(), tables.Hold(r, "avatar", &t.Avatar),
		tables.Hold(r, "battle", &t.Battle), tables.Hold(r, "rules", &t.Rules), t.checkRules())
}

func (t *Tables) checkMoves() error {
	for i := range t.Unit {
		if u := &t.Unit[i]; ways[u.Moves] == nil {
			return tables.Bad("unit "+u.Unit, "choice", phrase.Str("key", "moves"), phrase.Str("value", u.Moves),
				phrase.Str("choices", "foot, horse, machine, air, sea"))
		}
	}
	return nil
}

// checkWalls checks that each fortification is stronger than the one before.
func (t *Tables) checkWalls() error {
	for i := 1; i < len(t.Wall); i++ {
		if t.Wall[i].HP <= t.Wall[i-1].HP {
			return tables.Bad("wall "+t.Wall[i].Wall, "more-than", phrase.Str("key", "hp"),
				phrase.Num("n", t.Wall[i].HP), phrase.Str("other", t.Wall[i-1].Wall))
		}
	}
	return nil
}

func (t *Tables) checkRules() error {
	n := &t.Rules
	for _, pair := range []struct {
		low, high string
		l, h      int64
	}{
		{"people_min", "people_max", n.PeopleMin, n.PeopleMax}, {"guard_min", "guard_max", n.GuardMin, n.GuardMax},
		{"draw_min", "draw_max", t.Battle.DrawMin, t.Battle.DrawMax},
		{"smallest", "width", int64(n.Smallest), int64(n.Width)},
		{"width", "largest", int64(n.Width), int64(n.Largest)},
		{"smallest", "height", int64(n.Smallest), int64(n.Height)},
		{"height", "largest", int64(n.Height), int64(n.Largest)},
	} {
		if pair.l > pair.h {
			return tables.Bad("rules", "at-most", phrase.Str("key", pair.low), phrase.Num("n", pair.l),
				phrase.Str("other", pair.high), phrase.Num("most", pair.h))
		}
	}
	for _, named := range [][2]string{{"guard", n.Guard}, {"first_unit", n.FirstUnit}, {"second_unit", n.SecondUnit}} {
		if t.UnitOf(named[1]) == nil {
			return tables.Bad("rules", "not-there", phrase.Str("key", named[0]), phrase.Str("value", named[1]))
		}
	}
	return nil
}
