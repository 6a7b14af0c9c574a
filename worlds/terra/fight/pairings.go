package fight

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// Pair finds who fights whom when the clock has stopped, how strong they are, and who plays the battle at the table. A
// garrison at 0 falls at once.
func Pair(t *rulekit.Turn, p realm.Position) []*realm.Battle {
	found := meetings(t, p)
	weigh(t, p, found)
	s := seat(t, p, found)
	found = append(found, mercenaries(t, p, found, s)...)
	call(t, p, found)
	return found
}

// What is drawn in the phase of pairings: the first subject of its dice.
const (
	drawBattle int64 = iota
	drawStandIn
	drawMercenary
	drawMap
	drawNumber
)

// meetings lists the battles for fields, by place. Two armies fight each other; one on foreign land fights the
// garrison, which falls at once if it is at 0 (§6.1–§6.3).
func meetings(t *rulekit.Turn, p realm.Position) []*realm.Battle {
	var out []*realm.Battle
	for at := range p.State.Fields {
		place := game.Place(at)
		f, there := &p.State.Fields[at], p.State.Armies(place)
		switch {
		case len(there) > 1:
			a, b := there[0], there[1]
			if defends(p, place, a, b) {
				a, b = b, a
			}
			out = append(out, &realm.Battle{At: place, Sides: [2]realm.Side{armySide(p, a), armySide(p, b)}})
		case len(there) == 0 || f.Owner == there[0].Realm:
		case p.State.Unit(there[0]).Avoids:
			t.Tell(phrase.P("stands-by", phrase.Num("army", there[0].Army), phrase.At("field", place)), there[0].Realm)
		case f.Garrison == 0:
			Conquer(t, p, place, there[0].Realm)
		default:
			out = append(out, &realm.Battle{At: place,
				Sides: [2]realm.Side{armySide(p, there[0]), {Role: realm.Garrison, Owner: f.Owner, Status: f.Garrison}}})
		}
	}
	return out
}

// armySide is a standing army as a side of a battle.
func armySide(p realm.Position, u realm.Unit) realm.Side {
	return realm.Side{Role: realm.Standing, Owner: u.Realm, Army: u.Army, Status: p.State.Unit(u).Status}
}

// defends reports whether a defends a field against b. Its owner does; on others' land the army that was there first
// does (§6.4). If both were there before the round began, the last battle there decides.
func defends(p realm.Position, at game.Place, a, b realm.Unit) bool {
	if owner := p.State.Fields[at].Owner; owner == a.Realm || owner == b.Realm {
		return owner == a.Realm
	}
	if came, other := p.State.Unit(a).Entered, p.State.Unit(b).Entered; came != other {
		return came < other
	}
	for _, last := range slices.Backward(p.State.Battles) {
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

// free reports whether a realm plays and may have one more battle.
func (s *seats) free(r *realm.Realm) bool { return r.Plays && s.taken[r.Number] < s.most }

// take gives a battle to the realms that lead its sides.
func (s *seats) take(b *realm.Battle, players ...int) {
	b.Table = true
	for i, p := range players {
		b.Sides[i].Player = p
		s.taken[p]++
	}
}

// seat decides which battles are played at the table, and by whom. Armies against armies come first, then garrisons,
// each in a drawn order (§6.5–§6.7).
func seat(t *rulekit.Turn, p realm.Position, found []*realm.Battle) *seats {
	s := &seats{most: p.Tables.Rules.Table, taken: make([]int, len(p.State.Realms)+1)}
	order := slices.Clone(found)
	slices.SortStableFunc(order, func(a, b *realm.Battle) int {
		return cmp.Or(cmp.Compare(a.Sides[realm.Defender].Role, b.Sides[realm.Defender].Role),
			cmp.Compare(lot(t, p, a), lot(t, p, b)))
	})
	for _, b := range order {
		us := p.State.Realm(b.Sides[realm.Attacker].Owner)
		if !s.free(us) {
			continue
		}
		them := p.State.Realm(b.Sides[realm.Defender].Owner)
		switch {
		case them != nil && s.free(them):
			s.take(b, us.Number, them.Number)
		case b.Sides[realm.Defender].Role == realm.Garrison:
			if stand := standIn(t, p, s, b); stand > 0 {
				s.take(b, us.Number, stand)
			}
		}
	}
	return s
}

func lot(t *rulekit.Turn, p realm.Position, b *realm.Battle) int64 {
	return t.Dice(drawBattle, int64(b.At)).N(1 << 40)
}

// standIn finds who leads a garrison if its owner does not: kings without land first, then the realm with the fewest
// battles, drawn among equals. It returns 0 if nobody can.
func standIn(t *rulekit.Turn, p realm.Position, s *seats, b *realm.Battle) int {
	best, least := 0, int64(0)
	for i := range p.State.Realms {
		r := &p.State.Realms[i]
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

// mercenaries pairs realms with room for more battles, as often as possible: the two with the fewest battles that have
// not met yet, then those that have (§6.8).
func mercenaries(t *rulekit.Turn, p realm.Position, found []*realm.Battle, s *seats) []*realm.Battle {
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
		order := waiting(t, p, s, int64(len(out)))
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

// waiting lists the realms that may have one more battle, those with the fewest first, equals in a drawn order.
func waiting(t *rulekit.Turn, p realm.Position, s *seats, which int64) []int {
	var out []int
	for i := range p.State.Realms {
		if s.free(&p.State.Realms[i]) {
			out = append(out, i+1)
		}
	}
	lot := func(realm int) int64 { return t.Dice(drawMercenary, which, int64(realm)).N(1 << 40) }
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.taken[a], s.taken[b]), cmp.Compare(lot(a), lot(b)))
	})
	return out
}

// Battles have numbers of three digits, which do not show how many others there are. Each round deals a number to
// every field of the map, fought for or not. A map with too many fields for that has numbers of four digits.
const (
	lowest      = 100 // least number
	mostDealt   = 700 // the most fields for which three digits are enough, with room for mercenaries
	greatFactor = 10  // factor for the numbers of a larger map
)

// call gives the battles just paired their round, their numbers and, at the table, a map of the battlefield (§6.10).
// Dice are keyed by the field; for mercenaries by who meets, and how often they have met. So no other battle changes
// them.
func call(t *rulekit.Turn, p realm.Position, found []*realm.Battle) {
	if len(found) == 0 {
		return
	}
	fields, taken := make([]int, len(p.State.Fields)), make(map[int]bool, len(p.State.Fields))
	for at := range fields {
		fields[at] = numberOf(t, p, taken, int64(at))
	}
	met := map[[2]int]int64{}
	for _, b := range found {
		b.Round = p.State.Round
		key := []int64{int64(b.At)}
		if b.At == game.Nowhere {
			x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
			pair := [2]int{min(x, y), max(x, y)}
			key = append(key, int64(pair[0]), int64(pair[1]), met[pair])
			met[pair]++
			b.Number = numberOf(t, p, taken, key...)
		} else {
			b.Number = fields[b.At]
		}
		if b.Table {
			b.Map = 1 + int(t.Dice(append([]int64{drawMap}, key...)...).N(int64(p.Tables.Rules.Maps)))
		}
	}
}

// numberOf draws a number that is not taken yet, and takes it.
func numberOf(t *rulekit.Turn, p realm.Position, taken map[int]bool, key ...int64) int {
	low := int64(lowest)
	if len(p.State.Fields) > mostDealt {
		low *= greatFactor
	}
	d := t.Dice(append([]int64{drawNumber}, key...)...)
	for {
		if n := int(d.Between(low, low*greatFactor-1)); !taken[n] {
			taken[n] = true
			return n
		}
	}
}
