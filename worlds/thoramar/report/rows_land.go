package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/turn"
)

// landed says an event about land as the short report does: with the building that is there, as the reader saw it, and
// with what the reader's mine yielded last. Other events stay as they are.
func landed(a *account, e phrase.Phrase) phrase.Phrase {
	at := game.Place(e.Arg("field").N)
	switch code, works := landCodes[e.Code]; {
	case works && a.t.Ground[at].Kind[0] != '-':
		kind := string(a.t.Ground[at].Kind[:])
		e = phrase.P(code, append(e.Args, phrase.Key("with", "with."+kind), phrase.Key("kind", "building."+kind))...)
		// what a mine yielded in the last autumn was told to the realm that had it before the turn
		if f := &a.season.was.Fields[at]; int(f.Owner) == a.realm && f.Building != nil && f.Building.Told > 0 {
			e.Code = code + "-mine"
			e.Args = append(e.Args, phrase.Num("gold", f.Building.Told))
		}
	case e.Code == "building-damaged":
		e = damaged(a, e, at)
	}
	return e
}

// landCodes are the sentences of the short report about fields with a building.
var landCodes = map[string]string{"conquered": "short.conquered", "lost-field": "short.lost-field", "ceded": "short.ceded",
	"conquest-season": "short.season"}

// damaged says whose building was damaged, and by whose order.
func damaged(a *account, e phrase.Phrase, at game.Place) phrase.Phrase {
	kind, mine, by := string(a.t.Ground[at].Kind[:]), int(a.t.Ground[at].Owner) == a.realm, own(e)
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
func lostWork(a *account, e phrase.Phrase) (phrase.Phrase, bool) {
	at := e.Arg("field").N
	for i := range a.told {
		begun := &a.told[i]
		if code, is := worksBegun[begun.Code]; is && begun.Arg("field").N == at {
			return phrase.P(code, begun.Arg("building"), begun.Arg("gold"), phrase.Num("turn", a.t.Number)), true
		}
	}
	f := &a.season.was.Fields[at]
	if int(f.Owner) != a.realm || f.Building == nil || f.Building.Ready == 0 {
		return e, false
	}
	b := f.Building
	kind, cost, time := b.Kind, int64(0), 0
	code := "short.lost-repair"
	switch {
	case b.New:
		row := a.t.Tables.BuildingOf(a.realm, b.Kind)
		code, cost, time = "short.lost-new", row.Cost, row.Time
	case b.Into != "":
		c := a.t.Tables.ConversionOf(a.realm, b.Kind, b.Into)
		if c == nil {
			return e, false
		}
		code, kind, cost, time = "short.lost-into", b.Into, c.Cost, c.Time
	default:
		r := a.t.Tables.RepairOf(a.realm, b.Kind, turn.DamageWord(b.Damage))
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
