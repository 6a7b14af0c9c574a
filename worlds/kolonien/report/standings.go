package report

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// Counts are a realm's colonies, ducats, glory, units in leaders' armies and in garrisons, and ships.
func Counts(p realm.Position, number int) []game.Count {
	colonies, units, ships := int64(0), int64(0), int64(0)
	for _, at := range p.State.Owned(number) {
		c := p.State.Areas[at-1].Colony
		colonies++
		units += int64(c.Garrison.Count())
		for k := range c.Regiments {
			units += int64(c.Regiments[k].Count())
		}
	}
	r := &p.State.Realms[number-1]
	for i := range r.Leaders {
		units += int64(r.Leaders[i].Troops.Count())
	}
	for i := range r.Fleets {
		ships += int64(r.Fleets[i].Ships.Count())
	}
	return []game.Count{{Name: "colonies", N: colonies}, {Name: "ducats", N: r.Ducats},
		{Name: "glory", N: int64(r.Glory)}, {Name: "units", N: units}, {Name: "ships", N: ships}}
}

// Standings are what each report says about all realms, with their wars and alliances (§3.2).
func Standings(p realm.Position) *game.Standings {
	s := p.State
	var rows []game.Standing
	for _, r := range s.Realms {
		colonies, levels := s.Settled(r.Number)
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name,
			Numbers: []int64{int64(r.Glory), int64(colonies), int64(levels)}})
	}
	out := &game.Standings{Columns: []string{"glory", "colonies", "levels"},
		Rows: game.Ranked(rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })}
	for a := 1; a <= len(s.Realms); a++ {
		for b := a + 1; b <= len(s.Realms); b++ {
			if rel := s.Relation(a, b); rel != realm.Peace {
				out.Notes = append(out.Notes, phrase.P("nations-relation", phrase.Num("realm", a),
					phrase.Num("realm2", b), phrase.Key("stance", rel.Key())))
			}
		}
	}
	return out
}
