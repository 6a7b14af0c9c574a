package bot

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// player is a realm's week while it is thought of.
type player struct {
	realm.Position                // with the realm's armies merged
	before         realm.Position // as the week begins
	style          *style
	strength       game.Strength
	dice           *game.Dice
	own            int // the realm
	game.Lessons       // of a beginner
	trial          *turn.Trial
	war            *fight.War // how those whom the realm knows would fight
	sees           []bool     // which provinces it sees in full

	done   map[*realm.Army]bool      // armies that have their orders
	takes  map[*realm.Army]int64     // armies that take their province: the share that will be left of them, in permille
	goals  map[int]bool              // provinces that one of them takes
	built  map[order.BuildOrder]bool // fortifications that are ordered
	raised []string                  // names of new armies
	gold   int64                     // that may still be spent
	tax    int64                     // of the week
	due    int64                     // upkeep of the armies, those that are raised too
	manned bool                      // the home raises men for its garrison

	plan rulekit.Plan // the order file so far
}

// me is the realm.
func (p *player) me() *realm.Realm { return &p.State.Realms[p.own] }

// idle lists the armies that wait for an order and can carry one out, the greatest first.
func (p *player) idle() (out []*realm.Army) {
	for _, a := range p.State.Armies[p.own] {
		if !p.done[a] && !a.Routed && realm.Overboard(p.Position, a) == 0 {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b *realm.Army) int {
		return cmp.Compare(b.Upkeep(p.Tables), a.Upkeep(p.Tables))
	})
	return out
}

// owned reports whether a province is the realm's.
func (p *player) owned(number int) bool { return p.State.Province(number).Owner == p.own }

// there lists a realm's armies that are seen in a province.
func (p *player) there(number, whose int) (out []*realm.Army) {
	for _, a := range p.war.In(number) {
		if a.Realm == whose {
			out = append(out, a)
		}
	}
	return out
}

// farthest is how many ways a march has at most.
const farthest = 12

// near are the provinces that an army can reach on its own, with the way there, the nearest first.
func (p *player) near(a *realm.Army) (out [][]int) {
	known := make([]bool, len(p.State.Provinces)+1)
	known[a.At] = true
	for queue := [][]int{nil}; len(queue) > 0; queue = queue[1:] {
		way, from := queue[0], a.At
		if len(way) > 0 {
			out, from = append(out, way), end(way)
		}
		for _, n := range p.State.Province(from).Ways {
			if len(way) < farthest && !known[n] &&
				a.Pace(p.Tables, p.State.Province(from).Terrain, p.State.Province(n).Terrain) > 0 {
				known[n] = true
				queue = append(queue, append(slices.Clip(way), n))
			}
		}
	}
	return out
}

// end is where a way ends.
func end(way []int) int { return way[len(way)-1] }

// goes leads an army on a way. It reports whether the turn takes the order.
func (p *player) goes(a *realm.Army, way []int) bool {
	o := order.MarchOrder{Army: a.Name, Path: way}
	if p.trial.Order(o).Code != "" {
		return false
	}
	p.done[a] = true
	p.plan.Write('A', o)
	return true
}

// border reports whether a province of land beside one is not the realm's.
func (p *player) border(number int) bool {
	return slices.ContainsFunc(p.State.Province(number).Ways, func(n int) bool {
		return !p.owned(n) && p.State.Province(n).Terrain != tables.Sea
	})
}

// seat is the home province; 0: there is none.
func (p *player) seat() int { return p.me().Home }
