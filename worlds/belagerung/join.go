package belagerung

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Join puts a castle on the board, with its walls and its first units, and gives
// the realm its treasure (§2.5). With the second realm the first one's turn begins;
// more may come until that turn is over.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	r, err := w.newcomer(j)
	if err != nil {
		return nil, 0, err
	}
	s, t := w.state.clone(), w.tables
	s.Terrain = slices.Clone(s.Terrain)
	if r.Castle = s.castleSite(t); r.Castle == game.Nowhere {
		return nil, 0, game.Refused("no-castle", phrase.Num("n", t.Rules.CastleDistance))
	}
	s.Terrain[r.Castle] = Plain
	for _, q := range around(s.Grid, r.Castle) {
		s.Terrain[q] = Plain
	}
	s.Realms = append(s.Realms, r)
	s.Bank++
	s.firstUnits(t, r.Number, r.Castle)
	if len(s.Realms) == 2 {
		s.Next = 1
	}
	return &World{rules: w.rules, tables: t, state: s, eased: w.eased}, r.Number, nil
}

// firstUnits are a sword, a bow and the settlers, on the walls from direction 1 on.
func (s *State) firstUnits(t *Tables, whose int, castle game.Place) {
	walls := around(s.Grid, castle)
	for i, y := range []Symbol{Sword, Bow} {
		s.LastUnit++
		s.add(&Unit{Number: s.LastUnit, Realm: whose, At: walls[i], Symbols: []Symbol{y}})
	}
	for i := range min(t.Rules.Settlers, len(walls)-2) {
		s.add(&Unit{Number: i + 1, Realm: whose, Settler: true, At: walls[i+2]})
	}
}

// HandOver: the realm as it stands, with another player's name and wishes.
func (w *World) HandOver(whose int, to game.Player) game.World {
	s := w.state.clone()
	r := s.realm(whose)
	r.Person = r.Given(to)
	r.Missed = r.Person.Missed(r.Missed)
	return &World{rules: w.rules, tables: w.tables, state: s, eased: w.eased}
}

// newcomer checks what was asked for; an error says what there is.
func (w *World) newcomer(j game.Joining) (Realm, error) {
	switch {
	case w.state.Over:
		return Realm{}, game.Refused("over")
	case w.state.Turn > 1:
		return Realm{}, game.Refused("begun")
	}
	if err := w.Offers(j); err != nil {
		return Realm{}, err
	}
	who, err := frame.Newcomer(j, len(w.state.Realms)+1, w.Realms())
	if err == nil {
		who, err = who.Equipped()
	}
	n := &w.tables.Rules
	fortress := Values{Power: n.FortressPower, Range: n.FortressRange}
	return Realm{Person: who, Treasure: n.StartTreasure, Fortress: fortress}, err
}

// castleSite is where the next castle stands: in the middle of the west edge, the
// east, the north, the south; on a board drawn at large the places farthest from
// all castles follow. Nowhere: there is no room.
func (s *State) castleSite(t *Tables) game.Place {
	w, h := s.Grid.Width, s.Grid.Height
	for _, f := range []Field{{2, (h + 1) / 2}, {w - 1, (h + 1) / 2}, {(w + 1) / 2, h - 1}, {(w + 1) / 2, 2}} {
		if p := place(s.Grid, f.X, f.Y); s.roomForCastle(t, p) {
			return p
		}
	}
	best, far := game.Nowhere, 0
	for i := range s.Terrain {
		p := game.Place(i)
		if t.Rules.Board != "example" && s.roomForCastle(t, p) && s.farFromCastles(p) > far {
			best, far = p, s.farFromCastles(p)
		}
	}
	return best
}

// roomForCastle: the walls are on the board, nothing is built there, and the other
// castles are far enough.
func (s *State) roomForCastle(t *Tables, p game.Place) bool {
	ring := around(s.Grid, p)
	if len(ring) < 6 || s.farFromCastles(p) < t.Rules.CastleDistance {
		return false
	}
	return !slices.ContainsFunc(append(ring, p), func(q game.Place) bool { return s.building(q) != nil })
}

// farFromCastles is how many hexes lie between a place and the next castle.
func (s *State) farFromCastles(p game.Place) int {
	far := s.Grid.Size()
	for i := range s.Realms {
		far = min(far, s.Grid.Distance(p, s.Realms[i].Castle))
	}
	return far
}
