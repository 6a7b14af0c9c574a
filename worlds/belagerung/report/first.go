package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// FirstLetter lets each settler build what brings treasure dice, and recruits an archer. It
// leaves out fields that castles of newcomers may still take, so that it stays right when they join. check is the
// receipt of the realm's turn.
func FirstLetter(p realm.Position, whose int, castles map[game.Place]bool, check func(text string) game.Checked) string {
	r := p.State.Realm(whose)
	if r == nil || r.Fallen || p.State.Over {
		return ""
	}
	l := firstLetter{Board: realm.Board{Position: p, Me: r},
		First: rulekit.First{Book: p.Rules.Words(r.Lang), Check: check}, castles: castles}
	for _, u := range p.State.Of(whose) {
		if u.Settler {
			l.Take(l.builds(u)...)
		}
	}
	l.Take(rulekit.Way{{Section: 'R', Line: order.RecruitOrder{Symbol: tables.Bow}.Print(nil, r.Lang),
		Why: phrase.P("first.archer")}})
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Board
	rulekit.First
	castles map[game.Place]bool
}

// sources are the buildings that bring treasure dice, and the ground that they need beside them.
var sources = []struct {
	kind   tables.Kind
	beside tables.Terrain
}{{tables.LumberCamp, tables.Forest}, {tables.Quarry, tables.Hill}}

// mostSources is how many places a first letter tries for a settler, the best first.
const mostSources = 24

// builds are the ways in which a settler can build such a building this turn. Where more of the ground is beside it,
// the building brings more, and comes first.
func (l *firstLetter) builds(u *realm.Unit) (ways []rulekit.Way) {
	type site struct {
		way    []game.Direction
		at     game.Place
		kind   tables.Kind
		ground tables.Terrain
		n      int64
	}
	var sites []site
	for _, w := range l.walks(u) {
		if slices.ContainsFunc(realm.Around(l.State.Grid, w.at), l.mayBeCastle) {
			continue
		}
		for _, s := range sources {
			if n := l.State.Touching(w.at, s.beside); n > 0 && l.plenty(s.kind) {
				sites = append(sites, site{w.way, w.at, s.kind, s.beside, n})
			}
		}
	}
	slices.SortStableFunc(sites, func(a, b site) int { return cmp.Compare(b.n, a.n) })
	name := order.Name{Settler: true, Number: u.Number}
	for _, s := range sites[:min(len(sites), mostSources)] {
		ways = append(ways, rulekit.Way{
			{Section: 'A', Line: order.MoveOrder{Unit: name, Way: s.way}.Print(nil, l.Me.Lang),
				Why: phrase.P("first.walks", l.State.PlaceArg("place", s.at))},
			{Section: 'B', Line: order.BuildOrder{Settler: name, Kind: s.kind}.Print(nil, l.Me.Lang),
				Why: phrase.P("first."+string(s.kind), num("n", s.n), num("dice", l.Tables.BuildingOf(s.kind).Cost))}})
	}
	return ways
}

// plenty reports whether the bank has tiles of a kind for all settlers of all realms: others may have their turn
// before.
func (l *firstLetter) plenty(kind tables.Kind) bool {
	stock := int64(0)
	for i := range l.Tables.Tile {
		if row := &l.Tables.Tile[i]; slices.Contains(row.Sides, kind) {
			stock += l.State.Stock(row)
		}
	}
	return stock >= int64(l.Tables.Rules.Settlers*len(l.State.Realms))
}

// walk is a way of a unit, and where it ends.
type walk struct {
	way []game.Direction
	at  game.Place
}

// walks are the shortest ways to the fields that a unit may reach in a turn, over fields that nobody else reaches
// before. What is on them does not matter: the receipt knows.
func (l *firstLetter) walks(u *realm.Unit) (out []walk) {
	seen, edge := map[game.Place]bool{u.At: true}, []walk{{at: u.At}}
	for range l.State.Steps(l.Tables, u) {
		var next []walk
		for _, from := range edge {
			for d := game.Direction(1); d <= 6; d++ {
				at := l.State.Grid.Step(from.at, d)
				if at == game.Nowhere || seen[at] || l.mayBeCastle(at) || l.contested(at) {
					continue
				}
				seen[at] = true
				next = append(next, walk{append(slices.Clone(from.way), d), at})
			}
		}
		out, edge = append(out, next...), next
	}
	return out
}

// mayBeCastle reports whether a castle of a newcomer, or its wall, may be in a place before the turn.
func (l *firstLetter) mayBeCastle(at game.Place) bool { return l.castles[at] }

// contested reports whether a unit of another realm can be in a place in a turn.
func (l *firstLetter) contested(at game.Place) bool {
	return slices.ContainsFunc(l.State.Units, func(u *realm.Unit) bool {
		return u.Realm != l.Me.Number && int64(l.State.Grid.Distance(u.At, at)) <= l.State.Steps(l.Tables, u)
	})
}

// openGoal is how the game is won (§15). Until the first turn more realms can join, and with a third one another rule says who
// wins.
func openGoal(p realm.Position) phrase.Phrase {
	rounds := num("rounds", p.Tables.Rules.Rounds)
	switch n := len(p.State.Realms); {
	case p.State.Turn == 1 && n == 2:
		return phrase.P("aims.open-of-two", rounds)
	case p.State.Turn == 1 && n < 2:
		return phrase.P("aims.open", rounds)
	}
	return goal(p)
}

// Guide says in a language how the game is won, how one comes to strike, and when a letter is played (§1.3, §9.5, §9.9,
// §15), and explains the report.
func Guide(p realm.Position, whose int, lang phrase.Lang) (none game.Guide) {
	if p.State.Realm(whose) == nil {
		return none
	}
	n := &p.Tables.Rules
	aims := []phrase.Phrase{phrase.P("aims.strike", num("castle", n.CastleHits), num("wall", n.WallHits))}
	aims = append(aims, phrase.P("aims.fight"), rulekit.Compass, phrase.P("aims.played"))
	return rulekit.Guide(p.Rules.Words(lang), legend(p, whose, lang), openGoal(p), aims...)
}
