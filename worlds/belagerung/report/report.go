// Package report writes what a realm is told. A position, or a turn that was played, goes in; letters, boards and
// their data come out. The rulebook calls it.
package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// page is a report being written for one realm.
type page struct {
	frame.Page
	at    realm.Position
	s     *realm.State
	realm int
	r     *realm.Realm

	early    []game.Said // of a fight whose blow follows
	fighting bool        // what comes next may belong to the last fight
}

// newPage is the empty page of a realm; nil: there is none.
func newPage(at realm.Position, whose int) *page {
	r := at.State.Realm(whose)
	if r == nil {
		return nil
	}
	p := &page{Page: at.Rules.Page(&r.Person), at: at, s: at.State, realm: whose, r: r}
	p.Weigh, p.Meanings = p.weigh, meanings
	return p
}

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// standing writes how things are: realms, units, buildings, the bank, the board.
func (p *page) standing() {
	p.factBoard()
	p.realms()
	p.units()
	p.buildings()
	p.bank()
	p.board()
}

// realms writes for each realm its castle, its walls in direction 1 to 6, and its treasure.
func (p *page) realms() {
	p.Title("report.realms")
	for i := range p.s.Realms {
		p.factRealm(&p.s.Realms[i], p.castle(&p.s.Realms[i])...)
	}
	p.FactStandings(Standings(p.at))
}

// castle are the rows about a realm: where it is, its castle and walls, its treasure.
func (p *page) castle(r *realm.Realm) []phrase.Phrase {
	n, code := &p.at.Tables.Rules, "report.realm"
	if r.Fallen {
		code = "report.realm-fallen"
	}
	walls := frame.Map(r.Walls[:], frame.Digits[int64])
	return []phrase.Phrase{
		phrase.P(code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player),
			p.s.PlaceArg("place", r.Castle)),
		phrase.P("report.castle", num("hits", r.Hits), num("most", n.CastleHits),
			phrase.Str("walls", strings.Join(walls, " ")), num("wall", n.WallHits)),
		phrase.P("report.treasure", num("treasure", r.Treasure), num("looter", r.Looter),
			num("power", r.Fortress.Power), num("range", r.Fortress.Range)),
	}
}

// units lists all units on the board by realm, with their values on foot.
func (p *page) units() {
	p.Title("report.units")
	for i := range p.s.Realms {
		for _, u := range p.s.Of(i + 1) {
			fact := p.factUnit(u, p.unit(u))
			p.unitState(u, fact)
			p.FactArmy(fact)
		}
	}
	p.FactOwnFirst()
}

// unit is the row of a unit.
func (p *page) unit(u *realm.Unit) phrase.Phrase {
	symbols := frame.Map(u.Symbols, func(y tables.Symbol) string { return p.Term("symbols", phrase.P(y.Key())) })
	if u.Settler {
		symbols = append(symbols, p.Term("symbols", phrase.P("card.settler")))
	}
	return phrase.P("report.unit", phrase.Str("unit", u.Name()), num("realm", u.Realm), p.s.PlaceArg("place", u.At),
		phrase.Str("symbols", strings.Join(symbols, "+")), num("speed", p.s.Speed(p.at.Tables, u)),
		num("range", p.s.Reach(p.at.Tables, u)), num("power", p.s.Power(p.at.Tables, u)))
}

// states are which dice are on a unit, what it learns, and what it is busy with.
func (p *page) states(u *realm.Unit) (out []phrase.Phrase) {
	if len(u.Weak) > 0 {
		out = append(out, phrase.P("report.weak", num("dice", len(u.Weak)), num("sum", u.Weakness())))
	}
	if u.Learning != "" {
		out = append(out, phrase.P("report.learning", phrase.Key("symbol", u.Learning.Key())))
	}
	b, code := p.s.Building(u.At), ""
	switch {
	case b == nil:
		return out
	case b.Site != 0:
		code = "report.on-site"
	case p.s.Manned(p.at.Tables, u) == b:
		code = "report.mans"
	case b.Owner == 0:
		code = "report.idle-in"
	default:
		return out
	}
	return append(out, phrase.P(code, phrase.Key("building", b.Kind.Key())))
}

// unitState writes the states of a unit.
func (p *page) unitState(u *realm.Unit, fact *frame.FactArmy) {
	for _, row := range p.states(u) {
		switch row.Code {
		case "report.weak":
			p.factState(fact, row)
		case "report.learning":
			p.Line("", row)
			fact.Word("learning", p.Term("learning", phrase.P(u.Learning.Key())))
		default:
			p.factState(fact, row)
			fact.Word("state", strings.TrimSpace(p.Term("state", row)))
		}
	}
}

// buildings lists the buildings on the board, by place.
func (p *page) buildings() {
	p.Title("report.buildings")
	if len(p.s.Buildings) == 0 {
		p.Say("", "report.no-buildings")
	}
	for _, b := range p.s.Buildings {
		args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), p.s.PlaceArg("place", b.At), num("hits", b.Hits),
			num("most", p.at.Tables.BuildingOf(b.Kind).Hits), num("pips", b.Counter), num("power", b.Values.Power),
			num("range", b.Values.Range)}
		say := func(code string, more ...phrase.Arg) {
			row := phrase.P(code, append(args[:len(args):len(args)], more...)...)
			if p.Line("", row); p.Facts != nil {
				field := &p.Facts.Fields[b.At]
				p.AddFigures(&field.Values, &field.Words, row, "building", "place", "realm")
			}
		}
		switch u := p.s.Crew(b); {
		case b.Site != 0:
			say("report.site", num("realm", b.Site))
			continue
		case b.Owner != 0:
			say("report.owned", num("realm", b.Owner))
		case u == nil:
			say("report.empty")
		default:
			say("report.crewed", realm.UnitArg("unit", u), num("realm", u.Realm))
		}
		if p.at.Tables.BuildingOf(b.Kind).Near != "" && b.Counter > 0 {
			say("report.counter")
		}
		if b.Kind == tables.Fortress {
			say("report.fortress")
		}
	}
}

// bank says what is left in the bank: dice, tiles, weakening dice.
func (p *page) bank() {
	p.Title("report.bank")
	rows := []phrase.Phrase{phrase.P("report.bank-dice", num("bank", p.s.Bank),
		num("weakening", max(p.s.Supply(p.at.Tables), 0)))}
	for i := range p.at.Tables.Tile {
		row := &p.at.Tables.Tile[i]
		rows = append(rows, phrase.P("report.tile", phrase.Key("building", row.Sides[0].Key()),
			phrase.Key("other", row.Sides[len(row.Sides)-1].Key()), num("number", max(p.s.Stock(row), 0))))
	}
	for _, row := range rows {
		p.Line("", row)
	}
	p.FactPart("bank", "report.bank", rows...)
}

// Welcome is report 0: what a realm begins with. As data it is without the legend, whose numbers are in the world's tables.
func Welcome(at realm.Position) frame.Reporter {
	return frame.Telling[*page]{Turn: at.State.Turn - 1, Title: Title(at), Write: (*page).welcome,
		Page: func(n int) *page { return newPage(at, n) }, Brief: (*page).recorded, Body: (*page).greet}
}

// recorded writes report 0 and notes what it shows.
func (p *page) recorded() {
	p.changedBuildings(p.at)
	p.changedBank(p.at)
	p.welcome()
}

// welcome writes report 0 on the page.
func (p *page) welcome() {
	p.greet()
	p.standing()
	p.Title("legend.title")
	p.prices()
	p.EndWelcome("report.end")
}

// greet writes the greeting.
func (p *page) greet() {
	p.Head()
	p.Blank()
	row := phrase.P("welcome", phrase.Str("name", p.r.Name), p.s.PlaceArg("place", p.r.Castle),
		num("treasure", p.r.Treasure), num("rounds", p.at.Tables.Rules.Rounds))
	p.Line("", row)
	p.FactPart("welcome", "game", row)
	p.chances()
}

// chances says how a player who fells no castle can win, if more than two play (§15.2). A player who has not read the
// rules would think that only felling it wins.
func (p *page) chances() {
	if len(p.s.Realms) > 2 {
		row := phrase.P("chances", num("players", len(p.s.Realms)), num("rounds", p.at.Tables.Rules.Rounds))
		p.Line("", row)
		p.FactPart("chances", "game", row)
	}
}

// next is whose turn it is now.
func (p *page) next() phrase.Phrase {
	switch r := p.s.Realm(p.s.Next); {
	case r == nil:
		return phrase.P("report.over")
	case r.Number == p.realm:
		return phrase.P("report.your-turn", num("turn", p.s.Turn), num("round", p.s.Round))
	default:
		return phrase.P("report.their-turn", num("turn", p.s.Turn), num("round", p.s.Round), num("realm", r.Number),
			phrase.Str("name", r.Name))
	}
}

// goal is how to win (§15). Every letter says it, for players who read neither report nor rules.
func goal(p realm.Position) phrase.Phrase {
	code := "summary.goal"
	if len(p.State.Realms) == 2 {
		code = "summary.goal-of-two"
	}
	return phrase.P(code, num("rounds", p.Tables.Rules.Rounds))
}
