package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/turn"
)

// landed says an event about land as the short report does: with the building that is there, as the reader saw it, and
// with what the reader's mine yielded last. Other events stay as they are.
func (p *page) landed(e phrase.Phrase) phrase.Phrase {
	at := game.Place(e.Arg("field").N)
	switch code, works := landCodes[e.Code]; {
	case works && p.t.Ground[at].Kind[0] != '-':
		kind := string(p.t.Ground[at].Kind[:])
		e = phrase.P(code, append(e.Args, phrase.Key("with", "with."+kind), phrase.Key("kind", "building."+kind))...)
		// what a mine yielded in the last autumn was told to the realm that had it before the turn
		if f := &p.o.was.Fields[at]; int(f.Owner) == p.realm && f.Building != nil && f.Building.Told > 0 {
			e.Code = code + "-mine"
			e.Args = append(e.Args, phrase.Num("gold", f.Building.Told))
		}
	case e.Code == "building-damaged":
		e = p.damaged(e, at)
	}
	return e
}

// landCodes are the sentences of the short report about fields with a building.
var landCodes = map[string]string{"conquered": "short.conquered", "lost-field": "short.lost-field", "ceded": "short.ceded",
	"conquest-season": "short.season"}

// damaged says whose building was damaged, and by whose order.
func (p *page) damaged(e phrase.Phrase, at game.Place) phrase.Phrase {
	kind, mine, by := string(p.t.Ground[at].Kind[:]), int(p.t.Ground[at].Owner) == p.realm, own(e)
	if kind[0] == '-' || e.Arg("army").S == "" || "building."+kind != e.Arg("building").S {
		return e
	}
	code := "short.damaged"
	what := "the." + kind
	if mine {
		what = "your." + kind
	}
	if mine && by {
		code = "short.damaged-own"
	}
	return phrase.P(code, append(e.Args, phrase.Key("what", what), phrase.Key("how", "short."+e.Arg("state").S))...)
}

// lostWork says which work on an own building was lost, what it had cost, and in which turn it was ordered. It returns
// false if the reader did not order it.
func (p *page) lostWork(e phrase.Phrase) (phrase.Phrase, bool) {
	at := e.Arg("field").N
	for i := range p.told {
		begun := &p.told[i]
		if code, is := worksBegun[begun.Code]; is && begun.Arg("field").N == at {
			return phrase.P(code, begun.Arg("building"), begun.Arg("gold"), phrase.Num("turn", p.t.Number)), true
		}
	}
	f := &p.o.was.Fields[at]
	if int(f.Owner) != p.realm || f.Building == nil || f.Building.Ready == 0 {
		return e, false
	}
	b := f.Building
	kind, cost, time := b.Kind, int64(0), 0
	code := "short.lost-repair"
	switch {
	case b.New:
		row := p.t.Tables.BuildingOf(p.realm, b.Kind)
		code, cost, time = "short.lost-new", row.Cost, row.Time
	case b.Into != "":
		c := p.t.Tables.ConversionOf(p.realm, b.Kind, b.Into)
		if c == nil {
			return e, false
		}
		code, kind, cost, time = "short.lost-into", b.Into, c.Cost, c.Time
	default:
		r := p.t.Tables.RepairOf(p.realm, b.Kind, turn.DamageWord(b.Damage))
		if r == nil {
			return e, false
		}
		cost, time = r.Cost, r.Time
	}
	return phrase.P(code, phrase.Key("building", "building."+kind), phrase.Num("gold", cost),
		phrase.Num("turn", b.Ready-time+1)), true
}

// worksBegun are the events of work that was ordered in this turn, with the sentence that it is lost.
var worksBegun = map[string]string{"build-begun": "short.lost-new", "conversion-begun": "short.lost-into",
	"repair-begun": "short.lost-repair"}

// losing reports whether an event of a field says why work there was lost.
func losing(e, work *game.Event) bool {
	switch e.Code {
	case "building-damaged", "building-gone", "lost-field", "ceded", "revolt", "revolt-militia":
		return e.Arg("field").N == work.Arg("field").N
	}
	return false
}

// lostLand are the fields that the reader had until the end of the turn, as the map draws them: its building is as it was
// last seen, and its owner another realm or nobody, as the report says.
func (p *page) lostLand(at game.Place) (lost bool, owner byte) {
	for i := range p.lot {
		if l := &p.lot[i]; l.place == at && l.held && !l.owned {
			if p.t.State.Fields[at].Owner != 0 {
				return true, '-'
			}
			return true, ' '
		}
	}
	return false, ' '
}
