package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// FirstLetter sends the greatest army to take a neighbouring province. If it is in foreign land, it takes that first.
// Meanwhile a fortification and men guard the home. check is the realm's receipt.
func FirstLetter(p realm.Position, whose int, check func(text string) game.Checked) string {
	r := p.State.Realm(whose)
	if r == nil || whose == 0 || r.Fallen || p.State.Over || r.Home == 0 {
		return ""
	}
	l := firstLetter{Position: p, First: rulekit.First{Book: p.Rules.Words(r.Lang), Check: check}, r: r}
	if list := p.State.Armies[whose]; len(list) > 0 {
		l.army = slices.MaxFunc(list, func(a, b *realm.Army) int {
			return cmp.Compare(a.Upkeep(p.Tables), b.Upkeep(p.Tables))
		})
		l.looks(l.army, l.marches(l.army))
	}
	l.stays()
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Position
	rulekit.First
	r    *realm.Realm
	army *realm.Army // the greatest; nil: none is left
}

// marches sends an army to a neighbouring province, which it takes. From a home that is the realm's only province it
// goes where nobody else goes from theirs. An army in foreign land takes that.
func (l *firstLetter) marches(a *realm.Army) (to int) {
	foreign := l.State.Province(a.At).Owner != l.r.Number && l.State.Province(a.At).Terrain != tables.Sea
	takes := rulekit.FirstOrder{Section: 'A', Line: order.ConquestOrder{Army: a.Name}.Print(nil, l.r.Lang),
		Why: phrase.P("first.takes")}
	if foreign {
		takes.Why = phrase.P("first.storms", num("province", a.At))
		l.Take(rulekit.Way{takes})
		return 0
	}
	goals := slices.DeleteFunc(beside(l.State, a.At), func(n int) bool { return l.State.Province(n).Owner == l.r.Number })
	if l.State.Owned(l.r.Number) == 1 {
		apart := goalsOf(l.State)
		goals = slices.DeleteFunc(goals, func(n int) bool { return apart[n] != a.At || l.State.Province(n).Owner != 0 })
	}
	why := "first.marches"
	if a.At != l.r.Home {
		why = "first.marches-on"
	}
	var ways []rulekit.Way
	for _, goal := range goals {
		ways = append(ways, rulekit.Way{
			{Section: 'A', Line: order.MarchOrder{Army: a.Name, Path: []int{goal}}.Print(nil, l.r.Lang),
				Why: phrase.P(why, num("men", a.Men()), num("province", goal))},
			takes})
	}
	if i := l.Take(ways...); i >= 0 {
		return goals[i]
	}
	return 0
}

// looks sends a part of an army to another province beside it, where free land may have no guards: it is taken in the
// same week then. to is where the army itself goes; 0: it goes nowhere.
func (l *firstLetter) looks(a *realm.Army, to int) {
	s := a.Stack(l.Tables.Rules.FirstUnit)
	if to == 0 || s == nil || l.Tables.Rules.GuardMin > 0 {
		return
	}
	name, men := l.Book.T("first.second"), s.Number*2/5
	var ways []rulekit.Way
	for _, goal := range beside(l.State, a.At) {
		if goal == to || l.State.Province(goal).Owner != 0 {
			continue
		}
		ways = append(ways, rulekit.Way{
			{Section: 'A', Line: order.SplitOrder{Army: a.Name, Number: men, Unit: s.Unit, New: name}.Print(nil, l.r.Lang),
				Why: phrase.P("first.splits", num("men", men))},
			{Section: 'A', Line: order.MarchOrder{Army: name, Path: []int{goal}}.Print(nil, l.r.Lang),
				Why: phrase.P("first.looks", num("province", goal))},
			{Section: 'A', Line: order.ConquestOrder{Army: name}.Print(nil, l.r.Lang)}})
	}
	l.Take(ways...)
}

// beside lists the neighbouring provinces of land. Those that are easy to cross come first.
func beside(s *realm.State, number int) []int {
	out := slices.Clone(s.Province(number).Ways)
	out = slices.DeleteFunc(out, func(n int) bool { return s.Province(n).Terrain == tables.Sea })
	return rulekit.Before(out, func(n int) bool { return s.Province(n).Terrain != tables.Hard })
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

// stays protects the home province: with a fortification that it does not have yet and that leaves the week's taxes for
// the upkeep, and with men for the army there, or a new one.
func (l *firstLetter) stays() {
	var ways []rulekit.Way
	for i := range l.Tables.Wall {
		w := &l.Tables.Wall[i]
		if w.Cost <= l.r.Gold && !slices.Contains(l.State.Province(l.r.Home).Walls, w.Wall) {
			ways = append(ways, rulekit.Way{{Section: 'B',
				Line: order.BuildOrder{Province: l.r.Home, Wall: w.Wall}.Print(nil, l.r.Lang),
				Why:  phrase.P("first.walls", num("gold", w.Cost))}})
		}
	}
	l.Take(ways...)
	unit := l.Tables.UnitOf(l.Tables.Rules.FirstUnit)
	if unit == nil {
		return
	}
	why, o := "first.guards", order.RecruitOrder{Unit: unit.Unit, Number: guards, Army: l.Book.T("first.army"),
		Province: l.r.Home}
	if l.State.Army(l.r.Number, o.Army) != nil {
		o.Army += "2"
	}
	for _, a := range l.State.Armies[l.r.Number] {
		if a.At == l.r.Home && a != l.army && len(a.March) == 0 {
			why, o.Army, o.Province = "first.more", a.Name, 0
		}
	}
	l.Take(rulekit.Way{{Section: 'R', Line: o.Print(nil, l.r.Lang), Why: phrase.P(why, num("gold", guards*unit.Cost))}})
}

// goal says how the game is won (§10.4, §10.5).
func goal(p realm.Position) phrase.Phrase {
	enough, land := realm.Enough(p)
	return phrase.P("aims.goal", num("provinces", enough), num("land", land), num("turns", p.Tables.Rules.Turns))
}

// Guide says in a language how the game is won, and what it takes to conquer a province (§10.1, §10.4, §10.5), and
// explains the report.
func Guide(p realm.Position, whose int, lang phrase.Lang) (none game.Guide) {
	if whose == 0 || p.State.Realm(whose) == nil {
		return none
	}
	return rulekit.Guide(p.Rules.Words(lang), legend(p, whose, lang), goal(p), phrase.P("aims.conquest"), phrase.P("aims.home"))
}
