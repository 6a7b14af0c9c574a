package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// FirstLetter founds a colony where the realm's first leader is on free land, and leads him on to free land beside it.
// Where there is none, or where another realm's leader is, too, he sails to a coast that is free. at is the world as the
// realm knows it, and check is the realm's receipt.
func FirstLetter(at realm.Position, number int, check func(text string) game.Checked) string {
	r := at.State.Realm(number)
	if r == nil || at.State.Over || len(r.Leaders) == 0 {
		return ""
	}
	l := firstLetter{Position: at, First: rulekit.First{Book: at.Rules.Words(r.Lang), Check: check}, r: r,
		who: &r.Leaders[0]}
	l.Take(rulekit.Way{{Section: 'B', Line: order.BuildOrder{Area: l.who.At, Work: order.Found}.Print(nil, r.Lang),
		Why: phrase.P("first-found", phrase.Num("ducats", at.Tables.Rules.StepCost))}})
	l.guards()
	l.recruits()
	i := slices.IndexFunc(r.Fleets, func(f realm.Fleet) bool { return f.At == l.who.At })
	crowded := i >= 0 && at.State.Strangers(number, l.who.At) // nobody founds here, nor where the other follows
	if (crowded || !l.marches()) && i >= 0 {
		l.sails(&r.Fleets[i])
	}
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Position
	rulekit.First
	r   *realm.Realm
	who *realm.Leader
}

// guards raises militia in colonies that nobody defends.
func (l *firstLetter) guards() {
	n := l.Tables.Rules.GarrisonMost
	for i, a := range l.State.Areas {
		if a.Ground == realm.Land && l.State.Owner(i+1) == l.r.Number && a.Colony.Empty() {
			o := order.RaiseOrder{Area: i + 1, Raised: order.Raised{Kind: tables.MIL, Count: n, Post: order.PostGarrison}}
			l.Take(rulekit.Way{{Section: 'R', Line: o.Print(nil, l.r.Lang), Why: phrase.P("first-guards",
				phrase.Num("area", i+1), phrase.Num("ducats", n*l.Tables.Unit[tables.MIL].Cost))}})
		}
	}
}

// marches leads the leader to free land beside him, and reports whether there is any.
func (l *firstLetter) marches() bool {
	if l.who.Aboard > 0 {
		return false
	}
	var ways []rulekit.Way
	for _, b := range l.State.Areas[l.who.At-1].Beside {
		a := &l.State.Areas[b-1]
		if a.Ground == realm.Land && a.Colony == nil && !hostile(a) && !l.State.Strangers(l.r.Number, b) {
			ways = append(ways, rulekit.Way{{Section: 'A', Line: order.MoveOrder{Leader: l.who.Name, Area: b}.Print(nil, phrase.De),
				Why: phrase.P("first-lands", phrase.Num("area", b))}})
		}
	}
	return l.Take(ways...) >= 0
}

// recruits raises infantry at home, for the leader if his army has room.
func (l *firstLetter) recruits() {
	inf := l.Tables.Unit[tables.INF].Cost
	ways := []rulekit.Way{
		l.raises(order.Raised{Kind: tables.INF, Count: 1, Post: order.PostLeader, Name: l.who.Name}, "first-joins", inf),
		l.raises(order.Raised{Kind: tables.INF, Count: 2, Post: order.PostGarrison}, "first-waits", 2*inf)}
	l.Take(ways...)
}

// raises is a line of $R at home.
func (l *firstLetter) raises(what order.Raised, why string, ducats int) rulekit.Way {
	return rulekit.Way{{Section: 'R', Line: order.RaiseOrder{Area: l.r.Home, Raised: what}.Print(nil, l.r.Lang),
		Why: phrase.P(why, phrase.Str("who", l.who.Name), phrase.Num("ducats", ducats))}}
}

// sails brings the leader with a fleet to a free coast and lands him, or at least brings them out to sea.
func (l *firstLetter) sails(f *realm.Fleet) {
	lang, fleet := l.r.Lang, order.FleetArg("fleet", f.Number)
	var aboard rulekit.Way
	if l.who.Aboard == 0 {
		aboard = rulekit.Way{{Section: 'A', Line: order.EmbarkOrder{Leader: l.who.Name, Fleet: f.Number}.Print(nil, lang),
			Why: phrase.P("first-aboard", phrase.Num("units", l.who.Units()))}}
	}
	to := func(area int, why string) rulekit.FirstOrder {
		return rulekit.FirstOrder{Section: 'A', Line: order.SailOrder{Fleet: f.Number, Area: area}.Print(nil, lang),
			Why: phrase.P(why, phrase.Num("area", area))}
	}
	var ways []rulekit.Way
	coasts, far := l.untaken(f.At)
	for _, coast := range coasts {
		if l.State.Strangers(l.r.Number, coast) {
			continue
		}
		ways = append(ways, slices.Concat(aboard, rulekit.Way{to(coast, "first-sails"), {Section: 'A',
			Line: order.EmbarkOrder{Leader: l.who.Name, Land: true, Fleet: f.Number}.Print(nil, lang),
			Why:  phrase.P("first-lands", phrase.Num("area", coast))}}))
	}
	for _, sea := range far {
		ways = append(ways, slices.Concat(aboard, rulekit.Way{to(sea, "first-out")}))
	}
	if l.Take(ways...) < 0 || f.Orders.Withdraw.When == realm.Always {
		return
	}
	l.Take(rulekit.Way{{Section: 'K', Line: order.CombatOrder{
		About:    order.About{Fleet: f.Number, Topic: order.TopicWithdraw},
		Withdraw: realm.Withdrawal{When: realm.Always}}.Print(nil, lang), Why: phrase.P("first-avoids", fleet)}})
}

// untaken is coasts without what realms with lower numbers sail to in their first letters, so that no two sail to the
// same. Everybody knows the map and where homes are, and can tell.
func (l *firstLetter) untaken(from int) (coasts, out []int) {
	taken := map[int]bool{}
	free := func(whose, from int) (coasts, out []int) {
		is := func(area int) bool { return taken[area] }
		coasts, out = l.coasts(whose, from)
		return slices.DeleteFunc(coasts, is), slices.DeleteFunc(out, is)
	}
	for i := range l.r.Number - 1 {
		near, far := free(i+1, l.State.Realms[i].Home)
		if first := append(near, far...); len(first) > 0 {
			taken[first[0]] = true
		}
	}
	return free(l.r.Number, from)
}

// coasts lists the free coasts that a realm's fleet reaches this year: those with the fewest natives, pirates and strangers
// beside them first, and of equals the nearest. out is how far it gets this year on the way to others, the nearest first.
func (l *firstLetter) coasts(whose, from int) (coasts, out []int) {
	danger, far := map[int]int{}, map[int]int{}
	type voyage struct{ sea, far int }
	var later []voyage
	steps := l.Tables.Rules.FleetSteps
	for i := range l.State.Areas {
		a, n := &l.State.Areas[i], i+1
		if !l.State.Coastal(n) || a.Ground == realm.Home || a.Colony != nil || hostile(a) || n == from {
			continue
		}
		switch way := l.State.Course(whose, from, n); {
		case len(way) > steps:
			later = append(later, voyage{way[steps-1], len(way)})
			continue
		case len(way) == 0:
			continue
		default:
			far[n] = len(way)
		}
		for _, b := range a.Beside {
			if hostile(&l.State.Areas[b-1]) || l.State.Strangers(whose, b) {
				danger[n]++
			}
		}
		coasts = append(coasts, n)
	}
	slices.SortStableFunc(coasts, func(a, b int) int {
		return cmp.Or(cmp.Compare(danger[a], danger[b]), cmp.Compare(far[a], far[b]))
	})
	slices.SortStableFunc(later, func(a, b voyage) int { return cmp.Compare(a.far, b.far) })
	for _, v := range later {
		if !slices.Contains(out, v.sea) {
			out = append(out, v.sea)
		}
	}
	return coasts, out
}

// hostile reports whether natives or pirates are known to be in an area.
func hostile(a *realm.Area) bool { return a.Natives != nil || a.Haven != nil }

// goal says what brings glory, which decides (§1.2, §1.3).
func goal(at realm.Position) phrase.Phrase {
	n := &at.Tables.Rules
	return phrase.P("aims-glory", phrase.Num("years", n.Years), phrase.Num("won", n.GloryWon),
		phrase.Num("founded", n.GloryFounded))
}

// Guide says in a language what brings glory, what it takes to found a colony and to take one (§1.2, §1.3, §4.4,
// §6.8).
func Guide(at realm.Position, number int, lang phrase.Lang) (none game.Guide) {
	if at.State.Realm(number) == nil {
		return none
	}
	n := &at.Tables.Rules
	return rulekit.Guide(at.Rules.Words(lang), legend(at, number, lang), goal(at),
		phrase.P("aims-colony", phrase.Num("ducats", n.StepCost), phrase.Num("income", n.IncomeLevel)),
		phrase.P("aims-conquest"))
}
