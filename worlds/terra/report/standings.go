package report

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// Title names the round and its phase.
func Title(p realm.Position) phrase.Phrase {
	if p.State.Over {
		return phrase.P("title-over")
	}
	return roundTitle(p)
}

// roundTitle names the last round too, as far as it is known. The game master may end the campaign with this one, or
// lower the number of rounds below those already played.
func roundTitle(p realm.Position) phrase.Phrase {
	last := max(p.Tables.Rules.Rounds, p.State.Round)
	if p.State.LastRound {
		last = p.State.Round
	}
	return phrase.P("title", phrase.Num("round", p.State.Round), phrase.Num("rounds", last),
		phrase.Key("phase", "phase."+p.State.Phase))
}

// Counts are a realm's fields, treasury, armies on the map and their status points.
func Counts(p realm.Position, realm int) []game.Count {
	armies, status := int64(0), int64(0)
	r := &p.State.Realms[realm-1]
	for _, a := range r.Armies {
		if !a.Off() {
			armies, status = armies+1, status+a.Status
		}
	}
	return []game.Count{{Name: "fields", N: int64(p.State.FieldsOf(realm))}, {Name: "treasury", N: r.Treasury},
		{Name: "armies", N: armies}, {Name: "status", N: status}}
}

// Standings are what each report says about all nations (§11.4). The nation with the most fields wins.
func Standings(p realm.Position) *game.Standings {
	var rows []game.Standing
	for _, r := range p.State.Realms {
		rows = append(rows, game.Standing{Realm: r.Number, Name: r.Name, Numbers: []int64{
			int64(p.State.FieldsOf(r.Number)), r.Treasury, r.Income,
			int64(r.Record.Won), int64(r.Record.Drawn), int64(r.Record.Lost)}})
	}
	out := &game.Standings{Columns: []string{"fields", "treasury", "income", "won", "drawn", "lost"},
		Rows: game.Ranked(rows, func(a, b game.Standing) int {
			return cmp.Or(cmp.Compare(b.Numbers[0], a.Numbers[0]), cmp.Compare(b.Numbers[1], a.Numbers[1]))
		})}
	if !p.State.Over {
		out.Notes = []phrase.Phrase{goal(p)}
	}
	return out
}

// goal says how the campaign is won: what ends the campaign and when.
func goal(p realm.Position) phrase.Phrase {
	s, n, total := p.State, &p.Tables.Rules, int64(len(p.State.Fields))
	most := (total*n.Conquest + 999) / 1000 // the number of fields that is enough, rounded up
	code := "standing-end"
	if s.LastRound || s.Round >= n.Rounds {
		code = "standing-last"
	}
	return phrase.P(code, phrase.Num("round", s.Round), phrase.Num("rounds", max(n.Rounds, s.Round)),
		phrase.Num("most", most), phrase.Num("total", total))
}
