package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Empty capitals are taken once a realm is so many turns old: who begins is left in peace.
const (
	prizesFrom = 9
	prizeMen   = 300 // at least, of a band that goes there
	wear       = 2   // percent of the men that are lost for each field of a long march
)

// age is how many turns the realm has played, with this one.
func (p *player) age() int { return p.turn.State.Turn - p.turn.State.Realms[p.own].Joined + 1 }

// prize is a foe's capital that the realm sees without an army; Nowhere: there is none.
func (p *player) prize() game.Place {
	for i := range p.turn.State.Fields {
		at := game.Place(i)
		if p.foe(p.turn.CapitalOf(at)) && len(p.strangers(at)) == 0 && !p.turn.Receipt.Masked.Has(at) &&
			p.strength != game.Weak && p.Now == 0 {
			return at
		}
	}
	return game.Nowhere
}

// party lists the nearest bands that take a field together: some men are lost on the way. nil: all are too few.
func (p *player) party(at game.Place) []*realm.Army {
	far := func(a *realm.Army) int { return p.turn.Grid.Distance(a.At, at) }
	list := slices.DeleteFunc(slices.Clone(p.turn.State.OfUnit(p.own, band)), func(a *realm.Army) bool {
		return p.done[a.Name] || !a.Sights() || a.Men < prizeMen || far(a)*wear >= 100
	})
	slices.SortStableFunc(list, func(a, b *realm.Army) int { return far(a) - far(b) })
	left := p.turn.Tables.RowOf(p.own, band).Conquer * bandMen
	for i, a := range list {
		if left -= a.Men * int64(100-wear*far(a)); left <= 0 {
			return list[:i+1]
		}
	}
	return nil
}

// grabs raises a band for a prize if none can take it, or keeps the gold for it.
func (p *player) grabs() {
	at := p.prize()
	row := p.turn.Tables.RowOf(p.own, band)
	if at == game.Nowhere || row == nil || p.age() < prizesFrom || p.party(at) != nil {
		return
	}
	from := p.quarters()
	slices.SortStableFunc(from, func(a, b game.Place) int { return p.turn.Grid.Distance(a, at) - p.turn.Grid.Distance(b, at) })
	for _, q := range from {
		if p.raises(band, row.Conquer*int64(bandMen+wear*p.turn.Grid.Distance(q, at))/100, q) {
			return
		}
	}
	if len(from) > 0 {
		p.gold -= 2 * row.Conquer * row.Cost
	}
}

// prizes leads a party to the prize. Next turn it is taken by one of them, or by two together. Until the realm is old
// enough, whoever is beside it only looks at it.
func (p *player) prizes() {
	at := p.prize()
	if at == game.Nowhere || p.turn.Tables.RowOf(p.own, band) == nil {
		return
	}
	var party []*realm.Army
	if p.age() >= prizesFrom {
		party = p.party(at)
	}
	var first *realm.Army
	for _, a := range p.idle("KR") {
		switch goes := slices.Contains(party, a); {
		case a.At == at && first != nil && first.Name.Unit == a.Name.Unit && first.Fit == a.Fit && !p.done[first.Name]:
			p.done[a.Name] = true
			p.sends(first, nil, realm.Conquer, realm.Special{Form: realm.AnArmy, Army: a.Name})
		case a.At == at:
			first = a
		case goes:
			p.follows(a, p.trails(a).to(at), 0, realm.Attack)
		case p.turn.Grid.Distance(a.At, at) <= 1:
			p.done[a.Name] = true
		}
	}
	if first != nil {
		p.done[first.Name] = true
	}
}
