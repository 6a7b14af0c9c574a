package report

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// factRealm writes the rows about a realm and puts them into the facts, together with the reader's treasury.
func (p *page) factRealm(r *realm.Realm, rows ...phrase.Phrase) {
	fact := game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player, Fallen: r.Fallen}
	for _, row := range rows {
		p.Line("", row)
		if p.Facts != nil {
			p.AddFigures(&fact.Values, &fact.Words, row, "realm", "name", "player")
		}
	}
	if p.Facts == nil {
		return
	}
	for i, hits := range r.Walls {
		fact.Values["wall."+strconv.Itoa(i+1)] = hits
	}
	p.Facts.Realms = append(p.Facts.Realms, fact)
	if r.Number == p.realm {
		p.Facts.Realm = fact
		p.FactMoney(game.FactMoney{Kind: "treasury", Code: "treasure", Amount: r.Treasure})
	}
}

// counted writes a place as everybody counts it.
func (p *page) counted(at game.Place) string { return game.Counted(realm.Column(p.s.Grid, at)) }

// factUnit writes the row of a unit, and begins its entry in the facts.
func (p *page) factUnit(u *realm.Unit, row phrase.Phrase) *frame.FactArmy {
	p.Line("", row)
	if p.Facts == nil {
		return nil
	}
	fact := &frame.FactArmy{Realm: u.Realm, Name: u.Name(), Kind: realm.CardOf(p.at.Tables, u).Card,
		At: p.counted(u.At)}
	fact.Values, fact.Words = p.Figures(row, "unit", "realm", "place")
	return fact
}

// factState writes a row about what is on a unit, or what it is busy with.
func (p *page) factState(fact *frame.FactArmy, row phrase.Phrase) {
	p.Line("", row)
	if fact != nil {
		p.AddFigures(&fact.Values, &fact.Words, row)
	}
}

// factBoard puts all hexes into the facts, as the board shows them.
func (p *page) factBoard() {
	if p.Facts == nil {
		return
	}
	for i := range p.s.Terrain {
		ground := groundOf(p.at, game.Place(i))
		p.Facts.Fields = append(p.Facts.Fields, game.FactField{At: p.counted(game.Place(i)), FactGround: ground,
			Own: ground.Owner == p.realm})
	}
}
