package report

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// item is one thing that a summary reports: an event, a fight with its course, or what one army did again and again.
type item struct {
	week  int
	what  phrase.Phrase
	under []phrase.Phrase // for a fight: who fought, and how it ended; the last item's are at the end of the shared room
	times int             // how often it happened
	rank  rank
	left  bool // there is no room for it
	far   bool // a fight of others that was only seen
	siege bool // the fights of several weeks
	bout  int  // the index of the fight; −1: none
	hand  bool // the game master changed it by hand: reported first
}

// courses are the events below the heading of a fight.
var courses = map[string]bool{
	"battle-attacker": true, "battle-defender": true, "demons-called": true,
	"battle-even": true, "battle-vain": true, "battle-attackers-won": true, "battle-defenders-won": true,
	"retreat": true, "held-out": true, "scattered": true, "wiped-out": true, "cornered": true, "slain": true,
}

// repeated has, for what an army may do every week, the sentence that reports all of it at once. It adds up gold and
// men, and has the last of the other numbers.
var repeated = map[string]string{
	"plundered": "summary.plundered", "was-plundered": "summary.was-plundered",
	"shot": "summary.shot", "was-shot": "summary.was-shot",
}

// rank decides what a summary reports first if there is not enough room.
type rank int

const (
	always     rank = iota // the reader's fights, and what the game master changed
	settlement             // of the year: two lines
	loss                   // of an army, a field, a sorcerer
	combat
	won
	other
	strange // a fight of others
)

// ranks has the ranks of events that are not other. A loss is reported whatever its phase.
var ranks = map[string]rank{
	"harvest": settlement, "upkeep": settlement,

	"lost-field": loss, "revolt": loss, "revolt-militia": loss, "capital-taken": loss, "temple-razed": loss,
	"work-lost": loss,
	"wiped-out": loss, "cornered": loss, "scattered": loss, "slain": loss, "shot-scattered": loss, "shot-dead": loss,
	"march-lost": loss, "sea-lost": loss, "cargo-lost": loss, "gate-lost": loss, "caravan-ends": loss,
	"hold-unpaid": loss, "points-spent": loss, "kills-master": loss, "breaks-free": loss, "was-freed": loss,
	"demon-free": loss, "demon-lost": loss, "demon-vanished": loss, "demon-banished": loss,
	"upkeep-unpaid": loss, "army-disbands": loss, "desertion-near": loss, "realm-fallen": loss,

	"battle": combat, "battle-weeks": combat, "battle-vain-line": combat, "was-plundered": combat, "was-shot": combat,

	"conquered": won, "plundered": won, "shot": won, "building-damaged": won, "building-gone": won, "freed": won,
}

// rankOf is the rank of an item. For events that are also reported about strangers, only the reader's own are losses.
func rankOf(it *item) rank {
	r, known := ranks[it.what.Code]
	switch {
	case it.hand, it.bout >= 0 && !it.far:
		return always
	case !known:
		return other
	case it.far:
		return strange
	case r == loss && (it.what.Code == "shot-scattered" || it.what.Code == "shot-dead") && !own(it.what):
		return won
	}
	return r
}

// What an event is to a summary, if no item reports it.
const (
	counted = -1 // by its kind, together with others
	silent  = -2 // not at all: an item says it, or another event
)

// items collects the events that a summary may report, in their order. The fights of a siege are one item.
func (p *page) items() []item {
	out, under, of := p.happenings[:0], p.courses[:0], p.itemOf[:0]
	fight := -1 // the item of the fight whose course comes next; −1 after any other event
	for i := range p.told {
		e := &p.told[i]
		of = append(of, counted)
		switch {
		case e.Code == "held-up" && p.haltOf(i).weeks == 0:
			of[i] = silent
		case IsDetail(e.Code) && !courses[e.Code]: // round by round
			of[i] = silent
		case trifles[e.Code] || routine[e.Phase] && ranks[e.Code] != loss:
		case e.Code == "battle":
			out, fight = p.battle(out, i)
			of[i] = fight
		case fight >= 0 && courses[e.Code] && fight == len(out)-1 && !out[fight].siege:
			if of[i] = fight; IsDetail(e.Code) {
				of[i] = silent
			}
			if _, untold := p.tellBout(i, true); untold {
				continue
			}
			under = append(under, e.Phrase)
			out[fight].under = under[len(under)-len(out[fight].under)-1:]
		case fight >= 0 && courses[e.Code]:
			if of[i] = fight; IsDetail(e.Code) {
				of[i] = silent
			}
			if p.ofSiege(i) {
				out[fight].under = append(slices.Clip(out[fight].under), e.Phrase)
			}
		case repeated[e.Code] != "":
			out, of[i] = again(out, item{week: e.Week, what: e.Phrase, times: 1, bout: -1})
			fight = -1
		default:
			out, fight = append(out, item{week: e.Week, what: e.Phrase, times: 1, bout: -1,
				hand: e.Phase == game.EditPhase}), -1
			of[i] = len(out) - 1
		}
	}
	p.happenings, p.courses, p.itemOf = out, under, of
	return out
}

// battle adds the item of a fight, unless its siege has one already, and returns its index.
func (p *page) battle(out []item, at int) ([]item, int) {
	i := p.boutOf(at)
	b := &p.bouts[i]
	what, _ := p.tellBout(at, true)
	next := item{week: p.told[at].Week, what: what, times: 1, far: !b.own, bout: i}
	if p.sieged(i) {
		if i != b.first {
			return out, p.bouts[b.first].item
		}
		next.week, next.siege, b.item = 0, true, len(out) // its sentence names the weeks
	}
	return append(out, next), len(out)
}

// ofSiege reports whether an event of a siege comes under its sentence: what happened to an army and, in the last
// week, how it ended.
func (p *page) ofSiege(at int) bool {
	if _, untold := p.tellBout(at, true); untold {
		return false
	}
	switch p.told[at].Code {
	case "battle-attacker", "battle-defender", "demons-called":
		return false
	}
	return true
}

// own reports whether the army of a phrase is the reader's. A stranger's name begins with its realm's number or a `?`.
func own(p phrase.Phrase) bool {
	name := p.Arg("army").S
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// again adds what an army did to what it did before, and returns the index of that item.
func again(list []item, next item) ([]item, int) {
	for i := range list {
		it := &list[i]
		if it.what.Code != next.what.Code || it.what.Arg("army").S != next.what.Arg("army").S {
			continue
		}
		args := append([]phrase.Arg(nil), next.what.Args...)
		for k := range args {
			if n := args[k].Name; n == "gold" || n == "men" {
				args[k].N += it.what.Arg(n).N
			}
		}
		it.what.Args = args
		it.times++
		return list, i
	}
	return append(list, next), len(list)
}

// happened reports the events in their order: the reader's fights and a dozen others, those of the gravest ranks
// first. It counts the rest.
func (p *page) happened() {
	items := p.items()
	places := p.places[:0]
	fights := 0
	for i := range items {
		places, items[i].rank = append(places, i), rankOf(&items[i])
		if items[i].bout >= 0 && items[i].rank == always {
			fights++
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return int(items[a].rank - items[b].rank) })
	room := max(fights+summaryEvents/2, summaryEvents)
	for _, i := range places[min(len(places), room):] {
		items[i].left = true
	}
	p.places = places
	switch {
	case len(items) > 0:
		p.Say("", "summary.happened")
	default:
		p.Say("", "summary.quiet")
	}
	for i := range items {
		if it := &items[i]; !it.left {
			if fights > longFights && it.rank == always && it.bout >= 0 && !it.siege {
				p.shorten(it)
			}
			p.tellItem(it)
		}
	}
	p.countRest(items)
	p.Out = append(p.Out, '\n')
}

// shorten reduces a fight to one line, with what happened to armies and how it ended below.
func (p *page) shorten(it *item) {
	if p.bouts[it.bout].vain {
		return // it is one already
	}
	it.what = p.summed("battle-line", []int{it.bout})
	under := it.under[:0]
	for _, u := range it.under {
		if u.Code != "battle-attacker" && u.Code != "battle-defender" {
			under = append(under, u)
		}
	}
	it.under = under
}

// countRest counts the events that no item reports.
func (p *page) countRest(items []item) {
	var rest []*game.Event
	for i, of := range p.itemOf {
		if of == counted || of >= 0 && items[of].left {
			e := &p.told[i]
			if what, _ := p.tellBout(i, false); what.Code != e.Code {
				told := *e
				told.Phrase, e = what, &told
			}
			rest = append(rest, e)
		}
	}
	p.Counted(rest)
}

// tellItem writes an item of the list, with its week if it has one.
func (p *page) tellItem(it *item) {
	switch what := it.what; {
	case it.times > 1:
		p.Say("- ", repeated[what.Code], append([]phrase.Arg{phrase.Num("n", it.times)}, what.Args...)...)
	case it.week >= 1 && it.week <= realm.Weeks:
		p.Line("- ", phrase.P("summary.week", phrase.Num("n", it.week)), what)
	default:
		p.Line("- ", what)
	}
	for _, u := range it.under {
		p.Line("    ", u)
	}
}
