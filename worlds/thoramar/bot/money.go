package bot

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// treaties offers every neighbour a pact. It counts once the neighbour offers it, too. The warrior leaves one out.
func (p *player) treaties() {
	prey, offered := p.prey(), map[int]bool{}
	for _, other := range p.neighbours() {
		if p.foe(other) && other != prey && (p.Now == 0 || p.treats(other)) {
			p.Write('V', order.TreatyOrder{Realm: other, Treaty: realm.Pact})
			offered[other] = true
		}
	}
	if p.Now > 0 {
		p.offered = offered
	}
}

// prey is whom a warrior fights, of the neighbours without a treaty: the one with most land whose armies look no stronger
// than its own, or else the weakest. Whoever fights all neighbours has all of them against it. 0: nobody.
func (p *player) prey() (found int) {
	if p.style.raiders == 0 {
		return 0
	}
	land := make([]int64, len(p.turn.State.Realms))
	for at := range p.turn.State.Fields {
		land[p.turn.State.Fields[at].Owner]++
	}
	own, least := p.weight(p.turn.State.Armies[p.own]...), int64(0)
	for _, other := range p.neighbours() {
		rank := p.weight(p.turn.State.Armies[other]...)
		if rank <= own {
			rank = -land[other] // before all that look stronger
		}
		if p.foe(other) && (found == 0 || rank < least) {
			found, least = other, rank
		}
	}
	return found
}

// year is what a year brings and costs.
func (p *player) year() (income, upkeep int64) {
	var y market.YearOf
	for _, at := range p.land() {
		market.AddYear(p.turn, &y, p.turn.Field(at))
	}
	for _, a := range p.turn.State.Armies[p.own] {
		y.Upkeep += market.ArmyUpkeep(p.turn, a, a.Men)
	}
	return y.Land + y.Buildings, y.Upkeep
}

// reserves keeps what autumn costs more than it brings. Who cannot pay loses men.
func (p *player) reserves() {
	income, upkeep := p.year()
	p.gold -= max(0, upkeep-income)
}

// builds orders a building, if it is possible and the gold suffices.
func (p *player) builds(kind string, at game.Place) bool {
	o := order.BuildOrder{Building: kind, At: p.xy(at)}
	gold, _, why := p.trial.Build(o)
	if why.Code != "" || gold == 0 || gold > p.gold {
		return false
	}
	p.gold -= gold
	p.Write('B', o)
	return true
}

// repairs repairs what is damaged.
func (p *player) repairs() {
	for _, at := range p.land() {
		b := p.turn.Field(at).Building
		if b.Stands() && b.Ready == 0 &&
			(b.Damage != tables.Intact || market.Exhausted(p.turn.Tables.FindBuilding(b.Kind), b)) {
			p.builds(b.Kind, at)
		}
	}
}

// capital builds a new capital if the realm has none: a fortress is converted, or a town, or else it begins on the
// best free field.
func (p *player) capital() {
	var built, free []game.Place
	for _, at := range p.land() {
		b := p.turn.Field(at).Building
		switch {
		case b == nil:
			free = append(free, at)
		case p.turn.Tables.FindBuilding(b.Kind).Capital, b.Into != "" && p.turn.Tables.FindBuilding(b.Into).Capital:
			return
		default:
			built = append(built, at)
		}
	}
	slices.SortStableFunc(free, func(a, b game.Place) int { // the richest land first
		return cmp.Compare(p.turn.TerrainFor(p.own, b).Income, p.turn.TerrainFor(p.own, a).Income)
	})
	for _, row := range p.turn.Tables.Building {
		if !row.Capital {
			continue
		}
		for _, at := range append(built, free...) {
			if p.builds(row.Code, at) {
				return
			}
		}
	}
}

// raises recruits an army of a kind in a field, if that is possible and gold and capacity suffice.
func (p *player) raises(kind tables.Unit, men int64, at game.Place) bool {
	row := p.turn.Tables.RowOf(p.own, kind)
	if row == nil || !slices.Contains(row.At, p.turn.Field(at).Building.Kind) {
		return false
	}
	if men = max(men, row.RecruitMin); row.Max > 0 {
		men = min(men, row.Max)
	}
	return p.pays(order.RecruitOrder{Army: p.free(kind), Count: men, At: p.xy(at)}, at)
}

// pays orders men for a new or an old army, if that is possible and gold and capacity suffice.
func (p *player) pays(o order.RecruitOrder, at game.Place) bool {
	gold, why := p.trial.Raise(o)
	if why.Code != "" || gold > p.gold || p.used[at]+gold > turn.CapacityLeft(p.turn, p.turn.Field(at)) {
		return false
	}
	p.gold, p.used[at] = p.gold-gold, p.used[at]+gold // a little more than the capacity that it takes
	if p.turn.State.Army(p.own, o.Army) == nil {
		p.raised[o.Army] = true
	}
	p.Write('R', o)
	return true
}

// quarters lists the fields where armies are raised.
func (p *player) quarters() (out []game.Place) {
	for _, at := range p.land() {
		if f := p.turn.Field(at); f.Building.Stands() && turn.CapacityLeft(p.turn, f) > 0 {
			out = append(out, at)
		}
	}
	return out
}

// bandMen is how many men a band has in parts of a hundred of those who can take a field: some are lost on the way.
const bandMen = 115

// count is how many armies of a kind the realm has, with this turn's recruits.
func (p *player) count(kind tables.Unit) (n int) {
	n = len(p.turn.State.OfUnit(p.own, kind))
	for name := range p.raised {
		if name.Unit == kind {
			n++
		}
	}
	return n
}

// refills brings bands that have lost men on the way back to their number, where they stand in a quarter.
func (p *player) refills() {
	for _, at := range p.quarters() {
		for _, a := range p.turn.ArmiesAt(at) {
			if a.Realm != p.own || p.fit(a) || !a.Sights() || strings.IndexByte("KR", a.Name.Type) < 0 {
				continue
			}
			row := p.turn.Row(a)
			o := order.RecruitOrder{Army: a.Name, Count: row.Conquer*bandMen/100 - a.Men, At: p.xy(at), Fit: a.Fit >= 0}
			p.pays(o, at)
		}
	}
}

// fit reports whether an army is large enough to take a field.
func (p *player) fit(a *realm.Army) bool { return a.Men >= p.turn.Row(a).Conquer }

// bands raises armies that take free land: some at once, and one more for every few fields, as long as there is land
// for each.
func (p *player) bands() {
	p.recruits(band, min(p.style.bands+len(p.land())/8, p.open()))
}

// spare is the gold that is left for war once land and buildings are paid. A war costs more than it brings for years.
const spare = 150_000

// raiders raises armies that take others' land, in the warrior's style, once a foe is known.
func (p *player) raiders() {
	if p.style.raiders > 0 && p.gold >= spare && slices.ContainsFunc(p.neighbours(), p.foe) {
		p.recruits(raider, p.style.raiders+len(p.land())/16)
	}
}

// band is the kind of army that takes free land: the fastest, and the cheapest that can.
var band = tables.Unit{Type: 'R', Class: 'L'}

// raider is the kind of army that goes for foes: stronger than light riders, and nearly as fast.
var raider = tables.Unit{Type: 'R', Class: 'M'}

// recruits raises armies of a kind that can take fields, up to so many, as long as the land pays them.
func (p *player) recruits(kind tables.Unit, most int) {
	row := p.turn.Tables.RowOf(p.own, kind)
	if row == nil {
		return
	}
	men := row.Conquer * bandMen / 100
	if p.Now > 0 {
		most = min(most, p.count(kind)+lessonBands)
	}
	income, upkeep := p.year()
	for _, at := range p.quarters() {
		for p.count(kind) < most && upkeep < income+p.gold/3 && p.raises(kind, men, at) {
			upkeep += men*row.Upkeep + p.turn.Tables.Rules.UnitUpkeep
		}
	}
}

// defender is the kind of army that is worth most for its price and upkeep, where it need not go far.
var defender = tables.Unit{Type: 'K', Class: 'M'}

// levies raises foot in quarters near which foes are stronger than the realm's own armies, by enough to beat them. What
// one quarter raises is not raised again in the next.
func (p *player) levies() {
	raised := map[game.Place]int64{}
	for _, at := range p.quarters() {
		foes, home := int64(0), int64(0)
		for o, more := range raised {
			if p.turn.Grid.Distance(at, o) <= alarm {
				home += more
			}
		}
		for a := range p.turn.State.EachArmy {
			switch far := p.turn.Grid.Distance(at, a.At); {
			case far > alarm:
			case a.Realm == p.own && !a.Name.Ship() && a.Sights():
				home += p.weight(a)
			case p.foe(a.Realm):
				foes += p.weight(a)
			}
		}
		row := p.turn.Tables.RowOf(p.own, defender)
		if men := (foes*160/100 - home) / row.Strength; foes > home && p.raises(defender, men, at) {
			raised[at] = men * row.Strength
		}
	}
}

// alarm is how near foes have to be for a quarter to raise men against them, in fields.
const alarm = 4

// frontier is how far from the realm's land free fields count, in fields.
const frontier = 3

// open counts the free fields near the realm's land that it has ever seen.
func (p *player) open() (n int) {
	ring := p.land()
	known := make(realm.Places, (len(p.turn.State.Fields)+63)/64)
	for _, at := range ring {
		known.Add(at)
	}
	for range frontier {
		var next []game.Place
		for _, at := range ring {
			for d := game.Direction(1); d <= 6; d++ {
				q := p.turn.Grid.Step(at, d)
				if q == game.Nowhere || known.Has(q) || !p.turn.Known(q) || p.turn.TerrainAt(q).Height <= 0 {
					continue
				}
				known.Add(q)
				next = append(next, q)
				if p.turn.Field(q).Owner == 0 {
					n++
				}
			}
		}
		ring = next
	}
	return n
}

// buildings builds what the style likes, on the poorest land near other buildings of its own: the land itself goes on
// to be harvested.
func (p *player) buildings() {
	var free []game.Place
	stand := 0
	for _, at := range p.land() {
		switch {
		case p.turn.Field(at).Building != nil:
			stand++
		case !p.turn.TerrainAt(at).NoBuild && len(p.strangers(at)) == 0:
			free = append(free, at)
		}
	}
	origin, towns, trades := p.turn.State.Realms[p.own].Origin, p.towns(), p.trades()
	slices.SortStableFunc(free, func(a, b game.Place) int {
		if trades {
			return p.detour(a, towns) - p.detour(b, towns)
		}
		return p.turn.Grid.Distance(origin, a) - p.turn.Grid.Distance(origin, b)
	})
	most := 1 + len(p.land())/p.style.sites
	for _, at := range free {
		kind := p.style.works[stand%len(p.style.works)]
		if stand >= most || !p.builds(kind, at) {
			return
		}
		if stand++; p.Now > 0 {
			p.Leave('B')
		}
	}
}
