package report

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// Title names the turn that awaits orders.
func Title(p realm.Position) phrase.Phrase {
	if p.State.Over {
		return phrase.P("title-over")
	}
	return phrase.P("title", phrase.Num("turn", p.State.Turn))
}

// Counts are a realm's provinces, gold, mana, armies and men.
func Counts(p realm.Position, whose int) []game.Count {
	r, armies, men := p.State.Realm(whose), p.State.Armies[whose], int64(0)
	for _, a := range armies {
		men += a.Men()
	}
	return []game.Count{{Name: "provinces", N: int64(p.State.Owned(whose))}, {Name: "gold", N: r.Gold},
		{Name: "mana", N: r.Mana}, {Name: "armies", N: int64(len(armies))}, {Name: "men", N: men}}
}

// Standings are what each report says about all realms. The realm with the most provinces wins. Equals are ranked by
// people, which nobody learns before the end.
func Standings(p realm.Position) *game.Standings {
	var rows []game.Standing
	for _, r := range p.State.Realms[1:] {
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen,
			Numbers: []int64{int64(p.State.Owned(r.Number))}})
	}
	out := &game.Standings{Columns: []string{"provinces"}, Players: true,
		Rows: game.Ranked(rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })}
	if enough, land := realm.Enough(p); !p.State.Over {
		out.Notes = []phrase.Phrase{phrase.P("report.enough", num("provinces", enough), num("land", land))}
	}
	return out
}
