package belagerung

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	t *turn
}

// Resolve plays the turn of the one who was asked on a copy of the world. What his
// receipt refused is left out of it.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	var sh frame.Sheet
	var problems []orders.Problem
	for _, s := range sheets {
		if s.Realm != w.state.Next || s.Realm == 0 {
			continue
		}
		sh = frame.ReadSheet(w.rules.Language(), s)
		if sh.Came {
			lines, told := w.lines(s.Orders(w.rules.Language()), s.Realm)
			sh.Lines, sh.Problems = lines, slices.Concat(sh.Problems, told)
		}
	}
	if sh.Came {
		r := w.rehearse(sh)
		problems = slices.Concat(sh.Problems, r.problems())
		sh.Lines = r.sound(sh.Lines)
	}
	t := w.newTurn(sh, seed, fair)
	t.play()
	t.Undone(t.me.Number, w.rules.Language(), sh, problems)
	next := &World{rules: w.rules, tables: w.tables, state: t.state, eased: w.eased}
	return newOutcome(w, next, t)
}

func newOutcome(before, after *World, t *turn) game.Outcome {
	return frame.Close(&t.Turn, before, after, func(o frame.Outcome[*World]) game.Outcome { return &outcome{o, t} })
}

var _, _ game.Factual = (*World)(nil), (*outcome)(nil)

// Report tells one realm the turn.
func (o *outcome) Report(whose int) game.Report { return o.write(newPage(o.After, whose)) }

// Facts is the report of a realm as data.
func (o *outcome) Facts(whose int) game.Facts { return o.After.facts(whose, o.t.Number, o.write) }

// Facts is report 0 as data, without the legend: the world's tables have its numbers.
func (w *World) Facts(whose int) game.Facts { return w.facts(whose, w.state.Turn-1, (*page).welcome) }

// facts are what a page tells a realm while it is written.
func (w *World) facts(whose, turn int, write func(*page) game.Report) game.Facts {
	if w.state.Realm(whose) == nil {
		return game.Facts{}
	}
	p := newPage(w, whose)
	return frame.Facts(&p.Page, w.rules.Book, &p.r.Person, turn, w.Title(p.r.Lang), func() { write(p) })
}

// factRealm says the rows about a realm and puts them into the facts, and what the reader's treasury has.
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

// counted is a place as all count it.
func (p *page) counted(at game.Place) string { return game.Counted(realm.Column(p.s.Grid, at)) }

// factUnit says the row of a unit, and begins it for the facts.
func (p *page) factUnit(u *realm.Unit, row phrase.Phrase) *frame.FactArmy {
	p.Line("", row)
	if p.Facts == nil {
		return nil
	}
	fact := &frame.FactArmy{Realm: u.Realm, Name: u.Name(), Kind: realm.CardOf(p.w.tables, u).Card, At: p.counted(u.At)}
	fact.Values, fact.Words = p.Figures(row, "unit", "realm", "place")
	return fact
}

// factState says a row about what lies on a unit, or what it is busy with.
func (p *page) factState(fact *frame.FactArmy, row phrase.Phrase) {
	p.Line("", row)
	if fact != nil {
		p.AddFigures(&fact.Values, &fact.Words, row)
	}
}

// factBoard puts all hexes into the facts, with what the board shows of each.
func (p *page) factBoard() {
	if p.Facts == nil {
		return
	}
	for i := range p.s.Terrain {
		ground := p.w.ground(game.Place(i))
		p.Facts.Fields = append(p.Facts.Fields, game.FactField{At: p.counted(game.Place(i)), FactGround: ground,
			Own: ground.Owner == p.realm})
	}
}

// factBuilding says a row about a building, and puts it into the facts.
func (p *page) factBuilding(b *realm.Building, row phrase.Phrase) {
	p.Line("", row)
	if p.Facts != nil {
		field := &p.Facts.Fields[b.At]
		p.AddFigures(&field.Values, &field.Words, row, "building", "place", "realm")
	}
}
