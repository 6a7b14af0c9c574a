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

// marches sends an army to a neighbouring province, which it takes. Provinces that are easy to cross come first.
func (l *firstLetter) marches(a *realm.Army) bool {
	goals := slices.Clone(l.State.Province(a.At).Ways)
	goals = slices.DeleteFunc(goals, func(n int) bool { return l.State.Province(n).Terrain == tables.Sea })
	rough := func(n int) int {
		if l.State.Province(n).Terrain == tables.Hard {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(goals, func(a, b int) int { return cmp.Compare(rough(a), rough(b)) })
	var ways []frame.Way
	for _, goal := range goals {
		ways = append(ways, frame.Way{
			{Section: 'A', Line: order.MarchOrder{Army: a.Name, Path: []int{goal}}.Speak(nil, l.r.Lang),
				Why: phrase.P("first.marches", num("men", a.Men()), num("province", goal))},
			{Section: 'A', Line: order.ConquestOrder{Army: a.Name}.Speak(nil, l.r.Lang), Why: phrase.P("first.takes")}})
	}
	return l.Take(ways...) >= 0
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
