package thoramar

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// recruit carries out $R in the order of each file while the money lasts
// (manual, "Das Rüsten"; T03 and T04; decisions 4.6 and 5). Recruits may move
// this turn.
func recruit(t *Turn) {
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o RecruitOrder) { t.recruit(realm, at, o) })
	}
}

func (t *Turn) recruit(realm int, at orders.Position, o RecruitOrder) {
	army := phrase.Str("army", o.Army.String())
	row := t.tables.rowOf(realm, o.Army.Unit)
	if row.Cost == 0 || t.strength(realm, o.Army.Unit) == 0 {
		t.refuse(realm, at, phrase.P("culture-cannot", phrase.Key("unit", row.key())))
		return
	}
	p, ok := t.ownField(realm, at, o.At)
	if !ok {
		return
	}
	b := t.field(p).Building
	if !b.ready() || t.tables.buildingOf(realm, b.Kind).Capacity == 0 {
		t.refuse(realm, at, phrase.P("no-building-here", phrase.XY("field", o.At.X, o.At.Y)))
		return
	}
	to, ok := t.quay(realm, at, o, p)
	if !ok {
		return
	}
	if o.Fit && o.Army.gifted() {
		t.refuse(realm, at, phrase.P("no-fitness", army))
		return
	}
	if old := t.state.army(realm, o.Army); old != nil {
		t.reinforce(realm, at, o, row, p, to, old)
		return
	}
	kind := phrase.Key("building", t.tables.building(b.Kind).key())
	switch {
	case slices.Contains(row.Reinforce, b.Kind):
		t.refuse(realm, at, phrase.P("only-reinforces", kind, phrase.Key("unit", row.key())))
	case !slices.Contains(row.At, b.Kind):
		t.refuse(realm, at, phrase.P("not-recruited-here", kind, phrase.Key("unit", row.key())))
	case o.Count < row.RecruitMin:
		t.refuse(realm, at, phrase.P(o.Army.counted("too-few", "too-few-points"), army, phrase.Num("count", o.Count), o.Army.kind(o.Count), phrase.Num("least", row.RecruitMin)))
	case row.Max > 0 && o.Count > row.Max:
		t.refuse(realm, at, phrase.P("too-many", army, phrase.Num("most", row.Max)))
	case t.tooManyTraders(realm, at, o.Army.Unit), t.tooManyArmies(realm, at):
	default:
		gold, ok := t.payMen(realm, at, o, row, t.field(p), row.CostFixed)
		if !ok {
			return
		}
		if fit := t.fitness(o, p); fit >= 0 && (!t.tables.Terrain[fit].Loss || t.spared(realm, uint8(fit))) {
			t.caveat(realm, at, phrase.P("fit-for-nothing", army, phrase.Key("terrain", t.tables.Terrain[fit].key())))
		}
		start := game.Nowhere
		if o.Army.Type == 'H' {
			start = p // the town, not the water before it
		}
		t.addArmy(Army{
			Realm: realm, Name: o.Army, Men: o.Count, At: to, Points: row.Move, Fit: t.fitness(o, p),
			Since: t.state.Turn, Start: start, Command: Defend,
		})
		t.did(realm, at, phrase.P(o.Army.counted("recruited", "points-recruited"), army, phrase.Num("men", o.Count), o.Army.with(o.Count), phrase.At("field", to), phrase.Num("gold", gold)))
	}
}

// reinforce adds men to an army at its place: no least number, no fixed part,
// the same fitness (decision 5); traders only in the town their gain counts from,
// else men who never made the way would be paid for it (decision 10). Its
// experience spreads over all, rounded down.
func (t *Turn) reinforce(realm int, at orders.Position, o RecruitOrder, row *UnitRow, p, to game.Place, a *Army) {
	army := phrase.Str("army", o.Army.String())
	b := t.field(p).Building
	switch {
	case a.At != to:
		t.refuse(realm, at, phrase.P("army-elsewhere", army, phrase.At("field", a.At)))
	case !slices.Contains(row.At, b.Kind) && !slices.Contains(row.Reinforce, b.Kind):
		t.refuse(realm, at, phrase.P("not-recruited-here", phrase.Key("building", t.tables.building(b.Kind).key()), phrase.Key("unit", row.key())))
	case a.Name.Type == 'H' && a.Start != p:
		t.refuse(realm, at, phrase.P("trader-elsewhere", army, phrase.At("field", a.Start)))
	case a.Fit != t.fitness(o, p):
		t.refuse(realm, at, phrase.P("other-fitness", army))
	case row.Max > 0 && a.Men+o.Count > row.Max:
		t.refuse(realm, at, phrase.P("too-many", army, phrase.Num("most", row.Max)))
	default:
		gold, ok := t.payMen(realm, at, o, row, t.field(p), 0)
		if !ok {
			return
		}
		a.KK = int(int64(a.KK) * a.Men / (a.Men + o.Count))
		a.Men += o.Count
		t.did(realm, at, phrase.P(o.Army.counted("reinforced", "points-reinforced"), army, phrase.Num("men", o.Count), phrase.Num("all", a.Men), o.Army.kind(a.Men),
			phrase.At("field", to), phrase.Num("gold", gold)))
	}
}

// payMen takes the price of men from the building's capacity and the treasury,
// the fixed part from the treasury alone. Fit for the terrain costs half as
// much again a man; costs round up.
func (t *Turn) payMen(realm int, at orders.Position, o RecruitOrder, row *UnitRow, f *Field, fixed int64) (gold int64, ok bool) {
	price := o.Count * row.Cost
	if o.Fit {
		price = (price*(1000+t.tables.Rules.FitSurcharge) + 999) / 1000
	}
	if left := t.capacityLeft(f); price > left {
		t.refuse(realm, at, phrase.P("capacity", phrase.Str("army", o.Army.String()), phrase.Num("needed", price), phrase.Num("left", left)))
		return 0, false
	}
	if !t.pay(realm, at, "recruit", price+fixed) {
		return 0, false
	}
	f.Building.Used += price
	return price + fixed, true
}

// tooManyArmies tells whether the realm may have no more armies, and refuses the
// order then. Formations and what is aboard count like any other.
func (t *Turn) tooManyArmies(realm int, at orders.Position) bool {
	most := t.tables.Rules.ArmiesMax
	if len(t.state.Armies[realm]) < most {
		return false
	}
	t.refuse(realm, at, phrase.P("armies-limit", phrase.Num("most", most)))
	return true
}
