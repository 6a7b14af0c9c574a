package report

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// factRealm writes a row about a realm, and puts it into the facts.
func (p *page) factRealm(r *realm.Realm, row phrase.Phrase) {
	p.Line("", row)
	if p.Facts == nil {
		return
	}
	fact := game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player, Fallen: r.Fallen}
	fact.Values, fact.Words = p.Figures(row, "realm", "name", "player")
	p.Facts.Realms = append(p.Facts.Realms, fact)
	if r.Number == p.realm {
		p.Facts.Realm = fact
	}
}

// factMap puts all provinces into the facts, as the map shows them: the terrain, and the owner if it is known.
func (p *page) factMap() {
	if p.Facts == nil {
		return
	}
	for i := range p.s.Provinces {
		owner := p.owner(i + 1)
		p.Facts.Fields = append(p.Facts.Fields, game.FactField{At: strconv.Itoa(i + 1), Own: owner == p.realm,
			FactGround: game.FactGround{Terrain: string(p.s.Provinces[i].Terrain), Owner: owner}})
	}
}

// province writes a row about a province, and puts its figures into the facts, with each fortification.
func (p *page) province(number int, code string, args []phrase.Arg) {
	row := phrase.P(code, args...)
	p.Line("", row)
	if p.Facts == nil {
		return
	}
	fact := &p.Facts.Fields[number-1]
	fact.Values, fact.Words = p.Figures(row, "province", "owner", "realm")
	if code == "report.home" || code == "report.other-home" {
		frame.Put(&fact.Values, "home", 1)
	}
	for _, wall := range p.s.Province(number).Walls {
		frame.Put(&fact.Values, "wall."+wall, p.at.Tables.WallOf(wall).HP)
		fact.Building = wall
	}
}

// factArmy begins the entry of an army in the facts: its name, where it is, and its men.
func (p *page) factArmy(a *realm.Army) *frame.FactArmy {
	if p.Facts == nil {
		return nil
	}
	name := strings.TrimPrefix(p.Book.Named(a.Called()), strconv.Itoa(a.Realm)+".")
	return &frame.FactArmy{Realm: a.Realm, Name: name, Kind: a.Kind(), At: strconv.Itoa(a.At), Men: a.Men()}
}

// factStack adds the men of a unit to an army's entry, with the other figures of their row. The row of a foreign army
// has no others.
func (p *page) factStack(army *frame.FactArmy, s *realm.Stack, row phrase.Phrase) {
	if army == nil {
		return
	}
	part := game.FactArmy{Kind: s.Unit, Men: s.Number}
	part.Values, part.Words = p.Figures(row, "number", "men")
	army.Parts = append(army.Parts, part)
}
