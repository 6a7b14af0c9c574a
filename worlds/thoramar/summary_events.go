package thoramar

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// item is one thing a summary tells: an event, a fight with its course, or what
// one army did again and again.
type item struct {
	week  int
	what  phrase.Phrase
	under []phrase.Phrase // of a fight: who, and how it ended; the last item's are at the end of the room for all
	times int             // how often it happened
	rank  rank
	far   bool // a fight of others, only seen
	siege bool // the fights of several weeks
	hand  bool // the game master changed it by hand: told before all else
}

// courses are the events that stand under the heading of a fight.
var courses = map[string]bool{
	"battle-attacker": true, "battle-defender": true, "demons-called": true,
	"battle-even": true, "battle-vain": true, "battle-attackers-won": true, "battle-defenders-won": true,
	"retreat": true, "held-out": true, "scattered": true, "wiped-out": true, "cornered": true, "slain": true,
}

// repeated gives, for what an army may do every week, the sentence that tells
// it all at once: of the numbers it adds up gold and men, and has the last of
// the others.
var repeated = map[string]string{
	"plundered": "summary.plundered", "was-plundered": "summary.was-plundered",
	"shot": "summary.shot", "was-shot": "summary.was-shot",
}

// rank is what a summary tells first where there is more than it has room for.
type rank int

const (
	settlement rank = iota // the year's: two lines
	loss                   // of an army, a field, a sorcerer
	combat
	won
	other
	strange // a fight of others
)

// ranks gives the rank of what is not other. A loss is told whatever phase it
// came in.
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

// rankOf is the rank of an item. Of what is also told of strangers only the own
// is a loss; a fight that destroyed an own army is one.
func rankOf(it *item) rank {
	r, known := ranks[it.what.Code]
	switch {
	case it.hand:
		return settlement
	case !known:
		return other
	case it.far:
		return strange
	case r == loss && (it.what.Code == "shot-scattered" || it.what.Code == "shot-dead") && !own(it.what):
		return won
	}
	for _, u := range it.under {
		if ranks[u.Code] == loss && own(u) {
			return loss
		}
	}
	return r
}

// items gathers the weighty events in their order; the fights of a siege are one item.
func (p *page) items() []item {
	out, under := p.happenings[:0], p.courses[:0]
	fight := -1 // the item of the fight whose course is told next, −1 if something else has been told
	for i := range p.told {
		e := &p.told[i]
		switch {
		case trifles[e.Code] || !weighty[e.Phase] && ranks[e.Code] != loss:
		case e.Code == "battle":
			out, fight = p.battle(out, i)
		case fight >= 0 && courses[e.Code] && fight == len(out)-1 && !out[fight].siege:
			if _, silent := p.tellBout(i, true); silent {
				continue
			}
			under = append(under, e.Phrase)
			out[fight].under = under[len(under)-len(out[fight].under)-1:]
		case fight >= 0 && courses[e.Code]:
			if p.ofSiege(i) {
				out[fight].under = append(slices.Clip(out[fight].under), e.Phrase)
			}
		case repeated[e.Code] != "":
			out, fight = again(out, item{week: e.Week, what: e.Phrase, times: 1}), -1
		default:
			out, fight = append(out, item{week: e.Week, what: e.Phrase, times: 1, hand: e.Phase == game.EditPhase}), -1
		}
	}
	p.happenings, p.courses = out, under
	return out
}

// battle adds the item of a fight, unless that of its siege is there, and tells which it is.
func (p *page) battle(out []item, at int) ([]item, int) {
	i := p.boutOf(at)
	b := &p.bouts[i]
	what, _ := p.tellBout(at, true)
	next := item{week: p.told[at].Week, what: what, times: 1, far: !b.own}
	if p.sieged(i) {
		if i != b.first {
			return out, p.bouts[b.first].item
		}
		next.week, next.siege, b.item = 0, true, len(out) // its sentence names the weeks
	}
	return append(out, next), len(out)
}

// ofSiege tells whether an event of a siege stands under its sentence: what became of an army and, of the last week,
// how it ended.
func (p *page) ofSiege(at int) bool {
	if _, silent := p.tellBout(at, true); silent {
		return false
	}
	switch p.told[at].Code {
	case "battle-attacker", "battle-defender", "demons-called":
		return false
	}
	return true
}

// own tells whether the army of a phrase is the reader's: a stranger's name
// begins with its realm's number or a `?`.
func own(p phrase.Phrase) bool {
	name := argOf(p, "army").S
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// again adds what an army did to what it did before.
func again(list []item, next item) []item {
	for i := range list {
		it := &list[i]
		if it.what.Code != next.what.Code || argOf(it.what, "army").S != argOf(next.what, "army").S {
			continue
		}
		args := append([]phrase.Arg(nil), next.what.Args...)
		for k := range args {
			if n := args[k].Name; n == "gold" || n == "men" {
				args[k].N += argOf(it.what, n).N
			}
		}
		it.what.Args = args
		it.times++
		return list
	}
	return append(list, next)
}

// argOf gives a phrase's argument.
func argOf(p phrase.Phrase, name string) phrase.Arg {
	for _, a := range p.Args {
		if a.Name == name {
			return a
		}
	}
	return phrase.Arg{}
}

// happened tells the weighty events in their order: a dozen, the first of the
// gravest ranks.
func (p *page) happened() {
	items := p.items()
	if len(items) == 0 {
		p.Say("", "summary.quiet")
		p.Out = append(p.Out, '\n')
		return
	}
	p.Say("", "summary.happened")
	places := make([]int, len(items))
	for i := range items {
		places[i], items[i].rank = i, rankOf(&items[i])
	}
	slices.SortStableFunc(places, func(a, b int) int { return int(items[a].rank - items[b].rank) })
	told := places[:min(len(places), summaryEvents)]
	slices.Sort(told)
	more := 0
	for _, i := range places[len(told):] {
		more += items[i].times
	}
	for _, i := range told {
		p.tellItem(&items[i])
	}
	if more > 0 {
		p.Say("", "summary.more", phrase.Num("n", more))
	}
	p.Out = append(p.Out, '\n')
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
