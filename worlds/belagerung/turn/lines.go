package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/rulekit"
)

// mostRevivals is how often earlier lines are tried in place of refused ones.
const mostRevivals = 8

// group is the lines of a sheet about one thing, by their index in the file. One of them is used in the turn.
type group struct {
	what string
	at   []int
	used int // index in at of the line in use
}

// lines are the lines of a sheet that its turn uses. Of several about the same unit, or the realm's fortresses, the
// last one counts. But a line that is impossible however dice fall does not replace an earlier good one (§3.3). The
// order file cannot know that S1 and 2.S1 are the same.
func lines(p realm.Position, file *orders.File, whose int) ([]orders.Line, []orders.Problem) {
	groups, dropped := grouped(file, whose), map[int]bool{}
	for _, g := range groups {
		for _, i := range g.at[:len(g.at)-1] {
			dropped[i] = true
		}
	}
	said := func() (out []orders.Line) {
		for i, l := range file.Lines {
			if !dropped[i] {
				out = append(out, l)
			}
		}
		return out
	}
	var told []orders.Problem
	for range mostRevivals {
		if len(dropped) == 0 {
			break
		}
		refused := revive(file, groups, dropped, rehearse(p, rulekit.Sheet{Came: true, Lines: said()}))
		if len(refused) == 0 {
			break
		}
		told = append(told, refused...)
	}
	for _, g := range groups {
		for k := range g.used {
			told = append(told, orders.Problem{Position: file.Lines[g.at[k+1]].Position, Severity: orders.Warning,
				What: phrase.P("twice", phrase.Str("what", g.what), phrase.Num("line", file.Lines[g.at[k]].Line))})
		}
	}
	return said(), told
}

// revive uses the previous line of a group in place of one that a rehearsal refused, and reports the refusal.
func revive(file *orders.File, groups []*group, dropped map[int]bool, r rehearsal) (told []orders.Problem) {
	for _, g := range groups {
		at := file.Lines[g.at[g.used]].Position
		if g.used == 0 || !r.void(at) {
			continue
		}
		told = append(told, orders.Problem{Position: at, Severity: orders.Error, What: r.why[at][0]})
		dropped[g.at[g.used]] = true
		g.used--
		delete(dropped, g.at[g.used])
	}
	return told
}

// grouped lists the groups of more than one line, in the order of the file.
func grouped(file *orders.File, whose int) []*group {
	type key struct {
		section byte
		what    string
	}
	all := map[key]*group{}
	var out []*group
	for i, l := range file.Lines {
		what := matter(l.Order, whose)
		if what == "" {
			continue
		}
		k := key{l.Section, what}
		if all[k] == nil {
			all[k] = &group{what: what}
			out = append(out, all[k])
		}
		g := all[k]
		g.used, g.at = len(g.at), append(g.at, i)
	}
	return slices.DeleteFunc(out, func(g *group) bool { return len(g.at) == 1 })
}

// matter is what a line is about. A sheet may say only one thing about each matter.
func matter(o orders.Order, whose int) string {
	unit := order.Name{}
	switch o := o.(type) {
	case order.MoveOrder:
		unit = o.Unit
	case order.TrainOrder:
		unit = o.Unit
	case order.BuildOrder:
		unit = o.Settler
	case order.AttackOrder:
		unit = o.Unit
	case order.FortressOrder:
		return rulekit.Choices(order.FortressWord)
	}
	if unit.Number == 0 {
		return ""
	}
	if unit.Realm == whose {
		unit.Realm = 0
	}
	return unit.String()
}
