package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Stranger is an army of others as it was seen. Where it can come is a bound from above, by the world's numbers: nobody
// who has a treaty with its realm is known, so all but the onlooker are partners, and nobody is in its way. Roads that
// the onlooker does not see are not there.
type Stranger struct {
	*Outing
	unit tables.Unit
	move int // points a turn
}

// Stranger is such an army: of a realm, 0 if that is not known, and of a kind; "" is any kind that could stand there.
// ok is false for a kind that the tables do not know.
func (g *Outing) Stranger(of int, kind string, at game.Place) (s Stranger, ok bool) {
	s = Stranger{Outing: g}
	u, known := tables.ParseUnit(kind)
	if !known && kind != "" {
		return s, false
	}
	ship := g.TerrainAt(at).Water()
	for i := range g.Tables.Unit {
		row := &g.Tables.Unit[i]
		v := row.Letters()
		switch {
		case known && v == u:
			s.unit, s.move = u, max(s.move, row.Move)
		case kind == "" && v.Ship() == ship, known && u.Type == 'V' && v.Ship() == u.Ship():
			s.move = max(s.move, row.Move)
		}
	}
	if s.unit.Type == 'V' { // as fast as the fastest that could be in it alone
		s.move = max(0, s.move-g.Tables.Rules.FormationSlower)
	}
	if kind == "" { // no kind is hindered less than warriors
		if s.unit = (tables.Unit{Type: 'K', Class: 'L'}); ship {
			s.unit = tables.Unit{Type: 'S', Class: 'L'}
		}
	}
	// realm 0 stands for it: no numbers of a realm's own are its, and its treaties are made up
	free := &g.State.Realms[0]
	free.Treaties = nil
	for other := range g.State.Realms {
		if t := g.State.Treaty(g.number, of); other != 0 && (other != g.number || of != 0 && t == realm.Partner) {
			free.Treaties = append(free.Treaties, realm.TreatyWith{Realm: other, Treaty: realm.Partner})
		}
	}
	return s, true
}

// Roam lists where it can come from a field where it was seen in a week of the turn before, or where it stands at the
// end of that turn (0). Fields that it could have reached by then have week 0.
func (s Stranger) Roam(at game.Place, week int) (out []Found) {
	from := []trail{{at: at, points: s.move, before: -1}}
	ways := map[game.Place][]game.Direction{}
	if week > 0 && week < realm.Weeks {
		for _, f := range spread(from, realm.Weeks-week, s.step) {
			f.Week = 0
			out = append(out, f)
			ways[f.At] = f.Way
			from = append(from, trail{at: f.At, points: s.move, before: -1})
		}
	}
	start := map[game.Place]bool{at: true}
	for _, f := range out {
		start[f.At] = true
	}
	for _, f := range spread(from, realm.Weeks, s.step) {
		if start[f.At] {
			continue
		}
		origin := f.At // where the way began
		for _, d := range slices.Backward(f.Way) {
			origin = s.Grid.Step(origin, d.Opposite())
		}
		f.Way = slices.Concat(ways[origin], f.Way)
		out = append(out, f)
	}
	return out
}

func (s Stranger) step(from *trail, d game.Direction) (to trail, meets, goes bool) {
	if from.points <= 0 {
		return trail{}, false, false
	}
	at, cost, why := s.Step(0, s.unit, from.at, d)
	if why != "" {
		return trail{}, false, false
	}
	return trail{at: at, points: from.points - cost}, false, true
}

// Follow follows it on a way, a step a week.
func (s Stranger) Follow(at game.Place, way []game.Direction) (paces []Pace, stops phrase.Phrase) {
	points := s.move
	for week, d := range way {
		if d == 0 {
			paces = append(paces, Pace{Week: week + 1, At: at, Left: points})
			continue
		}
		if points <= 0 {
			return paces, phrase.P("forecast-points")
		}
		to, cost, why := s.Step(0, s.unit, at, d)
		if why == realm.WorldsEnd && to != game.Nowhere && !s.Receipt.Seen.Has(to) {
			return paces, phrase.P("desk.unknown", phrase.At("spot", to))
		}
		if why != "" {
			return paces, phrase.P("forecast-" + string(why))
		}
		dim := ""
		if !s.unit.Ship() && (!s.Receipt.Clear.Has(at) || !s.Receipt.KnowsEdge(at, to)) {
			dim = "forecast-dim"
		}
		points -= cost
		paces = append(paces, Pace{Week: week + 1, At: to, Cost: cost, Left: points, Dim: dim})
		at = to
	}
	return paces, phrase.Phrase{}
}

// Parsed reads a field as the realm counts it, "3/-2", and is Nowhere if there is none.
func (g *Outing) Parsed(label string) game.Place {
	x, y, ok := game.ReadCounted(label)
	if !ok {
		return game.Nowhere
	}
	return g.Place(g.number, realm.XY{X: x, Y: y})
}
