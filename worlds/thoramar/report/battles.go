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

// findBattles finds the fights about which a realm is told, and which of them belong together.
func (a *account) findBattles() {
	a.battles, a.battleAt = a.battles[:0], append(a.battleAt[:0], make([]int32, len(a.told))...)
	for i := range a.told {
		if a.told[i].Code == "battle" {
			a.battles = append(a.battles, battle{at: i, field: a.told[i].Arg("field").N, first: len(a.battles)})
		}
	}
	clear(a.fought)
	again := false
	for i := range a.battles {
		a.lookAt(i)
		a.fought[a.battles[i].field]++
		again = again || a.fought[a.battles[i].field] > 1
	}
	if again {
		a.findSieges()
	}
}

// findSieges joins the fights of the same sides over a field.
func (a *account) findSieges() {
	type siege struct {
		field int64
		sides string
	}
	firsts := map[siege]int{}
	for i := range a.battles {
		b := &a.battles[i]
		if a.fought[b.field] < 2 {
			continue
		}
		of := siege{b.field, a.sidesOf(i)}
		if _, known := firsts[of]; !known {
			firsts[of] = i
		}
		b.first = firsts[of]
		f, week := &a.battles[b.first], a.told[b.at].Week
		if n := len(f.weeks); n == 0 || f.weeks[n-1] != week {
			f.weeks = append(f.weeks, week)
		}
	}
}

// eventsOfBattle are the events that may be details of a fight: those after its heading, up to the next heading.
func (a *account) eventsOfBattle(i int) []game.Event {
	if i+1 < len(a.battles) {
		return a.told[a.battles[i].at+1 : a.battles[i+1].at]
	}
	return a.told[a.battles[i].at+1:]
}

// fighters yields the events that say who fought in a battle, each with its side.
func (a *account) fighters(i int) func(func(int, *game.Event) bool) {
	return func(yield func(side int, e *game.Event) bool) {
		events := a.eventsOfBattle(i)
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
func (a *account) course(i int) []game.Event { return a.told[a.battles[i].at+1 : a.battles[i].end+1] }

// lookAt notes who fought in a battle on which side, whether in vain, where its course ends, and what its details are.
func (a *account) lookAt(i int) {
	b := &a.battles[i]
	a.battleAt[b.at] = int32(i + 1)
	events := a.eventsOfBattle(i)
	b.side, b.foe, b.end = -1, unknownFoe, b.at+len(events)
	course := true
	for k := range events {
		e := &events[k]
		if IsDetail(e.Code) {
			a.battleAt[b.at+1+k] = int32(i + 1)
		} else if _, of := courses[e.Code]; course && !of {
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
func (a *account) sidesOf(i int) string {
	sides := &a.sides
	sides[0], sides[1] = sides[0][:0], sides[1][:0]
	for side, e := range a.fighters(i) {
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
func (a *account) battleOf(at int) int { return int(a.battleAt[at]) - 1 }

// sieged reports whether a fight is one of several, in several weeks.
func (a *account) sieged(i int) bool { return len(a.battles[a.battles[i].first].weeks) > 1 }

// lastOf is the last fight of the siege to which a fight belongs.
func (a *account) lastOf(i int) int {
	for k := len(a.battles) - 1; k > i; k-- {
		if a.battles[k].first == a.battles[i].first {
			return k
		}
	}
	return i
}

// result is 1 if the reader's side won a fight, −1 if it lost, 0 if nobody won.
func (a *account) result(i int) int {
	course := a.course(i)
	for k := len(course) - 1; k >= 0; k-- {
		switch won := slices.Index([]string{"battle-attackers-won", "battle-defenders-won"}, course[k].Code); won {
		case -1:
		case a.battles[i].side:
			return 1
		default:
			return -1
		}
	}
	return 0
}

// mentioned reports whether the course of some fights says what became of an army.
func (a *account) mentioned(battles []int, army string) bool {
	ended := func(e game.Event) bool {
		return (e.Code == "scattered" || e.Code == "cornered" || e.Code == "slain") && e.Arg("army").S == army
	}
	return slices.ContainsFunc(battles, func(i int) bool { return slices.ContainsFunc(a.course(i), ended) })
}

// With whom something was, if it was no realm. Their order is that of the report, behind the realms.
const (
	wildFoe    = 1<<30 + iota // armies of nobody
	unknownFoe                // armies without a sign
	ownAffairs                // nobody
	others                    // others among themselves
)

// foeNamed is the realm whose armies are named so.
func foeNamed(whose string) int {
	switch whose {
	case "":
		return ownAffairs
	case "0":
		return wildFoe
	case "?":
		return unknownFoe
	}
	n, _ := strconv.Atoi(whose)
	return n
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

// rollsOf are the armies of some fights of the same sides, by side. They are gone when the next are asked for.
func (a *account) rollsOf(battles []int) *[2][]tally {
	for s := range a.rolls {
		a.rolls[s], a.sides[s] = a.rolls[s][:0], a.sides[s][:0]
	}
	for _, i := range battles {
		for side, e := range a.fighters(i) {
			name := e.Arg("army").S
			whose, _ := splitName(name)
			if i != battles[0] {
				side = 1
				if slices.Contains(a.sides[0], whose) {
					side = 0
				}
			}
			if !slices.Contains(a.sides[side], whose) {
				a.sides[side] = append(a.sides[side], whose)
			}
			a.rolls[side] = count(a.rolls[side], tally{name, i, i, e.Arg("men").N, e.Arg("left").N})
		}
	}
	return &a.rolls
}

// byRank compares names of armies as the reader knows them: by realm, kind and number.
func (a *account) byRank(one, two string) int {
	number := func(whose string) int {
		switch whose {
		case "":
			return a.realm
		case "?":
			return tables.MaxRealm + 1
		}
		n, _ := strconv.Atoi(whose)
		return n
	}
	one, first := splitName(one)
	two, second := splitName(two)
	kind, id, _ := strings.Cut(first, " ")
	other, otherID, _ := strings.Cut(second, " ")
	return cmp.Or(number(one)-number(two), strings.IndexByte(tables.Types, kind[0])-strings.IndexByte(tables.Types, other[0]),
		strings.Compare(kind, other), len(id)-len(otherID), strings.Compare(id, otherID))
}
