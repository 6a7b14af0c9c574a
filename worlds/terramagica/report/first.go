package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// FirstLetter sends the army in the home province to take a neighbouring one. Meanwhile a palisade and a new army guard
// the home. check is the realm's receipt.
func FirstLetter(p realm.Position, whose int, check func(text string) game.Checked) string {
	r := p.State.Realm(whose)
	if r == nil || whose == 0 || r.Fallen || p.State.Over || r.Home == 0 {
		return ""
	}
	l := firstLetter{Position: p, First: frame.First{Book: p.Rules.Words(r.Lang), Check: check}, r: r}
	for _, a := range p.State.Armies[whose] {
		if a.At == r.Home && l.marches(a) {
			break
		}
	}
	l.stays()
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Position
	frame.First
	r *realm.Realm
}

// marches sends an army to a neighbouring province, which it takes. From a home that is the realm's only province it
// goes where nobody else goes from theirs.
func (l *firstLetter) marches(a *realm.Army) bool {
	goals := beside(l.State, a.At)
	if held(l.State, l.r.Number) == 1 {
		apart := goalsOf(l.State)
		goals = slices.DeleteFunc(goals, func(n int) bool { return apart[n] != a.At || l.State.Province(n).Owner != 0 })
	}
	var ways []frame.Way
	for _, goal := range goals {
		ways = append(ways, frame.Way{
			{Section: 'A', Line: order.MarchOrder{Army: a.Name, Path: []int{goal}}.Speak(nil, l.r.Lang),
				Why: phrase.P("first.marches", num("men", a.Men()), num("province", goal))},
			{Section: 'A', Line: order.ConquestOrder{Army: a.Name}.Speak(nil, l.r.Lang), Why: phrase.P("first.takes")}})
	}
	return l.Take(ways...) >= 0
}

// beside lists the neighbouring provinces of land. Those that are easy to cross come first.
func beside(s *realm.State, number int) []int {
	out := slices.Clone(s.Province(number).Ways)
	out = slices.DeleteFunc(out, func(n int) bool { return s.Province(n).Terrain == tables.Sea })
	rough := func(n int) int {
		if s.Province(n).Terrain == tables.Hard {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(rough(a), rough(b)) })
	return out
}

// held counts a realm's provinces.
func held(s *realm.State, whose int) (n int) {
	for i := range s.Provinces {
		if s.Provinces[i].Owner == whose {
			n++
		}
	}
	return n
}

// goalsOf gives as many provinces as possible, of those where homes may be, a neighbour that it gives to no other. It
// is from the neighbour to the province. Everybody knows the map, so those who begin do not meet, wherever they are.
func goalsOf(s *realm.State) map[int]int {
	from := map[int]int{}
	var find func(home int, tried map[int]bool) bool
	find = func(home int, tried map[int]bool) bool {
		for _, goal := range beside(s, home) {
			if tried[goal] {
				continue
			}
			tried[goal] = true
			if from[goal] == 0 || find(from[goal], tried) {
				from[goal] = home
				return true
			}
		}
		return false
	}
	for _, least := range []int{2, 0} { // homes have two neighbours of land, as far as there are such provinces
		for i := range s.Provinces {
			n := len(beside(s, i+1))
			if t := s.Provinces[i].Terrain; (t == tables.Land || t == tables.Coast) && n >= least && (least > 0 || n < 2) {
				find(i+1, map[int]bool{})
			}
		}
	}
	return from
}

// guards is how many men a first letter recruits for the home province.
const guards = 15

// stays protects the home province: with a fortification that it does not have yet, and with a new army.
func (l *firstLetter) stays() {
	var ways []frame.Way
	for i := range l.Tables.Wall {
		w := &l.Tables.Wall[i]
		if !slices.Contains(l.State.Province(l.r.Home).Walls, w.Wall) {
			ways = append(ways, frame.Way{{Section: 'B',
				Line: order.BuildOrder{Province: l.r.Home, Wall: w.Wall}.Speak(nil, l.r.Lang),
				Why:  phrase.P("first.walls", num("gold", w.Cost))}})
		}
	}
	l.Take(ways...)
	unit := l.Tables.UnitOf(l.Tables.Rules.FirstUnit)
	if unit == nil {
		return
	}
	name := l.Book.T("first.army")
	if l.State.Army(l.r.Number, name) != nil {
		name += "2"
	}
	l.Take(frame.Way{{Section: 'R', Line: order.RecruitOrder{Unit: unit.Unit, Number: guards, Army: name,
		Province: l.r.Home}.Speak(nil, l.r.Lang),
		Why: phrase.P("first.guards", num("gold", guards*unit.Cost))}})
}

// Aims says how the game is won, and what it takes to conquer a province (§10.1, §10.4, §10.5).
func Aims(p realm.Position, whose int) []string {
	r := p.State.Realm(whose)
	if r == nil || whose == 0 {
		return nil
	}
	enough, land := realm.Enough(p)
	return frame.Aims(p.Rules.Words(r.Lang), phrase.P("aims.goal", num("provinces", enough), num("land", land),
		num("turns", p.Tables.Rules.Turns)), phrase.P("aims.conquest"), phrase.P("aims.home"))
}
