package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// millionth is the unit of small chances: so many of them are certain.
const millionth = 1_000_000

// unrest is what makes a realm's land revolt, as it stands before the first
// field does.
type unrest struct {
	fields  int64
	capital bool
}

// revolts lets fields break away from their realms (decision 10). The chance
// is in millionths; each field draws for itself, whatever others do.
func revolts(t *Turn) {
	realms := make([]unrest, len(t.state.Realms))
	for i := range t.state.Fields {
		owner := t.state.Fields[i].Owner
		realms[owner].fields++
		if t.capitalOf(game.Place(i)) != 0 {
			realms[owner].capital = true
		}
	}
	traded := t.tradedNear()
	for i := range t.state.Fields {
		f, p := &t.state.Fields[i], game.Place(i)
		if f.Owner == 0 || t.crowned(f.Building) {
			continue
		}
		if t.dice(int64(p)).N(millionth) < t.revoltChance(p, realms[f.Owner], traded) {
			t.revolt(p)
		}
	}
}

// crowned tells whether the building is a capital or being made into one: there
// nobody revolts.
func (t *Turn) crowned(b *Building) bool {
	return b != nil && (t.tables.building(b.Kind).Capital || b.Into != "" && t.tables.building(b.Into).Capital)
}

// revoltChance sums what drives a field to revolt, in millionths, each part
// rounded down; an own army there, a blessing and trade nearby halve it, each,
// rounding down.
func (t *Turn) revoltChance(p game.Place, u unrest, traded Places) int64 {
	f, n := t.field(p), &t.tables.Rules
	chance := n.RevoltBase + n.RevoltYield*int64(fullYield-f.Yield)/fullYield
	if over := u.fields - n.RevoltFreeFields; over > 0 {
		chance += n.RevoltSize * over / n.RevoltFields
	}
	if !u.capital {
		chance += n.RevoltNoCapital
	}
	if t.stands(int(f.Owner), p) {
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

// tradedNear is the land calmed by this turn's trade.
func (t *Turn) tradedNear() Places {
	var out Places
	land := sites{grid: t.grid}
	for _, p := range t.traded {
		land.disc(p, t.tables.Rules.RevoltTradeDistance, func(q game.Place, _ int) { out.Add(q) })
	}
	return out
}

// revolt gives a field to realm 0, with its building but without work under
// way, and raises its militia: light warriors who defend it. If numbers for
// armies have run out the field has none.
func (t *Turn) revolt(p game.Place) {
	f, n := t.field(p), &t.tables.Rules
	loser := int(f.Owner)
	field := phrase.At("field", p)
	t.dropWork(p, loser)
	t.handOver(f, 0)
	id := t.numberIn(0, militia, p)
	if id == 0 {
		t.tell(phrase.P("revolt", field), loser)
		return
	}
	a := t.addArmy(Army{
		Name: ArmyName{militia, int32(id)}, Men: t.dice(int64(p), 1).Between(n.RevoltMenMin, n.RevoltMenMax),
		At: p, Points: t.tables.unit(militia).Move, Fit: -1, Since: t.state.Turn, Start: game.Nowhere,
		Command: Defend, Flag: Shown,
	})
	a.march = &march{command: Defend}
	t.tell(phrase.P("revolt-militia", field, phrase.Str("army", t.nameFor(loser, a)), phrase.Num("men", a.Men)), loser)
}

// militia is what peasants in arms are.
var militia = Unit{'K', 'L'}
