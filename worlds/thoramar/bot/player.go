package bot

import (
	"slices"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// player is a realm's turn while it is thought of.
type player struct {
	realm.Position
	rulekit.Plan
	know         Knows
	style        *style
	strength     game.Strength
	dice         *game.Dice
	own          int          // the realm
	game.Lessons              // of a beginner
	offered      map[int]bool // realms to which a beginner's letter offers a treaty

	trial *turn.Trial
	turn  *realm.Turn // over what the realm knows: before the muster as it is, afterwards with the recruits

	gold   int64                   // that may still be spent
	used   map[game.Place]int64    // of a building's capacity, by this turn's recruits
	raised map[realm.ArmyName]bool // names that this turn's recruits have

	outing *turn.Outing                 // follows marches, once the armies are mustered
	reach  map[*realm.Army][]turn.Found // where armies can come, once it was asked
	done   map[realm.ArmyName]bool      // armies that have their order
	goals  map[game.Place]bool          // fields that one of them takes
}

// xy is a field as the realm counts it.
func (p *player) xy(at game.Place) realm.XY { return p.turn.State.XY(p.own, at) }

// land lists the realm's fields.
func (p *player) land() []game.Place { return p.turn.State.Land(p.own) }

// foe reports whether a realm may be fought: another one, without a treaty. A beginner's letter fights nobody to whom it
// offers one.
func (p *player) foe(number int) bool {
	return number != 0 && number != p.own && p.turn.State.Treaty(p.own, number) == realm.NoTreaty && !p.offered[number]
}

// neighbours lists the realms that the realm sees, by number.
func (p *player) neighbours() (out []int) {
	seen := make([]bool, len(p.turn.State.Realms))
	for at := range p.turn.State.Fields {
		seen[p.turn.State.Fields[at].Owner] = true
	}
	for number, list := range p.turn.State.Armies {
		seen[number] = seen[number] || len(list) > 0
	}
	for number := 1; number < len(seen); number++ {
		if seen[number] && number != p.own && !p.turn.State.Realms[number].Fallen {
			out = append(out, number)
		}
	}
	return out
}

// strangers lists the armies in a field that would be fought there.
func (p *player) strangers(at game.Place) []*realm.Army {
	return slices.DeleteFunc(slices.Clone(p.turn.ArmiesAt(at)),
		func(a *realm.Army) bool { return p.turn.State.Treaty(p.own, a.Realm) != realm.NoTreaty })
}

// weight is roughly what armies are worth in the open. Nobody knows a formation's members, or how well an army
// fights.
func (p *player) weight(armies ...*realm.Army) (sum int64) {
	for _, a := range armies {
		if a.Formation() {
			sum += a.Men * 20
			continue
		}
		sum += a.Men * p.turn.Row(a).Strength
	}
	return sum
}

// defence is what those in a field are worth behind its walls.
func (p *player) defence(at game.Place) int64 {
	sum := p.weight(p.strangers(at)...)
	if f := p.turn.Field(at); f.Building.Stands() && int(f.Owner) != p.own {
		sum += sum * p.turn.Tables.FindBuilding(f.Building.Kind).Defence / 1000
	}
	return sum
}

// free is the lowest name of a kind that no army has.
func (p *player) free(u tables.Unit) realm.ArmyName {
	name := realm.ArmyName{Unit: u, ID: 1}
	for p.turn.State.Army(p.own, name) != nil || p.raised[name] {
		name.ID++
	}
	return name
}

// idle lists the armies of these types on land that wait for an order.
func (p *player) idle(types string) (out []*realm.Army) {
	for _, a := range p.turn.State.Armies[p.own] {
		if !p.done[a.Name] && a.Sights() && !a.Name.Ship() && strings.IndexByte(types, a.Name.Type) >= 0 {
			out = append(out, a)
		}
	}
	return out
}

// sends gives an army its order for the turn.
func (p *player) sends(a *realm.Army, way []game.Direction, command realm.Command, special realm.Special) {
	o := order.ArmyOrder{Army: a.Name, Command: command, Flag: realm.Shown, Special: special}
	copy(o.Plan[:], way)
	p.done[a.Name] = true
	if p.Now > 0 {
		p.Write('A', order.Brief{ArmyOrder: o})
	} else {
		p.Write('A', o)
	}
}
