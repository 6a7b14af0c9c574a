package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/tables"
)

// bout is a fight that a realm is told of. A siege, or a fight that is fought again and again, is
// several of the same sides over the same field: realms are the same side, not armies, which fall
// or come to help.
type bout struct {
	at    int // which of the events told begins it
	field int64
	own   bool  // an army of the reader's was in it
	vain  bool  // neither side could do the other anything
	first int   // the first of its siege, by place in the list; itself where there is none
	last  int   // the week of the last of it; noted at the first
	weeks []int // likewise: all of them
	item  int   // likewise: where the letter's text tells of it
}

// details are the events of a fight that a siege tells once for all weeks, and again of its last. What became of an
// army is none of them.
var details = map[string]bool{
	"battle-attacker": true, "battle-defender": true, "demons-called": true, "battle-even": true, "battle-vain": true,
	"battle-attackers-won": true, "battle-defenders-won": true, "held-out": true, "battle-rounds": true,
}

// rowsCodes begin the codes of what happens in a battle in rows, round by round.
const rowsCodes = "rows."

func IsDetail(code string) bool { return details[code] || strings.HasPrefix(code, rowsCodes) }

// findBouts looks for the fights that a realm is told of, and which of them belong together.
func (p *page) findBouts() {
	p.bouts = p.bouts[:0]
	for i := range p.told {
		if p.told[i].Code == "battle" {
			p.bouts = append(p.bouts, bout{at: i, field: p.told[i].Arg("field").N, first: len(p.bouts)})
		}
	}
	clear(p.fought)
	again := false
	for i := range p.bouts {
		p.lookAt(i)
		p.fought[p.bouts[i].field]++
		again = again || p.fought[p.bouts[i].field] > 1
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
	for i := range p.bouts {
		b := &p.bouts[i]
		if p.fought[b.field] < 2 {
			continue
		}
		of := siege{b.field, p.sidesOf(i)}
		if _, known := firsts[of]; !known {
			firsts[of] = i
		}
		b.first = firsts[of]
		f, week := &p.bouts[b.first], p.told[b.at].Week
		if f.last != week {
			f.last, f.weeks = week, append(f.weeks, week)
		}
	}
}

// eventsOfBout are the places of the events that may be details of a fight: those behind its heading, up to the next.
func (p *page) eventsOfBout(i int) (from, to int) {
	if from = p.bouts[i].at + 1; i+1 < len(p.bouts) {
		return from, p.bouts[i+1].at
	}
	return from, len(p.told)
}

// lookAt notes whether the reader has fought, and whether in vain.
func (p *page) lookAt(i int) {
	b := &p.bouts[i]
	from, to := p.eventsOfBout(i)
	for k := from; k < to; k++ {
		switch e := &p.told[k]; e.Code {
		case "battle-attacker", "battle-defender":
			b.own = b.own || own(e.Phrase)
		case "battle-vain":
			b.vain = true
		}
	}
}

// sidesOf is whose armies fought whom, as the reader knows them. Of armies that stand together either side may attack:
// that does not matter.
func (p *page) sidesOf(i int) string {
	var sides [2][]string
	from, to := p.eventsOfBout(i)
	for k := from; k < to; k++ {
		e := &p.told[k]
		if e.Code != "battle-attacker" && e.Code != "battle-defender" {
			continue
		}
		side := sideOf(e.Code)
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

// splitName parts the name of an army from whose it is: "" the reader's, "?" nobody knows.
func splitName(name string) (whose, army string) {
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return "", name
	}
	whose, army, _ = strings.Cut(name, ".")
	return whose, army
}

// boutOf is the fight that an event is of, or −1 if it is of none.
func (p *page) boutOf(at int) int {
	if len(p.bouts) == 0 || p.told[at].Code != "battle" && !IsDetail(p.told[at].Code) {
		return -1
	}
	i, found := slices.BinarySearchFunc(p.bouts, at, func(b bout, at int) int { return b.at - at })
	if !found {
		i--
	}
	return i
}

// tellBout tells how an event of a fight is told: by the sentence of the whole fight, or of the siege, in the place of
// its heading; not at all, where that one has told it; or as it is.
func (p *page) tellBout(at int, sieges bool) (what phrase.Phrase, silent bool) {
	e := &p.told[at]
	i := p.boutOf(at)
	if i < 0 {
		return e.Phrase, false
	}
	b := &p.bouts[i]
	heading := e.Code == "battle"
	switch siege := sieges && p.sieged(i); {
	case siege && heading && i == b.first:
		return p.siege(i), false
	case siege && e.Week < p.bouts[b.first].last:
		return e.Phrase, true
	case b.vain && heading:
		return p.vain(i), false
	case b.vain:
		return e.Phrase, true
	}
	return e.Phrase, false
}

// sieged reports whether a fight is one of several, in several weeks.
func (p *page) sieged(i int) bool { return len(p.bouts[p.bouts[i].first].weeks) > 1 }

// siege is the sentence of all fights of a siege, vain that of a fight in which neither side could do anything.
func (p *page) siege(first int) phrase.Phrase {
	var same []int
	for i := first; i < len(p.bouts); i++ {
		if p.bouts[i].first == first {
			same = append(same, i)
		}
	}
	return p.summed("battle-weeks", same, phrase.Str("weeks", Spans("W", p.bouts[first].weeks)))
}

func (p *page) vain(i int) phrase.Phrase { return p.summed("battle-vain-line", []int{i}) }

// summed is a sentence on some fights of the same sides: who fought, before the first and after the last of them.
func (p *page) summed(code string, bouts []int, args ...phrase.Arg) phrase.Phrase {
	var rooms [2][8]tally
	rolls := [2][]tally{rooms[0][:0], rooms[1][:0]}
	var sides [2][]string
	for _, i := range bouts {
		from, to := p.eventsOfBout(i)
		for k := from; k < to; k++ {
			e := &p.told[k]
			if e.Code != "battle-attacker" && e.Code != "battle-defender" {
				continue
			}
			name, side := e.Arg("army").S, sideOf(e.Code)
			whose, _ := splitName(name)
			if i != bouts[0] {
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
	return phrase.P(code, append(args, phrase.At("field", p.bouts[bouts[0]].field),
		phrase.Str("attackers", p.enrolled(rolls[0])), phrase.Str("defenders", p.enrolled(rolls[1])))...)
}

// tally is what fights have left of an army.
type tally struct {
	name         string
	first, last  int // the first and the last of the fights it was in
	before, left int64
}

// count adds what a fight left of an army to what is known of it. In one fight several may go by the same name: those
// of unknown realms.
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

// enrolled writes armies by realm, kind and number, `2.D.E 1: 19 -> 10`; of who has lost nothing `K.M 1: 10000`.
func (p *page) enrolled(roll []tally) string {
	slices.SortFunc(roll, func(a, b tally) int { return p.byRank(a.name, b.name) })
	var room [256]byte
	out := room[:0]
	for i, f := range roll {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(append(out, f.name...), ": "...)
		out = strconv.AppendInt(out, f.before, 10)
		if f.left != f.before {
			out = strconv.AppendInt(append(out, " -> "...), f.left, 10)
		}
	}
	return string(out)
}

// byRank orders names of armies as the reader knows them: by realm, kind and number.
func (p *page) byRank(one, two string) int {
	number := func(whose string) int {
		switch whose {
		case "":
			return p.realm
		case "?":
			return tables.MaxRealm + 1
		}
		n, err := strconv.Atoi(whose)
		if err != nil {
			return tables.MaxRealm + 1
		}
		return n
	}
	a, first := splitName(one)
	b, second := splitName(two)
	kind, id, _ := strings.Cut(first, " ")
	other, otherID, _ := strings.Cut(second, " ")
	return cmp.Or(number(a)-number(b), strings.IndexByte(tables.Types, kind[0])-strings.IndexByte(tables.Types, other[0]),
		strings.Compare(kind, other), len(id)-len(otherID), strings.Compare(id, otherID))
}
