package terra

import (
	"cmp"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// home are the terrains around a capital. Dice decide which is where.
var home = [6]tables.Terrain{tables.Village, tables.Farmland, tables.Pasture, tables.Pasture, tables.Forest,
	tables.Mountain}

// camps are the directions from the capital in which armies 2, 3, … are at the start. Army 1 is in the capital.
var camps = [6]game.Direction{1, 4, 2, 5, 3, 6}

// leastApart is how near capitals may be if the map is too small for more. Their lands of seven fields then do not
// overlap, nor touch each other's centre.
const leastApart = 3

// Join adds a nation, with seven fields of unowned land and its armies, or a king without land. After every few
// nations, a number of the tables, a neutral city is added.
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	n := &w.at.Tables.Rules
	kind := cmp.Or(j.Kind, realm.Nation)
	switch {
	case kind != realm.Nation && kind != realm.King:
		return nil, 0, fmt.Errorf("there is no kind %q of realm: want %s or %s", j.Kind, realm.Nation, realm.King)
	case j.Culture != "":
		return nil, 0, fmt.Errorf("realms have no culture here, not %q", j.Culture)
	case w.at.State.Over:
		return nil, 0, game.Refused("over")
	case len(w.at.State.Realms) >= n.RealmsMost:
		return nil, 0, game.Refused("full", phrase.Num("n", n.RealmsMost))
	}
	who, err := rulekit.Newcomer(j, len(w.at.State.Realms)+1, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	next := w.with(w.at.State.Clone())
	s := next.at.State
	r := realm.Realm{
		Person: who, King: kind == realm.King, Capital: game.Nowhere, Treasury: n.StartTreasury,
	}
	r.Newcomer = !r.King
	s.Realms = append(s.Realms, r)
	if !r.King {
		if err := settle(next.at, r.Number, seed); err != nil {
			return nil, 0, err
		}
	}
	return next, r.Number, nil
}

// settle gives a nation its land and armies, and the world a neutral city if one
// is due.
func settle(p realm.Position, nation int, seed game.Seed) error {
	s := p.State
	at := site(p, seed)
	if at == game.Nowhere {
		return game.Refused("no-site")
	}
	r := &s.Realms[nation-1]
	r.Capital = at
	around := home
	shuffle(seed.Throw(0, 0, "home"), around[:])
	give(p, at, tables.City, nation)
	for i, terrain := range around {
		give(p, s.Grid().Step(at, game.Direction(i+1)), terrain, nation)
	}
	for i := range p.Tables.Rules.Armies {
		camp := at
		if i > 0 {
			camp = s.Grid().Step(at, camps[i-1])
		}
		r.Armies = append(r.Armies,
			realm.Army{At: camp, Target: camp, Status: p.Tables.Rules.ArmySize, Command: tables.Advance})
	}
	nations := 0
	for i := range s.Realms {
		if s.Realms[i].Capital != game.Nowhere {
			nations++
		}
	}
	if nations%p.Tables.Rules.CityEvery == 0 {
		if city := freeCity(p, seed); city != game.Nowhere {
			give(p, city, tables.City, 0)
		}
	}
	return nil
}

// give gives a field its state at the start, with a full garrison.
func give(p realm.Position, at game.Place, terrain tables.Terrain, owner int) {
	p.State.Fields[at] = realm.Field{Terrain: terrain, Owner: owner, Garrison: p.Tables.Terrain[terrain].Garrison}
}

// site draws one of the unowned places with six unowned neighbours. Its nearest capital must be as near as the rules
// allow. If no place is that far away, it draws one of those farthest from other capitals.
func site(p realm.Position, seed game.Seed) game.Place {
	s := p.State
	want := p.Tables.Rules.CapitalDistance
	var best []game.Place
	bestApart := 0
	for p := range s.Fields {
		at := game.Place(p)
		if !vacant(s, at) {
			continue
		}
		apart := farFromOthers(s, at)
		if apart < leastApart {
			continue
		}
		if better := nearer(apart, bestApart, want); better {
			best, bestApart = nil, apart
		}
		if apart == bestApart {
			best = append(best, at)
		}
	}
	if len(best) == 0 {
		return game.Nowhere
	}
	return best[seed.Throw(0, 0, "site").N(int64(len(best)))]
}

// nearer reports whether a distance is better than the best so far: the least of those that are at least want, or else
// the greatest of those below.
func nearer(apart, best, want int) bool {
	switch {
	case best == 0:
		return true
	case best < want:
		return apart > best
	}
	return apart >= want && apart < best
}

// vacant reports whether a field and its six neighbours are unowned land without an army.
func vacant(s *realm.State, at game.Place) bool {
	for d := game.Direction(0); d <= 6; d++ {
		q := s.Grid().Step(at, d)
		if q == game.Nowhere || s.Fields[q].Owner != 0 || s.Fields[q].Terrain == tables.City || len(s.Armies(q)) > 0 {
			return false
		}
	}
	return true
}

// farFromOthers is the distance to the nearest capital; for a first nation it is as great as possible.
func farFromOthers(s *realm.State, at game.Place) int {
	least := s.Width + s.Height
	for i := range s.Realms {
		if c := s.Realms[i].Capital; c != game.Nowhere {
			least = min(least, s.Grid().Distance(at, c))
		}
	}
	return least
}

// freeCity draws an unowned field for a neutral city, away from capitals and other unowned cities, or Nowhere if there
// is none.
func freeCity(p realm.Position, seed game.Seed) game.Place {
	s := p.State
	far := p.Tables.Rules.CityDistance
	var room []game.Place
	for p := range s.Fields {
		at := game.Place(p)
		if s.Fields[p].Owner != 0 || s.Fields[p].Terrain == tables.City || len(s.Armies(at)) > 0 ||
			farFromOthers(s, at) < far {
			continue
		}
		near := false
		for q := range s.Fields {
			near = near || s.Fields[q].Owner == 0 && s.Fields[q].Terrain == tables.City &&
				s.Grid().Distance(at, game.Place(q)) < far
		}
		if !near {
			room = append(room, at)
		}
	}
	if len(room) == 0 {
		return game.Nowhere
	}
	return room[seed.Throw(0, 0, "city").N(int64(len(room)))]
}

// HandOver returns the world with another player, with the player's name and wishes, for a realm that stays as it is.
func (w *World) HandOver(realm int, to game.Player) game.World {
	s := w.at.State.Clone()
	r := &s.Realms[realm-1]
	r.Person, r.NoMap, r.Plays, r.Newcomer = r.Given(to), false, false, len(r.Armies) > 0
	return w.with(s)
}
