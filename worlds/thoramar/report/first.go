package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// The units of a first letter: warriors who conquer, and riders who look around.
var (
	conquerors = tables.Unit{Type: 'K', Class: 'M'}
	scouts     = tables.Unit{Type: 'R', Class: 'L'}
)

// firstConquests is how many armies of a first letter conquer.
const firstConquests = 2

// FirstLetter recruits armies in the capital that conquer fields beside it, and riders who look at what is beyond.
// check is the realm's receipt.
func FirstLetter(p realm.Position, number int, check func(text string) game.Checked) string {
	r := p.State.Realm(number)
	if r == nil || number == 0 || r.Fallen {
		return ""
	}
	l := firstLetter{Position: p, turn: turn.On(p, game.Seed{}).Turn, r: r,
		First: rulekit.First{Book: p.Rules.Words(r.Lang), Check: check}}
	if l.from = l.capital(); l.from == game.Nowhere {
		return ""
	}
	dirs := l.around()
	id := int32(0)
	for range firstConquests {
		id = l.free(conquerors, id)
		if i := l.Take(l.ways(dirs, realm.ArmyName{Unit: conquerors, ID: id}, realm.Conquer)...); i >= 0 {
			dirs = slices.Delete(dirs, i, i+1)
		}
	}
	l.Take(l.ways(dirs, realm.ArmyName{Unit: scouts, ID: l.free(scouts, 0)}, realm.Defend)...)
	if row := l.Tables.RowOf(number, conquerors); row != nil && l.Letter() == "" { // none gets anywhere: one is a guard
		l.Take(l.army(realm.ArmyName{Unit: conquerors, ID: l.free(conquerors, 0)}, row.RecruitMin, 0, realm.Defend,
			phrase.P("first.stays")))
	}
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Position
	rulekit.First
	turn *realm.Turn
	r    *realm.Realm
	from game.Place // where armies are recruited
}

// capital is where the realm recruits: its capital, or otherwise another building. It is Nowhere if it has none.
func (l *firstLetter) capital() game.Place {
	found := game.Nowhere
	for _, at := range l.State.Land(l.r.Number) {
		switch b := l.State.Fields[at].Building; {
		case b == nil:
		case b.Kind == "HST":
			return at
		case found == game.Nowhere:
			found = at
		}
	}
	return found
}

// around lists the directions to fields beside the capital whose terrain the realm knows, and to which warriors get in
// a week. The richest comes first, and those on whose way or ground armies lose men come last.
func (l *firstLetter) around() (dirs []game.Direction) {
	worth := map[game.Direction]int64{}
	row := l.Tables.RowOf(l.r.Number, conquerors)
	for d := game.Direction(1); row != nil && d <= 6; d++ {
		at, points, hurdle := l.turn.Step(l.r.Number, conquerors, l.from, d)
		if hurdle != "" || points > row.Move || !l.r.Seen.Has(at) {
			continue
		}
		dirs = append(dirs, d)
		terrain := l.turn.TerrainFor(l.r.Number, at)
		if worth[d] = terrain.Income; terrain.Loss || l.turn.Ford(l.from, d) {
			worth[d] = -1
		}
	}
	slices.SortStableFunc(dirs, func(a, b game.Direction) int { return cmp.Compare(worth[b], worth[a]) })
	return dirs
}

// ways are a new army that goes in each of the directions.
func (l *firstLetter) ways(dirs []game.Direction, name realm.ArmyName, command realm.Command) (out []rulekit.Way) {
	row := l.Tables.RowOf(l.r.Number, name.Unit)
	if row == nil {
		return nil
	}
	men, goes := max(row.RecruitMin, row.Conquer*5/4), "first.conquers"
	if command != realm.Conquer {
		men, goes = row.RecruitMin, "first.looks"
	}
	for _, d := range dirs {
		terrain := l.turn.TerrainFor(l.r.Number, l.State.Grid.Step(l.from, d))
		why := phrase.P(goes, phrase.Key("way", "first.way."+string('0'+byte(d))), phrase.Key("terrain", terrain.Key()),
			phrase.Num("income", terrain.Income))
		out = append(out, l.army(name, men, d, command, why))
	}
	return out
}

// army is a new army with an order for its first week.
func (l *firstLetter) army(name realm.ArmyName, men int64, d game.Direction, command realm.Command,
	why phrase.Phrase) rulekit.Way {
	return rulekit.Way{
		{Section: 'R', Line: order.RecruitOrder{Army: name, Count: men, At: l.State.XY(l.r.Number, l.from)}.Print(nil, phrase.De),
			Why: phrase.P("first.recruited", phrase.Num("men", men), phrase.Key("unit", "unit."+name.Unit.String()))},
		{Section: 'A', Line: order.Brief{ArmyOrder: order.ArmyOrder{Army: name, Plan: realm.Plan{d}, Command: command,
			Flag: realm.Shown}}.Print(nil, phrase.De), Why: why}}
}

// free is the first free number of a unit behind another.
func (l *firstLetter) free(u tables.Unit, behind int32) int32 {
	id := behind + 1
	for l.State.Army(l.r.Number, realm.ArmyName{Unit: u, ID: id}) != nil {
		id++
	}
	return id
}

// Guide says in a language that the game has no fixed goal, and what it takes to conquer (§1.3, §13.4, §13.5), and explains
// the report.
func Guide(p realm.Position, number int, lang phrase.Lang) (none game.Guide) {
	if number == 0 || p.State.Realm(number) == nil {
		return none
	}
	var men [2]int64
	for i, u := range []tables.Unit{conquerors, scouts} {
		if row := p.Tables.RowOf(number, u); row != nil {
			men[i] = row.Conquer
		}
	}
	book := p.Rules.Words(lang)
	guide := rulekit.Guide(book, legend(turn.On(p, game.Seed{}).Turn, nil, number, book), phrase.P("aims.goal"),
		phrase.P("aims.free", phrase.Num("foot", men[0]), phrase.Num("horse", men[1])), phrase.P("aims.taken"))
	for i := range p.Tables.Unit {
		guide.Codes = append(guide.Codes, game.Code{Code: p.Tables.Unit[i].Unit, Name: book.T(p.Tables.Unit[i].Key())})
	}
	for i := range p.Tables.Building {
		guide.Codes = append(guide.Codes, game.Code{Code: p.Tables.Building[i].Code, Name: book.T(p.Tables.Building[i].Key())})
	}
	return guide
}
