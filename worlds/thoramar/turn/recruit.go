package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// recruit carries out $R in the order of each file, as long as the money lasts (manual, "Das Rüsten"; T03 and T04;
// decisions 4.6 and 5). Recruits may move this turn.
func recruit(t *realm.Turn) {
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.RecruitOrder) { raise(t, number, at, o) })
	}
}

// levy is a line of $R whose men are raised in a field that can raise them.
type levy struct {
	t      *realm.Turn
	number int
	at     orders.Position
	p      game.Place
	o      order.RecruitOrder
	row    *tables.UnitRow
}

func raise(t *realm.Turn, number int, at orders.Position, o order.RecruitOrder) {
	army := phrase.Str("army", o.Army.String())
	row := t.Tables.RowOf(number, o.Army.Unit)
	if row.Cost == 0 || t.Strength(number, o.Army.Unit) == 0 {
		t.Refuse(number, at, phrase.P("culture-cannot", phrase.Key("unit", row.Key())))
		return
	}
	p, ok := market.OwnField(t, number, at, o.At)
	if !ok {
		return
	}
	b := t.Field(p).Building
	if !b.Stands() || t.Tables.BuildingOf(number, b.Kind).Capacity == 0 {
		t.Refuse(number, at, phrase.P("no-building-here", phrase.XY("field", o.At.X, o.At.Y)))
		return
	}
	to, ok := market.Quay(t, number, at, o, p)
	switch {
	case !ok:
		return
	case o.Fit && o.Army.Gifted():
		t.Refuse(number, at, phrase.P("no-fitness", army))
		return
	}
	l := levy{t, number, at, p, o, row}
	if old := t.State.Army(number, o.Army); old != nil {
		l.reinforce(to, old)
		return
	}
	kind := b.Arg()
	switch {
	case slices.Contains(row.Reinforce, b.Kind):
		t.Refuse(number, at, phrase.P("only-reinforces", kind, phrase.Key("unit", row.Key())))
	case !slices.Contains(row.At, b.Kind):
		t.Refuse(number, at, phrase.P("not-recruited-here", kind, phrase.Key("unit", row.Key())))
	case o.Count < row.RecruitMin:
		t.Refuse(number, at, phrase.P(realm.Counted(o.Army.Unit, "too-few", "too-few-points"), army,
			phrase.Num("count", o.Count), realm.Kind(o.Army.Unit, o.Count), phrase.Num("least", row.RecruitMin)))
	case row.Max > 0 && o.Count > row.Max:
		t.Refuse(number, at, phrase.P("too-many", army, phrase.Num("most", row.Max)))
	case market.TooManyTraders(t, number, at, o.Army.Unit), t.TooManyArmies(number, at):
	default:
		gold, ok := l.paid(row.CostFixed)
		if !ok {
			return
		}
		if fit := market.Fitness(t, o, p); fit >= 0 && (!t.Tables.Terrain[fit].Loss || t.Spared(number, uint8(fit))) {
			t.Caveat(number, at, phrase.P("fit-for-nothing", army, phrase.Key("terrain", t.Tables.Terrain[fit].Key())))
		}
		start := game.Nowhere
		if o.Army.Type == 'H' {
			start = p // the town, not the water in front of it
		}
		t.AddArmy(realm.Army{
			Realm: number, Name: o.Army, Men: o.Count, At: to, Points: row.Move, Fit: market.Fitness(t, o, p),
			Since: t.State.Turn, Start: start, Command: realm.Defend,
		})
		t.Did(number, at, phrase.P(realm.Counted(o.Army.Unit, "recruited", "points-recruited"), army,
			phrase.Num("men", o.Count), realm.With(o.Army.Unit, o.Count), phrase.At("field", to),
			phrase.Num("gold", gold)))
	}
}

// reinforce adds men to an army in its field, with no least number, no fixed part and the same fitness (decision 5).
// Traders join only in the town from which their gain counts. Otherwise men who never made the way would be paid for
// it (decision 10). The army's experience spreads over all, rounded down.
func (l levy) reinforce(to game.Place, a *realm.Army) {
	t, number, at, o, row := l.t, l.number, l.at, l.o, l.row
	army := phrase.Str("army", o.Army.String())
	b := t.Field(l.p).Building
	switch {
	case a.At != to:
		t.Refuse(number, at, phrase.P("army-elsewhere", army, phrase.At("field", a.At)))
	case !slices.Contains(row.At, b.Kind) && !slices.Contains(row.Reinforce, b.Kind):
		t.Refuse(number, at, phrase.P("not-recruited-here", b.Arg(), phrase.Key("unit", row.Key())))
	case a.Name.Type == 'H' && a.Start != l.p:
		t.Refuse(number, at, phrase.P("trader-elsewhere", army, phrase.At("field", a.Start)))
	case a.Fit != market.Fitness(t, o, l.p):
		t.Refuse(number, at, phrase.P("other-fitness", army))
	case row.Max > 0 && a.Men+o.Count > row.Max:
		t.Refuse(number, at, phrase.P("too-many", army, phrase.Num("most", row.Max)))
	default:
		gold, ok := l.paid(0)
		if !ok {
			return
		}
		a.KK = int(int64(a.KK) * a.Men / (a.Men + o.Count))
		a.Men += o.Count
		t.Did(number, at, phrase.P(realm.Counted(o.Army.Unit, "reinforced", "points-reinforced"), army,
			phrase.Num("men", o.Count), phrase.Num("all", a.Men), realm.Kind(o.Army.Unit, a.Men),
			phrase.At("field", to), phrase.Num("gold", gold)))
	}
}

// paid takes the price of men from the building's capacity and the treasury, and the fixed part from the treasury only.
// Fitness for the terrain adds half to the price of a man. Costs are rounded up.
func (l levy) paid(fixed int64) (gold int64, ok bool) {
	price := l.o.Count * l.row.Cost
	if l.o.Fit {
		price = (price*(1000+l.t.Tables.Rules.FitSurcharge) + 999) / 1000
	}
	f := l.t.Field(l.p)
	if left := CapacityLeft(l.t, f); price > left {
		l.t.Refuse(l.number, l.at, phrase.P("capacity", phrase.Str("army", l.o.Army.String()), phrase.Num("needed", price),
			phrase.Num("left", left)))
		return 0, false
	}
	if !market.Pay(l.t, l.number, l.at, "recruit", price+fixed) {
		return 0, false
	}
	f.Building.Used += price
	return price + fixed, true
}
