package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Title names the turn that awaits orders: "Zug 8, Jahr 2, Frühling".
func Title(p realm.Position, lang phrase.Lang) string { return TitleOf(p.Rules, lang, p.State.Turn) }

// TitleOf names a turn by its number.
func TitleOf(rules *rulekit.Book[*tables.Tables], lang phrase.Lang, turn int) string {
	return rules.Words(lang).Say(titled(turn))
}

func titled(turn int) phrase.Phrase {
	return phrase.P("turn-title", phrase.Num("turn", turn), phrase.Num("year", realm.Year(turn)),
		phrase.Key("season", "season."+realm.Season(turn)))
}

// fieldWorth is about what two harvests of a field bring, in GS.
const fieldWorth = 6000

// Worth is what a realm has besides armies, in GS: its gold, its fields, and half the price of whole buildings.
func Worth(p realm.Position, number int) int64 {
	sum := p.State.Realms[number].Gold
	for _, at := range p.State.Land(number) {
		sum += fieldWorth
		if b := p.State.Fields[at].Building; b.Stands() && b.Damage != tables.Ruin {
			sum += p.Tables.FindBuilding(b.Kind).Cost / 2
		}
	}
	return sum
}

// Counts are fields, gold, armies, men and worth of a realm.
func Counts(p realm.Position, number int) []game.Count {
	armies, men := p.State.Armies[number], int64(0)
	for _, a := range armies {
		men += a.Men
	}
	return []game.Count{{Name: "fields", N: int64(len(p.State.Land(number)))},
		{Name: "gold", N: p.State.Realms[number].Gold}, {Name: "armies", N: int64(len(armies))}, {Name: "men", N: men}, {Name: "worth", N: Worth(p, number)}}
}

// Standings are the realms by number, and which have fallen. No realm knows more about all others.
func Standings(p realm.Position) *game.Standings {
	out := &game.Standings{}
	for i := range p.State.Realms[1:] {
		r := &p.State.Realms[i+1]
		out.Rows = append(out.Rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen})
	}
	return out
}
