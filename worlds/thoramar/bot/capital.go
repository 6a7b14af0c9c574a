package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// A capital has a garrison of foot that grows with the age of the realm, and in a strong one with the foes in sight.
const (
	garrisonFrom  = 2      // turns old is a realm when it begins
	garrisonMore  = 30_000 // worth a turn
	garrisonMost  = 120_000
	garrisonSees  = 8    // fields
	garrisonOver  = 1300 // permille of the foes in sight, less what the walls give
	garrisonLeast = 500  // men that are raised at once
)

// garrisons reports whether an army is the garrison: foot in the capital.
func (p *player) garrisons(a *realm.Army) bool {
	return p.strength != game.Weak && a.Name.Unit == defender && p.turn.CapitalOf(a.At) == p.own
}

// garrison raises foot in the capital. A middling player keeps a share of what a strong one keeps, which is a number of the
// world's set, and a weak one none.
func (p *player) garrison() {
	at := p.home()
	row := p.turn.Tables.RowOf(p.own, defender)
	if at == game.Nowhere || row == nil || p.strength == game.Weak || p.Now > 0 {
		return
	}
	age := int64(p.age())
	want := min((age-garrisonFrom+1)*garrisonMore, garrisonMost)
	if p.strength == game.Middle {
		want = want * p.turn.Tables.Rules.MiddleGarrison / 1000
	}
	behind := 1000 + p.turn.Tables.FindBuilding(p.turn.Field(at).Building.Kind).Defence
	if p.strength == game.Strong {
		want = max(want, p.threat(at, garrisonSees)*garrisonOver/behind)
	}
	name := realm.ArmyName{}
	for _, a := range p.turn.ArmiesAt(at) {
		if a.Realm == p.own && p.garrisons(a) {
			want -= p.weight(a)
			name = a.Name
		}
	}
	men := want / row.Strength
	switch {
	case men < garrisonLeast:
	case name == realm.ArmyName{}:
		p.raises(defender, men, at)
	default:
		p.pays(order.RecruitOrder{Army: name, Count: men, At: p.xy(at), Fit: p.turn.State.Army(p.own, name).Fit >= 0}, at)
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

// stays keeps the garrison in the capital.
func (p *player) stays() {
	for _, a := range p.idle("KR") {
		if p.garrisons(a) {
			p.sends(a, nil, realm.Defend, realm.Special{})
		}
	}
}

// guards keeps the strongest army that is in the capital there, if foes are near.
func (p *player) guards() {
	capital := p.home()
	if capital == game.Nowhere || p.threat(capital, near) == 0 {
		return
	}
	var guard *realm.Army
	for _, a := range p.idle("KR") {
		if a.At == capital && (guard == nil || p.weight(a) > p.weight(guard)) {
			guard = a
		}
	}
	if guard != nil {
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

// retakeOver is how much stronger than the foes armies are that go for a lost capital, in percent: they come one by one.
const retakeOver = 120

// retakes sends all armies that can be there in the same turn to the capital that was lost, if together they are stronger
// than the foes there.
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
	if len(all) == 0 || sum*100 < foes*retakeOver {
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
