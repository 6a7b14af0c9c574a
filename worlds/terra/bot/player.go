package bot

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
	"weltentor/worlds/terra/turn"
)

// player is a nation's phase while it is thought of.
type player struct {
	realm.Position // as the nation knows it
	style          *style
	strength       game.Strength
	own            int    // the nation
	game.Lessons          // of a beginner
	forage         bool   // an army of a beginner forages
	seen           []bool // by place

	done  map[int]bool        // armies that have their order
	goals map[game.Place]bool // fields to which one of them goes, or where it stays

	plan rulekit.Plan // the order file so far
}

// me is the nation.
func (p *player) me() *realm.Realm { return &p.State.Realms[p.own-1] }

// sends gives an army its order, if the receipt has no error in it. On own land it asks for relief, too.
func (p *player) sends(n int, command tables.Command, way []game.Direction) bool {
	a, o := p.me().Army(n), order.ArmyOrder{Army: n, Command: command, Steps: way}
	if p.field(a.At).Owner == p.own && a.Status < p.Tables.Rules.ArmySize {
		o.Relief = order.Full
	}
	if turn.Try(p.Position, p.own, p.plan.File("A"), o).Why().Code != "" {
		return false
	}
	p.plan.Write('A', o)
	if p.Now > 0 && p.blocks() {
		p.plan.Drop('A')
		return false
	}
	p.done[n] = true
	return true
}

// blocks reports whether the receipt says that an army of a beginner keeps another from its steps.
func (p *player) blocks() bool {
	said := turn.Check(p.Position, game.Sheet{Realm: p.own, Turn: p.State.Turn, Text: p.plan.File("A")})
	return slices.ContainsFunc(said.Problems, func(w orders.Problem) bool { return strings.HasPrefix(w.What.Code, "own-") })
}

// idle lists the armies on the map that wait for an order.
func (p *player) idle() (out []int) {
	for n := range p.me().Armies {
		if !p.done[n+1] {
			out = append(out, n+1)
		}
	}
	return out
}

func (p *player) field(at game.Place) *realm.Field { return &p.State.Fields[at] }

// chance is in how many of a thousand cases an army would win the battle that it finds in a field: against the army
// there, otherwise the garrison. 1000: nobody fights there. Of a foreign army nobody knows its order; it may hold.
func (p *player) chance(a *realm.Army, at game.Place) int64 {
	f, own := p.field(at), a.Status
	ground := p.Tables.Terrain[f.Terrain].Defence
	foe := tables.Permille(f.Garrison, ground)
	for _, u := range p.State.Foreign(p.own, at) {
		foe = tables.Permille(p.State.Unit(u).Status, p.Tables.Command[tables.Hold].Strength)
		if f.Owner == u.Realm {
			foe = tables.Permille(foe, ground)
		}
		if f.Owner == p.own {
			own = tables.Permille(own, ground)
		}
	}
	if foe == 0 {
		return 1000
	}
	return max(0, 1000*own/(own+foe)-p.Tables.Rules.Luck)
}

// daring is the chance from which an attack is worth it. A weak player is too bold.
func (p *player) daring() int64 {
	if p.strength == game.Weak {
		return p.style.daring - 250
	}
	return p.style.daring
}

// found is a field to which an army comes.
type found struct {
	at  game.Place
	way []game.Direction
}

// reach lists the fields to which an army comes with an Advance over own land, the nearest first. It stops on foreign
// land, and goes nowhere where another army of its nation is, or goes.
func (p *player) reach(a *realm.Army) (out []found) {
	return p.reaches(a, p.Tables.Command[tables.Advance].Moves)
}

// reaches is reach with so many steps.
func (p *player) reaches(a *realm.Army, most int) (out []found) {
	known := map[game.Place]bool{a.At: true}
	edge := make([][]found, most+1)
	edge[0] = []found{{at: a.At}}
	for moves := 0; moves <= most; moves++ {
		for _, here := range edge[moves] {
			if len(here.way) > 0 {
				if known[here.at] {
					continue
				}
				known[here.at] = true
				out = append(out, here)
				if p.field(here.at).Owner != p.own || p.State.Enemies(p.own, here.at) {
					continue
				}
			}
			for d := game.Direction(1); d <= 6; d++ {
				q := p.State.Grid().Step(here.at, d)
				if q == game.Nowhere || !p.seen[q] || known[q] || p.goals[q] || p.occupied(q) {
					continue
				}
				if cost := moves + p.Tables.Terrain[p.field(q).Terrain].Enter; cost <= most {
					edge[cost] = append(edge[cost], found{q, append(here.way[:len(here.way):len(here.way)], d)})
				}
			}
		}
	}
	return out
}

// occupied reports whether an army of the nation is in a field, or two armies are.
func (p *player) occupied(at game.Place) bool {
	there := p.State.Armies(at)
	return len(there) > 1 || slices.ContainsFunc(there, func(u realm.Unit) bool { return u.Realm == p.own })
}

// near reports whether a foreign army is seen within some fields of a field.
func (p *player) near(at game.Place, fields int) bool {
	for i := range p.State.Realms {
		for _, a := range p.State.Realms[i].Armies {
			if i+1 != p.own && !a.Off() && p.State.Grid().Distance(at, a.At) <= fields {
				return true
			}
		}
	}
	return false
}
