package bot

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// muster carries out what was ordered so far, over what the realm knows: the recruits are there, and can march.
func (p *player) muster() {
	lines := p.Rules.Language().Parse(p.File("VBR")).Lines
	p.outing = turn.Outset(p.know(), lines, nil, realm.Plan{})
	p.turn, p.reach = p.outing.Turn, map[*realm.Army][]turn.Found{}
	for _, a := range p.turn.State.Armies[p.own] {
		if p.strength.Forgets(p.dice) {
			p.done[a.Name] = true
		}
	}
}

// roams is where an army can come this turn.
func (p *player) roams(a *realm.Army) []turn.Found {
	if list, asked := p.reach[a]; asked {
		return list
	}
	p.reach[a] = p.outing.Roam(a, nil, realm.Weeks)
	return p.reach[a]
}

// goes sends an army to the place of a list that is worth most, which becomes a goal. Without one it waits.
func (p *player) goes(a *realm.Army, command realm.Command, list []turn.Found, worth func(turn.Found) int64) {
	if f, ok := best(list, worth); ok {
		p.goals[f.At] = true
		p.sends(a, f.Way, command, realm.Special{})
	}
}

// best is the place that is worth most, and the first of equal ones; false: none is worth anything.
func best(list []turn.Found, worth func(turn.Found) int64) (out turn.Found, ok bool) {
	most := int64(0)
	for _, f := range list {
		if w := worth(f); w > most {
			out, most, ok = f, w, true
		}
	}
	return out, ok
}

// sieges lets armies stay that stand on a foe's field, until it is theirs. They have to stand there for a whole turn.
func (p *player) sieges() {
	for _, a := range p.idle("KR") {
		there := *a
		there.March = &realm.March{Command: realm.Conquer}
		if p.foe(int(p.turn.Field(a.At).Owner)) && turn.NoClaim(p.turn, &there) == "" {
			p.sends(a, nil, realm.Conquer, realm.Special{})
			p.goals[a.At] = true
		}
	}
}

// near is how close a foe has to be for the capital to need a guard, in fields.
const near = 6

// home is the field of the realm's capital; Nowhere: it has none.
func (p *player) home() game.Place {
	for _, at := range p.land() {
		if p.turn.CapitalOf(at) == p.own {
			return at
		}
	}
	return game.Nowhere
}

// guards keeps the garrison in the capital, and if foes are near, the strongest army that is there.
func (p *player) guards() {
	capital := p.home()
	if capital == game.Nowhere {
		return
	}
	var guard *realm.Army
	for _, a := range p.idle("KR") {
		switch {
		case a.At != capital:
		case p.garrisons(a):
			p.sends(a, nil, realm.Defend, realm.Special{})
		case guard == nil || p.weight(a) > p.weight(guard):
			guard = a
		}
	}
	if guard != nil && p.threat(capital, near) > 0 {
		p.sends(guard, nil, realm.Defend, realm.Special{})
	}
}

// threat is what the foes' armies are worth that are seen within so many fields.
func (p *player) threat(at game.Place, within int) (sum int64) {
	for a := range p.turn.State.EachArmy {
		if p.foe(a.Realm) && p.turn.Grid.Distance(at, a.At) <= within {
			sum += p.weight(a)
		}
	}
	return sum
}

// retakes sends all armies that can be there in the same turn against foes in the capital that was lost, or beside the
// one that is there, if together they are stronger.
func (p *player) retakes() {
	if p.strength == game.Weak {
		return
	}
	goal := p.turn.State.Realms[p.own].Origin
	if int(p.turn.Field(goal).Owner) == p.own {
		return
	}
	foes, sum := p.defence(goal), int64(0)
	var all []*realm.Army
	var ways []turn.Found
	for _, a := range p.idle("KR") {
		for _, f := range p.roams(a) {
			if f.At == goal {
				all, ways, sum = append(all, a), append(ways, f), sum+p.weight(a)
				break
			}
		}
	}
	if len(all) == 0 || sum*100 < foes*120 {
		return
	}
	for i, a := range all {
		command := realm.Attack
		if foes == 0 {
			command = realm.Conquer
		}
		p.sends(a, ways[i].Way, command, realm.Special{})
	}
	p.goals[goal] = true
}

// Neighbours are looked for, and their empty capitals taken, once a realm is so many turns old: who begins is left in
// peace.
const (
	seeksFrom  = 2
	seekers    = 5   // bands that look
	seekMen    = 300 // at least, to take a prize
	spies      = 3
	gain       = 1
	apart      = 3 // fields between where they look
	prizesFrom = 9
	wear       = 2 // percent of the men that are lost for each field of a long march
)

// blind are steps beyond what is known, as turns to the right: straight on, and where that is barred, past it.
var blind = []game.Direction{0, 0, 1, 5, 0, 1, 5, 0, 2, 4, 0, 1, 5}

// age is how many turns the realm has played, with this one.
func (p *player) age() int { return p.turn.State.Turn - p.turn.State.Realms[p.own].Joined + 1 }

// prize is a foe's capital that the realm sees without an army; Nowhere: there is none.
func (p *player) prize() game.Place {
	for i := range p.turn.State.Fields {
		at := game.Place(i)
		if p.foe(p.turn.CapitalOf(at)) && len(p.strangers(at)) == 0 && !p.turn.Receipt.Masked.Has(at) &&
			p.strength != game.Weak && p.lesson == 0 {
			return at
		}
	}
	return game.Nowhere
}

// party lists the nearest bands that take a field together: some men are lost on the way. nil: all are too few.
func (p *player) party(at game.Place) []*realm.Army {
	far := func(a *realm.Army) int { return p.turn.Grid.Distance(a.At, at) }
	list := slices.DeleteFunc(slices.Clone(p.turn.State.OfUnit(p.own, band)), func(a *realm.Army) bool {
		return p.done[a.Name] || !a.Sights() || a.Men < seekMen || far(a)*wear >= 100
	})
	slices.SortStableFunc(list, func(a, b *realm.Army) int { return far(a) - far(b) })
	left := p.turn.Tables.RowOf(p.own, band).Conquer * bandMen
	for i, a := range list {
		if left -= a.Men * int64(100-wear*far(a)); left <= 0 {
			return list[:i+1]
		}
	}
	return nil
}

// grabs raises a band for a prize if none can take it, or keeps the gold for it.
func (p *player) grabs() {
	at := p.prize()
	row := p.turn.Tables.RowOf(p.own, band)
	if at == game.Nowhere || row == nil || p.age() < prizesFrom || p.party(at) != nil {
		return
	}
	from := p.quarters()
	slices.SortStableFunc(from, func(a, b game.Place) int { return p.turn.Grid.Distance(a, at) - p.turn.Grid.Distance(b, at) })
	for _, q := range from {
		if p.raises(band, row.Conquer*int64(bandMen+wear*p.turn.Grid.Distance(q, at))/100, q) {
			return
		}
	}
	if len(from) > 0 {
		p.gold -= 2 * row.Conquer * row.Cost
	}
}

// prizes leads a party to the prize. Next turn it is taken by one of them, or by two together. Until the realm is old
// enough, whoever is beside it only looks at it.
func (p *player) prizes() {
	at := p.prize()
	if at == game.Nowhere || p.turn.Tables.RowOf(p.own, band) == nil {
		return
	}
	var party []*realm.Army
	if p.age() >= prizesFrom {
		party = p.party(at)
	}
	var first *realm.Army
	for _, a := range p.idle("KR") {
		switch goes := slices.Contains(party, a); {
		case a.At == at && first != nil && first.Name.Unit == a.Name.Unit && first.Fit == a.Fit && !p.done[first.Name]:
			p.done[a.Name] = true
			p.sends(first, nil, realm.Conquer, realm.Special{Form: realm.AnArmy, Army: a.Name})
		case a.At == at:
			first = a
		case goes:
			p.follows(a, p.trails(a).to(at), 0, realm.Attack)
		case p.turn.Grid.Distance(a.At, at) <= 1:
			p.done[a.Name] = true
		}
	}
	if first != nil {
		p.done[first.Name] = true
	}
}

// lookouts are how many of some bands look: who sees others already needs few.
func (p *player) lookouts(most int) int {
	if len(p.neighbours()) > 0 {
		return most / 2
	}
	return most
}

// curious reports whether the realm looks for others: until it sees a prize, and where capitals lie so far apart that
// settlers would not find them soon.
func (p *player) curious() bool {
	return p.strength != game.Weak && p.lesson == 0 && p.age() >= seeksFrom && p.prize() == game.Nowhere &&
		p.turn.Tables.Rules.StartDistance > 2*frontier
}

// spies raises small bands to look for neighbours.
func (p *player) spies() {
	row := p.turn.Tables.RowOf(p.own, band)
	if row == nil || !p.curious() {
		return
	}
	n := 0
	for _, a := range p.turn.State.OfUnit(p.own, band) {
		if !p.fit(a) {
			n++
		}
	}
	for _, at := range p.quarters() {
		for n < p.lookouts(spies) && p.raises(band, 0, at) {
			n++
		}
	}
}

// seeks leads bands that are too small to take a field to where the land was never seen, as far from the own capital as
// others are.
func (p *player) seeks() {
	if !p.curious() {
		return
	}
	list := slices.DeleteFunc(p.idle("R"), p.fit)
	origin := p.turn.State.Realms[p.own].Origin
	slices.SortStableFunc(list, func(a, b *realm.Army) int {
		return p.turn.Grid.Distance(origin, b.At) - p.turn.Grid.Distance(origin, a.At)
	})
	for _, a := range list[:min(p.lookouts(seekers), len(list))] {
		if way, beyond := p.unknown(a); beyond > 0 {
			p.follows(a, way, beyond, realm.Defend)
		}
	}
}

// unknown is the way of an army to a field beside land that was never seen and to which no other army goes, and the
// direction of that: the nearest where a capital may be, or else out of the realm.
func (p *player) unknown(a *realm.Army) (way []game.Place, beyond game.Direction) {
	origin, least := p.turn.State.Realms[p.own].Origin, p.turn.Tables.Rules.StartDistance
	t := p.trails(a)
	best, most, there := game.Nowhere, -1<<30, game.Nowhere
	for _, at := range t.fields {
		for d := game.Direction(1); d <= 6; d++ {
			q := p.turn.Grid.Step(at, d)
			if q == game.Nowhere || p.goals[q] || p.turn.Known(q) {
				continue
			}
			out := p.turn.Grid.Distance(origin, q)
			worth := 2*min(out, least) - 3*max(0, out-least*3/2) - t.far[at]
			for e := game.Direction(1); e <= 6; e++ { // holes in what is known are worth little
				if r := p.turn.Grid.Step(q, e); r != game.Nowhere && !p.turn.Known(r) {
					worth += gain
				}
			}
			if worth > most {
				best, most, there, beyond = at, worth, q, d
			}
		}
	}
	if best == game.Nowhere {
		return nil, 0
	}
	for i := range p.turn.State.Fields {
		if p.turn.Grid.Distance(game.Place(i), there) <= apart {
			p.goals[game.Place(i)] = true
		}
	}
	return t.to(best), beyond
}

// trails are an army's shortest ways over known land.
type trails struct {
	fields []game.Place // the nearest first, with the one where it is
	before map[game.Place]game.Place
	far    map[game.Place]int
}

func (p *player) trails(a *realm.Army) *trails {
	t := &trails{[]game.Place{a.At}, map[game.Place]game.Place{a.At: a.At}, map[game.Place]int{}}
	for i := 0; i < len(t.fields); i++ {
		at := t.fields[i]
		for d := game.Direction(1); d <= 6; d++ {
			q := p.turn.Grid.Step(at, d)
			if q == game.Nowhere || !p.turn.Known(q) {
				continue
			}
			if _, was := t.before[q]; was {
				continue
			}
			if _, _, why := p.turn.Step(p.own, a.Name.Unit, at, d); why == "" {
				t.before[q], t.far[q] = at, t.far[at]+1
				t.fields = append(t.fields, q)
			}
		}
	}
	return t
}

// to is the way to a field; nil: there is none.
func (t *trails) to(at game.Place) (way []game.Place) {
	for from, is := t.before[at]; is && from != at; at, from = from, t.before[from] {
		way = append(way, at)
	}
	slices.Reverse(way)
	return way
}

// follows leads an army on a way as far as it comes, and then on into the unknown, if there is a direction for that.
func (p *player) follows(a *realm.Army, way []game.Place, beyond game.Direction, command realm.Command) {
	roams := p.roams(a)
	for i := len(way); i >= 0; i-- {
		var steps []game.Direction
		if i > 0 {
			k := slices.IndexFunc(roams, func(f turn.Found) bool { return f.At == way[i-1] && !f.Meets })
			if k < 0 {
				continue
			}
			steps = slices.Clone(roams[k].Way)
		}
		for _, turns := range blind {
			if i == len(way) && beyond > 0 && len(steps) < realm.Weeks {
				steps = append(steps, (beyond+turns-1)%6+1)
			}
		}
		if len(steps) > 0 {
			p.sends(a, steps, command, realm.Special{})
		}
		return
	}
}

// attacks leads armies against foes that are much weaker, or onto a foe's field that nobody defends, with a building or
// without one. Next turn they take it.
func (p *player) attacks(built bool) {
	odds := int64(150) // percent of a foe's strength
	if p.strength == game.Weak {
		odds = 110
	}
	for _, a := range p.idle("KR") {
		seeks, own := p.dice.N(100) < p.style.seeks || a.Name.Unit == raider, p.weight(a)
		p.goes(a, realm.Attack, p.roams(a), func(f turn.Found) int64 {
			there, foes := p.turn.Field(f.At), p.defence(f.At)
			if p.goals[f.At] || foes*odds > own*100 || p.turn.Receipt.Masked.Has(f.At) {
				return 0
			}
			at := int64(0)
			switch {
			case p.foe(int(there.Owner)) && built == (there.Building != nil) && (seeks || built && foes > 0):
				at = 1000 + p.turn.TerrainAt(f.At).Income
				if there.Building != nil {
					at += p.turn.Tables.FindBuilding(there.Building.Kind).Cost / 10
				}
			case int(there.Owner) == p.own && foes > 0: // an intruder
				at = 3000
			case p.lesson >= lessonFight && foes > 0: // somebody to practise on
				at = 2000
			}
			return at - int64(f.Week)*20
		})
	}
}

// settles leads armies to free land, each to a field of its own: the richest that is not far.
func (p *player) settles() {
	for _, a := range p.idle("KR") {
		p.goes(a, realm.Conquer, p.roams(a), func(f turn.Found) int64 {
			if f.Meets || p.goals[f.At] || !turn.Claims(p.turn, a, f.At) {
				return 0
			}
			worth := 300 + p.turn.TerrainFor(p.own, f.At).Income - int64(f.Week)*30
			if p.turn.Field(f.At).Building != nil {
				worth += 5000
			}
			if !p.turn.Clear(f.At) && len(p.turn.State.Realms[p.own].Treaties) > 0 { // it may be a partner's
				worth -= 250
			}
			if f.Left < 0 { // it would be late next turn
				worth -= 300
			}
			return worth
		})
	}
}

// nears leads an army as near to a field as it comes.
func (p *player) nears(a *realm.Army, goal game.Place) {
	here := p.turn.Grid.Distance(a.At, goal)
	f, ok := best(p.roams(a), func(f turn.Found) int64 {
		if f.Meets {
			return 0
		}
		return int64(here - p.turn.Grid.Distance(f.At, goal))
	})
	if ok {
		p.sends(a, f.Way, realm.Defend, realm.Special{})
	}
}

// returns leads bands that are too small to take a field to the next quarter.
func (p *player) returns() {
	for _, a := range p.idle("KR") {
		home, least := game.Nowhere, 1<<30
		for _, at := range p.quarters() {
			if far := p.turn.Grid.Distance(a.At, at); far < least {
				home, least = at, far
			}
		}
		switch {
		case p.fit(a) || home == game.Nowhere:
		case least == 0:
			p.done[a.Name] = true // it waits for its men
		default:
			p.nears(a, home)
		}
	}
}

// explores leads armies to where they see most that the realm has never seen. Armies that see nothing new go where
// few own fields are.
func (p *player) explores() {
	for _, a := range p.idle("KR") {
		list := slices.Clone(p.roams(a))
		slices.SortStableFunc(list, func(a, b turn.Found) int { return cmp.Compare(a.Week, b.Week) })
		p.goes(a, realm.Defend, list, func(f turn.Found) (worth int64) {
			if f.Meets || p.goals[f.At] {
				return 0
			}
			for d := game.Direction(1); d <= 6; d++ {
				if q := p.turn.Grid.Step(f.At, d); q != game.Nowhere && !p.turn.Known(q) {
					worth += 10
				}
			}
			if int(p.turn.Field(f.At).Owner) != p.own {
				worth += 5
			}
			return worth
		})
	}
}

// The lessons of a beginner that change what is thought of.
const (
	lessonFight = 4
	lessonTreat = 5
)

// scouts lets a beginner's bands that are too small to take a field look around while the land is new.
func (p *player) scouts() {
	if p.lesson == 0 || p.lesson >= lessonFight {
		return
	}
	left := p.done
	for _, a := range p.idle("R") {
		if p.fit(a) {
			p.done[a.Name] = true
			defer delete(left, a.Name)
		}
	}
	for _, a := range p.idle("K") {
		p.done[a.Name] = true
		defer delete(left, a.Name)
	}
	p.explores()
}
