package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// way is the cheapest way of a caravan to a field: its points, and its last step.
type way struct {
	points int
	before game.Place
	d      game.Direction
}

// farthest is the longest way that is worth a journey, in points: about three years without a road.
const farthest = 36

// ways finds the cheapest ways of caravans from a field, over land that is the realm's own or nobody's and on which no
// foe is seen.
func (p *player) ways(from game.Place) map[game.Place]way {
	found := map[game.Place]way{from: {before: game.Nowhere}}
	edge := make([][]game.Place, farthest+1)
	edge[0] = []game.Place{from}
	for points := range edge {
		for _, at := range edge[points] {
			if found[at].points < points {
				continue
			}
			for d := game.Direction(1); d <= 6; d++ {
				to, cost, why := p.turn.Step(p.own, tables.Caravan, at, d)
				if why != "" || points+cost > farthest || !p.turn.Known(to) ||
					p.turn.Field(to).Owner != 0 && int(p.turn.Field(to).Owner) != p.own || len(p.strangers(to)) > 0 {
					continue
				}
				if was, is := found[to]; is && was.points <= points+cost {
					continue
				}
				found[to] = way{points + cost, at, d}
				edge[points+cost] = append(edge[points+cost], to)
			}
		}
	}
	return found
}

// towns lists the realm's markets, and those that are being built.
func (p *player) towns() (out []game.Place) {
	for _, at := range p.land() {
		b := p.turn.Field(at).Building
		if b != nil && b.Damage != tables.Ruin && p.turn.Tables.FindBuilding(b.Kind).Trade {
			out = append(out, at)
		}
	}
	return out
}

// trades reports whether trade pays: it is the realm's style, and there is land for it. Among more than two neighbours
// markets that are far enough from each other lie at the border, and caravans come too late.
func (p *player) trades() bool { return p.style.caravans > 0 && len(p.neighbours()) <= 2 }

// useless is the detour of a field beside a market.
const useless = 100

// detour is how far a field is from where a new market trades best: as near to another one as trade can be, with a short
// road.
func (p *player) detour(at game.Place, towns []game.Place) int {
	far := useless
	for _, o := range towns {
		far = min(far, p.turn.Grid.Distance(at, o))
	}
	if far -= int(p.turn.Tables.Rules.TradeNear); far < 0 {
		return useless - far
	}
	return far
}

// roads builds them on the ways of the caravans, which are twice as fast there, as far as the gold suffices.
func (p *player) roads() {
	for _, a := range p.turn.State.OfUnit(p.own, tables.Caravan) {
		ways, at := p.market(a)
		for at != game.Nowhere && at != a.At {
			d := ways[at].d
			at = ways[at].before
			o := order.EdgeOrder{Edge: realm.Road, At: p.xy(at), Dirs: []game.Direction{d}}
			if gold, why := p.trial.Edge(o); why.Code == "" && gold > 0 && gold <= p.gold {
				p.gold -= gold
				p.turn.State.SetEdge(at, d, realm.Road, true) // from here on it is there
				p.Write('B', o)
			}
		}
	}
}

// traders raises a caravan a turn, as large as it may be, once there is a second market.
func (p *player) traders() {
	if !p.trades() {
		return
	}
	towns := p.towns()
	for _, at := range towns {
		if !market.Market(p.turn, at) || !slices.ContainsFunc(towns, func(to game.Place) bool {
			return market.Market(p.turn, to) && int64(p.turn.Grid.Distance(at, to)) >= p.turn.Tables.Rules.TradeNear
		}) {
			continue
		}
		if p.count(tables.Caravan) < p.style.caravans && p.raises(tables.Caravan, caravanMen, at) {
			return
		}
	}
}

// caravanMen are the men of a caravan. A town has room for one a year.
const caravanMen = 2000

// market is the market that pays most for the points of a caravan's way, and the ways that lead there and elsewhere. It
// is Nowhere if none pays.
func (p *player) market(a *realm.Army) (ways map[game.Place]way, goal game.Place) {
	goal, ways = game.Nowhere, p.ways(a.At)
	most, row := int64(0), p.turn.Row(a)
	for _, at := range p.land() {
		w, is := ways[at]
		gold, _ := market.Gain(p.turn, a, at)
		gold -= a.Men * row.Sells / 1000 * row.Cost
		if rate := gold * 10 / int64(w.points+1); is && market.Market(p.turn, at) && rate > most {
			goal, most = at, rate
		}
	}
	return ways, goal
}

// markets leads caravans to the market that pays most for the way, or as near to it as they come.
func (p *player) markets() {
	for _, a := range p.idle("H") {
		_, goal := p.market(a)
		if goal == game.Nowhere {
			continue
		}
		roams := p.roams(a)
		if i := slices.IndexFunc(roams, func(f turn.Found) bool { return f.At == goal && !f.Meets }); i >= 0 {
			p.sends(a, roams[i].Way, realm.Defend, realm.Special{Form: realm.AField, At: p.xy(goal)})
		} else {
			p.nears(a, goal)
		}
	}
}
