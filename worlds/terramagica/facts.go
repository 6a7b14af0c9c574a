package terramagica

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

var _, _ game.Factual = (*World)(nil), (*outcome)(nil)

// Facts is report 0 as data, without the legend: the world's tables have its numbers.
func (w *World) Facts(realm int) game.Facts { return w.facts(realm, w.state.Turn-1, (*page).welcome) }

// facts are what a page tells a realm while it is written.
func (w *World) facts(realm, turn int, write func(*page) game.Report) game.Facts {
	if realm < 1 || realm >= len(w.state.Realms) {
		return game.Facts{}
	}
	p := newPage(w, realm)
	return frame.Facts(&p.Page, w.rules.Book, &p.r.Person, turn, w.Title(p.r.Lang), func() { write(p) })
}

// factRealm puts a row of the realms into the facts.
func (p *page) factRealm(r *Realm, row []phrase.Arg) {
	if p.Facts == nil {
		return
	}
	fact := game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player, Fallen: r.Fallen}
	if !r.Fallen {
		fact.Values = frame.FactValues(row, "provinces")
	}
	p.Facts.Realms = append(p.Facts.Realms, fact)
	if r.Number == p.realm {
		p.Facts.Realm = fact
	}
}

// factMap puts all provinces into the facts, with what the map shows of each: its terrain, and the owner as far as that
// is known.
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

// province says a row about a province, and puts what it shows into the facts: of its numbers those that are named, the
// fortifications, which all can look up, and the ways where the realm sees it whole.
func (p *page) province(number int, code string, row []phrase.Arg, numbers ...string) {
	p.Say("", code, row...)
	if p.Facts == nil {
		return
	}
	fact, q := &p.Facts.Fields[number-1], p.s.province(number)
	fact.Values = frame.FactValues(row, numbers...)
	put := func(name string, n int64) {
		if fact.Values == nil {
			fact.Values = map[string]int64{}
		}
		fact.Values[name] = n
	}
	if code == "report.home" || code == "report.other-home" {
		put("home", 1)
	}
	fact.Words = map[string]string{}
	for _, wall := range q.Walls {
		put("wall."+wall, p.w.tables.wall(wall).HP)
		fact.Building = wall
		fact.Words["walls"] = p.walls(q)
	}
	if p.sees[number-1] {
		fact.Words["ways"] = pathText(q.Ways)
	}
}

// factArmy begins an army with what its row shows; of a foreign one that is not more than its name, and where it is.
func (p *page) factArmy(a *Army, row []phrase.Arg) *frame.FactArmy {
	if p.Facts == nil {
		return nil
	}
	return &frame.FactArmy{Realm: a.Realm, Name: a.Name, At: strconv.Itoa(a.At), Men: a.men(),
		Values: frame.FactValues(row, "upkeep")}
}

// factStack puts the men of a unit into an army, with what their row shows; of a foreign one they have none.
func factStack(army *frame.FactArmy, s *Stack, row []phrase.Arg) {
	if army == nil {
		return
	}
	part := game.FactArmy{Kind: s.Unit, Men: s.Number, Values: frame.FactValues(row, "row", "experience")}
	if row != nil && s.Row != 0 {
		part.Words = map[string]string{"tactic": s.Tactic.Key()}
	}
	army.Parts = append(army.Parts, part)
}
