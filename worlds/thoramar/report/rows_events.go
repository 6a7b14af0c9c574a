package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/turn"
)

// eventRow is how a report says an event; silent: another row has said it. A fight in which neither side could do
// anything is one sentence, in place of its heading, and what it covers is silent. An army that is held up again and
// again is said once, in the first of those weeks.
func eventRow(book *phrase.Book, a *account, at int) (what phrase.Phrase, silent bool) {
	what = a.told[at].Phrase
	switch i := a.battleOf(at); {
	case i < 0 || !a.battles[i].vain:
		return haltRow(a, at, what)
	case what.Code == "battle":
		return summed(book, a, "battle-vain-line", []int{i}, false), false
	}
	return what, true
}

// summed is a sentence about some fights of the same sides: who fought, with the numbers before the first and after
// the last fight.
func summed(book *phrase.Book, a *account, code string, battles []int, short bool, args ...phrase.Arg) phrase.Phrase {
	rolls := a.rollsOf(battles)
	return phrase.P(code, append(slices.Grow(args, 3), phrase.At("field", a.battles[battles[0]].field),
		phrase.Str("attackers", enrolled(book, a, rolls[0], battles, short)),
		phrase.Str("defenders", enrolled(book, a, rolls[1], battles, short)))...)
}

// enrolled writes armies by realm, kind and number: `2.D.E 1: 19 -> 10`, or `K.M 1: 10000` for one without losses. If it
// was not in all of some fights, its weeks follow: `R.L 1: 500 (W4-W6)`. A short report has of a long list the sums, and
// the largest.
func enrolled(book *phrase.Book, a *account, roll []tally, battles []int, short bool) string {
	most := len(roll)
	if short && most > longRoll {
		most = largest
		slices.SortStableFunc(roll, func(one, two tally) int { return cmp.Compare(two.before, one.before) })
	}
	var before, left int64
	for _, f := range roll {
		before, left = before+f.before, left+f.left
	}
	named := roll[:most]
	slices.SortFunc(named, func(one, two tally) int { return a.byRank(one.name, two.name) })
	var room [256]byte
	out := room[:0]
	for i, f := range named {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(append(out, f.name...), ": "...)
		out = book.AppendNumber(out, f.before)
		if f.left != f.before {
			out = book.AppendNumber(append(out, " -> "...), f.left)
		}
		if f.first != battles[0] || f.last != battles[len(battles)-1] && f.left > 0 {
			from, to := a.told[a.battles[f.first].at].Week, a.told[a.battles[f.last].at].Week
			if out = strconv.AppendInt(append(out, " (W"...), int64(from), 10); from != to {
				out = strconv.AppendInt(append(out, "-W"...), int64(to), 10)
			}
			out = append(out, ')')
		}
	}
	if most < len(roll) {
		return book.Say(phrase.P("short.sum", phrase.Num("before", before), phrase.Num("left", left),
			phrase.Num("n", len(roll)), phrase.Str("list", string(out))))
	}
	return string(out)
}

// A side of more armies than longRoll is summed up, with so many of the largest.
const (
	longRoll = 6
	largest  = 3
)

// courseRows adds how the last of some fights ended for the reader, where the beaten went, and who was lost otherwise.
func courseRows(a *account, out []phrase.Phrase, battles []int) []phrase.Phrase {
	var went []retreat
	rest := a.rest[:0]
	ended, called := "", int64(0)
	for _, i := range battles {
		course := a.course(i)
		for k := range course {
			switch e := &course[k]; e.Code {
			case "battle-attackers-won", "battle-defenders-won", "battle-even", "battle-vain":
				ended = e.Code
			case "retreat":
				went = withdrawn(went, e.Arg("army").S, e.Arg("to"))
			case "demons-called":
				called = max(called, e.Arg("men").N)
			case "scattered", "cornered", "slain":
				rest = append(rest, phrase.P("short.also"), e.Phrase)
			}
		}
	}
	a.rest = rest
	last := battles[len(battles)-1] // the verdict says who was not driven out
	out = append(slices.Grow(out, 4+2*len(went)+len(rest)), phrase.P("short.also"), phrase.P(verdict(a, last, ended), phrase.At("field", a.battles[last].field)))
	if called > 0 {
		out = append(out, phrase.P("short.also"), phrase.P("short.demons", phrase.Num("men", called)))
	}
	for _, w := range went {
		out = append(out, phrase.P("short.also"), phrase.P("short.retreat", phrase.Str("armies", strings.Join(w.armies, ", ")),
			phrase.Num("n", len(w.armies)), w.to))
	}
	return append(out, rest...)
}

// retreat is where armies went that were beaten.
type retreat struct {
	to     phrase.Arg
	armies []string
}

// withdrawn notes where an army went last.
func withdrawn(list []retreat, army string, to phrase.Arg) []retreat {
	for i := range list {
		list[i].armies = slices.DeleteFunc(list[i].armies, func(name string) bool { return name == army })
	}
	list = slices.DeleteFunc(list, func(r retreat) bool { return len(r.armies) == 0 })
	for i := range list {
		if list[i].to.N == to.N {
			list[i].armies = append(list[i].armies, army)
			return list
		}
	}
	return append(list, retreat{to, []string{army}})
}

// verdict is the sentence that says how a fight ended for the reader, or who won a fight of others.
func verdict(a *account, i int, ended string) string {
	b, own, won := &a.battles[i], a.battles[i].side, 1
	if ended == "battle-attackers-won" {
		won = 0
	}
	week, at := a.told[b.at].Week, game.Place(b.field)
	was, is := a.stood(week-1, at), a.stood(week, at) || a.standsIn(&a.t.Closing, at)
	switch {
	case ended == "battle-vain":
		return "short.vain"
	case ended == "battle-even":
		return "short.even"
	case own < 0:
		return [...]string{"short.attackers-won", "short.defenders-won"}[won]
	case own == won && is && (was || own == 1):
		return "short.held"
	case own == won && is:
		return "short.taken"
	case own == won:
		return "short.won"
	case int(a.t.State.Fields[at].Owner) == a.realm:
		return "short.lost-own"
	case own == 1 || was:
		return "short.lost"
	}
	return "short.beaten"
}

// landed says an event about land as the short report does: with the building that is there, as the reader saw it, and
// with what the reader's mine yielded last. Other events stay as they are.
func landed(a *account, e phrase.Phrase) phrase.Phrase {
	at := game.Place(e.Arg("field").N)
	switch code, works := landCodes[e.Code]; {
	case works && a.t.Ground[at].Kind[0] != '-':
		kind := string(a.t.Ground[at].Kind[:])
		e = phrase.P(code, append(e.Args, phrase.Key("with", "with."+kind), phrase.Key("kind", "building."+kind))...)
		// what a mine yielded in the last autumn was told to the realm that had it before the turn
		if f := &a.season.was.Fields[at]; int(f.Owner) == a.realm && f.Building != nil && f.Building.Told > 0 {
			e.Code = code + "-mine"
			e.Args = append(e.Args, phrase.Num("gold", f.Building.Told))
		}
	case e.Code == "building-damaged":
		e = damaged(a, e, at)
	}
	return e
}

// landCodes are the sentences of the short report about fields with a building.
var landCodes = map[string]string{"conquered": "short.conquered", "lost-field": "short.lost-field", "ceded": "short.ceded",
	"conquest-season": "short.season"}

// damaged says whose building was damaged, and by whose order.
func damaged(a *account, e phrase.Phrase, at game.Place) phrase.Phrase {
	kind, mine, by := string(a.t.Ground[at].Kind[:]), int(a.t.Ground[at].Owner) == a.realm, own(e)
	if kind[0] == '-' || e.Arg("army").S == "" || "building."+kind != e.Arg("building").S {
		return e
	}
	code := "short.damaged"
	what := "the." + kind
	if mine {
		what = "your." + kind
	}
	if mine && by {
		code = "short.damaged-own"
	}
	return phrase.P(code, append(e.Args, phrase.Key("what", what), phrase.Key("how", "short."+e.Arg("state").S))...)
}

// lostWork says which work on an own building was lost, what it had cost, and in which turn it was ordered. It returns
// false if the reader did not order it.
func lostWork(a *account, e phrase.Phrase) (phrase.Phrase, bool) {
	at := e.Arg("field").N
	for i := range a.told {
		begun := &a.told[i]
		if code, is := worksBegun[begun.Code]; is && begun.Arg("field").N == at {
			return phrase.P(code, begun.Arg("building"), begun.Arg("gold"), phrase.Num("turn", a.t.Number)), true
		}
	}
	f := &a.season.was.Fields[at]
	if int(f.Owner) != a.realm || f.Building == nil || f.Building.Ready == 0 {
		return e, false
	}
	b := f.Building
	kind, cost, time := b.Kind, int64(0), 0
	code := "short.lost-repair"
	switch {
	case b.New:
		row := a.t.Tables.BuildingOf(a.realm, b.Kind)
		code, cost, time = "short.lost-new", row.Cost, row.Time
	case b.Into != "":
		c := a.t.Tables.ConversionOf(a.realm, b.Kind, b.Into)
		if c == nil {
			return e, false
		}
		code, kind, cost, time = "short.lost-into", b.Into, c.Cost, c.Time
	default:
		r := a.t.Tables.RepairOf(a.realm, b.Kind, turn.DamageWord(b.Damage))
		if r == nil {
			return e, false
		}
		cost, time = r.Cost, r.Time
	}
	return phrase.P(code, phrase.Key("building", "building."+kind), phrase.Num("gold", cost),
		phrase.Num("turn", b.Ready-time+1)), true
}

// worksBegun are the events of work that was ordered in this turn, with the sentence that it is lost.
var worksBegun = map[string]string{"build-begun": "short.lost-new", "conversion-begun": "short.lost-into",
	"repair-begun": "short.lost-repair"}

// losing reports whether an event of a field says why work there was lost.
func losing(e, work *game.Event) bool {
	switch e.Code {
	case "building-damaged", "building-gone", "lost-field", "ceded", "revolt", "revolt-militia":
		return e.Arg("field").N == work.Arg("field").N
	}
	return false
}
