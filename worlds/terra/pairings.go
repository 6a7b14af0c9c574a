package terra

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// pairings finds who fights whom when the clock has stopped, how strong they
// are, and who plays it at the table.
func pairings(t *turn) {
	found := t.meetings()
	t.weigh(found)
	s := t.seat(found)
	found = append(found, t.mercenaries(found, s)...)
	t.call(found)
	for _, b := range found {
		t.state.Battles = append(t.state.Battles, *b)
		t.drawn = append(t.drawn, len(t.state.Battles)-1)
		t.announce(b)
	}
	if t.awaits() {
		t.Tell(phrase.P("nothing-to-tell"), slices.DeleteFunc(t.all(), t.atTable)...)
		t.offerStakes()
	}
}

// offerStakes tells who has a computed battle before him that he may stake on it (§8.12).
func (t *round) offerStakes() {
	most := t.tables.Rules.StakeMost / stakeGives * order.StakeStep
	for i := range t.state.Realms {
		if t.state.Realms[i].Treasury < order.StakeStep || most == 0 {
			continue
		}
		if have := t.list(func(b *realm.Battle) bool { return stakesOf(b, i+1) >= 0 }); have != orNone("") {
			first, _, _ := strings.Cut(have, ",")
			t.Tell(phrase.P("may-stake", phrase.Str("have", have), phrase.Str("first", strings.TrimPrefix(first, "G")),
				phrase.Num("most", most)), i+1)
		}
	}
}

// atTable tells whether a realm leads a side at the table this round.
func (t *board) atTable(nation int) bool {
	return slices.ContainsFunc(t.state.Battles,
		func(b realm.Battle) bool { return b.Round == t.state.Round && side(&b, nation) >= 0 })
}

// What is drawn in the phase of pairings; the first subject of its dice.
const (
	drawBattle int64 = iota
	drawStandIn
	drawMercenary
	drawMap
	drawNumber
)

// meetings lists the battles for fields, by place: two armies fight each other, one
// on foreign land the garrison; a garrison at 0 falls at once (§6.1–§6.3).
func (t *round) meetings() []*realm.Battle {
	var out []*realm.Battle
	for at := range t.state.Fields {
		place := game.Place(at)
		f, there := &t.state.Fields[at], t.state.Armies(place)
		switch {
		case len(there) > 1:
			out = append(out, t.encounter(place, there[0], there[1]))
		case len(there) == 0 || f.Owner == there[0].Realm:
		case t.state.Unit(there[0]).Avoids:
			t.Tell(phrase.P("stands-by", phrase.Num("army", there[0].Army), phrase.At("field", place)), there[0].Realm)
		case f.Garrison == 0:
			t.conquer(place, there[0].Realm)
		default:
			out = append(out, &realm.Battle{At: place,
				Sides: [2]realm.Side{t.army(there[0]), {Role: realm.Garrison, Owner: f.Owner, Status: f.Garrison}}})
		}
	}
	return out
}

// army is a standing army as a side of a battle.
func (t *board) army(u realm.Unit) realm.Side {
	return realm.Side{Role: realm.Standing, Owner: u.Realm, Army: u.Army, Status: t.state.Unit(u).Status}
}

// encounter pairs two armies. The owner of the field defends; on others' land who
// was there first (§6.4).
func (t *board) encounter(at game.Place, a, b realm.Unit) *realm.Battle {
	if t.defends(at, a, b) {
		a, b = b, a
	}
	return &realm.Battle{At: at, Sides: [2]realm.Side{t.army(a), t.army(b)}}
}

// defends tells whether a defends a field against b. Of two that stood there before
// the round began, the last battle there tells who was first.
func (t *board) defends(at game.Place, a, b realm.Unit) bool {
	if owner := t.state.Fields[at].Owner; owner == a.Realm || owner == b.Realm {
		return owner == a.Realm
	}
	if came, other := t.state.Unit(a).Entered, t.state.Unit(b).Entered; came != other {
		return came < other
	}
	for _, last := range slices.Backward(t.state.Battles) {
		if d := &last.Sides[realm.Defender]; last.At == at && d.Role == realm.Standing {
			return d.Owner == a.Realm
		}
	}
	return true
}

// seats counts, by realm, the battles at the table of this round.
type seats struct {
	most  int
	taken []int
}

// free tells whether a realm plays and may have one more.
func (s *seats) free(r *realm.Realm) bool { return r.Plays && s.taken[r.Number] < s.most }

// take gives a battle to those who lead its sides.
func (s *seats) take(b *realm.Battle, players ...int) {
	b.Table = true
	for i, p := range players {
		b.Sides[i].Player = p
		s.taken[p]++
	}
}

// seat decides which battles are played at the table, and by whom: armies against
// armies first, then garrisons, each in an order drawn (§6.5–§6.7).
func (t *round) seat(found []*realm.Battle) *seats {
	s := &seats{most: t.tables.Rules.Table, taken: make([]int, len(t.state.Realms)+1)}
	order := slices.Clone(found)
	slices.SortStableFunc(order, func(a, b *realm.Battle) int {
		return cmp.Or(cmp.Compare(a.Sides[realm.Defender].Role, b.Sides[realm.Defender].Role),
			cmp.Compare(t.lot(a), t.lot(b)))
	})
	for _, b := range order {
		us := t.state.Realm(b.Sides[realm.Attacker].Owner)
		if !s.free(us) {
			continue
		}
		them := t.state.Realm(b.Sides[realm.Defender].Owner)
		switch {
		case them != nil && s.free(them):
			s.take(b, us.Number, them.Number)
		case b.Sides[realm.Defender].Role == realm.Garrison:
			if stand := t.standIn(s, b); stand > 0 {
				s.take(b, us.Number, stand)
			}
		}
	}
	return s
}

func (t *round) lot(b *realm.Battle) int64 { return t.Dice(drawBattle, int64(b.At)).N(1 << 40) }

// standIn finds who leads a garrison whose owner does not: kings without land
// first, then who has the fewest battles, of equals drawn; 0 nobody.
func (t *round) standIn(s *seats, b *realm.Battle) int {
	best, least := 0, int64(0)
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if !s.free(r) || r.Number == b.Sides[realm.Attacker].Owner {
			continue
		}
		rank := int64(s.taken[r.Number])<<41 | t.Dice(drawStandIn, int64(b.At), int64(r.Number)).N(1<<40)
		if !r.King {
			rank |= 1 << 60
		}
		if best == 0 || rank < least {
			best, least = r.Number, rank
		}
	}
	return best
}

// mercenaries pairs who has room left, as often as it goes: the two with the fewest
// battles who have not met yet, then those who have (§6.8).
func (t *round) mercenaries(found []*realm.Battle, s *seats) []*realm.Battle {
	met := map[[2]int]bool{}
	note := func(b *realm.Battle) {
		x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
		met[[2]int{min(x, y), max(x, y)}] = true
	}
	for _, b := range found {
		if b.Table {
			note(b)
		}
	}
	var out []*realm.Battle
	for {
		order := t.waiting(s, int64(len(out)))
		if len(order) < 2 {
			return out
		}
		x, y := order[0], order[1]
		for i := range order {
			if k := slices.IndexFunc(order[i+1:],
				func(o int) bool { return !met[[2]int{min(order[i], o), max(order[i], o)}] }); k >= 0 {
				x, y = order[i], order[i+1+k]
				break
			}
		}
		b := &realm.Battle{At: game.Nowhere, Sides: [2]realm.Side{{Role: realm.Mercenaries}, {Role: realm.Mercenaries}}}
		s.take(b, x, y)
		note(b)
		out = append(out, b)
	}
}

// waiting lists who may have one more battle, those with the fewest first, equals
// in an order drawn.
func (t *round) waiting(s *seats, which int64) []int {
	var out []int
	for i := range t.state.Realms {
		if s.free(&t.state.Realms[i]) {
			out = append(out, i+1)
		}
	}
	lot := func(realm int) int64 { return t.Dice(drawMercenary, which, int64(realm)).N(1 << 40) }
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.taken[a], s.taken[b]), cmp.Compare(lot(a), lot(b)))
	})
	return out
}
