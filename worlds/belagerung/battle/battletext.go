package battle

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// battleText is the text of an attack phase while it is read.
type battleText struct {
	frame.BattleText
	tables *tables.Tables
	state  *realm.State
	fields map[game.Place]tables.Terrain
	castle [2]bool
	free   int64 // weakening dice; −1: as many as in the tables
	lines  []orders.Line
	all    []order.Field // the fields with defenders, in the order of the text
	named  map[int]int   // the line of each unit, by its number
}

// The words of such a text that are not in orders.
var (
	terrainWords = map[tables.Terrain][]string{tables.Plain: {"Ebene", "Plain"}, tables.Hill: {"Huegel", "Hill"},
		tables.Forest: {"Wald", "Forest"}, tables.River: {"Fluss", "River"}}
	standWords = map[tables.Kind][]string{tables.Fortress: {order.FortressWord.De, order.FortressWord.En},
		tables.Trebuchet: {"Tribock", "Trebuchet"}}
	castleWords = []string{"Burg", "Castle"}
	wallWords   = []string{"Mauer", "Wall"}
	boardWords  = []string{"Brett", "Board"}
	diceWords   = []string{"Wuerfel", "Dice"}
	weakWords   = []string{"geschwaecht", "weakened"}
)

// Examples of good lines, and the keys of the sentences with them.
const (
	groundLine = "Huegel 4/2 5/2"
	unitLine   = "E3 4/1 Schwert Bogen"
	aimLine    = "E3 > 4/2"
)

// beyond is the place of a castle that the text does not name: far from all fields.
const beyond game.Place = -1 << 20

// Read reads the text of an attack phase.
func Read(r *frame.Book[*tables.Tables], t *tables.Tables, text string) (game.Battle, []orders.Problem) {
	s := &realm.State{Schema: realm.Schema, Turn: 1, Round: 2, Next: 1,
		Grid:  game.Grid{Width: realm.MostField, Height: realm.MostField},
		Units: []*realm.Unit{}, Buildings: []*realm.Building{}}
	for i, name := range names {
		s.Realms = append(s.Realms, realm.Realm{Person: frame.Person{Number: i + 1, Name: name}, Castle: beyond,
			Fortress: realm.Values{Power: t.Rules.FortressPower, Range: t.Rules.FortressRange}})
	}
	f := &battleText{tables: t, state: s, fields: map[game.Place]tables.Terrain{}, free: -1, named: map[int]int{}}
	f.Line = f.line
	f.Terms = map[string]string{groundLine: "battle-file.ground-line", unitLine: "battle-file.unit-line"}
	f.Example = func(side int, line string) string {
		switch {
		case side == frame.NoSide:
			return groundLine
		case strings.Contains(line, ">"):
			return aimLine
		}
		return unitLine
	}
	f.Read(text)
	if len(f.Problems) > 0 {
		return nil, f.Problems
	}
	return f.ready(r)
}

// ready returns the battle, if all its attacks are possible on the board.
func (f *battleText) ready(r *frame.Book[*tables.Tables]) (game.Battle, []orders.Problem) {
	s := f.state
	s.Terrain = make([]tables.Terrain, s.Grid.Size())
	for i := range s.Terrain {
		s.Terrain[i] = tables.Plain
	}
	for p, terrain := range f.fields {
		s.Terrain[p] = terrain
	}
	n := *f.tables
	if f.free >= 0 {
		n.Rules.Weakening = f.free
		for _, u := range s.Units {
			n.Rules.Weakening += int64(len(u.Weak))
		}
	}
	out := &single{at: realm.Position{Rules: r, Tables: &n, State: s}, seed: f.Seed, orders: f.lines}
	if len(f.lines) == 0 {
		out.orders = f.everybody(out)
	}
	for _, p := range turn.Attack(out.at, out.orders, game.Seed{}, fight.Still).Refused[1] {
		p.What = sided(p.What)
		f.Wrong(p.Line, p)
	}
	if f.Sort(); len(f.Problems) > 0 {
		return nil, f.Problems
	}
	return out, nil
}

// everybody makes one attack for each unit, in the order of their numbers, on all that it reaches. If no unit reaches
// anything, each attacks everything.
func (f *battleText) everybody(s *single) []orders.Line {
	board := realm.Board{Position: s.at, Me: s.at.State.Realm(1)}
	var able, all []orders.Line
	for _, u := range board.State.Of(1) {
		if u.Settler {
			continue
		}
		line := orders.Line{Position: orders.Position{Line: f.named[u.Number], Col: 1}, Section: 'K'}
		line.Order = order.AttackOrder{Unit: order.Name{Number: u.Number}, Aim: order.Aim{Targets: f.all}}
		all = append(all, line)
		o := order.AttackOrder{Unit: order.Name{Number: u.Number}}
		for _, at := range f.all {
			if _, wrong := fight.AimAt(board, u, at, false); wrong.Code == "" {
				o.Targets = append(o.Targets, at)
			}
		}
		if line.Order = o; len(o.Targets) > 0 && fight.BusyWith(board, u) == "" {
			able = append(able, line)
		}
	}
	if len(able) == 0 {
		return all
	}
	return able
}

// place reads a field of the board.
func (f *battleText) place(l *orders.Reading) (order.Field, game.Place) {
	t := l.Peek()
	at := order.ReadField(l)
	p := realm.Place(f.state.Grid, at.X, at.Y)
	if p == game.Nowhere {
		l.Bad(t, phrase.P("no-such-field", phrase.XY("field", at.X, at.Y)))
	}
	return at, p
}

// board reads `Brett 18 12`: how many columns and rows there are.
func (f *battleText) board(t orders.Token, l *orders.Reading) {
	g := game.Grid{Width: int(l.Number("field", 1, realm.MostField)),
		Height: int(l.Number("field", 1, realm.MostField))}
	if len(f.fields) > 0 || len(f.state.Buildings) > 0 {
		l.Bad(t, phrase.P("battle-file.board"))
	}
	if l.Problem == nil {
		f.state.Grid = g
	}
}

// line reads a line.
func (f *battleText) line(side int, r *orders.Reading) bool {
	t := r.Peek()
	if k := f.kind(t); k != "" {
		r.Skip()
		f.build(side, k, t, r)
		return side != frame.NoSide
	}
	switch {
	case side == frame.NoSide:
		f.ground(t, r)
		return false
	case orders.Among(t.Value, castleWords), orders.Among(t.Value, wallWords):
		r.Skip()
		f.castleOf(side, orders.Among(t.Value, wallWords), t, r)
	case order.CounterWord.Is(t):
		r.Skip()
		f.state.Realms[side].CounterEngine = order.ReadCounter(r)
		return false
	case len(r.Tokens) > 1 && side == frame.Attackers && !orders.IsNumber(r.Tokens[1]):
		at := f.At()
		if o := order.ReadAttack(r); r.Problem == nil {
			f.lines = append(f.lines, orders.Line{Position: orders.Position{Line: at, Col: 1}, Section: 'K',
				Order: o})
		}
	default:
		f.unit(side, t, r)
	}
	return true
}

// kind is the building that a word names, or "" if there is none.
func (f *battleText) kind(t orders.Token) tables.Kind {
	for k, words := range standWords {
		if orders.Among(t.Value, words) {
			return k
		}
	}
	return order.KindOf(t.Value, slices.Concat(order.Built, order.Engines))
}

// ground reads `Huegel 4/2 5/2`, or `Wuerfel 2` for the number of free weakening dice.
func (f *battleText) ground(t orders.Token, l *orders.Reading) {
	l.Skip()
	switch {
	case orders.Among(t.Value, diceWords):
		f.free = l.Number("dice", 0, realm.MostPoints)
		return
	case orders.Among(t.Value, boardWords):
		f.board(t, l)
		return
	}
	var all []string
	for _, row := range []tables.Terrain{tables.Plain, tables.Hill, tables.Forest, tables.River} {
		if !orders.Among(t.Value, terrainWords[row]) {
			all = append(all, terrainWords[row]...)
			continue
		}
		for first := true; first || l.More(); first = false {
			if _, p := f.place(l); l.Problem == nil {
				f.fields[p] = row
			}
		}
		return
	}
	for _, k := range slices.Concat(order.Built, order.Engines) {
		all = append(all, order.KindWords[k]...)
	}
	all = slices.Concat(all, standWords[tables.Fortress], standWords[tables.Trebuchet], diceWords, boardWords)
	order.Unknown(l, t, "battle-file.before", all)
}

// build reads `Schmiede 6/6 2`: its place and its hits. A fortress also has `Kraft 10 Reichweite 5`. Outpost and
// training site belong to the side.
func (f *battleText) build(side int, k tables.Kind, t orders.Token, l *orders.Reading) {
	at, p := f.place(l)
	b := &realm.Building{Kind: k, At: p}
	if l.More() && orders.IsNumber(l.Peek()) {
		b.Hits = l.Number("hits", 0, f.tables.BuildingOf(k).Hits-1)
	}
	if k == tables.Fortress {
		if b.Values = f.state.Realms[0].Fortress; l.More() {
			b.Values = order.ReadValues(l)
		}
	}
	if k == tables.Outpost || k == tables.Training {
		if side == frame.NoSide {
			l.Bad(t, phrase.P("battle-file.owned", phrase.Str("got", orders.Clip(t.Value))))
		}
		b.Owner = side + 1
	}
	if l.Problem == nil && f.state.Building(b.At) != nil {
		l.Bad(t, phrase.P("battle-file.taken", phrase.XY("field", at.X, at.Y)))
	}
	if l.Problem == nil && len(l.Tokens) == 0 {
		f.state.Raise(b)
		f.target(side, at)
	}
}

// castleOf reads `Burg 8/6 2` or, below it, `Mauer 8/7 3`: its place and its hits.
func (f *battleText) castleOf(side int, wall bool, t orders.Token, l *orders.Reading) {
	at, p := f.place(l)
	r := &f.state.Realms[side]
	most := f.tables.Rules.CastleHits - 1
	if wall {
		most = f.tables.Rules.WallHits
	}
	hits := int64(0)
	if l.More() {
		hits = l.Number("hits", 0, most)
	}
	d := f.state.Grid.Toward(r.Castle, p)
	switch {
	case l.Problem != nil:
	case wall && (!f.castle[side] || d == 0):
		l.Bad(t, phrase.P("battle-file.wall", phrase.XY("field", at.X, at.Y)))
	case wall:
		r.Walls[d-1] = hits
		f.target(side, at)
	case f.castle[side]:
		l.Bad(t, phrase.P("battle-file.castle-twice"))
	case len(realm.Around(f.state.Grid, p)) != 6 || f.state.Grid.Distance(p, f.state.Realms[1-side].Castle) < 3:
		l.Bad(t, phrase.P("battle-file.castle", phrase.XY("field", at.X, at.Y)))
	default:
		f.castle[side], r.Castle, r.Hits = true, p, hits
		f.target(side, at)
	}
}

// target notes a field that may be attacked, for texts that name no attacks.
func (f *battleText) target(side int, at order.Field) {
	if side == frame.Defenders && !slices.Contains(f.all, at) {
		f.all = append(f.all, at)
	}
}

// unit reads `E3 4/1 Schwert Bogen geschwaecht 3 1`, or `S1 4/1`.
func (f *battleText) unit(side int, t orders.Token, l *orders.Reading) {
	n := order.ReadUnit(l)
	at, p := f.place(l)
	u := &realm.Unit{Number: n.Number, Realm: side + 1, Settler: n.Settler, At: p}
	for l.More() && !orders.Among(l.Peek().Value, weakWords) {
		now := l.Peek()
		if y := order.ReadSymbol(l); u.Has(y) || u.Settler {
			l.Bad(now, phrase.P("battle-file.symbol", realm.UnitArg("unit", u)))
		} else {
			u.Symbols = append(u.Symbols, y)
		}
	}
	if l.More() {
		l.Skip()
		for first := true; first || l.More(); first = false {
			f.state.LastWeak++
			u.Weak = append(u.Weak, realm.Weakening{Seq: f.state.LastWeak,
				Pips: l.Number("pips", 1, f.tables.Rules.Die)})
		}
	}
	if l.Problem == nil && !u.Settler && len(u.Symbols) == 0 {
		p := orders.Missing(l.Text, "want.symbol", l.Example)
		l.Problem = &p
	}
	there := slices.ContainsFunc(f.state.On(p),
		func(v *realm.Unit) bool { return v.Realm != u.Realm || v.Settler == u.Settler })
	switch {
	case l.Problem != nil:
	case u.Settler && f.state.Settler(u.Realm, u.Number) != nil, !u.Settler && f.state.Unit(u.Number) != nil:
		l.Bad(t, phrase.P("battle-file.twice", realm.UnitArg("unit", u)))
	case there || f.state.CastleAt(u.At) != nil:
		l.Bad(t, phrase.P("battle-file.taken", phrase.XY("field", at.X, at.Y)))
	default:
		if !u.Settler {
			f.named[u.Number], f.state.LastUnit = f.At(), max(f.state.LastUnit, u.Number)
		}
		f.state.Add(u)
		f.target(side, at)
	}
}
