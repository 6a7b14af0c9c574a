package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Unrest is what makes a realm's land revolt, as it is before the first field does.
type Unrest struct {
	Fields  int64
	Capital bool
}

// revolts lets fields break away from their realms (decision 10). The chance is in millionths. Each field has its own
// draw, whatever others do.
func revolts(t *realm.Turn) {
	realms := make([]Unrest, len(t.State.Realms))
	for i := range t.State.Fields {
		owner := t.State.Fields[i].Owner
		realms[owner].Fields++
		if t.CapitalOf(game.Place(i)) != 0 {
			realms[owner].Capital = true
		}
	}
	traded := TradedNear(t)
	for i := range t.State.Fields {
		f, p := &t.State.Fields[i], game.Place(i)
		b := f.Building
		if f.Owner == 0 || b != nil && (t.Tables.FindBuilding(b.Kind).Capital ||
			b.Into != "" && t.Tables.FindBuilding(b.Into).Capital) {
			continue // nobody revolts where a capital is, or one is made
		}
		if t.Dice(int64(p)).N(fight.Millionth) < RevoltChance(t, p, realms[f.Owner], traded) {
			revolt(t, p)
		}
	}
}

// RevoltChance sums what drives a field to revolt, in millionths, each part rounded down. An own army there, a
// blessing and trade nearby each halve it, rounding down.
func RevoltChance(t *realm.Turn, p game.Place, u Unrest, traded realm.Places) int64 {
	f, n := t.Field(p), &t.Tables.Rules
	chance := n.RevoltBase + n.RevoltYield*int64(tables.FullYield-f.Yield)/tables.FullYield
	if over := u.Fields - n.RevoltFreeFields; over > 0 {
		chance += n.RevoltSize * over / n.RevoltFields
	}
	if !u.Capital {
		chance += n.RevoltNoCapital
	}
	if sight.Stands(t, int(f.Owner), p) {
		chance /= 2
	}
	if f.Blessed > 0 {
		chance /= 2
	}
	if traded.Has(p) {
		chance /= 2
	}
	return chance
}

// TradedNear is the land calmed by this turn's trade.
func TradedNear(t *realm.Turn) realm.Places {
	var out realm.Places
	shore := land.Sites{Grid: t.Grid}
	for _, p := range t.Traded {
		shore.Disc(p, t.Tables.Rules.RevoltTradeDistance, func(q game.Place, _ int) { out.Add(q) })
	}
	return out
}

// revolt gives a field to realm 0, with its building but without work under way. It raises its militia: light warriors
// who defend it. If there are no numbers left for armies, the field has none.
func revolt(t *realm.Turn, p game.Place) {
	f, n := t.Field(p), &t.Tables.Rules
	loser := int(f.Owner)
	field := phrase.At("field", p)
	market.DropWork(t, p, loser)
	f.GiveTo(0)
	id := t.NumberIn(0, militia, p)
	if id == 0 {
		t.Tell(phrase.P("revolt", field), loser)
		return
	}
	a := t.AddArmy(realm.Army{
		Name: realm.ArmyName{Unit: militia, ID: int32(id)},
		Men:  t.Dice(int64(p), 1).Between(n.RevoltMenMin, n.RevoltMenMax),
		At:   p, Points: t.Tables.FindUnit(militia).Move, Fit: -1, Since: t.State.Turn, Start: game.Nowhere,
		Command: realm.Defend, Flag: realm.Shown,
	})
	a.March = &realm.March{Command: realm.Defend}
	t.Tell(phrase.P("revolt-militia", field, phrase.Str("army", sight.NameFor(t, loser, a)), phrase.Num("men", a.Men)),
		loser)
}

// militia is the unit of armed peasants.
var militia = tables.Unit{Type: 'K', Class: 'L'}
