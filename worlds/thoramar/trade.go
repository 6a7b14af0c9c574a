package thoramar

import (
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// trade lets caravans and trade ships that have come to the town they were sent
// to do their business there (manual, "Die Händler", "Handeln"; decision 10),
// once a turn, in a week without a fight.
func trade(t *Turn) {
	for realm := range t.state.Armies {
		for _, a := range t.state.ofType(realm, 'H') {
			if m := a.march; m.kind == Trade && !m.traded && m.week != fought && a.sights() && t.comesTo(a, a.At) {
				m.traded = true
				t.deal(a)
			}
		}
	}
}

// goal is the field a trader is sent to.
func (t *Turn) goal(a *Army) game.Place { return t.place(a.Realm, a.march.special.At) }

// comesTo tells whether a trader in that field is where it is sent to: a caravan
// in the town, a fleet beside the harbour.
func (t *Turn) comesTo(a *Army, at game.Place) bool {
	to := t.goal(a)
	if !a.Name.ship() {
		return at == to
	}
	for d := game.Direction(1); d <= 6; d++ {
		if t.grid.Step(at, d) == to {
			return true
		}
	}
	return false
}

// enters tells whether the step takes a caravan into the town it is sent to.
// There it passes whoever would only hold it up (decision 7).
func (t *Turn) enters(a *Army, to game.Place) bool {
	return a.Name.Unit == caravan && a.march.kind == Trade && t.goal(a) == to
}

// caravan is the trader that goes over land.
var caravan = Unit{'H', 'K'}

// tradeFleet is the one that goes by sea.
var tradeFleet = Unit{'H', 'S'}

// market tells whether one can trade in the field: a town, fortress or capital
// that is built and no ruin.
func (t *Turn) market(at game.Place) bool {
	b := t.field(at).Building
	return b.ready() && b.Damage != Ruin && t.tables.building(b.Kind).Trade
}

// gain is what a trade brings, and over how many fields the goods have come:
// those from the trader's start, as far as more of them bring more. Nearer than
// Rules.TradeNear nothing is earned.
func (t *Turn) gain(a *Army, to game.Place) (gold, distance int64) {
	n := &t.tables.Rules
	if a.Start >= 0 {
		distance = int64(t.grid.Distance(a.Start, to))
	}
	if distance < n.TradeNear {
		return 0, distance
	}
	return min(distance, n.TradeFar) * a.Men * t.row(a).Gain, distance
}

// deal is one trade: gold for the trader's realm, a share of it besides for the
// town's from its market, a new start, and a smaller caravan.
func (t *Turn) deal(a *Army) {
	to := t.goal(a)
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", to)
	gold, distance := t.gain(a, to)
	switch {
	case !t.market(to):
		t.tell(phrase.P("trade-no-market", army, field), a.Realm)
		return
	case distance < t.tables.Rules.TradeNear:
		t.tell(phrase.P("trade-near", army, field, phrase.Num("distance", distance), phrase.Num("least", t.tables.Rules.TradeNear)), a.Realm)
		return
	}
	t.earn(a.Realm, "trade", gold)
	t.tell(phrase.P("traded", army, field, phrase.Num("distance", distance), phrase.Num("gold", gold)), a.Realm)
	if owner, share := int(t.field(to).Owner), gold*t.tables.Rules.TradeShare/1000; owner != 0 {
		t.earn(owner, "trade", share)
		t.tell(phrase.P("trade-share", phrase.Str("army", t.nameFor(owner, a)), field, phrase.Num("gold", share)), owner)
	}
	a.Start, a.Gain = to, a.Gain+gold
	t.traded = append(t.traded, to)
	t.sell(a)
}

// sell is the part of a caravan that stays where it trades, to the nearest man.
// Under the least strength of T03 the rest goes home.
func (t *Turn) sell(a *Army) {
	row := t.row(a)
	left := a.Men - nearest(a.Men*row.Sells, 1000)
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	switch {
	case left == a.Men:
	case left < row.Min:
		t.tell(phrase.P("caravan-ends", army, field, phrase.Num("men", left)), a.Realm)
		t.removeArmy(a)
	default:
		t.tell(phrase.P("caravan-shrinks", army, field, phrase.Num("men", a.Men-left), phrase.Num("left", left)), a.Realm)
		a.Men = left
	}
}

// newStart makes the field where a trader stands the one its gain counts from:
// after a world gate (decision 10).
func (t *Turn) newStart(a *Army) {
	if a.Name.Type == 'H' {
		a.Start = a.At
	}
}

// tooManyTraders tells whether the realm may have no more traders of the unit,
// by what kind of realm it is, and refuses the order then.
func (t *Turn) tooManyTraders(realm int, at orders.Position, u Unit) bool {
	most := t.tables.rowOf(realm, u).limit(t.state.Realms[realm].Kind)
	if most == 0 {
		return false
	}
	if int64(len(t.state.ofUnit(realm, u))) < most {
		return false
	}
	t.refuse(realm, at, phrase.P("trader-limit", phrase.Key("unit", t.tables.unit(u).key()), phrase.Num("most", most)))
	return true
}

// limit is how many armies of the unit a realm of the kind may have; 0 any.
func (r *UnitRow) limit(kind string) int64 {
	switch {
	case kind == "nomad" && r.LimitNomad > 0:
		return r.LimitNomad
	case kind == "pirate" && r.LimitPirate > 0:
		return r.LimitPirate
	}
	return r.Limit
}

// traders is how many armies of the unit a realm of the kind may have, as an argument.
func (t *Tables) traders(name string, u Unit, kind string) phrase.Arg {
	row := t.unit(u)
	if row == nil || row.limit(kind) == 0 {
		return phrase.Key(name, "kind-any")
	}
	return phrase.Num(name, row.limit(kind))
}

// admitTrade strikes a goal that is no field at all, and warns of one where, as
// far as the realm can know before week 1, nothing will be earned.
func (t *Turn) admitTrade(a *Army) {
	m := a.march
	if m.kind != Trade {
		return
	}
	at := phrase.XY("field", m.special.At.X, m.special.At.Y)
	to := t.goal(a)
	if to == game.Nowhere {
		t.refuse(a.Realm, m.at, phrase.P("no-field", at))
		m.kind = NoMeaning
		return
	}
	if what, vain := t.tradesInVain(a, to, at); vain {
		t.caveat(a.Realm, m.at, what)
	}
}

// tradesInVain tells why, as far as the realm can know before week 1, nothing
// will be earned there: first, as in the turn, that there is no market.
func (t *Turn) tradesInVain(a *Army, to game.Place, at phrase.Arg) (phrase.Phrase, bool) {
	army := phrase.Str("army", a.Name.String())
	if t.receipt != nil && t.clear(to) && !t.market(to) {
		return phrase.P("trade-no-market", army, at), true
	}
	_, distance := t.gain(a, to)
	return phrase.P("trade-near", army, at, phrase.Num("distance", distance), phrase.Num("least", t.tables.Rules.TradeNear)),
		distance < t.tables.Rules.TradeNear
}

// foreseeTrade tells what a trade would bring, by what is known, and whether the
// plan leads there; nothing of a trade the receipt warns will bring nothing.
func (t *Turn) foreseeTrade(a *Army) (phrase.Phrase, bool) {
	to := t.goal(a)
	if _, vain := t.tradesInVain(a, to, phrase.At("field", to)); vain {
		return phrase.Phrase{}, false
	}
	gold, distance := t.gain(a, to)
	code := "forecast-trade"
	switch {
	case a.cargo():
		code = t.tradesAshore(a)
	case !t.foreseenAt(a):
		code = "forecast-trade-short"
	}
	return phrase.P(code, phrase.Str("army", a.Name.String()), phrase.At("field", to), phrase.Num("distance", distance), phrase.Num("gold", gold)), true
}

// tradesAshore is what can be said of the trade of a caravan aboard: it trades if
// it lands in the town itself; a landing that cannot be foreseen leaves it open.
func (t *Turn) tradesAshore(a *Army) string {
	v := voyage{}
	if f := t.state.army(a.Realm, a.Aboard); f != nil {
		v = t.voyage(a, f, 0, 0)
	}
	switch {
	case v.week != 0 && t.comesTo(a, v.to):
		return "forecast-trade"
	case v.week != 0:
		return "forecast-trade-short"
	}
	return "forecast-trade-aboard"
}

// foreseenAt tells whether a trader's plan, as far as it can be known, leads to
// its goal.
func (t *Turn) foreseenAt(a *Army) bool {
	at, points := a.At, a.Points
	for _, d := range a.march.plan {
		if t.comesTo(a, at) {
			return true
		}
		if d == 0 {
			continue
		}
		to, cost, stop := t.foresee(a, at, d, points)
		if stop != "" {
			return false
		}
		at, points = to, points-cost
	}
	return t.comesTo(a, at)
}

// trader: it has a start and has lost nothing by trade.
func (a *audit) trader(m *Army, row *UnitRow) {
	if m.Start < 0 || int(m.Start) >= len(a.state.Fields) || m.Gain < 0 {
		a.say(fmt.Sprintf("%d.%s starts at %d and has gained %d", m.Realm, m.Name, m.Start, m.Gain))
	}
	if most := row.limit(a.state.Realms[m.Realm].Kind); most > 0 && int64(len(a.state.ofUnit(m.Realm, m.Name.Unit))) > most {
		a.beyond(fmt.Sprintf("realm %d has more than %d of %s", m.Realm, most, m.Name.Unit))
	}
}

// ofUnit lists a realm's armies of one unit, in their order.
func (s *State) ofUnit(realm int, u Unit) []*Army {
	list := s.Armies[realm]
	from := armyPlace(list, ArmyName{Unit: u})
	to := armyPlace(list, ArmyName{u, maxID + 1})
	return list[from:to]
}
