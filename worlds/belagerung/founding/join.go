package founding

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Join puts a castle on the board, with its walls and its first units, and gives the realm its treasure (§2.5). With
// the second realm the first one's turn begins. More realms may join until that turn is over. It returns the new state,
// and the realm's number.
func Join(p realm.Position, j game.Joining) (*realm.State, int, error) {
	r, err := newcomer(p, j)
	if err != nil {
		return nil, 0, err
	}
	s, t := p.State.Clone(), p.Tables
	s.Terrain = slices.Clone(s.Terrain)
	if r.Castle = castleSite(s, t); r.Castle == game.Nowhere {
		return nil, 0, game.Refused("no-castle", phrase.Num("n", t.Rules.CastleDistance))
	}
	for _, q := range castleFields(s, r.Castle) {
		s.Terrain[q] = tables.Plain
	}
	if t.Rules.FirstWall == tables.ToMiddle {
		r.First = realm.Facing(s.Grid, r.Castle)
	}
	s.Realms = append(s.Realms, r)
	s.Bank++
	firstUnits(s, t, &r)
	if len(s.Realms) == 2 {
		s.Next = 1
	}
	return s, r.Number, nil
}

// firstUnits puts a sword, a bow and the settlers on the walls, one after the other.
func firstUnits(s *realm.State, t *tables.Tables, r *realm.Realm) {
	walls := r.Muster()
	for i, y := range []tables.Symbol{tables.Sword, tables.Bow} {
		s.LastUnit++
		s.Add(&realm.Unit{Number: s.LastUnit, Realm: r.Number, At: s.Grid.Step(r.Castle, walls[i]),
			Symbols: []tables.Symbol{y}})
	}
	for i := range min(t.Rules.Settlers, len(walls)-2) {
		s.Add(&realm.Unit{Number: i + 1, Realm: r.Number, Settler: true, At: s.Grid.Step(r.Castle, walls[i+2])})
	}
}

// HandOver is the state with another player, with the player's name and wishes, for a realm that stays as it is.
func HandOver(s *realm.State, whose int, to game.Player) *realm.State {
	s = s.Clone()
	r := s.Realm(whose)
	r.Person = r.Given(to)
	r.Missed = r.Person.Missed(r.Missed)
	return s
}

// newcomer checks what was asked for. An error lists the choices.
func newcomer(p realm.Position, j game.Joining) (realm.Realm, error) {
	switch {
	case p.State.Over:
		return realm.Realm{}, game.Refused("over")
	case p.State.Turn > 1:
		return realm.Realm{}, game.Refused("begun")
	}
	if err := (rulekit.Alike{}).Offers(j); err != nil {
		return realm.Realm{}, err
	}
	who, err := rulekit.Newcomer(j, len(p.State.Realms)+1, rulekit.Realms(p.State.Realms))
	if err == nil {
		who, err = who.Equipped()
	}
	n := &p.Tables.Rules
	fortress := realm.Values{Power: n.FortressPower, Range: n.FortressRange}
	return realm.Realm{Person: who, Treasure: n.StartTreasure, Fortress: fortress}, err
}

// castleSite is the place of the next castle: a fixed one, or on a drawn board the place farthest from all castles. It
// is Nowhere if there is no room.
func castleSite(s *realm.State, t *tables.Tables) game.Place {
	best, far := fixedSite(s, t), 0
	if best != game.Nowhere {
		return best
	}
	for i := range s.Terrain {
		p := game.Place(i)
		if t.Rules.Board != "example" && roomForCastle(s, t, p) && farFromCastles(s, p) > far {
			best, far = p, farFromCastles(s, p)
		}
	}
	return best
}

// fixedSite is the first place with room for a castle in the middle of the west edge, the east, the north, the south.
func fixedSite(s *realm.State, t *tables.Tables) game.Place {
	w, h := s.Grid.Width, s.Grid.Height
	for _, f := range [][2]int{{2, (h + 1) / 2}, {w - 1, (h + 1) / 2}, {(w + 1) / 2, h - 1}, {(w + 1) / 2, 2}} {
		if p := realm.Place(s.Grid, f[0], f[1]); roomForCastle(s, t, p) {
			return p
		}
	}
	return game.Nowhere
}

// castleFields are the fields that a castle makes plain: its own and those of its walls.
func castleFields(s *realm.State, castle game.Place) []game.Place {
	return append(realm.Around(s.Grid, castle), castle)
}

// NewCastles are the fields that castles of later newcomers would take in the fixed places. There are none once nobody
// can join any more.
func NewCastles(at realm.Position) map[game.Place]bool {
	taken, s := map[game.Place]bool{}, at.State.Clone()
	if s.Turn > 1 {
		return nil
	}
	for p := fixedSite(s, at.Tables); p != game.Nowhere; p = fixedSite(s, at.Tables) {
		for _, q := range castleFields(s, p) {
			taken[q] = true
		}
		s.Realms = append(s.Realms, realm.Realm{Castle: p})
	}
	return taken
}

// roomForCastle reports whether the walls are on the board, nothing is built there, and the other castles are far
// enough away.
func roomForCastle(s *realm.State, t *tables.Tables, p game.Place) bool {
	fields := castleFields(s, p)
	if len(fields) < 7 || farFromCastles(s, p) < t.Rules.CastleDistance {
		return false
	}
	return !slices.ContainsFunc(fields, func(q game.Place) bool { return s.Building(q) != nil })
}

// farFromCastles is the distance in hexes from a place to the nearest castle.
func farFromCastles(s *realm.State, p game.Place) int {
	far := s.Grid.Size()
	for i := range s.Realms {
		far = min(far, s.Grid.Distance(p, s.Realms[i].Castle))
	}
	return far
}
