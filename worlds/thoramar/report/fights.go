package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// battle is a fight about which a realm is told. A siege, or a fight that is fought again and again, is several battles
// of the same sides over the same field. The sides are compared by realms, as armies may fall or come to help.
type battle struct {
	at    int // index of the event that begins it
	field int64
	own   bool  // an army of the reader's was in it
	side  int   // the reader's: 0 attacked, 1 defended, −1 was not in it
	foe   int   // the realm that fought the reader, as tidings number them
	end   int   // index of the last event of its course
	vain  bool  // neither side could harm the other
	first int   // index of the first battle of its siege; its own if there is none
	weeks []int // of all battles of the siege; noted in the first
}

// courses are the events below the heading of a fight, and whether they are a detail of it. What happened to an army is
// none. To a battle in rows belong those of its rounds, too.
var courses = map[string]bool{
	"battle-attacker": true, "battle-defender": true, "demons-called": true, "held-out": true, "battle-rounds": true,
	"battle-even": true, "battle-vain": true, "battle-attackers-won": true, "battle-defenders-won": true,
	"retreat": false, "scattered": false, "wiped-out": false, "cornered": false, "slain": false,
}

// own reports whether the army of a phrase is the reader's. A stranger's name begins with its realm's number or a `?`.
func own(p phrase.Phrase) bool {
	name := p.Arg("army").S
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// rowsCodes is the prefix of the codes of a battle in rows, round by round.
const rowsCodes = "rows."

// IsDetail reports whether an event of this code is a detail of a fight: a siege reports it once for all weeks, and
// again for its last.
func IsDetail(code string) bool { return courses[code] || strings.HasPrefix(code, rowsCodes) }

// findBattles finds the fights and halts about which a realm is told, and which of them belong together.
func (p *page) findBattles() {
	p.findHalts()
	p.battles = p.battles[:0]
	for i := range p.told {
		if p.told[i].Code == "battle" {
			p.battles = append(p.battles, battle{at: i, field: p.told[i].Arg("field").N, first: len(p.battles)})
		}
	}
	clear(p.fought)
	again := false
	for i := range p.battles {
		p.lookAt(i)
		p.fought[p.battles[i].field]++
		again = again || p.fought[p.battles[i].field] > 1
	}
	if again {
		p.findSieges()
	}
}

// findSieges joins the fights of the same sides over a field.
func (p *page) findSieges() {
	type siege struct {
		field int64
		sides string
	}
	firsts := map[siege]int{}
	for i := range p.battles {
		b := &p.battles[i]
		if p.fought[b.field] < 2 {
			continue
		}
		of := siege{b.field, p.sidesOf(i)}
		if _, known := firsts[of]; !known {
			firsts[of] = i
		}
		b.first = firsts[of]
		f, week := &p.battles[b.first], p.told[b.at].Week
		if n := len(f.weeks); n == 0 || f.weeks[n-1] != week {
			f.weeks = append(f.weeks, week)
		}
	}
}

// eventsOfBattle are the events that may be details of a fight: those after its heading, up to the next heading.
func (p *page) eventsOfBattle(i int) []game.Event {
	if i+1 < len(p.battles) {
		return p.told[p.battles[i].at+1 : p.battles[i+1].at]
	}
	return p.told[p.battles[i].at+1:]
}

// fighters yields the events that say who fought in a battle, each with its side.
func (p *page) fighters(i int) func(func(int, *game.Event) bool) {
	return func(yield func(side int, e *game.Event) bool) {
		events := p.eventsOfBattle(i)
		for k := range events {
			if e := &events[k]; e.Code == "battle-attacker" || e.Code == "battle-defender" {
				if !yield(sideOf(e.Code), e) {
					return
				}
			}
		}
	}
}

// course are the events that say how a fight went.
func (p *page) course(i int) []game.Event { return p.told[p.battles[i].at+1 : p.battles[i].end+1] }

// lookAt notes who fought in a battle on which side, whether in vain, and where its course ends.
func (p *page) lookAt(i int) {
	b := &p.battles[i]
	events := p.eventsOfBattle(i)
	b.side, b.foe, b.end = -1, unknownFoe, b.at+len(events)
	course := true
	for k := range events {
		e := &events[k]
		if _, of := courses[e.Code]; course && !of && !IsDetail(e.Code) {
			course, b.end = false, b.at+k
		}
		switch e.Code {
		case "battle-attacker", "battle-defender":
			if whose, _ := splitName(e.Arg("army").S); whose != "" {
				b.foe = min(b.foe, foeNamed(whose))
			}
			if !b.own && own(e.Phrase) {
				b.own, b.side = true, sideOf(e.Code)
			}
		case "battle-vain":
			b.vain = true
		}
	}
}

// sidesOf says whose armies fought whom, as the reader knows them. If armies are in one field, either side may have
// attacked, so that does not matter.
func (p *page) sidesOf(i int) string {
	var sides [2][]string
	for side, e := range p.fighters(i) {
		if whose, _ := splitName(e.Arg("army").S); !slices.Contains(sides[side], whose) {
			sides[side] = append(sides[side], whose)
		}
	}
	for s := range sides {
		slices.Sort(sides[s])
	}
	one, two := strings.Join(sides[0], " "), strings.Join(sides[1], " ")
	return min(one, two) + "/" + max(one, two)
}

func sideOf(code string) int {
	if code == "battle-attacker" {
		return 0
	}
	return 1
}

// splitName splits the name of an army into its owner and the rest. The owner is "" for the reader, "?" if it is
// unknown.
func splitName(name string) (whose, army string) {
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return "", name
	}
	whose, army, _ = strings.Cut(name, ".")
	return whose, army
}

// battleOf is the fight to which an event belongs, or −1 if it belongs to none.
func (p *page) battleOf(at int) int {
	if len(p.battles) == 0 || p.told[at].Code != "battle" && !IsDetail(p.told[at].Code) {
		return -1
	}
	i, found := slices.BinarySearchFunc(p.battles, at, func(b battle, at int) int { return b.at - at })
	if !found {
		i--
	}
	return i
}

// tellBattle says how to report an event of a fight. A fight in which neither side could do anything is one sentence, in
// place of its heading, and what it covers is silent. Any other event is reported as it is.
func (p *page) tellBattle(at int) (what phrase.Phrase, silent bool) {
	e := &p.told[at]
	switch i := p.battleOf(at); {
	case i < 0 || !p.battles[i].vain:
		return e.Phrase, false
	case e.Code == "battle":
		return p.summed("battle-vain-line", []int{i}), false
	}
	return e.Phrase, true
}

// sieged reports whether a fight is one of several, in several weeks.
func (p *page) sieged(i int) bool { return len(p.battles[p.battles[i].first].weeks) > 1 }

// summed is a sentence about some fights of the same sides: who fought, with the numbers before the first and after
// the last fight.
func (p *page) summed(code string, battles []int, args ...phrase.Arg) phrase.Phrase {
	rolls, sides := &p.rolls, &p.sides
	for s := range rolls {
		rolls[s], sides[s] = rolls[s][:0], sides[s][:0]
	}
	for _, i := range battles {
		for side, e := range p.fighters(i) {
			name := e.Arg("army").S
			whose, _ := splitName(name)
			if i != battles[0] {
				side = 1
				if slices.Contains(sides[0], whose) {
					side = 0
				}
			}
			if !slices.Contains(sides[side], whose) {
				sides[side] = append(sides[side], whose)
			}
			rolls[side] = count(rolls[side], tally{name, i, i, e.Arg("men").N, e.Arg("left").N})
		}
	}
	return phrase.P(code, append(slices.Grow(args, 3), phrase.At("field", p.battles[battles[0]].field),
		phrase.Str("attackers", p.enrolled(rolls[0], battles)), phrase.Str("defenders", p.enrolled(rolls[1], battles)))...)
}

// tally is what fights have left of an army.
type tally struct {
	name         string
	first, last  int // the first and the last of the fights it was in
	before, left int64
}

// count adds what a fight left of an army to what is known about it. In one fight several armies of unknown realms may
// have the same name.
func count(list []tally, next tally) []tally {
	for i := range list {
		switch f := &list[i]; {
		case f.name != next.name:
			continue
		case f.last != next.last:
			f.last, f.left = next.last, next.left
		default:
			f.left += next.left
			if f.first == next.last {
				f.before += next.before
			}
		}
		return list
	}
	return append(list, next)
}

// enrolled writes armies by realm, kind and number: `2.D.E 1: 19 -> 10`, or `K.M 1: 10000` for one without losses. If it
// was not in all of some fights, its weeks follow: `R.L 1: 500 (W4-W6)`. A short report has of a long list the sums, and
// the largest.
func (p *page) enrolled(roll []tally, battles []int) string {
	most := len(roll)
	if p.Shown != nil && !p.Broad && most > longRoll {
		most = largest
		slices.SortStableFunc(roll, func(a, b tally) int { return cmp.Compare(b.before, a.before) })
	}
	var before, left int64
	for _, f := range roll {
		before, left = before+f.before, left+f.left
	}
	named := roll[:most]
	slices.SortFunc(named, func(a, b tally) int { return p.byRank(a.name, b.name) })
	var room [256]byte
	out := room[:0]
	for i, f := range named {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(append(out, f.name...), ": "...)
		out = p.Book.AppendNumber(out, f.before)
		if f.left != f.before {
			out = p.Book.AppendNumber(append(out, " -> "...), f.left)
		}
		if f.first != battles[0] || f.last != battles[len(battles)-1] && f.left > 0 {
			from, to := p.told[p.battles[f.first].at].Week, p.told[p.battles[f.last].at].Week
			if out = strconv.AppendInt(append(out, " (W"...), int64(from), 10); from != to {
				out = strconv.AppendInt(append(out, "-W"...), int64(to), 10)
			}
			out = append(out, ')')
		}
	}
	if most < len(roll) {
		return p.Book.Say(phrase.P("short.sum", phrase.Num("before", before), phrase.Num("left", left),
			phrase.Num("n", len(roll)), phrase.Str("list", string(out))))
	}
	return string(out)
}

// A side of more armies than longRoll is summed up, with so many of the largest.
const (
	longRoll = 6
	largest  = 3
)

// byRank compares names of armies as the reader knows them: by realm, kind and number.
func (p *page) byRank(one, two string) int {
	number := func(whose string) int {
		if whose == "" {
			return p.realm
		}
		if n, err := strconv.Atoi(whose); err == nil {
			return n
		}
		return tables.MaxRealm + 1 // unknown
	}
	a, first := splitName(one)
	b, second := splitName(two)
	kind, id, _ := strings.Cut(first, " ")
	other, otherID, _ := strings.Cut(second, " ")
	return cmp.Or(number(a)-number(b), strings.IndexByte(tables.Types, kind[0])-strings.IndexByte(tables.Types, other[0]),
		strings.Compare(kind, other), len(id)-len(otherID), strings.Compare(id, otherID))
}
