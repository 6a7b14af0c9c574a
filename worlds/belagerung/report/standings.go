package report

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// Title names the turn that awaits orders, and whose it is.
func Title(p realm.Position) phrase.Phrase {
	r := p.State.Realm(p.State.Next)
	switch {
	case p.State.Over:
		return phrase.P("title-over")
	case r == nil:
		return phrase.P("title-waiting")
	}
	return phrase.P("title", phrase.Num("turn", p.State.Turn), phrase.Num("round", p.State.Round),
		phrase.Str("name", r.Name))
}

// Counts are a realm's units, finished buildings, treasure dice and hits on the castle.
func Counts(p realm.Position, whose int) []game.Count {
	buildings := int64(0)
	for _, b := range p.State.Buildings {
		if b.Owner == whose && b.Site == 0 {
			buildings++
		}
	}
	r := p.State.Realm(whose)
	return []game.Count{{Name: "units", N: int64(len(p.State.Of(whose)))}, {Name: "buildings", N: buildings},
		{Name: "treasure", N: r.Treasure}, {Name: "hits", N: r.Hits}}
}

// Standings are the castles, the least damaged first, and fallen ones last. Everything on the board is public, and so
// are treasuries (§1.6).
func Standings(p realm.Position) *game.Standings {
	var rows []game.Standing
	for i := range p.State.Realms {
		r := &p.State.Realms[i]
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen,
			Numbers: []int64{r.Damage(), r.Hits, r.Treasure}})
	}
	return &game.Standings{Columns: []string{"damage", "hits", "treasure"}, Players: true,
		Rows: game.Ranked(rows, func(a, b game.Standing) int {
			switch {
			case a.Fallen == b.Fallen:
				return cmp.Compare(a.Numbers[0], b.Numbers[0])
			case a.Fallen:
				return 1
			}
			return -1
		})}
}
