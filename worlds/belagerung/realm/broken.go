package realm

import (
	"slices"

	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Broken lists where a state contradicts itself or, if limited is set, exceeds limits of the tables. It lists nothing
// if all is well. If numbers point nowhere, it lists only those, since nothing else can be checked then.
func Broken(t *tables.Tables, s *State, limited bool) []string {
	a := &audit{Audit: rulekit.Audit{Limits: limited}, tables: t, state: s}
	a.frame()
	if len(a.Found) > 0 {
		return a.Found
	}
	for i := range s.Realms {
		a.realm(&s.Realms[i])
	}
	for i, u := range s.Units {
		a.unit(i, u)
	}
	for i, b := range s.Buildings {
		a.building(i, b)
	}
	a.fields()
	a.supplies()
	return a.Found
}

// audit collects contradictions.
type audit struct {
	rulekit.Audit
	tables *tables.Tables
	state  *State
}

// onBoard reports whether a place is on the board.
func (a *audit) onBoard(p game.Place) bool { return p >= 0 && int(p) < a.state.Grid.Size() }

// frame checks that the board has its size and castles have their walls, and that every number points to something.
func (a *audit) frame() {
	s, r := a.state, &a.tables.Rules
	g := s.Grid
	if s.Turn < 1 || s.Round < 1 || g.WrapX || g.WrapY || g.Width < 1 || g.Width > MostField || g.Height < 1 ||
		g.Height > MostField || len(s.Terrain) != g.Size() {
		a.Say("turn %d, round %d, a board of %d by %d with %d fields", s.Turn, s.Round, g.Width, g.Height,
			len(s.Terrain))
		return
	}
	a.Beyond(g.Width < r.Smallest || g.Width > r.Largest || g.Height < r.Smallest || g.Height > r.Highest,
		"a board of %d by %d", g.Width, g.Height)
	for p, terrain := range s.Terrain {
		if !slices.ContainsFunc(a.tables.Terrain, func(row tables.TerrainRow) bool { return row.Terrain == terrain }) {
			a.Say("field %d is %q", p, terrain)
		}
	}
	for i := range s.Realms {
		if n := s.Realms[i].Number; n != i+1 || !a.onBoard(s.Realms[i].Castle) ||
			len(Around(g, s.Realms[i].Castle)) != 6 {
			a.Say("realm %d has number %d and a castle at %d", i+1, n, s.Realms[i].Castle)
		}
	}
	for _, u := range s.Units {
		a.Wrong(u == nil || s.Realm(u.Realm) == nil || !a.onBoard(u.At), "a unit of nobody, or nowhere")
	}
	for _, b := range s.Buildings {
		known := b != nil && slices.ContainsFunc(a.tables.Building,
			func(row tables.BuildingRow) bool { return row.Building == b.Kind })
		if !known || !a.onBoard(b.At) || b.Site != 0 && s.Realm(b.Site) == nil || b.Owner != 0 &&
			s.Realm(b.Owner) == nil {
			a.Say("a building of no kind, of nobody, or nowhere")
		}
	}
	if next := s.Realm(s.Next); s.Next != 0 && next == nil || (s.Next == 0) != (s.Over || len(s.Realms) < 2) {
		a.Say("the turn is realm %d's, over %t", s.Next, s.Over)
	}
	for _, n := range s.Winners {
		if r := s.Realm(n); r == nil || r.Fallen || !s.Over {
			a.Say("realm %d has won, over %t", n, s.Over)
		}
	}
}

// realm checks that hits and dice are within their bounds, and that a fallen realm has ended the game.
func (a *audit) realm(r *Realm) {
	s, n := a.state, &a.tables.Rules
	a.Beyond(r.Hits > n.CastleHits || r.Fallen != (r.Hits == n.CastleHits),
		"realm %d: %d hits on the castle, fallen %t", r.Number, r.Hits, r.Fallen)
	a.Wrong(r.Hits < 0 || r.Fallen && !s.Over, "realm %d: %d hits on the castle, fallen %t, over %t", r.Number, r.Hits,
		r.Fallen, s.Over)
	for d, hits := range r.Walls {
		a.Beyond(hits > n.WallHits, "realm %d: %d hits on the wall in direction %d", r.Number, hits, d+1)
		a.Wrong(hits < 0, "realm %d: %d hits on the wall in direction %d", r.Number, hits, d+1)
	}
	a.Beyond(r.Looter > n.Looter, "realm %d: looter %d", r.Number, r.Looter)
	a.Wrong(r.First > 6, "realm %d: its first wall is in direction %d", r.Number, r.First)
	a.Wrong(r.Treasure < 0 || r.Looter < 0 || r.Played < 0 || r.Missed < 0,
		"realm %d: treasure %d, looter %d, %d turns, %d missed", r.Number, r.Treasure, r.Looter, r.Played,
		r.Missed)
	f := r.Fortress
	a.Beyond(f.Power+f.Range > max(n.FortressPoints, n.FortressPower+n.FortressRange) ||
		f.Range > max(n.FortressRangeMost, n.FortressRange),
		"realm %d: fortresses of power %d and range %d", r.Number, f.Power, f.Range)
	a.Wrong(f.Power < 0 || f.Range < 0 || max(f.Power, f.Range) > MostPoints,
		"realm %d: fortresses of power %d and range %d", r.Number, f.Power, f.Range)
	units, settlers := 0, 0
	for _, u := range s.Of(r.Number) {
		if u.Settler {
			settlers++
		} else {
			units++
		}
	}
	a.Beyond(units > n.Units || settlers > n.Settlers, "realm %d has %d units and %d settlers", r.Number, units,
		settlers)
}

// unit checks that names are unique, that trainings exist, and that weakening dice are in the order in which they were
// laid.
func (a *audit) unit(i int, u *Unit) {
	s := a.state
	a.Wrong(i > 0 && byRank(s.Units[i-1], u) >= 0 || u.Number < 1 || !u.Settler && u.Number > s.LastUnit,
		"%s stands at rank %d, the newest is E%d", u.Name(), i, s.LastUnit)
	a.Wrong(s.CastleAt(u.At) != nil, "%s stands in a castle", u.Name())
	a.Wrong(u.Settler != (len(u.Symbols) == 0) || u.Settler && u.Learning != "", "%s has the trainings %v, learns %q",
		u.Name(), u.Symbols, u.Learning)
	for k, y := range u.Symbols {
		a.Wrong(!slices.Contains(tables.Symbols, y) || slices.Contains(u.Symbols[:k], y), "%s has the trainings %v",
			u.Name(), u.Symbols)
	}
	a.Wrong(u.Learning != "" && (!slices.Contains(tables.Symbols, u.Learning) || u.Has(u.Learning)),
		"%s has %v and learns %q", u.Name(), u.Symbols, u.Learning)
	for k, w := range u.Weak {
		a.Beyond(w.Pips > a.tables.Rules.Die, "%s: a weakening die of %d pips", u.Name(), w.Pips)
		a.Wrong(w.Pips < 1 || w.Seq < 1 || w.Seq > s.LastWeak || k > 0 && u.Weak[k-1].Seq >= w.Seq,
			"%s: weakening die %d of %d pips", u.Name(), w.Seq, w.Pips)
	}
}

// building checks that a field has one building at most, and that it has taken fewer hits than it can bear. A site
// must have its settler, and only quarry and lumber camp have a counter.
func (a *audit) building(i int, b *Building) {
	s := a.state
	a.Wrong(i > 0 && byPlace(s.Buildings[i-1], b) >= 0 || s.CastleAt(b.At) != nil,
		"a %s at %d, out of order or in a castle", b.Kind, b.At)
	a.Beyond(b.Hits >= a.tables.BuildingOf(b.Kind).Hits, "a %s at %d with %d hits", b.Kind, b.At, b.Hits)
	a.Wrong(b.Hits < 0 || b.Site != 0 && b.Hits > 0, "a %s at %d with %d hits", b.Kind, b.At, b.Hits)
	if b.Site != 0 && !slices.ContainsFunc(s.On(b.At), func(u *Unit) bool { return u.Settler && u.Realm == b.Site }) {
		a.Say("nobody builds the %s at %d", b.Kind, b.At)
	}
	a.Beyond(b.Counter > 0 && b.Counter >= a.tables.Rules.Counter, "a %s at %d counts %d", b.Kind, b.At, b.Counter)
	if counts := b.Kind == tables.Quarry || b.Kind == tables.LumberCamp; b.Counter < 0 || b.Counter > 0 &&
		(!counts || b.Site != 0) {
		a.Say("a %s at %d counts %d", b.Kind, b.At, b.Counter)
	}
	if owned := b.Kind == tables.Outpost || b.Kind == tables.Training; !owned && b.Owner != 0 || owned &&
		b.Owner == 0 &&
		b.Site == 0 {
		a.Say("the %s at %d is of realm %d", b.Kind, b.At, b.Owner)
	}
}

// fields checks that two units share a field only if a settler builds there beside a unit of his own realm. No two
// castles may share walls.
func (a *audit) fields() {
	s := a.state
	for i, u := range s.Units {
		for _, v := range s.Units[i+1:] {
			if u.At != v.At {
				continue
			}
			b := s.Building(u.At)
			a.Wrong(u.Realm != v.Realm || u.Settler == v.Settler || b == nil || b.Site != u.Realm,
				"%s and %s stand in the same field", u.Name(), v.Name())
		}
	}
	for i := range s.Realms {
		for k := range s.Realms[:i] {
			a.Wrong(s.Grid.Distance(s.Realms[i].Castle, s.Realms[k].Castle) < 3,
				"the castles of realms %d and %d share walls", k+1, i+1)
		}
	}
}

// supplies checks that no more tiles or dice are in use than there are, and that no die is on two units. Tiles are
// counted only once somebody plays.
func (a *audit) supplies() {
	s := a.state
	for i := range a.tables.Tile {
		n := s.Stock(&a.tables.Tile[i])
		a.Beyond(n < 0 && len(s.Realms) > 0, "%d tiles of %s are left", n, a.tables.Tile[i].Tile)
	}
	n := s.Supply(a.tables)
	a.Beyond(n < 0, "%d weakening dice are left", n)
	a.Wrong(s.Bank < 0, "%d dice are in the bank", s.Bank)
	seen := map[int]bool{}
	for _, u := range s.Units {
		for _, w := range u.Weak {
			a.Wrong(seen[w.Seq], "weakening die %d lies on two units", w.Seq)
			seen[w.Seq] = true
		}
	}
}
